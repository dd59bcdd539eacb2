//! Golden runs: the same seed, settings and games give the same program for ever, on every platform.
//!
//! A value here changes only in a commit that says which behaviour changed and why.

use millipawn_engine::{Importer, SAMPLE_GAMES};
use millipawn_evolve::{
    run::{
        imitation::{Imitation, Settings},
        settings::RunSettings,
    },
    system::{System, matching::Search},
};
use millipawn_tests::{finished_run, sample_examples};

/// Best, sum of all, worst: of each generation.
fn counts(experiment: &Imitation) -> Vec<(u32, u32, u32)> {
    let population = f64::from(experiment.settings().population);
    experiment
        .records()
        .iter()
        .map(|record| {
            (
                record.best,
                (record.mean * population).round() as u32,
                record.worst,
            )
        })
        .collect()
}

fn champion(experiment: &Imitation) -> String {
    experiment
        .champion()
        .map(|chromosome| chromosome.to_string())
        .unwrap_or_default()
}

#[test]
fn the_sample_games_are_legal_to_their_recorded_end() {
    let mut importer = Importer::new(Settings::default().import);
    importer.begin_file("Sample games");
    importer.push(SAMPLE_GAMES.as_bytes());
    let (_, report) = importer.finish();
    assert_eq!(
        (report.games_read, report.games_used),
        (118, 118),
        "{}",
        report.text()
    );
    assert_eq!(report.games_unfinished, 0);
}

#[test]
fn acpp_as_published_on_the_sample_games() {
    let settings = Settings {
        generations: 5,
        ..Settings::default()
    };
    assert_eq!(
        format!("{:016x}", sample_examples(&settings).fingerprint()),
        "1e5f7065dd6a17c6"
    );
    let experiment = finished_run(settings);
    let expected = [
        (168, 7297, 115),
        (146, 6607, 113),
        (139, 6241, 98),
        (161, 7243, 123),
        (149, 6907, 127),
        (141, 6644, 124),
    ];
    assert_eq!(counts(&experiment), expected);
    assert_eq!(
        champion(&experiment),
        "acpp.1.evst8KXjF0xqD17J9EJ5HzlqgH7jbS4"
    );
    let held_out: Vec<(u32, u32)> = experiment
        .records()
        .iter()
        .filter_map(|record| record.held_out.as_ref())
        .map(|held_out| (held_out.generation, held_out.matched))
        .collect();
    assert_eq!(held_out, [(0, 298), (5, 296)]);
}

#[test]
fn acpp_with_every_offered_operator() {
    let mut settings = Settings::default();
    for (key, value) in [
        ("population", "21"),
        ("positions-per-generation", "100"),
        ("generations", "6"),
        ("seed", "42"),
        ("crossover-kind", "uniform"),
        ("crossover-probability", "0.75"),
        ("mutation-probability", "0.01"),
        ("scaling-multiple", "1.5"),
        ("elite", "2"),
    ] {
        settings.set(key, value).expect("a row of the table");
    }
    let experiment = finished_run(settings);
    assert_eq!(
        champion(&experiment),
        "acpp.1.53YzaybkW232Q31zLdc6KAuvgC5uyd4"
    );
    assert_eq!(counts(&experiment).last(), Some(&(26, 427, 15)));
}

/// Falcon's first stage: the same positions throughout, squared fitness, uniform crossover, the best copied.
fn falcon(search: Search) -> Imitation {
    finished_run(Settings {
        population: 30,
        positions: 200,
        generations: 5,
        search,
        ..Settings::on_sample_games(System::FALCON)
    })
}

#[test]
fn falcon_on_the_sample_games() {
    let experiment = falcon(Search::Quiescence);
    let expected = [
        (66, 1609, 42),
        (68, 1732, 46),
        (69, 1785, 46),
        (69, 1785, 43),
        (69, 1806, 50),
        (69, 1711, 46),
    ];
    assert_eq!(counts(&experiment), expected);
    assert_eq!(
        champion(&experiment),
        "falcon.1.HGatS--vpLFpDNLyWmTqhSiVpFgbdgGXnQYr82Xi03M"
    );
}

#[test]
fn falcon_read_literally_on_the_sample_games() {
    let experiment = falcon(Search::Static);
    assert_eq!(counts(&experiment).last(), Some(&(50, 1246, 31)));
    assert_eq!(
        champion(&experiment),
        "falcon.1.FDTagN5Lc6dzDoflBPELkJj5VZi3lUCbbHqosQUx3bM"
    );
}
