//! Nodes that are made during the search and dropped afterwards.

use std::marker::PhantomData;

use shakmaty::{Chess, Move, MoveList, Position};

use super::{Packet, Source};
use crate::{
    evaluation::{Evaluation, is_stalemate},
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes},
        quiescence,
    },
};

/// Trees that are not cached.
pub(super) struct Trees<E>(PhantomData<E>);

impl<E> Default for Trees<E> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<E: Evaluation> Ask<E::Vector> for Trees<E> {
    fn ask<const W: usize>(
        &mut self,
        lanes: Lanes<E::Vector, W>,
        examples: &[Example],
        counts: &mut [u32],
    ) {
        let mut packet = Packet::<E, W>::new(lanes);
        for example in examples {
            if let Some((root, chosen)) = example.unpack() {
                packet.ask(&mut Fresh { root }, chosen, counts);
            }
        }
    }
}

/// The tree of one position.
struct Fresh {
    root: Chess,
}

impl<E: Evaluation> Source<E> for Fresh {
    type Node = Chess;
    type Moves = MoveList;

    fn root(&mut self) -> (Chess, MoveList) {
        (self.root.clone(), self.root.legal_moves())
    }

    fn is_check(&self, node: &Chess) -> bool {
        node.is_check()
    }

    fn is_stalemate(&self, node: &Chess) -> bool {
        is_stalemate(node)
    }

    fn features(&mut self, node: &Chess) -> E::Vector {
        E::features(node)
    }

    fn moves(&mut self, node: &Chess) -> MoveList {
        let mut moves = MoveList::new();
        quiescence::moves(node, node.is_check(), &mut moves);
        moves
    }

    fn count(&self, moves: &MoveList) -> usize {
        moves.len()
    }

    fn root_move(&self, moves: &MoveList, at: usize) -> Move {
        moves[at]
    }

    fn child(&mut self, node: &Chess, moves: &MoveList, at: usize) -> Chess {
        let mut child = node.clone();
        child.play_unchecked(moves[at]);
        child
    }
}
