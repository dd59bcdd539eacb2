//! Who played whom: every game of the reproduction on one scale.

use std::collections::BTreeMap;

use millipawn_evolve::measure::rating::{Encounter, FEWEST_GAMES, Fit, Lead};

use crate::{
    contestant::Contestant,
    failure::Failure,
    reproduce::{
        figures::Placing,
        step::{Named, Step, Word},
    },
};

use super::{Laboratory, UNTRAINED};

/// Fixed players of known order, which every program meets.
pub(super) const RUNGS: [&str; 5] = ["random", "depth:1", "depth:2", "depth:3", "depth:4"];

/// Players and the games between them.
pub(super) struct Field {
    players: Vec<String>,
    encounters: Vec<Encounter>,
    /// That in which the rungs meet.
    pub(super) rungs: Step,
}

impl Field {
    /// The rungs, who meet each other.
    pub(super) fn new(laboratory: &Laboratory<'_>) -> Result<Self, Failure> {
        let rungs = laboratory.tournament("rungs".to_owned(), words_of_rungs());
        let mut field = Self {
            players: Vec::new(),
            encounters: Vec::new(),
            rungs: rungs.clone(),
        };
        field.play(laboratory, &rungs, &RUNGS.map(ToOwned::to_owned))?;
        Ok(field)
    }

    /// A program meets every rung. Answers its points and games.
    pub(super) fn gauntlet(
        &mut self,
        laboratory: &Laboratory<'_>,
        step: &Step,
        program: &str,
    ) -> Result<(f64, u32), Failure> {
        let rungs = RUNGS.map(ToOwned::to_owned);
        let texts = [&[program.to_owned()], &rungs[..]].concat();
        let table = self.play(laboratory, step, &texts)?;
        let most = table.iter().max_by_key(|row| row.games);
        let row = most.expect("everyone has a row");
        Ok((row.points, row.games))
    }

    /// Programs meet each other.
    pub(super) fn meet(
        &mut self,
        laboratory: &Laboratory<'_>,
        name: String,
        programs: &[Named],
    ) -> Result<(), Failure> {
        let step = laboratory.tournament(name, programs.iter().map(Named::word).collect());
        let texts: Vec<String> = programs.iter().map(|named| named.text.clone()).collect();
        self.play(laboratory, &step, &texts)?;
        Ok(())
    }

    /// Plays a tournament between these, or reads what is kept of it.
    fn play(
        &mut self,
        laboratory: &Laboratory<'_>,
        step: &Step,
        texts: &[String],
    ) -> Result<Vec<Placing>, Failure> {
        let table: Vec<Placing> = laboratory.steps.done(step)?.last()?;
        let mut places = BTreeMap::new();
        for text in texts {
            let contestant = Contestant::parse(text).map_err(Failure::Refused)?;
            places.insert(contestant.name(), self.enter(text));
        }
        let place = |row: &Placing| {
            let place = places.get(&row.name).copied();
            place.ok_or_else(|| Failure::of(step.command(), format_args!("who is {}?", row.name)))
        };
        let order = table.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        for (at, row) in table.iter().enumerate() {
            for (other, points) in row.against.iter().enumerate().skip(at + 1) {
                let (a, b) = (order[at], order[other]);
                // The same two play the same games again.
                if let Some(points) = points
                    && !self.have_met(a, b)
                {
                    self.encounters.push(Encounter {
                        a,
                        b,
                        games: laboratory.size.games_a_pair,
                        half_points: (2.0 * points) as u32,
                    });
                }
            }
        }
        Ok(table)
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        let mut met = self.encounters.iter().map(|met| (met.a, met.b));
        met.any(|pair| pair == (a, b) || pair == (b, a))
    }

    /// The number of a player, who may have played before.
    fn enter(&mut self, text: &str) -> usize {
        self.number(text).unwrap_or_else(|| {
            self.players.push(text.to_owned());
            self.players.len() - 1
        })
    }

    fn number(&self, text: &str) -> Option<usize> {
        self.players.iter().position(|player| player == text)
    }

    /// The ratings that explain all games together; the mean of those who know nothing is fixed.
    pub(super) fn scale(&self, untrained: &[String]) -> Scale<'_> {
        let untrained = self.numbers(untrained);
        Scale {
            fit: Fit::new(self.players.len(), &self.encounters, untrained[0]),
            field: self,
            untrained,
        }
    }

    /// Of players who have played.
    fn numbers(&self, texts: &[String]) -> Vec<usize> {
        let number = |text: &String| self.number(text).expect("it has played");
        texts.iter().map(number).collect()
    }

    fn games(&self, player: usize) -> u32 {
        let of = self.encounters.iter();
        let of = of.filter(|met| met.a == player || met.b == player);
        of.map(|met| met.games).sum()
    }
}

/// As commands name them.
pub(super) fn words_of_rungs() -> Vec<Word> {
    RUNGS.map(Word::from).into()
}

/// Ratings.
pub(super) struct Scale<'a> {
    field: &'a Field,
    fit: Fit,
    untrained: Vec<usize>,
}

impl Scale<'_> {
    /// The mean rating of these players, with the least and the greatest where they are several, and the interval of the mean.
    pub(super) fn rating(&self, texts: &[String]) -> String {
        let players = self.field.numbers(texts);
        let of = |players: &[usize]| self.lead(players, &self.untrained);
        let (mean, each) = match (of(&players), self.each(&players)) {
            (Ok(mean), Ok(each)) => (mean, each),
            (Err(why), _) | (_, Err(why)) => return why,
        };
        let anchored = |elo: f64| f64::from(UNTRAINED) + elo;
        let least = each.iter().copied().fold(f64::INFINITY, f64::min);
        let most = each.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let spread = match each.len() {
            1 => String::new(),
            _ => format!(" ({:.0} to {:.0})", anchored(least), anchored(most)),
        };
        format!("{:.0}{spread} ± {:.0}", anchored(mean.elo), mean.error)
    }

    /// How much stronger some are than others on average, with its interval.
    pub(super) fn gap(&self, stronger: &[String], weaker: &[String]) -> String {
        let [a, b] = [stronger, weaker].map(|texts| self.field.numbers(texts));
        match self.lead(&a, &b) {
            Ok(Lead { elo, error }) => format!("{elo:+.0} ± {error:.0}"),
            Err(why) => why,
        }
    }

    /// Above those who know nothing.
    fn each(&self, players: &[usize]) -> Result<Vec<f64>, String> {
        let lead = |player: &usize| Ok(self.lead(&[*player], &self.untrained)?.elo);
        players.iter().map(lead).collect()
    }

    /// With words for the reader where there is none to show.
    fn lead(&self, a: &[usize], b: &[usize]) -> Result<Lead, String> {
        let mut all = a.iter().chain(b);
        if all.any(|player| self.field.games(*player) < FEWEST_GAMES) {
            return Err("too few games for a rating".to_owned());
        }
        let lead = self.fit.lead(a, b);
        lead.ok_or_else(|| "no rating: every point went one way".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(encounters: &[(usize, usize, u32, u32)]) -> Field {
        let encounter = |(a, b, games, half_points): &(usize, usize, u32, u32)| Encounter {
            a: *a,
            b: *b,
            games: *games,
            half_points: *half_points,
        };
        Field {
            players: ["knows nothing", "neither", "first", "second"]
                .map(ToOwned::to_owned)
                .into(),
            encounters: encounters.iter().map(encounter).collect(),
            rungs: Step::new("rungs", Vec::new()),
        }
    }

    #[test]
    fn those_who_know_nothing_are_the_scale() {
        // Ten to one is 400.
        let field = field(&[(0, 1, 110, 110), (2, 0, 110, 200), (3, 2, 110, 110)]);
        let name = |players: &[usize]| -> Vec<String> {
            players
                .iter()
                .map(|at| field.players[*at].clone())
                .collect()
        };
        let scale = field.scale(&name(&[0, 1]));
        assert!(scale.rating(&name(&[2])).starts_with("650 ± "));
        let both = scale.rating(&name(&[2, 3]));
        assert!(both.starts_with("650 (650 to 650) ± "), "{both}");
        let gap = scale.gap(&name(&[2, 3]), &name(&[0]));
        assert!(gap.starts_with("+400 ± "), "{gap}");
    }

    #[test]
    fn what_cannot_be_rated_has_no_number() {
        let field = field(&[(0, 1, 99, 99), (2, 0, 100, 200), (2, 3, 100, 100)]);
        let scale = field.scale(&["knows nothing".to_owned()]);
        let rating = |player: &str| scale.rating(&[player.to_owned()]);
        assert_eq!(rating("neither"), "too few games for a rating");
        assert_eq!(rating("second"), "no rating: every point went one way");
    }
}
