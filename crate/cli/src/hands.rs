//! Who plays games and solves positions: a pool, which has workers of other machines too, or where only this machine can, its threads.

use millipawn_engine::play::contest::play::{Limit, TimeLimit};

use crate::{
    arguments::PoolArguments, contestant::Contestant, failure::Failure, pool::Pool, run::BY_CLOCK,
    threads::cores,
};

/// Who plays.
#[derive(Debug)]
pub enum Hands {
    /// Games and positions are pieces of work for whoever takes them.
    Pool(Box<Pool>),
    /// So many at once, here.
    Here(usize),
}

impl Hands {
    /// Whether some results of other machines are checked, and others used as they are.
    pub(crate) fn checks_some(&self) -> bool {
        matches!(self, Self::Pool(pool) if pool.checks_some())
    }

    /// As the command line says, for these players under this limit.
    ///
    /// # Errors
    /// A network for what only this machine can do, one that cannot be reached, or no workers at all.
    pub(crate) fn new(
        players: &[Contestant],
        limit: &Limit,
        arguments: &PoolArguments,
    ) -> Result<Self, Failure> {
        let is_timed = limit.time != TimeLimit::None;
        let alien = players.iter().find(|player| player.player().is_none());
        let why = match (is_timed, alien) {
            (false, None) => {
                return Ok(Self::Pool(Box::new(Pool::with_network(arguments)?)));
            }
            (true, _) => BY_CLOCK.to_owned(),
            (false, Some(alien)) => format!("{} is a program of this machine", alien.name()),
        };
        let arguments = arguments.of_this_machine(&why)?;
        let usual = if is_timed { 1 } else { cores() };
        match arguments.workers.map_or(usual, usize::from) {
            0 => Err(Failure::of("--workers 0", why)),
            workers => Ok(Self::Here(workers)),
        }
    }
}
