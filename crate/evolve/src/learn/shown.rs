//! One search with its lessons, to be looked at: the positions that TreeStrap(alpha-beta) learns from, as the moves between them lead.

use std::collections::VecDeque;

use millipawn_engine::{
    chess::{game::Game, key::key},
    evaluation::meep::Weights,
    play::contest::mover::{Budget, Time, think},
    search::table::Bound,
    sorting::sort_by_key,
};
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{
    player::Search,
    rules::{Method, tree_strap},
    tree::Found,
};

/// The most positions that are shown (our choice): those nearest to the root.
const MOST: usize = 1000;

/// A search, and what it taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Nodes searched, those of quiescence too.
    pub nodes: u64,
    /// Plies that were completed.
    pub depth: u32,
    /// The root first; every other position stands behind the one that it was reached from. One that can be reached by several ways
    /// stands where it was reached first, by the fewest moves. Of one parent the best for its mover stands first.
    pub positions: Vec<Lesson>,
}

/// A position that was searched at least a ply deep.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The number of the position that it was reached from; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led here, in standard notation; empty for the root.
    pub san: String,
    /// Who is to move: the scores are that side's.
    pub turn: Color,
    /// What the search found.
    pub found: Found,
    /// By how much the evaluation should change, in sixteenths of a millipawn.
    pub difference: i32,
}

/// Searches the position of a game with the search that learns, and so many nodes; `None` where the game is over.
pub fn search(weights: &Weights, game: &Game, nodes: u64) -> Option<Shown> {
    let mut search = Search::new(Method::TreeStrap, weights);
    let mut budget = Budget {
        nodes,
        time: Time::Free,
        now: &mut || 0,
    };
    let report = think(game, nodes, &mut budget, |root, limits, control| {
        search.search(weights, root, limits, control)
    })?;
    let tree = search.tree();
    let lesson = |position: &Chess, parent, san| {
        tree.found(key(position)).map(|found| Lesson {
            parent,
            san,
            turn: position.turn(),
            found,
            difference: tree_strap(found.score, found.bound, found.own),
        })
    };
    let root = game.position();
    let mut positions = vec![lesson(root, None, String::new())?];
    let mut known = vec![key(root)];
    let mut left = VecDeque::from([(0, root.clone())]);
    while let Some((parent, position)) = left.pop_front() {
        let replies = position.legal_moves().into_iter().filter_map(|m| {
            let after = after(&position, m);
            let san = SanPlus::from_move(position.clone(), m).to_string();
            lesson(&after, Some(parent), san).map(|lesson| (lesson, after))
        });
        let mut replies: Vec<_> = replies.collect();
        sort_by_key(&mut replies, |(lesson, _)| {
            (lesson.found.score, lesson.found.bound != Bound::Exact)
        });
        for (lesson, after) in replies {
            let key = key(&after);
            if positions.len() < MOST && !known.contains(&key) {
                known.push(key);
                left.push_back((positions.len(), after));
                positions.push(lesson);
            }
        }
    }
    Some(Shown {
        nodes: report.nodes,
        depth: report.depth,
        positions,
    })
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::{
        genome::draw::{Draws, Purpose},
        learn::step::Precise,
    };

    fn game(fen: &str) -> Game {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        Game::from_position(position)
    }

    fn weights() -> Weights {
        Precise::random(&mut Draws::derive(7, 0, 0, Purpose::Genes)).weights()
    }

    #[test]
    fn every_position_follows_from_its_parent_and_its_lesson_from_what_was_found() {
        let shown = search(
            &weights(),
            &game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
            2000,
        );
        let shown = shown.expect("a ply is completed");
        let [root, others @ ..] = &shown.positions[..] else {
            unreachable!("the root is there")
        };
        assert_eq!(
            (root.parent, root.san.as_str(), root.turn),
            (None, "", Color::White)
        );
        assert_eq!(root.found.bound, Bound::Exact);
        assert!((20..MOST).contains(&others.len()), "{shown:?}");
        for (number, lesson) in others.iter().enumerate() {
            let parent = lesson.parent.expect("it was reached from somewhere");
            assert!(parent <= number, "it stands behind its parent");
            assert_ne!(lesson.turn, shown.positions[parent].turn);
            let Found {
                score, bound, own, ..
            } = lesson.found;
            assert_eq!(lesson.difference, tree_strap(score, bound, own));
        }
        assert!(others.iter().any(|lesson| lesson.difference != 0));
    }

    #[test]
    fn nothing_is_shown_of_a_game_that_is_over() {
        let mated = game("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
        assert_eq!(search(&weights(), &mated, 1000), None);
    }
}
