//! A search as an interface asks for it: until a limit is reached, time is up, or it is told to stop.

use std::{cell::RefCell, ops::ControlFlow, time::Duration};

use shakmaty::Chess;

use crate::{
    play::{
        clock::Allotment,
        engine::{Engine, Setup},
    },
    search::tree::{Control, Limits, Report, Root},
};

use super::output;

/// What a search needs of the world.
pub trait Host {
    /// Time since the search was asked for.
    fn elapsed(&mut self) -> Duration;

    /// What the interface has said since this was asked last.
    fn heard(&mut self) -> Heard;

    /// Says a line to the interface.
    fn say(&mut self, line: String);
}

/// What concerns a search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing.
    Nothing,
    /// `stop`.
    Stop,
    /// `ponderhit`: the move expected was played, the clock runs now.
    PonderHit,
}

/// What to search, and how long.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) setup: Setup,
    pub(super) position: Chess,
    /// Keys of the positions of the game before it.
    pub(super) earlier: Vec<u64>,
    pub(super) limits: Limits,
    /// `None`: the clock does not bind.
    pub(super) time: Option<Allotment>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The `bestmove` line.
    pub best: String,
    /// When it may be said.
    pub when: When,
}

/// When a best move may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once.
    Now,
    /// When the interface says `ponderhit` or `stop`.
    PonderHit,
    /// When the interface says `stop`.
    Stop,
}

impl When {
    /// Whether the time has come with what was heard.
    pub fn has_come(self, heard: Heard) -> bool {
        match self {
            Self::Now => true,
            Self::PonderHit => heard != Heard::Nothing,
            Self::Stop => heard == Heard::Stop,
        }
    }
}

impl Search {
    /// Whether it would go on when nobody can say `stop` any more.
    pub const fn is_endless(&self) -> bool {
        let bounded =
            self.limits.nodes != u64::MAX || self.limits.depth != u32::MAX || self.time.is_some();
        self.infinite || self.ponder || !bounded
    }

    /// Searches, saying what it finds.
    pub fn perform(&self, engine: &mut Engine, host: &mut dyn Host) -> Conclusion {
        engine.prepare(&self.setup);
        let watch = RefCell::new(Watch::new(self, host));
        let root = Root {
            position: &self.position,
            earlier: &self.earlier,
        };
        let control = Control {
            stop: &mut || watch.borrow_mut().must_stop(),
            observe: &mut |report| watch.borrow_mut().observe(report),
        };
        let report = engine.search(root, &self.limits, control);
        let mut watch = watch.into_inner();
        match &report {
            Some(report) => watch.tell(report),
            None => watch.host.say(output::nothing_to_search(&self.position)),
        }
        watch.listen();
        Conclusion {
            best: output::best(report.as_ref()),
            when: match watch {
                Watch { stopped: true, .. } => When::Now,
                _ if self.infinite => When::Stop,
                Watch {
                    pondering: true, ..
                } => When::PonderHit,
                _ => When::Now,
            },
        }
    }
}

/// Watches the time and the interface while a search is under way.
struct Watch<'a> {
    host: &'a mut dyn Host,
    time: Option<Allotment>,
    pondering: bool,
    /// When the own clock began to run, on the host's.
    since: Duration,
    stopped: bool,
    told: Option<Report>,
}

impl<'a> Watch<'a> {
    fn new(search: &Search, host: &'a mut dyn Host) -> Self {
        Self {
            host,
            time: search.time,
            pondering: search.ponder,
            since: Duration::ZERO,
            stopped: false,
            told: None,
        }
    }

    fn listen(&mut self) {
        match self.host.heard() {
            Heard::Nothing => {}
            Heard::Stop => self.stopped = true,
            Heard::PonderHit if self.pondering => {
                self.pondering = false;
                self.since = self.host.elapsed();
            }
            Heard::PonderHit => {}
        }
    }

    fn must_stop(&mut self) -> bool {
        self.listen();
        let clock = self.time.filter(|_| !self.pondering);
        self.stopped
            || clock.is_some_and(|time| {
                let used = self.host.elapsed().saturating_sub(self.since);
                used >= Duration::from_millis(time.hard)
            })
    }

    /// What was thought while pondering counts here: another depth is not begun when the time for a move is used.
    fn observe(&mut self, report: &Report) -> ControlFlow<()> {
        self.tell(report);
        self.listen();
        let clock = self.time.filter(|_| !self.pondering);
        let enough =
            clock.is_some_and(|time| self.host.elapsed() >= Duration::from_millis(time.soft));
        if self.stopped || enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Once for every state of the search.
    fn tell(&mut self, report: &Report) {
        if self.told.as_ref() == Some(report) {
            return;
        }
        let elapsed = self.host.elapsed();
        for line in output::infos(report, elapsed) {
            self.host.say(line);
        }
        self.told = Some(report.clone());
    }
}
