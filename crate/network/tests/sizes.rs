//! Pieces of work are small enough for a broker, whichever system asks for them.
#![cfg(feature = "nats")]

use millipawn_engine::{
    Importer, SAMPLE_GAMES, TrainingSet,
    examples::import::ImportSettings,
    play::contest::opening::{Opening, built_in},
};
use millipawn_evolve::{
    job::{
        suite::{self, Problem},
        task::perform,
    },
    run::{
        imitation,
        kinds::{self, KINDS},
        material::{Beginning, Material},
        settings::RunSettings,
    },
    system::System,
    text::chromosome::Chromosome,
};
use millipawn_network::{LARGEST, Result as Told, Sealed, WorkerId};

/// What comes with the program.
struct Sample(System);

impl Material for Sample {
    fn examples(&self) -> Result<TrainingSet, String> {
        self.games(&imitation::Settings::on_sample_games(self.0).import)
    }

    fn games(&self, import: &ImportSettings) -> Result<TrainingSet, String> {
        let mut importer = Importer::new(import.clone());
        importer.begin_file("Sample games");
        importer.push(SAMPLE_GAMES.as_bytes());
        Ok(importer.finish().0)
    }

    fn openings(&self) -> Vec<Opening> {
        built_in()
    }

    fn problems(&self) -> Vec<Problem> {
        suite::sample()
    }
}

/// Of the first generation of every kind of run that a system has, with its paper's settings.
#[test]
fn the_largest_piece_of_each_system_fits() {
    for &system in System::ALL {
        let mut largest = (0, "");
        for kind in KINDS.iter().filter(|kind| system.offers(kind.id).is_ok()) {
            let genome = system.hand_set();
            let program = Chromosome { system, genome }.to_string();
            let settings = format!("system={}", system.id());
            let beginning = Beginning {
                settings: match kind.id {
                    "imitation" => &settings,
                    _ => "",
                },
                system: system.id(),
                programs: match kind.id {
                    "tuning" => &program,
                    _ => "",
                },
                ..Beginning::default()
            };
            let run = kinds::begin(kind.id, &beginning, &Sample(system));
            let mut run = run.unwrap_or_else(|why| panic!("{}, {}: {why}", system.id(), kind.id));
            let mut pieces = 0;
            while let Some(task) = run.ask() {
                pieces += 1;
                largest = largest.max((task.seal().len(), kind.id));
                if pieces == 1 && ["learning", "supervised"].contains(&kind.id) {
                    let told = Told {
                        worker: WorkerId(0),
                        outcome: Some(perform(&task)),
                    };
                    largest = largest.max((told.seal().len(), "a result of learning"));
                }
            }
            assert!(pieces > 0, "{}, {}", system.id(), kind.id);
        }
        let (bytes, kind) = largest;
        eprintln!("{}: {bytes} bytes at most ({kind})", system.id());
        assert!(bytes <= LARGEST, "{}, {kind}: {bytes}", system.id());
    }
}
