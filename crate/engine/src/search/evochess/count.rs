//! How many nodes a search to a fixed depth takes, by the order in which it tries moves: what the paper measures its move ordering by
//! (Gross et al. 2002, section on results). All searches find the same value with the same evaluation; none has a table.

use shakmaty::Chess;

use crate::{
    evaluation::evochess::EvoChess,
    search::{
        evochess::{
            kernel::{FixedDepth, Kernel, Reach},
            order::{Order, RandomOrder, Weights},
        },
        negascout::{Negascout, Sorting},
        node::{HistoryTables, MoveOrder},
        tree::Root,
    },
};

/// An order of moves, and the search that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// Any order, decided by a seed, in the kernel's alpha-beta.
    Random(u64),
    /// f-negascout as published, with iterative deepening.
    Published,
    /// The same with captures first: our choice for the players of fixed depth.
    Captures,
    /// The engine's tables of what caused cut-offs before, in the kernel's alpha-beta.
    History,
    /// A move ordering module, in the kernel's alpha-beta.
    Module(Box<Weights>),
}

impl Ordering {
    /// Nodes of a search to this depth, at most `most`.
    pub fn nodes(&self, position: &Chess, depth: u32, most: u64) -> u64 {
        let root = Root {
            position,
            earlier: &[],
        };
        let nodes = match self {
            Self::Random(seed) => alpha_beta(RandomOrder::new(*seed), root, depth, most),
            Self::Published => negascout(Sorting::Published, root, depth, most),
            Self::Captures => negascout(Sorting::Captures, root, depth, most),
            Self::History => alpha_beta(HistoryTables::default(), root, depth, most),
            Self::Module(weights) => alpha_beta(Order::new(**weights), root, depth, most),
        };
        nodes.min(most)
    }
}

fn alpha_beta(order: impl MoveOrder, root: Root<'_>, depth: u32, most: u64) -> u64 {
    let mut kernel = Kernel::new(EvoChess::standard(), order, FixedDepth);
    let found = kernel.search(root, Reach::fixed(depth, most), &mut || false);
    found.map_or(0, |found| found.nodes)
}

fn negascout(sorting: Sorting, root: Root<'_>, depth: u32, most: u64) -> u64 {
    let mut calls = most.div_ceil(1024);
    let mut stop = || {
        calls = calls.saturating_sub(1);
        calls == 0
    };
    let mut search = Negascout::sorted(EvoChess::standard(), sorting);
    let found = search.search(root, depth, &mut stop);
    // One that was stopped took all it was given.
    found.map_or(0, |found| {
        if found.depth == depth {
            found.nodes
        } else {
            most
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_counted_and_bounded() {
        let position = Chess::default();
        let module = Ordering::Module(Box::new(Weights::DEFAULT));
        for ordering in [
            Ordering::Random(1),
            Ordering::Published,
            Ordering::Captures,
            Ordering::History,
            module.clone(),
        ] {
            assert_eq!(ordering.nodes(&position, 1, u64::MAX), 20, "{ordering:?}");
            let nodes = ordering.nodes(&position, 4, u64::MAX);
            assert!((1000..100_000).contains(&nodes), "{ordering:?}: {nodes}");
            assert_eq!(
                ordering.nodes(&position, 4, 2048),
                2048.min(nodes),
                "{ordering:?}"
            );
        }
        let of = |ordering: &Ordering| ordering.nodes(&position, 4, u64::MAX);
        assert!(of(&module) < of(&Ordering::Random(1)) / 2);
    }
}
