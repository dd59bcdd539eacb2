//! How often programs choose the move that was played, by weighted sums of features.

use std::ops::ControlFlow;

use millipawn_engine::{
    Example,
    evaluation::{Evaluation, MATE},
    play::evaluator::{Evaluator, Search as Searching},
    search::{
        packet,
        parameters::Parameters,
        quiescence::sort_by_tie_key,
        statics,
        tree::{Control, Limits, Root},
    },
};
use shakmaty::{Chess, Move, Position};

use crate::genome::Genome;

/// How an individual looks for its move: always one ply, and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Captures, promotions and evasions until it is quiet.
    Quiescence,
    /// Nothing: the position after the move is judged as it stands.
    Static,
}

/// Programs asked for their moves. What it keeps of earlier counts changes how long the next count takes, never what comes
/// of it.
pub trait Matching: Send {
    /// Examples matched, for each individual. `returning`: the same examples will be asked about again.
    fn count(
        &mut self,
        individuals: &[Genome],
        examples: &[Example],
        search: Search,
        returning: bool,
    ) -> Vec<u32>;

    /// Examples matched by an individual as it is, and by the same with the weights of each of these parts at zero: genes, or groups of weights;
    /// `None` of programs that have no weights by these names.
    fn count_ablation(
        &mut self,
        _individual: &Genome,
        _parts: &[&str],
        _examples: &[Example],
        _search: Search,
    ) -> Option<Vec<u32>> {
        None
    }
}

/// Programs whose evaluation is a weighted sum of the features of `E`.
pub struct WeightedSums<E: Evaluation> {
    weights: fn(&Genome) -> E::Vector,
    /// Those counted last, with their weights: the pieces of a generation ask about the same.
    last: (Vec<Genome>, Vec<E::Vector>),
    trees: packet::Store<E>,
    children: statics::Store<E>,
}

impl<E: Evaluation> WeightedSums<E> {
    /// With what the genome of an individual stands for.
    pub fn new(weights: fn(&Genome) -> E::Vector) -> Self {
        Self {
            weights,
            last: (Vec::new(), Vec::new()),
            trees: packet::Store::default(),
            children: statics::Store::default(),
        }
    }
}

fn count_once<E: Evaluation>(
    weights: &[E::Vector],
    examples: &[Example],
    search: Search,
) -> Vec<u32> {
    match search {
        Search::Quiescence => packet::count_matches::<E>(weights, examples),
        Search::Static => statics::count_matches::<E>(weights, examples),
    }
}

impl<E: Evaluation> Matching for WeightedSums<E>
where
    packet::Store<E>: Send,
    statics::Store<E>: Send,
{
    fn count(
        &mut self,
        individuals: &[Genome],
        examples: &[Example],
        search: Search,
        returning: bool,
    ) -> Vec<u32> {
        if self.last.0 != individuals {
            let weights = individuals.iter().map(self.weights).collect();
            self.last = (individuals.to_vec(), weights);
        }
        let weights = &self.last.1;
        match (returning, search) {
            (false, _) => count_once::<E>(weights, examples, search),
            (true, Search::Quiescence) => self.trees.count_matches(weights, examples),
            (true, Search::Static) => self.children.count_matches(weights, examples),
        }
    }

    /// All at once: side by side they cost little more than one.
    fn count_ablation(
        &mut self,
        individual: &Genome,
        parts: &[&str],
        examples: &[Example],
        search: Search,
    ) -> Option<Vec<u32>> {
        let whole = (self.weights)(individual);
        let without = |gene: &&str| {
            let feature = E::described().position(|feature| feature.name == *gene)?;
            let mut weights = whole;
            weights.as_mut()[feature] = 0;
            Some(weights)
        };
        let mut weights = vec![whole];
        weights.extend(parts.iter().map(without).collect::<Option<Vec<_>>>()?);
        Some(count_once::<E>(&weights, examples, search))
    }
}

/// Programs with any evaluation, one after the other: they search a ply with the engine itself.
pub struct OneByOne {
    evaluator: fn(&Genome) -> Evaluator,
    without: Option<Without>,
}

/// The evaluation of a genome with the weights of the group of that name at zero; `None` where there is no such group.
pub type Without = fn(&Genome, &str) -> Option<Evaluator>;

impl OneByOne {
    /// With what the genome of an individual stands for.
    pub const fn new(evaluator: fn(&Genome) -> Evaluator) -> Self {
        Self {
            evaluator,
            without: None,
        }
    }

    /// Whose groups of weights can be left out.
    pub const fn with_groups(self, without: Without) -> Self {
        Self {
            without: Some(without),
            ..self
        }
    }
}

impl Matching for OneByOne {
    fn count(
        &mut self,
        individuals: &[Genome],
        examples: &[Example],
        search: Search,
        _: bool,
    ) -> Vec<u32> {
        let count = |genome| count_one(&(self.evaluator)(genome), examples, search);
        individuals.iter().map(count).collect()
    }

    fn count_ablation(
        &mut self,
        individual: &Genome,
        parts: &[&str],
        examples: &[Example],
        search: Search,
    ) -> Option<Vec<u32>> {
        let without = self.without?;
        let whole = count_one(&(self.evaluator)(individual), examples, search);
        let counts = parts.iter().map(|part| {
            let evaluator = without(individual, part)?;
            Some(count_one(&evaluator, examples, search))
        });
        std::iter::once(Some(whole)).chain(counts).collect()
    }
}

fn count_one(evaluator: &Evaluator, examples: &[Example], search: Search) -> u32 {
    let mut chooser = Chooser::new(evaluator);
    let mut choose = |position: &Chess| match search {
        Search::Quiescence => chooser.choose(position),
        Search::Static => best_child(evaluator, position),
    };
    let matches = |example: &&Example| {
        let unpacked = example.unpack();
        unpacked.is_some_and(|(position, played)| choose(&position) == Some(played))
    };
    examples.iter().filter(matches).count() as u32
}

/// A program that is asked for its moves.
pub struct Chooser(Box<dyn Searching>);

impl Chooser {
    /// With this evaluation.
    pub fn new(evaluator: &Evaluator) -> Self {
        Self(evaluator.searcher(Parameters::PLAIN, 1))
    }

    /// The best move by a ply and quiescence; `None` where there is none.
    pub fn choose(&mut self, position: &Chess) -> Option<Move> {
        let root = Root {
            position,
            earlier: &[],
        };
        let limits = Limits {
            depth: 1,
            ..Limits::default()
        };
        let control = Control {
            stop: &mut || false,
            observe: &mut |_| ControlFlow::Continue(()),
        };
        let report = self.0.search(root, &limits, control)?;
        report.lines[0].moves.first().copied()
    }
}

/// The move to the position that is best for who made it, the first in the order of moves on ties.
fn best_child(evaluator: &Evaluator, position: &Chess) -> Option<Move> {
    let mut moves = position.legal_moves();
    sort_by_tie_key(&mut moves);
    let score = |m: &Move| {
        let mut child = position.clone();
        child.play_unchecked(*m);
        match (child.is_checkmate(), child.is_stalemate()) {
            (true, _) => MATE,
            (_, true) => 0,
            _ => -evaluator.score(&child),
        }
    };
    let scored = moves.iter().map(|m| (score(m), *m));
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, m)| m)
}
