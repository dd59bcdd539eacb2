//! For the UCI worker: the engine as text. A search keeps the worker until it ends; whoever embeds it ends the worker to stop it.

use std::time::Duration;

use js_sys::Function;
use millipawn_engine::play::{
    engine::Engine,
    uci::{Act, Conclusion, Host, Interrupt, READY, Session},
};
use millipawn_evolve::text::shared;
use wasm_bindgen::prelude::*;

use crate::clock::now;

/// A UCI engine.
#[wasm_bindgen]
pub struct Uci {
    session: Session,
    engine: Engine,
    /// A best move that may not be told yet.
    kept: Option<Conclusion>,
}

#[wasm_bindgen]
impl Uci {
    /// Staunton, at the usual start.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> Uci {
        let session = Session::new(shared::for_uci);
        let engine = Engine::new(&session.setup());
        Self {
            session,
            engine,
            kept: None,
        }
    }

    /// Hears a line and obeys it; `say` is called with every line of the answer. False after `quit`.
    pub fn handle(&mut self, line: &str, say: &Function) -> bool {
        let mut browser = Browser {
            started: now(),
            say,
        };
        let reply = self.session.handle(line);
        for line in reply.lines {
            browser.send(line);
        }
        if matches!(reply.act, Act::Quit) {
            return false;
        }
        self.act(reply.act, &mut browser);
        true
    }
}

impl Uci {
    fn act(&mut self, act: Act, browser: &mut Browser<'_>) {
        match act {
            Act::Nothing | Act::Quit => {}
            Act::Ready => {
                self.engine.prepare(&self.session.setup());
                browser.send(READY.to_owned());
            }
            Act::Forget => {
                self.tell(Interrupt::Stop, browser);
                self.engine.prepare(&self.session.setup());
                self.engine.clear();
            }
            Act::Search(search) => {
                self.tell(Interrupt::Stop, browser);
                self.kept = Some(search.perform(&mut self.engine, browser));
                self.tell(Interrupt::None, browser);
            }
            Act::Stop => self.tell(Interrupt::Stop, browser),
            Act::PonderHit => self.tell(Interrupt::PonderHit, browser),
            Act::Bench => {
                self.tell(Interrupt::Stop, browser);
                let started = browser.started;
                Session::bench(&mut |line| browser.send(line), &mut || since(started));
            }
        }
    }

    /// Tells the best move of a search that has ended, if it may be told now.
    fn tell(&mut self, interrupt: Interrupt, browser: &mut Browser<'_>) {
        if let Some(conclusion) = self.kept.take_if(|kept| kept.when.has_come(interrupt)) {
            browser.send(conclusion.best);
        }
    }
}

/// What a search sees of the browser.
struct Browser<'a> {
    started: f64,
    say: &'a Function,
}

impl Host for Browser<'_> {
    fn elapsed(&mut self) -> Duration {
        since(self.started)
    }

    /// The worker hears nothing while it searches.
    fn poll(&mut self) -> Interrupt {
        Interrupt::None
    }

    fn send(&mut self, line: String) {
        // What the listener throws is the listener's business.
        let _ = self.say.call1(&JsValue::NULL, &JsValue::from(line));
    }
}

fn since(started: f64) -> Duration {
    Duration::try_from_secs_f64((now() - started) / 1000.0).unwrap_or_default()
}
