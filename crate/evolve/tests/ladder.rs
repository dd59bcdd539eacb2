//! The ladder: which games are played, and what their results mean.

use millipawn_engine::{
    chess::game::Game as Board,
    evaluation::acpp::Acpp,
    play::contest::{
        mover::{Budget, Time},
        opening,
        schedule::of_match,
    },
    search::plain,
};
use millipawn_evolve::{
    genome::{
        Representation,
        draw::{Draws, Purpose},
    },
    measure::held_out::HeldOut,
    measure::{
        ladder::{FROM_NOTHING, Game, Ladder, LadderError, MOST, Plan, Step, Way, chosen},
        rating::{FEWEST_GAMES, expected},
        statistics::rank_correlation,
    },
    system::{System, acpp},
    text::chromosome::Chromosome,
};
use proptest::prelude::*;

/// A random program.
fn program(seed: u64) -> Chromosome {
    let mut draws = Draws::derive(seed, 0, 0, Purpose::Breeding);
    Chromosome {
        system: System::ACPP,
        genome: acpp::GENOME.random(&mut draws),
    }
}

fn step(generation: u32, seed: u64) -> Step {
    Step {
        generation,
        champion: program(seed).into(),
        held_out: Some(HeldOut::new(generation, 1000, 250 + generation)),
    }
}

fn plan(games: u32) -> Plan {
    Plan {
        games,
        ..Plan::of(Way::Rule)
    }
}

fn ladder(steps: Vec<Step>, games: u32) -> Ladder {
    Ladder::new(plan(games), steps, 40).expect("it can be measured")
}

/// Points as if a player's strength were this many Elo: wins spread evenly, so that every share is met nearly.
fn results(ladder: &Ladder, strength: impl Fn(usize) -> f64) -> Vec<u32> {
    let mut sums = std::collections::BTreeMap::new();
    ladder
        .games()
        .iter()
        .map(|Game { a, b, .. }| {
            let due: &mut f64 = sums.entry((*a, *b)).or_insert(0.0);
            *due += 2.0 * expected(strength(*a) - strength(*b));
            let half_points = due.round().clamp(0.0, 2.0);
            *due -= half_points;
            half_points as u32
        })
        .collect()
}

#[test]
fn every_champion_meets_every_rung_in_the_same_openings() {
    let ladder = ladder(vec![step(0, 1), step(10, 2), step(20, 1)], 34);
    let players = ladder.players();
    assert_eq!(
        players.len(),
        3 + 2,
        "a champion of two generations plays once"
    );
    let names: Vec<String> = players[..3].iter().map(ToString::to_string).collect();
    assert_eq!(names, ["depth:2", "depth:3", "depth:4"]);
    let games = ladder.games();
    assert_eq!(games.len(), 34 * (3 + 2 * 3));
    let of = |a: usize, b: usize| -> Vec<_> {
        let met = games.iter().filter(|game| (game.a, game.b) == (a, b));
        met.map(|game| game.pairing).collect()
    };
    for (a, b) in [
        (0, 1),
        (0, 2),
        (1, 2),
        (3, 0),
        (3, 1),
        (3, 2),
        (4, 0),
        (4, 1),
        (4, 2),
    ] {
        assert_eq!(of(a, b), of_match(0..34, 40, 1991), "{a} {b}");
    }
    let champions: Vec<usize> = games[3 * 34..].iter().map(|game| game.a).collect();
    assert!(champions.is_sorted(), "one champion after the other");
    assert!(games[..3 * 34].iter().all(|game| game.a < 3));
}

/// The whole table of a population of known strengths comes out as they are, within its own intervals.
#[test]
fn ratings_are_what_explains_the_results() {
    let steps: Vec<Step> = (0..6).map(|at| step(10 * at, u64::from(at))).collect();
    let ladder = ladder(steps, 80);
    let strength = |player: usize| match player {
        0..3 => 200.0 * (player as f64 - 1.0),
        _ => 40.0 * (player as f64 - 4.0),
    };
    let results = results(&ladder, strength);
    let table = ladder.table(&results);
    assert_eq!(table.anchor, "depth:3");
    assert_eq!(table.rungs[1].rating.expect("it is nought").elo, 0.0);
    for (at, step) in table.steps.iter().enumerate() {
        let rating = step.rating.expect("240 games");
        assert_eq!(step.games, 240);
        assert!(
            (rating.elo - strength(3 + at)).abs() < 12.0,
            "{at}: {rating:?}"
        );
        assert!(rating.low < strength(3 + at) && strength(3 + at) < rating.high);
    }
    assert_eq!(table.programs, 6);
    assert_eq!(table.correlation, Some(1.0), "both rise");
    let gain = table.gain.expect("the last and the first are rated");
    assert!((gain.elo - 200.0).abs() < 12.0, "{gain:?}");
    assert!(gain.low > 100.0 && gain.high < 300.0, "{gain:?}");
    assert_eq!(table, ladder.table(&results));
}

#[test]
fn a_rating_from_few_games_is_none() {
    let ladder = ladder(vec![step(0, 1), step(10, 2)], 80);
    let results = results(&ladder, |player| 30.0 * player as f64);
    let rungs = 3 * 80;
    let few = FEWEST_GAMES as usize;
    let table = ladder.table(&results[..rungs + few - 1]);
    assert_eq!(table.steps[0].games, FEWEST_GAMES - 1);
    assert_eq!(table.steps[0].rating, None);
    assert!(table.rungs.iter().all(|rung| rung.rating.is_some()));
    let table = ladder.table(&results[..rungs + few]);
    assert!(table.steps[0].rating.is_some());
    assert_eq!((table.steps[1].games, table.steps[1].rating), (0, None));
    assert_eq!(
        (table.gain, table.correlation, table.programs),
        (None, None, 1)
    );
    assert!(
        ladder
            .table(&[])
            .steps
            .iter()
            .all(|step| step.rating.is_none())
    );
}

/// Nobody who lost every game has a rating, and nobody is compared with it.
#[test]
fn who_lost_everything_has_no_rating() {
    let ladder = ladder(vec![step(0, 1), step(10, 2)], 80);
    let loser = |game: &Game| game.a == 3;
    let results: Vec<u32> = ladder
        .games()
        .iter()
        .map(|game| {
            if loser(game) {
                0
            } else {
                u32::from(game.pairing.game % 4 < 2)
            }
        })
        .collect();
    let table = ladder.table(&results);
    assert_eq!(table.steps[0].rating, None);
    assert!(table.steps[1].rating.is_some());
    assert_eq!(table.gain, None);
    assert_eq!(table.programs, 1);
}

#[test]
fn what_cannot_be_measured_is_said() {
    let told = |plan: Plan, steps: Vec<Step>| {
        Ladder::new(plan, steps, 40).expect_err("it cannot be measured")
    };
    let usual = || vec![step(0, 1), step(10, 2)];
    assert_eq!(told(plan(80), Vec::new()), LadderError::Nothing);
    assert_eq!(told(plan(81), usual()), LadderError::Games(80));
    assert_eq!(told(plan(1), usual()), LadderError::Games(80));
    assert_eq!(
        told(plan(80), vec![step(3, 1), step(3, 2)]),
        LadderError::Twice(3)
    );
    for (rungs, wrong) in [(vec![2, 8], 8), (vec![0, 0], 0), (vec![2, 3, 2], 2)] {
        let plan = Plan { rungs, ..plan(80) };
        assert_eq!(told(plan, usual()), LadderError::Rung(wrong));
    }
}

/// Where it is a rung it is nought, and its games differ by their seeds too.
#[test]
fn who_learns_from_nothing_meets_the_random_mover() {
    let plan = Plan {
        rungs: FROM_NOTHING.to_vec(),
        ..plan(26)
    };
    let ladder = Ladder::new(plan, vec![step(0, 1)], 40).expect("it can be measured");
    let players = ladder.players();
    let names: Vec<String> = players.iter().take(4).map(ToString::to_string).collect();
    assert_eq!(names, ["random", "depth:1", "depth:2", "depth:3"]);
    let games = ladder.games();
    let keys = games.iter().map(|game| ladder.key(game, &players));
    let keys: std::collections::BTreeSet<String> = keys.collect();
    assert_eq!(keys.len(), games.len());
    let with_random = games.iter().find(|game| game.b == 0).expect("they meet");
    let key = ladder.key(with_random, &players);
    assert!(key.contains(&with_random.pairing.seed.to_string()), "{key}");
    let table = ladder.table(&vec![1; games.len()]);
    assert_eq!(table.anchor, "random");
    assert_eq!(table.rungs[0].rating.map(|elo| elo.elo), Some(0.0));
    assert!(table.steps[0].rating.is_some());
}

/// The player that stands for the rule chooses what the rule chooses.
#[test]
fn the_rule_is_played_as_the_fitness_has_it() {
    for seed in 0..8 {
        let chromosome = program(seed);
        let steps = vec![Step {
            champion: chromosome.clone().into(),
            ..step(0, seed)
        }];
        let ladder = ladder(steps, 80);
        let player = &ladder.players()[3];
        assert_eq!(
            player.to_string(),
            format!("{chromosome}?Search=plain&Hash=1")
        );
        let mut mover = player.mover();
        let weights = acpp::weights(&chromosome.genome);
        for opening in opening::built_in() {
            let mut board = Board::from_position(opening.start.clone());
            for m in &opening.moves {
                board.play(*m).expect("it is legal");
            }
            let mut budget = Budget {
                nodes: ladder.plan().way.nodes(),
                time: Time::Free,
                now: &mut || 0,
            };
            mover.new_game(0).expect("it plays");
            let chosen = mover.choose(&board, &mut budget).expect("it has a move");
            let rule = plain::choose::<Acpp>(board.position(), &weights);
            assert_eq!(Some(chosen.m), rule.map(|(m, _)| m));
        }
    }
}

proptest! {
    #[test]
    fn generations_are_chosen_evenly(
        rated in prop::collection::vec(any::<bool>(), 1..300),
        most in 2usize..20,
    ) {
        let all: Vec<(u32, bool)> = (0u32..).map(|at| 3 * at).zip(rated).collect();
        let chosen = chosen(&all, most);
        prop_assert!(chosen.len() <= most && chosen.is_sorted_by(|a, b| a < b));
        let has_rates = all.iter().any(|(_, rated)| *rated);
        let of_use: Vec<u32> = all
            .iter()
            .filter(|(generation, rated)| *generation == 0 || *rated || !has_rates)
            .map(|(generation, _)| *generation)
            .collect();
        prop_assert_eq!(chosen.first(), of_use.first());
        prop_assert_eq!(chosen.last(), of_use.last());
        prop_assert_eq!(chosen.len(), of_use.len().min(most));
        let places: Vec<usize> = chosen
            .iter()
            .filter_map(|generation| of_use.iter().position(|other| other == generation))
            .collect();
        prop_assert_eq!(places.len(), chosen.len());
        let gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if let (Some(least), Some(most)) = (gaps.iter().min(), gaps.iter().max()) {
            prop_assert!(most - least <= 1, "{:?}", gaps);
        }
    }

    /// More points in the same games are a higher rating, whatever the other results.
    #[test]
    fn more_points_are_a_higher_rating(seed in any::<u64>()) {
        let ladder = ladder(vec![step(0, 1), step(10, 2), step(20, 3)], 40);
        let mut draws = Draws::derive(seed, 0, 0, Purpose::Breeding);
        let results: Vec<u32> = ladder.games().iter().map(|_| draws.below(3) as u32).collect();
        let table = ladder.table(&results);
        let points = |at: usize| table.steps[at].points.iter().sum::<f64>();
        let elo = |at: usize| table.steps[at].rating.expect("120 games").elo;
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            if points(a) > points(b) {
                prop_assert!(elo(a) > elo(b));
            } else if points(a) == points(b) {
                prop_assert!((elo(a) - elo(b)).abs() < 1e-6);
            }
        }
    }

    /// Only the order of the values counts.
    #[test]
    fn rank_correlation_sees_only_order(pairs in prop::collection::vec((0u32..20, 0u32..20), 0..30)) {
        let plain: Vec<(f64, f64)> = pairs.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect();
        let bent: Vec<(f64, f64)> = plain.iter().map(|(x, y)| (x * x * x, y.sqrt())).collect();
        let turned: Vec<(f64, f64)> = plain.iter().map(|(x, y)| (*x, -y)).collect();
        let correlation = rank_correlation(&plain);
        prop_assert_eq!(correlation, rank_correlation(&bent));
        prop_assert_eq!(correlation.map(|c| (c * 1e9).round()), rank_correlation(&turned).map(|c| (-c * 1e9).round()));
        prop_assert!(correlation.is_none_or(|c| (-1.000_001..=1.000_001).contains(&c)));
    }
}

#[test]
fn ranks_with_equals() {
    // By hand: ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4 have the correlation 4.5 / sqrt(4.5 * 5).
    let pairs = [(1.0, 0.1), (2.0, 0.3), (2.0, 0.2), (9.0, 0.4)];
    let correlation = rank_correlation(&pairs).expect("both vary");
    assert!((correlation - 0.948_683).abs() < 1e-6, "{correlation}");
    assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
}

#[test]
fn a_usual_run_is_measured_where_it_has_rates() {
    let run: Vec<(u32, bool)> = (0..=100).map(|at| (at, at % 10 == 0)).collect();
    let tens: Vec<u32> = (0..=10).map(|at| 10 * at).collect();
    assert_eq!(chosen(&run, MOST), tens);
    let long: Vec<(u32, bool)> = (0..=200).map(|at| (at, at % 10 == 0)).collect();
    assert_eq!(chosen(&long, MOST).len(), MOST);
    assert_eq!(chosen(&[], MOST), []);
}
