//! A search on behalf of the interface, which ends at a limit, when time is up, or on `stop`.

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

/// The environment of a running search.
pub trait Host {
    /// Time since the search was requested.
    fn elapsed(&mut self) -> Duration;

    /// The interrupt that the interface has sent since the last call, if any.
    fn poll(&mut self) -> Interrupt;

    /// Writes a line to the interface.
    fn send(&mut self, line: String);
}

/// A command that affects a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// No command.
    None,
    /// `stop`.
    Stop,
    /// `ponderhit`: the expected move was played, and the clock runs now.
    PonderHit,
}

/// What to search, and how long.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) setup: Setup,
    pub(super) position: Chess,
    /// The keys of the game's earlier positions.
    pub(super) earlier: Vec<u64>,
    pub(super) limits: Limits,
    /// `None`: no time limit.
    pub(super) time: Option<Allotment>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The `bestmove` line.
    pub best: String,
    /// When it may be sent.
    pub when: When,
}

/// When a best move may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Immediately.
    Now,
    /// After `ponderhit` or `stop`.
    PonderHit,
    /// After `stop`.
    Stop,
}

impl When {
    /// Whether the move may be sent after this interrupt.
    pub fn has_come(self, interrupt: Interrupt) -> bool {
        match self {
            Self::Now => true,
            Self::PonderHit => interrupt != Interrupt::None,
            Self::Stop => interrupt == Interrupt::Stop,
        }
    }
}

impl Search {
    /// Whether only `stop` would end it.
    pub const fn is_endless(&self) -> bool {
        let bounded =
            self.limits.nodes != u64::MAX || self.limits.depth != u32::MAX || self.time.is_some();
        self.infinite || self.ponder || !bounded
    }

    /// Searches and writes the results of each iteration.
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
            Some(report) => watch.write(report),
            None => watch.host.send(output::nothing_to_search(&self.position)),
        }
        watch.poll();
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

/// Watches the time and the interface during a search.
struct Watch<'a> {
    host: &'a mut dyn Host,
    time: Option<Allotment>,
    pondering: bool,
    /// When our clock started, on the clock of the host.
    since: Duration,
    stopped: bool,
    written: Option<Report>,
}

impl<'a> Watch<'a> {
    fn new(search: &Search, host: &'a mut dyn Host) -> Self {
        Self {
            host,
            time: search.time,
            pondering: search.ponder,
            since: Duration::ZERO,
            stopped: false,
            written: None,
        }
    }

    fn poll(&mut self) {
        match self.host.poll() {
            Interrupt::None => {}
            Interrupt::Stop => self.stopped = true,
            Interrupt::PonderHit if self.pondering => {
                self.pondering = false;
                self.since = self.host.elapsed();
            }
            Interrupt::PonderHit => {}
        }
    }

    fn must_stop(&mut self) -> bool {
        self.poll();
        let clock = self.time.filter(|_| !self.pondering);
        self.stopped
            || clock.is_some_and(|time| {
                let used = self.host.elapsed().saturating_sub(self.since);
                used >= Duration::from_millis(time.hard)
            })
    }

    /// Time spent pondering counts here: if it exceeds the soft limit, no further iteration is started after `ponderhit`.
    fn observe(&mut self, report: &Report) -> ControlFlow<()> {
        self.write(report);
        self.poll();
        let clock = self.time.filter(|_| !self.pondering);
        let enough =
            clock.is_some_and(|time| self.host.elapsed() >= Duration::from_millis(time.soft));
        if self.stopped || enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes a report, unless it is the same as the last one.
    fn write(&mut self, report: &Report) {
        if self.written.as_ref() == Some(report) {
            return;
        }
        let elapsed = self.host.elapsed();
        for line in output::infos(report, elapsed) {
            self.host.send(line);
        }
        self.written = Some(report.clone());
    }
}
