//! The thread that searches.

use std::{
    panic::{self, AssertUnwindSafe},
    process,
    sync::mpsc::{self, Receiver, Sender},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use millipawn_engine::play::{
    engine::{Engine, Setup},
    uci::{Conclusion, Host, Interrupt, Search},
};

use crate::{
    output,
    threads::{STARTS, builder},
};

/// What Rust answers when a panic ends a program.
const PANICKED: i32 = 101;

/// Searches one position at a time, apart from whoever asks.
pub(super) struct Searcher {
    /// Away while a search uses it.
    engine: Option<Engine>,
    running: Option<Running>,
}

struct Running {
    interrupts: Sender<Interrupt>,
    thread: JoinHandle<Engine>,
    is_endless: bool,
}

impl Searcher {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            engine: Some(Engine::new(setup)),
            running: None,
        }
    }

    /// Begins a search; one that is under way is stopped first.
    pub(super) fn start(&mut self, search: Search) {
        let started = Instant::now();
        self.stop();
        let mut engine = self.engine.take().expect("no search is under way");
        let (sender, interrupts) = mpsc::channel();
        let is_endless = search.is_endless();
        let thread = builder()
            .spawn(move || {
                let mut native = Native {
                    started,
                    interrupts,
                };
                let search = || search.perform(&mut engine, &mut native);
                // Whoever waits for the best move would wait for ever; an engine that ends is noticed.
                let conclusion = panic::catch_unwind(AssertUnwindSafe(search))
                    .unwrap_or_else(|_| process::exit(PANICKED));
                native.conclude(conclusion);
                engine
            })
            .expect(STARTS);
        self.running = Some(Running {
            interrupts: sender,
            thread,
            is_endless,
        });
    }

    /// Tells a search that is under way.
    pub(super) fn tell(&self, interrupt: Interrupt) {
        if let Some(running) = &self.running {
            // A search that has just ended no longer listens.
            let _ = running.interrupts.send(interrupt);
        }
    }

    /// Ends a search that is under way: its best move has been told when this returns.
    pub(super) fn stop(&mut self) {
        self.tell(Interrupt::Stop);
        self.join();
    }

    /// Makes the engine ready for the next search, unless it is searching.
    pub(super) fn prepare(&mut self, setup: &Setup) {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.thread.is_finished())
        {
            self.join();
        }
        if let Some(engine) = &mut self.engine {
            engine.prepare(setup);
        }
    }

    /// As before another game; a search that is under way is stopped.
    pub(super) fn forget(&mut self, setup: &Setup) {
        self.stop();
        if let Some(engine) = &mut self.engine {
            engine.prepare(setup);
            engine.clear();
        }
    }

    /// Lets a search that is under way come to its end, if it has one.
    pub(super) fn finish(&mut self) {
        if self
            .running
            .as_ref()
            .is_some_and(|running| !running.is_endless)
        {
            self.join();
        }
    }

    fn join(&mut self) {
        if let Some(Running {
            interrupts, thread, ..
        }) = self.running.take()
        {
            drop(interrupts);
            self.engine = Some(thread.join().expect("the search ends without a panic"));
        }
    }
}

/// What a search sees of the machine.
struct Native {
    started: Instant,
    interrupts: Receiver<Interrupt>,
}

impl Host for Native {
    fn elapsed(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn poll(&mut self) -> Interrupt {
        self.interrupts.try_recv().unwrap_or(Interrupt::None)
    }

    fn send(&mut self, line: String) {
        // The thread that reads notices when nobody listens any more.
        let _ = output::line(line);
    }
}

impl Native {
    /// Tells the best move when it may be told; never where nobody can say so any more.
    fn conclude(mut self, Conclusion { best, when }: Conclusion) {
        let mut interrupt = Interrupt::None;
        while !when.has_come(interrupt) {
            match self.interrupts.recv() {
                Ok(received) => interrupt = received,
                Err(_) => return,
            }
        }
        self.send(best);
    }
}
