//! What people read about a system: plain data, which the page lays out.

use serde::Serialize;

/// The texts of a system. None names its source where a field of sources stands beside it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Texts {
    /// The system in one or two sentences.
    pub about: &'static str,
    /// The idea of the paper.
    pub help: &'static str,
    /// Where the paper is found.
    pub citation: &'static str,
    /// Who described it, and what its programs are and learn from: a paragraph.
    pub history: &'static str,
    /// What its figures do not show.
    pub caution: &'static str,
    /// How long a generation took its authors: `1991: four hours each`.
    pub then: &'static str,
    /// How that is known.
    pub then_help: &'static str,
    /// What the count of a generation means.
    pub count_help: &'static str,
    /// Which of the paper's own values its genes stand beside, where it prints some.
    pub published_help: Option<&'static str>,
    /// How its imitation goes on.
    pub introduction: &'static [Step],
    /// How its coevolution goes on.
    pub coevolution: &'static [Step],
    /// What the champion of its coevolution is called.
    pub coevolved: &'static str,
    /// What the best program before it is called.
    pub before: &'static str,
    /// Who meets when these two play.
    pub before_help: &'static str,
    /// Where each of its kinds of run comes from, in their order.
    pub stage_sources: &'static [&'static str],
    /// Whether the paper made ten runs of an experiment, so that the page offers to.
    pub ten_runs: bool,
}

/// A step of an explanation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Step {
    /// What happens, in a few words.
    pub heading: &'static str,
    /// Whole sentences.
    pub text: &'static str,
}

/// Short for a step.
pub(super) const fn step(heading: &'static str, text: &'static str) -> Step {
    Step { heading, text }
}

/// How programs that play each other breed, in every system.
pub(super) const POINTS_MAKE_PARENTS: Step = step(
    "Points make parents.",
    "No master says any more what a good move is: programs with more points have more offspring. Their bits are mixed one by one and \
     rarely flipped, and the best program passes on unchanged.",
);
