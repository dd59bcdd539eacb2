//! A program of EvoChess in the games that it is bred by (Gross et al. 2002): its evaluation has the paper's random term, without which it
//! would play the same game again and again, since there is no book.

use crate::{
    chess::game::Game,
    mix::mix,
    play::contest::mover::{Budget, Choice, Mover, Trouble, no_move, think},
    search::{
        evochess::individual::{Individual, Thinker},
        tree::{Control, Limits, Report, Root},
    },
};

/// Makes its random term another than that of its opponent.
const OWN: u64 = 1;

/// A bred program.
#[derive(Clone, Debug)]
pub struct Bred {
    individual: Individual,
    thinker: Thinker,
    ran_out: u32,
}

impl Bred {
    /// The program before its first game.
    pub fn new(individual: Individual) -> Self {
        Self {
            thinker: Thinker::new(&individual, None),
            individual,
            ran_out: 0,
        }
    }

    /// Searches of this game in which the nodes ran out, so that static values were taken.
    pub const fn ran_out(&self) -> u32 {
        self.ran_out
    }
}

impl Mover for Bred {
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.thinker = Thinker::new(&self.individual, Some(mix(seed, OWN)));
        self.ran_out = 0;
        Ok(())
    }

    /// The nodes of the budget are an average.
    fn choose(&mut self, game: &Game, budget: &mut Budget<'_>) -> Result<Choice, Trouble> {
        let (thinker, ran_out) = (&mut self.thinker, &mut self.ran_out);
        let search = |root: Root<'_>, limits: &Limits, control: Control<'_>| {
            let found = thinker.think(root, limits, control.stop)?;
            *ran_out += u32::from(found.ran_out);
            Some(Report::from(found))
        };
        let report = think(game, budget.nodes, budget, search).ok_or_else(no_move)?;
        Ok(Choice::of(&report))
    }
}
