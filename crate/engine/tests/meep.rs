//! Meep's features: the fast evaluation equals the plain sum, colours are alike, and every feature can occur.

use crate::positions::{position, positions};
use millipawn_engine::evaluation::{
    Evaluate, MATE_BOUND,
    meep::{
        FAMILIES, FEATURES, Features, LARGEST_WEIGHT, Meep, PER_STAGE, STAGES, WITH_FALCON, Weights,
    },
};
use proptest::prelude::*;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role,
    Setup, Square,
};

/// Different for every feature, so that one taken for another is noticed.
fn weights(seed: u64, number: usize) -> Weights {
    let mut draws = Draws(seed);
    let weights: Vec<i32> = (0..number)
        .map(|_| draws.below(20_001) as i32 - 10_000)
        .collect();
    Weights::new(&weights).expect("one for each")
}

/// A small generator for tests (xorshift).
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        (self.0 >> 11) as usize % bound
    }
}

fn with_turn(at: &Chess, turn: Color) -> Option<Chess> {
    let mut setup = at.to_setup(EnPassantMode::Legal);
    setup.turn = turn;
    setup.ep_square = None;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// The same position with colours exchanged.
fn exchanged(at: &Chess) -> Chess {
    let mut setup = at.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("as legal as before")
}

proptest! {
    #[test]
    fn the_fast_evaluation_is_the_sum_of_the_features(at in positions(), seed in 1_u64.., falcon: bool) {
        let weights = weights(seed, if falcon { WITH_FALCON } else { FEATURES });
        let mut meep = Meep::new(weights.clone());
        let accumulator = meep.refresh(&at);
        let sum = |at: &Chess| Features::known_to(&weights, at).score(&weights);
        prop_assert_eq!(meep.evaluate(&at, &accumulator), sum(&at));
        let terms: i32 = meep.terms(&at).iter().map(|term| term.score).sum();
        // Each of Falcon's terms is rounded.
        let rounded = if falcon { (WITH_FALCON - FEATURES) as u32 } else { 0 };
        prop_assert!(terms.abs_diff(sum(&at)) <= rounded);
        for m in at.legal_moves() {
            let mut after = at.clone();
            after.play_unchecked(m);
            let updated = meep.update(&accumulator, &at, m);
            prop_assert_eq!(updated, meep.refresh(&after));
            prop_assert_eq!(meep.evaluate(&after, &updated), sum(&after));
        }
    }

    #[test]
    fn colours_are_alike_and_the_other_side_has_the_negative(at in positions(), seed in 1_u64..) {
        let weights = weights(seed, FEATURES);
        let features = Features::of(&at);
        prop_assert_eq!(&Features::of(&exchanged(&at)), &features);
        if let Some(other) = with_turn(&at, !at.turn()) {
            prop_assert_eq!(Features::of(&other).score(&weights), -features.score(&weights));
        }
        prop_assert_eq!(Features::with_falcon(&exchanged(&at)), Features::with_falcon(&at));
    }
}

#[test]
fn weights_are_as_many_as_features_and_not_too_large() {
    assert!(Weights::new(&[0; FEATURES]).is_some());
    assert!(Weights::new(&[0; WITH_FALCON]).is_some());
    for number in [FEATURES - 1, FEATURES + 1, WITH_FALCON - 1, WITH_FALCON + 1] {
        assert!(Weights::new(&vec![0; number]).is_none());
    }
    for weight in [LARGEST_WEIGHT, -LARGEST_WEIGHT] {
        assert!(Weights::new(&[weight; FEATURES]).is_some());
        assert!(Weights::new(&[weight + weight.signum(); FEATURES]).is_none());
    }
}

/// One side has all that a side can have, the other next to nothing: with the largest weights the score is no mate.
#[test]
fn no_score_is_a_mate() {
    for fen in [
        "6nk/6pp/8/QQQQQ3/QQQQ4/8/8/K1BBNNRR w - - 0 1",
        "6nk/6pp/RRRRR3/RRRRR3/8/8/8/KBB1NN1Q w - - 0 1",
        "6nk/PPPPPP1p/6p1/8/8/2NN4/8/RRBBQK2 w - - 0 1",
    ] {
        let at = position(fen);
        let features = Features::with_falcon(&at);
        let mut weights = [0; WITH_FALCON];
        for (feature, count) in features.as_slice() {
            weights[usize::from(*feature)] = LARGEST_WEIGHT * i32::from(count.signum());
        }
        let weights = Weights::new(&weights).expect("they fit");
        let score = features.score(&weights);
        assert!((1 << 20..MATE_BOUND).contains(&score), "{score}");
        let mut meep = Meep::new(weights);
        let accumulator = meep.refresh(&at);
        assert_eq!(meep.evaluate(&at, &accumulator), score);
    }
}

/// A position of men on random squares; `None` for one that cannot be.
fn scattered(draws: &mut Draws) -> Option<Chess> {
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    let put = |draws: &mut Draws, board: &mut Board, role, color, count| {
        for _ in 0..count {
            let square = Square::new(draws.below(64) as u32);
            let is_possible = role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
            if board.piece_at(square).is_none() && is_possible {
                board.set_piece_at(square, Piece { role, color });
            }
        }
    };
    let pawns = draws.below(9);
    let most = [2, 2, 3, 4][draws.below(4)];
    for color in Color::ALL {
        put(draws, &mut board, Role::King, color, 1);
        put(draws, &mut board, Role::Pawn, color, pawns);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let count = draws.below(most);
            put(draws, &mut board, role, color, count);
        }
    }
    setup.board = board;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// The pieces of the start with some men left out and castling rights.
fn undeveloped(draws: &mut Draws) -> Option<Chess> {
    let mut setup = Chess::default().to_setup(EnPassantMode::Legal);
    for square in setup.board.occupied() {
        let role = setup.board.role_at(square)?;
        if role != Role::King && draws.below(3) == 0 {
            setup.board.discard_piece_at(square);
        }
    }
    setup.castling_rights &= setup.board.rooks();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

#[test]
fn every_feature_can_occur() {
    let mut seen = vec![false; FEATURES];
    let mut draws = Draws(2009);
    let mut left = FEATURES;
    for number in 0..3_000_000 {
        let at = match number % 16 {
            0 => undeveloped(&mut draws),
            _ => scattered(&mut draws),
        };
        for (feature, _) in at
            .iter()
            .flat_map(|at| Features::of(at).as_slice().to_vec())
        {
            let seen = &mut seen[usize::from(feature)];
            left -= usize::from(!*seen);
            *seen = true;
        }
        if left == 0 {
            return;
        }
    }
    let missing: Vec<String> = (0..FEATURES)
        .filter(|feature| !seen[*feature])
        .map(|feature| {
            let (stage, at) = (STAGES[feature / PER_STAGE], feature % PER_STAGE);
            let family = FAMILIES
                .iter()
                .rfind(|family| family.first <= at)
                .expect("the first begins at 0");
            format!("{stage}: {} {}", family.name, at - family.first)
        })
        .collect();
    panic!("never seen: {missing:?}");
}

/// What holds in a position, by family and number within it.
fn named(fen: &str) -> Vec<(&'static str, usize, i16)> {
    let features = Features::of(&position(fen));
    let name = |(feature, count): &(u16, i16)| {
        let at = usize::from(*feature) % PER_STAGE;
        let family = FAMILIES
            .iter()
            .rfind(|family| family.first <= at)
            .expect("the first begins at 0");
        (family.name, at - family.first, *count)
    };
    features.as_slice().iter().map(name).collect()
}

#[test]
fn a_small_position_has_the_features_that_its_men_have() {
    // White: king e1, pawns e4 and d5 (passed, guarded). Black: king e8, pawn a7 (isolated, passed).
    let own = named("4k3/p7/8/3P4/4P3/8/8/4K3 w - - 0 1");
    let of = |name: &str| -> Vec<(usize, i16)> {
        let of_name = own.iter().filter(|(family, ..)| *family == name);
        of_name
            .map(|(_, number, count)| (*number, *count))
            .collect()
    };
    // Squares from a2 on; Black's a7 is a2 from its side.
    assert_eq!(of("pawn on"), [(0, -1), (20, 1), (27, 1)]);
    // The kings stand on the same square from their sides.
    assert_eq!(of("king on"), []);
    assert_eq!(of("men"), [(0, 1)]);
    assert_eq!(of("passed"), [(0, -1), (20, 1), (27, 1)]);
    assert_eq!(of("isolated"), [(0, -1)]);
    assert_eq!(of("isolated, unopposed"), [(0, -1)]);
    assert_eq!(of("guarded"), [(2, 1)]);
    assert_eq!(of("passed and guarded"), [(2, 1)]);
    assert_eq!(of("passed and connected"), [(2, 1), (3, 1)]);
    assert_eq!(of("pawn islands"), []);
    assert_eq!(of("shelter before the king"), [(2, 1), (3, -1)]);
    assert_eq!(of("storm before the king"), [(3, -1), (4, 1)]);
    assert_eq!(of("storm beside the king"), [(2, -1), (4, 1)]);
    assert_eq!(of("shelter beside the king"), [(2, 1), (3, -1)]);
    assert_eq!(of("phalanx"), []);
}
