//! `millipawn uci`: the Universal Chess Interface on standard input and output. What is said is the engine's business
//! ([`millipawn_engine::play::uci`]); here are input, output, the clock and the thread that searches.
//!
//! One thread reads, another searches: `stop` and `isready` are answered at once.

mod searcher;

use std::io::{self, BufRead};

use millipawn_engine::play::uci::{Act, Interrupt, READY, Session};
use millipawn_evolve::text::shared;

use crate::{arguments::UciArguments, bench, failure::Failure, output};

use searcher::Searcher;

/// Talks until `quit` or the end of standard input. A search that has an end is finished first at the end of input.
///
/// # Errors
/// Only of standard input and output.
pub fn run(arguments: UciArguments) -> Result<(), Failure> {
    let mut session = Session::new(shared::for_uci);
    if let Some(program) = &arguments.chromosome {
        session.set_program(program.for_uci());
    }
    let mut searcher = Searcher::new(&session.setup());
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::of("standard input", error))? == 0 {
            searcher.finish();
            return Ok(());
        }
        let reply = session.handle(&String::from_utf8_lossy(&line));
        for line in reply.lines {
            output::line(line)?;
        }
        if matches!(reply.act, Act::Quit) {
            return Ok(());
        }
        act(reply.act, &session, &mut searcher)?;
    }
}

fn act(act: Act, session: &Session, searcher: &mut Searcher) -> Result<(), Failure> {
    match act {
        Act::Nothing | Act::Quit => {}
        Act::Ready => {
            searcher.prepare(&session.setup());
            return output::line(READY);
        }
        Act::Forget => searcher.forget(&session.setup()),
        Act::Search(search) => searcher.start(*search),
        Act::Stop => searcher.stop(),
        Act::PonderHit => searcher.tell(Interrupt::PonderHit),
        Act::Bench => {
            searcher.stop();
            return bench::run();
        }
    }
    Ok(())
}
