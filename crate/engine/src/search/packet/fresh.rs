//! Nodes that are made during the search and dropped afterwards.

use std::marker::PhantomData;

use shakmaty::{Chess, Move, MoveList, Position};

use super::{Packet, Source};
use crate::{
    evaluation::{Evaluation, Vector, is_stalemate, spread},
    examples::example::Example,
    search::{
        lanes::{Ask, Lanes},
        quiescence,
    },
};

/// Trees that are not cached. Each ply has a place for its position and one for its moves, so that neither is copied nor allocated.
pub(super) struct Trees<E> {
    plies: Vec<Ply>,
    evaluation: PhantomData<E>,
}

/// What is known of the node of a ply.
#[derive(Default)]
struct Ply {
    position: Chess,
    moves: MoveList,
}

/// A node: the one of its ply on the current path.
#[derive(Clone, Copy)]
pub(super) struct At {
    ply: usize,
    is_check: bool,
}

impl<E> Default for Trees<E> {
    fn default() -> Self {
        Self {
            plies: vec![Ply::default()],
            evaluation: PhantomData,
        }
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
                self.plies[0].position = root;
                packet.ask(self, chosen, counts);
            }
        }
    }
}

impl<E: Evaluation> Source<E> for Trees<E> {
    type Node = At;
    /// The ply of the moves.
    type Moves = usize;

    fn root(&mut self) -> (At, usize) {
        let Ply { position, moves } = &mut self.plies[0];
        *moves = position.legal_moves();
        let is_check = position.is_check();
        (At { ply: 0, is_check }, 0)
    }

    fn root_move(&self, moves: &usize, at: usize) -> Move {
        self.plies[*moves].moves[at]
    }

    fn is_check(&self, node: &At) -> bool {
        node.is_check
    }

    fn is_stalemate(&self, node: &At) -> bool {
        is_stalemate(&self.plies[node.ply].position)
    }

    fn features(&mut self, node: &At) -> <E::Vector as Vector>::Pairs {
        spread(&E::features(&self.plies[node.ply].position))
    }

    fn moves(&mut self, node: &At) -> usize {
        let Ply { position, moves } = &mut self.plies[node.ply];
        moves.clear();
        quiescence::moves(position, node.is_check, moves);
        node.ply
    }

    fn count(&self, moves: &usize) -> usize {
        self.plies[*moves].moves.len()
    }

    fn child(&mut self, node: &At, moves: &usize, at: usize) -> At {
        let ply = node.ply + 1;
        if ply == self.plies.len() {
            self.plies.push(Ply::default());
        }
        let (above, below) = self.plies.split_at_mut(ply);
        let (parent, child) = (&above[node.ply], &mut below[0]);
        child.position.clone_from(&parent.position);
        child.position.play_unchecked(above[*moves].moves[at]);
        At {
            ply,
            is_check: child.position.is_check(),
        }
    }
}
