//! How large the experiments are made.

/// The numbers that decide how long a reproduction takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// As it stands on the command line.
    pub(super) name: &'static str,
    /// Runs of imitation, each with its own seed.
    pub(super) runs: u64,
    /// More words of `evolve`, where its runs are not to be as published.
    pub(super) evolve: &'static [&'static str],
    /// The players whose games alone are learned from too.
    pub(super) players: &'static [&'static str],
    /// ACPP's alternative.
    pub(super) round_robin: RoundRobin,
    /// Coevolution as published, but for the clock, and what else is tried.
    pub(super) rounds: &'static [Rounds],
    /// Games of a match that compares two of ours.
    pub(super) games: u32,
    /// Nodes a move in it.
    pub(super) match_nodes: u32,
    /// Generations of the evolution of the search.
    pub(super) tunings: u32,
    /// Its cap: nodes a position.
    pub(super) cap: u32,
    /// Nodes a position with which a suite is solved at the end.
    pub(super) solve_nodes: u32,
    /// Games against a program of others.
    pub(super) against_games: u32,
    /// Their clock.
    pub(super) against_clock: &'static str,
    /// Meep's.
    pub(super) learning: Learning,
    /// EvoChess's.
    pub(super) evochess: EvoChess,
}

/// Experiments on programs that breed how they search.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EvoChess {
    /// More words of `evolve`, where the move ordering is bred alone.
    pub(super) ordering: &'static [&'static str],
    /// Positions on which orders of moves are compared.
    pub(super) counted: u32,
    /// How deep they are searched, in plies.
    pub(super) depth: u32,
    /// More words of `evolve`, where demes are compared.
    pub(super) demes: &'static [&'static str],
    /// Runs of each kind in that comparison.
    pub(super) seeds: u64,
    /// More words of `evolve`, where demes are compared by games.
    pub(super) demes_by_games: &'static [&'static str],
    /// Runs by games. The best program of the first experiment is compared with others.
    pub(super) games: &'static [ClassGames],
    /// More words of `coevolve`, where programs are bred by games against each other.
    pub(super) coevolve: &'static [&'static str],
    /// Games that tell how many nodes a fixed depth takes.
    pub(super) measuring_games: u32,
    /// Games of a match.
    pub(super) match_games: u32,
}

/// Runs that breed by games against fixed-depth opponents.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClassGames {
    /// The preset, where it is one.
    pub(super) name: &'static str,
    /// More words of `evolve`.
    pub(super) evolve: &'static [&'static str],
    /// A move, on average.
    pub(super) nodes: u32,
    /// Each with its own seed.
    pub(super) runs: u64,
}

/// Learning rules that are compared, where each has its number of games: in the order of the paper's table, TD-Leaf, RootStrap,
/// TreeStrap(minimax), TreeStrap(alpha-beta).
///
/// What a game costs by each rule was measured with `millipawn learn --json --method METHOD --games 100 --nodes 1000 --workers 1 --set
/// games-a-round=1`: 5.9, 6.3, 8.7 and 11.5 seconds of processor time for 100 games.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Learning {
    /// More words of `learn`.
    pub(super) learn: &'static [&'static str],
    /// A move, while they learn.
    pub(super) learning_nodes: u32,
    /// What is tried as the setting `step`.
    pub(super) steps: &'static [&'static str],
    /// Games of a run that tries a step.
    pub(super) tuning: [u32; 4],
    /// Games of a run.
    pub(super) training: [u32; 4],
    /// Runs of each rule.
    pub(super) seeds: u64,
    /// Of every two that meet in the tournament.
    pub(super) games_a_pair: u32,
    /// A move, while they play.
    pub(super) playing_nodes: u32,
}

/// ACPP's programs, every two of which meet once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RoundRobin {
    /// Of 50 a generation has the 1,225 games that the author reckoned.
    pub(super) programs: u32,
    pub(super) generations: u32,
    /// A move.
    pub(super) nodes: u32,
}

/// A run of coevolution.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rounds {
    pub(super) generations: u32,
    /// A move.
    pub(super) nodes: u32,
    /// More words of `coevolve`; none: as published.
    pub(super) other: &'static [&'static str],
}

/// Six times the games, so that less is selected by luck.
const MORE_GAMES: [&str; 2] = ["--games-per-pair", "24"];

/// Who won the most games of the usual data.
const PLAYERS: [&str; 1] = ["Ivanchuk"];

/// The smallest first.
const SIZES: [Size; 3] = [
    Size {
        name: "trial",
        runs: 2,
        evolve: &[
            "--population",
            "8",
            "--generations",
            "2",
            "--set",
            "positions-per-generation=60",
            "--set",
            "held-out-positions=1000",
            "--set",
            "minimum-elo=0",
            "--set",
            "positions-per-game=0",
        ],
        players: &[],
        round_robin: RoundRobin {
            programs: 4,
            generations: 1,
            nodes: 20,
        },
        rounds: &[
            Rounds {
                generations: 1,
                nodes: 20,
                other: &[],
            },
            Rounds {
                generations: 1,
                nodes: 20,
                other: &["--games-per-pair", "2"],
            },
        ],
        games: 4,
        match_nodes: 50,
        tunings: 1,
        cap: 1000,
        solve_nodes: 1000,
        against_games: 2,
        against_clock: "0.2+0.01",
        learning: Learning {
            learn: &["--set", "maximum-moves=20"],
            learning_nodes: 40,
            steps: &["0.03", "0.3"],
            tuning: [2, 2, 2, 3],
            training: [11, 11, 11, 14],
            seeds: 2,
            games_a_pair: 1,
            playing_nodes: 40,
        },
        evochess: EvoChess {
            ordering: &[
                "--population",
                "4",
                "--generations",
                "2",
                "--set",
                "parents=2",
                "--set",
                "positions=12",
                "--set",
                "depth=2",
            ],
            counted: 20,
            depth: 2,
            demes: &[
                "--generations",
                "2",
                "--set",
                "positions=4",
                "--set",
                "depth=2",
            ],
            seeds: 2,
            demes_by_games: &[
                "--generations",
                "1",
                "--set",
                "nodes-a-move=200",
                "--set",
                "strongest-opponent=1",
                "--set",
                "longest-game=10",
                "--set",
                "final-games=2",
            ],
            games: &[ClassGames {
                name: "tiny",
                evolve: &[
                    "--population",
                    "4",
                    "--generations",
                    "1",
                    "--set",
                    "parents=2",
                    "--set",
                    "nodes-a-move=200",
                    "--set",
                    "strongest-opponent=2",
                    "--set",
                    "longest-game=20",
                    "--set",
                    "final-games=2",
                ],
                nodes: 200,
                runs: 3,
            }],
            coevolve: &[
                "--population",
                "4",
                "--generations",
                "1",
                "--nodes",
                "100",
                "--games-per-pair",
                "1",
            ],
            measuring_games: 2,
            match_games: 4,
        },
    },
    Size {
        name: "usual",
        runs: 10,
        evolve: &[],
        players: &PLAYERS,
        round_robin: RoundRobin {
            programs: 50,
            generations: 10,
            nodes: 200,
        },
        rounds: &[
            Rounds {
                generations: 50,
                nodes: 1000,
                other: &[],
            },
            Rounds {
                generations: 50,
                nodes: 1000,
                other: &MORE_GAMES,
            },
        ],
        games: 1000,
        match_nodes: 5000,
        tunings: 50,
        cap: 20_000,
        solve_nodes: 100_000,
        against_games: 100,
        against_clock: "2+0.05",
        // About forty seconds of processor time for each step, and two minutes for each run: a third, as in the full size, for a step that is
        // best at first is too large later.
        learning: Learning {
            learn: &[],
            learning_nodes: 1000,
            steps: &["0.03", "0.1", "0.3", "1"],
            tuning: [800, 770, 870, 600],
            training: [2400, 2300, 2600, 1800],
            seeds: 3,
            games_a_pair: 20,
            playing_nodes: 2000,
        },
        evochess: EvoChess {
            ordering: &["--generations", "40", "--set", "positions=200"],
            counted: 1000,
            depth: 5,
            demes: &["--generations", "40"],
            seeds: 5,
            demes_by_games: &["--generations", "8", "--set", "preset=small"],
            games: &[ClassGames {
                name: "small",
                evolve: &[
                    "--population",
                    "10",
                    "--generations",
                    "8",
                    "--set",
                    "preset=small",
                ],
                nodes: 10_000,
                runs: 3,
            }],
            coevolve: &["--generations", "10"],
            measuring_games: 20,
            match_games: 200,
        },
    },
    Size {
        name: "full",
        runs: 10,
        evolve: &[],
        players: &PLAYERS,
        round_robin: RoundRobin {
            programs: 50,
            generations: 100,
            nodes: 1000,
        },
        rounds: &[
            Rounds {
                generations: 50,
                nodes: 10_000,
                other: &[],
            },
            Rounds {
                generations: 50,
                nodes: 10_000,
                other: &MORE_GAMES,
            },
        ],
        games: 1000,
        match_nodes: 20_000,
        tunings: 50,
        cap: 500_000,
        solve_nodes: 500_000,
        against_games: 300,
        against_clock: "10+0.1",
        // Three minutes of processor time for each step, and ten for each run.
        learning: Learning {
            learn: &[],
            learning_nodes: 2000,
            steps: &["0.03", "0.1", "0.3", "1"],
            tuning: [2050, 1950, 2250, 1550],
            training: [6900, 6600, 7500, 5100],
            seeds: 3,
            games_a_pair: 80,
            playing_nodes: 2000,
        },
        // The random order takes some ten times as many nodes with every ply: an hour of a core at depth 6.
        evochess: EvoChess {
            ordering: &["--generations", "40", "--set", "positions=200"],
            counted: 1000,
            depth: 6,
            demes: &["--generations", "40"],
            seeds: 5,
            demes_by_games: &["--set", "preset=small"],
            games: &[
                ClassGames {
                    name: "small",
                    evolve: &["--set", "preset=small"],
                    nodes: 10_000,
                    runs: 3,
                },
                ClassGames {
                    name: "published",
                    evolve: &["--generations", "10", "--set", "preset=published"],
                    nodes: 100_000,
                    runs: 1,
                },
            ],
            coevolve: &[],
            measuring_games: 20,
            match_games: 200,
        },
    },
];

impl Size {
    /// What the command line may say.
    pub(crate) const NAMES: [&'static str; 3] = ["trial", "usual", "full"];

    /// The size of that name, which the command line has checked.
    pub(super) fn of(name: &str) -> &'static Self {
        SIZES
            .iter()
            .find(|size| size.name == name)
            .expect("a name of the list")
    }
}

#[cfg(test)]
mod tests {
    use millipawn_evolve::run::classes::PRESETS;

    use super::*;

    #[test]
    fn every_name_has_its_size() {
        assert_eq!(SIZES.map(|size| size.name), Size::NAMES);
    }

    #[test]
    fn the_nodes_of_a_preset_are_its_own() {
        let mut known = 0;
        for games in SIZES.iter().flat_map(|size| size.evochess.games) {
            let Some((_, preset)) = PRESETS.iter().find(|(name, _)| *name == games.name) else {
                continue;
            };
            known += 1;
            assert!(games.evolve.contains(&&*format!("preset={}", games.name)));
            assert!(preset.contains(&("nodes-a-move", &games.nodes.to_string())));
        }
        assert_eq!(known, 3);
    }
}
