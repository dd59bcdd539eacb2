//! The fast paths equal the simple ones.

use crate::positions::{acpp_weights, position, positions, quiet_positions};
use millipawn_engine::{
    Example,
    evaluation::{
        Described, Evaluate, Evaluation, MATE, Weighted,
        acpp::{Acpp, Vector},
        falcon::Falcon,
        is_stalemate, score, spread,
    },
    search::{
        captures::captures_and_promotions, choices::choices, packet, plain, quiescence, statics,
    },
};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, MoveList, Position, Role};
use wide::i16x8;

/// An evaluation of few distinct values, so that ties abound.
struct Material;

impl Evaluation for Material {
    type Vector = Vector;
    type Packed = Vector;

    fn described() -> impl Iterator<Item = Described> {
        std::iter::empty()
    }

    fn features(position: &Chess) -> Vector {
        let mut features = Vector::default();
        for (role, feature) in Role::ALL.into_iter().zip(&mut features) {
            let own = position.our(role).count() as i16;
            *feature = own - position.their(role).count() as i16;
        }
        features
    }

    fn pack(features: &Vector) -> Option<Vector> {
        Some(*features)
    }

    fn spread_packed(packed: &Vector) -> [i16x8; 8] {
        spread(packed)
    }
}

fn material_weights() -> impl Strategy<Value = Vector> {
    prop::array::uniform16(0_i16..10)
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|m| quiescence::tie_key(*m));
    moves
}

/// Every move takes its turn as the one that was played, so that matches are not rare.
fn compare<E: Evaluation>(individuals: &[E::Vector], position: &Chess) {
    let choices: Vec<Option<Move>> = individuals
        .iter()
        .map(|weights| plain::choose::<E>(position, weights).map(|(m, _)| m))
        .collect();
    for m in position.legal_moves() {
        let example = Example::new(position, m).expect("legal positions pack");
        let expected: Vec<u32> = choices
            .iter()
            .map(|choice| u32::from(*choice == Some(m)))
            .collect();
        let matched = packet::count_matches::<E>(individuals, &[example]);
        assert_eq!(matched, expected, "{m:?} in {position:?}");
        // By few individuals often enough that a tree with little capacity loses what the others visited, then by the others again.
        let few = &individuals[..individuals.len() / 2];
        for capacity in [0, 20, 1 << 20] {
            let mut store = packet::Store::<E>::with_capacity(capacity);
            for part in [individuals, few, few, few, few, individuals] {
                let matched = store.count_matches(part, &[example]);
                assert_eq!(
                    matched,
                    expected[..part.len()],
                    "capacity {capacity}: {m:?} in {position:?}"
                );
            }
        }
    }
}

/// One ply and the value of the position after it, as simply as that is defined.
fn choose_static<E: Evaluation>(position: &Chess, weights: &E::Vector) -> Option<Move> {
    let value = |m: &Move| {
        let mut child = position.clone();
        child.play_unchecked(*m);
        if child.is_checkmate() {
            MATE
        } else if child.is_stalemate() {
            0
        } else {
            -score(weights, &E::features(&child))
        }
    };
    let moves = sorted(position.legal_moves().to_vec());
    let best = moves.iter().map(value).max();
    moves.iter().find(|m| Some(value(m)) == best).copied()
}

fn compare_static<E: Evaluation>(individuals: &[E::Vector], position: &Chess) {
    for m in position.legal_moves() {
        let example = Example::new(position, m).expect("legal positions pack");
        let expected: Vec<u32> = individuals
            .iter()
            .map(|weights| u32::from(choose_static::<E>(position, weights) == Some(m)))
            .collect();
        // The store learns from every asking which rivals to try first.
        let few = &individuals[..individuals.len() / 2];
        for capacity in [0, 1 << 20] {
            let mut store = statics::Store::<E>::with_capacity(capacity);
            for part in [individuals, few, few, individuals] {
                let matched = store.count_matches(part, &[example]);
                assert_eq!(matched, expected[..part.len()], "{m:?} in {position:?}");
            }
            let fits = capacity > 0 || position.legal_moves().len() == 1;
            assert_eq!(
                store.positions(),
                usize::from(fits && !individuals.is_empty())
            );
        }
    }
}

/// From one individual to more than a packet of 128 lanes has room for.
fn falcons() -> impl Strategy<Value = Vec<[i16; 36]>> {
    let weights = prop::collection::vec(0_i16..64, 30).prop_flat_map(|rest| {
        prop::array::uniform4(0_i16..2048).prop_map(move |pieces| {
            let mut weights = [0; 36];
            weights[0] = 100;
            weights[1..5].copy_from_slice(&pieces);
            weights[5..35].copy_from_slice(&rest);
            weights
        })
    });
    prop::collection::vec(weights, 1..140)
}

proptest! {
    #[test]
    fn the_static_search_chooses_as_its_plain_twin(
        individuals in falcons(),
        few in prop::collection::vec(material_weights(), 1..9),
        at in positions(),
    ) {
        compare_static::<Falcon>(&individuals, &at);
        compare_static::<Material>(&few, &at);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn the_packet_search_chooses_as_the_plain_one(
        individuals in prop::collection::vec(acpp_weights(), 1..70),
        at in quiet_positions(),
    ) {
        compare::<Acpp>(&individuals, &at);
    }

    #[test]
    fn all_choices_are_those_of_the_plain_search(
        weights in acpp_weights(),
        at in quiet_positions(),
        margin in 0..40_000,
        number in any::<prop::sample::Index>(),
    ) {
        let mut evaluation = Weighted::<Acpp>::new(weights);
        let moves = sorted(at.legal_moves().to_vec());
        let played = moves[number.index(moves.len())];
        let all: Vec<_> = choices(&at, played, i32::MAX, &mut evaluation).into_iter().flatten().collect();
        prop_assert_eq!(all.iter().map(|choice| choice.m).collect::<Vec<_>>(), moves);
        let best = all.iter().map(|choice| choice.score).max().expect("there is a move");
        let first = all.iter().find(|choice| choice.score == best);
        prop_assert_eq!(first.map(|choice| (choice.m, choice.score)), plain::choose::<Acpp>(&at, &weights));
        for choice in &all {
            let Some(leaf) = &choice.leaf else {
                prop_assert!(choice.score == 0 || choice.score.abs() > MATE - 100);
                continue;
            };
            let score = evaluation.evaluate(leaf, &());
            prop_assert_eq!(if leaf.turn() == at.turn() { score } else { -score }, choice.score);
        }
        // With a margin the same are found, without those far behind.
        let near = choices(&at, played, margin, &mut evaluation);
        for (near, choice) in near.into_iter().zip(all) {
            let is_near = choice.score >= best - margin || choice.m == played;
            match near {
                Some(near) => prop_assert!(is_near && near == choice),
                None => prop_assert!(!is_near),
            }
        }
    }

    #[test]
    fn the_packet_search_of_falcon_chooses_as_the_plain_one(individuals in falcons(), at in quiet_positions()) {
        compare::<Falcon>(&individuals, &at);
    }

    #[test]
    fn the_packet_search_breaks_ties_as_the_plain_one(
        individuals in prop::collection::vec(material_weights(), 1..9),
        at in quiet_positions(),
    ) {
        compare::<Material>(&individuals, &at);
    }
}

proptest! {
    #[test]
    fn listed_captures_are_the_legal_ones(at in positions()) {
        prop_assume!(!at.is_check());
        let mut listed = MoveList::new();
        captures_and_promotions(&at, &mut listed);
        let legal = at.legal_moves().into_iter().filter(|m| m.is_capture() || m.is_promotion()).collect();
        prop_assert_eq!(sorted(listed.into_iter().collect()), sorted(legal));
    }

    #[test]
    fn stalemate_is_what_the_rules_say(at in positions()) {
        for m in at.legal_moves() {
            let child = after(&at, m);
            prop_assert_eq!(!child.is_check() && is_stalemate(&child), child.is_stalemate());
        }
    }

    #[test]
    fn features_of_the_other_side_are_the_negative(at in positions(), weights in acpp_weights()) {
        if let Ok(turned) = at.clone().swap_turn() {
            let sum = score(&weights, &Acpp::features(&at)) + score(&weights, &Acpp::features(&turned));
            prop_assert_eq!(sum, 0);
        }
    }

    #[test]
    fn a_mirrored_position_has_the_same_features(at in positions()) {
        let mut setup = at.to_setup(shakmaty::EnPassantMode::Legal);
        setup.mirror();
        let mirrored: Chess = setup.position(shakmaty::CastlingMode::Standard).expect("as legal as before");
        prop_assert_eq!(Acpp::features(&mirrored), Acpp::features(&at));
    }
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut child = position.clone();
    child.play_unchecked(m);
    child
}

#[test]
fn the_fitness_sees_a_mate_and_shuns_a_stalemate() {
    let weights = [
        1000, 3000, 3000, 5000, 9000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    let mate = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let (m, score) = plain::choose::<Acpp>(&mate, &weights).expect("there is a move");
    assert_eq!((m.to(), score), (shakmaty::Square::A8, MATE - 1));
    // Qf7 would stalemate; every other queen's move keeps a queen ahead.
    let stalemate = position("7k/8/8/5QK1/8/8/8/8 w - - 0 1");
    let (m, score) = plain::choose::<Acpp>(&stalemate, &weights).expect("there is a move");
    assert!(m.to() != shakmaty::Square::F7 && score > 0);
    assert_eq!(stalemate.turn(), Color::White);
}

/// Without the budget of a line these searches do not end in minutes.
#[test]
fn the_packet_search_chooses_as_the_plain_one_where_everything_hangs() {
    let acpp = [
        [
            1000, 3000, 3000, 5000, 9000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
        [
            9000, 700, 11000, 600, 500, -900, 3000, 0, -2000, 0, 4000, 0, 0, 0, 0, 0,
        ],
        [
            500, 500, 500, 500, 500, 3000, -3000, 9, 0, 0, 0, 700, 0, 0, 0, 0,
        ],
    ];
    let mut falcon = [[0; 36]; 2];
    falcon[0][..6].copy_from_slice(&[100, 300, 300, 500, 900, 7]);
    falcon[1][..9].copy_from_slice(&[100, 2000, 40, 50, 600, 63, 0, 31, 20]);
    for fen in [
        "1qRrr3/3QB1b1/1Qq1n1q1/KQ2Q1QN/1Q1q1Qq1/b4q2/2nk1BQR/2N1q1Qq b - - 0 1",
        "Nq5q/k3PP2/1Qr1n1qQ/3Qbr2/pqPPpNB1/1B1RQp1Q/5pq1/n2K1R1b b - - 0 1",
        "K4N1k/P1Rr3P/1bP2b2/3P1pNn/p2P1PPR/1p2p1QB/pBpP1pp1/3qr2n w - - 0 1",
        "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    ] {
        compare::<Acpp>(&acpp, &position(fen));
        compare::<Falcon>(&falcon, &position(fen));
    }
}

/// Ten knights of one side count for more than a byte holds.
#[test]
fn positions_that_do_not_pack_are_searched_alike() {
    let mut falcon = [[0; 36]; 2];
    falcon[0][..6].copy_from_slice(&[100, 300, 300, 500, 900, 7]);
    falcon[0][13] = 20;
    falcon[1] = std::array::from_fn(|at| [100, 3, 17, 40][at % 4]);
    for turn in ["w", "b"] {
        let many = position(&format!(
            "k2r4/1q1p4/2NNNN2/3NN3/3NN3/2N2N2/7p/4K3 {turn} - - 0 1"
        ));
        let packs = many.legal_moves().into_iter().map(|m| {
            let mut child = many.clone();
            child.play_unchecked(m);
            child.is_check() || Falcon::pack(&Falcon::features(&child)).is_some()
        });
        assert!(packs.filter(|packs| !packs).count() > 2);
        compare::<Falcon>(&falcon, &many);
        compare_static::<Falcon>(&falcon, &many);
    }
}

/// More positions than the stores once had room for: they are kept, and what they answer is the same.
#[test]
fn many_positions_are_kept_and_answered_alike() {
    let mut examples = Vec::new();
    let mut at = Chess::default();
    for step in 0_u32.. {
        let moves = at.legal_moves();
        if moves.is_empty() || at.is_insufficient_material() || at.fullmoves().get() > 40 {
            at = Chess::default();
            continue;
        }
        let m = moves[(step.wrapping_mul(2_654_435_761) >> 8) as usize % moves.len()];
        let mut example = Example::new(&at, m).expect("legal positions pack");
        // Of another game, and so another example.
        example.game = step;
        examples.push(example);
        if examples.len() == 17_000 {
            break;
        }
        at.play_unchecked(m);
    }
    let individuals = [[100, 300, 300, 500, 900, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
    let mut trees = packet::Store::<Acpp>::with_capacity(200_000);
    let mut children = statics::Store::<Acpp>::default();
    let mut answers = |chunk: &[Example]| {
        (
            trees.count_matches(&individuals, chunk),
            children.count_matches(&individuals, chunk),
        )
    };
    let first: Vec<_> = examples.chunks(500).map(&mut answers).collect();
    for (chunk, first) in examples.chunks(500).zip(first) {
        assert_eq!(answers(chunk), first);
        let few = &chunk[..20];
        let anew = (
            packet::count_matches::<Acpp>(&individuals, few),
            statics::count_matches::<Acpp>(&individuals, few),
        );
        assert_eq!(answers(few), anew);
    }
    assert_eq!((trees.positions(), children.positions()), (17_000, 17_000));
}
