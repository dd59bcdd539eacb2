//! A tuning as a link.

use super::lines::{Lines, SEED, assignments, changes, fingerprint, text};
use crate::{
    run::{
        Changes,
        settings::{RunSettings, Spelling},
        tuning,
    },
    signature,
    text::{
        link_text::LinkError,
        player::{LARGEST_TUNED_HASH, Player},
    },
};

/// A tuning that somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningLink {
    /// Its settings; it ends with the generation of the champion.
    pub settings: tuning::Settings,
    /// The settings that were changed.
    pub changes: Changes,
    /// The signature of the engine that searched.
    pub engine: u64,
    /// Of the suite.
    pub fingerprint: u64,
    /// Whose search was tuned.
    pub player: Player,
    /// The same player with the best search of the last generation.
    pub champion: Player,
}

impl TuningLink {
    /// The kind of run, as links name it.
    pub const ID: &'static str = tuning::Settings::KIND;

    /// The run as far as it was kept, with its champion; `None` before its first generation is scored.
    pub fn of(kept: &tuning::Checkpoint, champion: Player) -> Option<Self> {
        let last = u32::try_from(kept.scores.len().checked_sub(1)?).ok()?;
        Some(Self {
            settings: tuning::Settings {
                generations: last,
                ..kept.settings.clone()
            },
            changes: kept.changes.until(last),
            engine: kept.engine,
            fingerprint: kept.fingerprint,
            player: kept.player.clone(),
            champion,
        })
    }

    /// The run before its first generation, to be made by the engine of this build.
    pub fn checkpoint(&self) -> tuning::Checkpoint {
        tuning::Checkpoint {
            settings: self.settings.clone(),
            changes: self.changes.clone(),
            engine: signature::OWN,
            player: self.player.clone(),
            fingerprint: self.fingerprint,
            scores: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines: Vec<String> = assignments(&self.settings, spelling).collect();
        lines.push(format!("{SEED}={}", self.settings.seed));
        lines.extend(changes(&self.changes));
        lines.push(format!("engine={}", self.engine));
        lines.push(format!("suite={:016x}", self.fingerprint));
        lines.push(format!("player={}", self.player));
        lines.push(format!("champion={}", self.champion));
        lines
    }

    /// Reads what [`TuningLink::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut lines = Lines::open(Self::ID, 1, text)?;
        let mut settings = tuning::Settings::default();
        lines.settings(&mut settings)?;
        lines.read(SEED, |text| settings.set(SEED, text).ok())?;
        let changes = lines.changes::<tuning::Settings>()?;
        let engine = lines.read("engine", |text| text.parse().ok())?;
        let fingerprint = lines.read("suite", fingerprint)?;
        let player = lines.read("player", |text| {
            let player = Player::parse(text).ok();
            player.filter(|player| tuning::is_tunable(player).is_ok())
        })?;
        let champion = lines.read("champion", |text| {
            let champion = Player::parse(text).ok()?;
            champion.setup().is_some().then_some(champion)
        })?;
        let hash = player.hash.max(champion.hash);
        if hash > LARGEST_TUNED_HASH {
            return Err(LinkError::LargeTable(hash));
        }
        let link = Self {
            settings,
            changes,
            engine,
            fingerprint,
            player,
            champion,
        };
        lines.end(&link, Self::lines).map(|()| link)
    }
}

impl std::fmt::Display for TuningLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", text(Self::ID, &self.lines(Spelling::Label)))
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding};

    use super::{
        super::lines::{VERSION, checksum, joined},
        *,
    };

    fn link() -> TuningLink {
        let player = Player::parse("staunton").expect("a player");
        TuningLink {
            settings: tuning::Settings {
                seed: 5,
                ..tuning::Settings::default()
            },
            engine: signature::OWN,
            fingerprint: 7,
            changes: Changes::default(),
            champion: player.clone(),
            player,
        }
    }

    /// Of lines with a length and a checksum that fit.
    fn parse(content: &str) -> Result<TuningLink, LinkError> {
        parse_as(VERSION, content)
    }

    fn parse_as(version: u32, content: &str) -> Result<TuningLink, LinkError> {
        let head = format!("{}.{version}.", TuningLink::ID);
        let bytes = [content.as_bytes(), &checksum(&head, content.as_bytes())].concat();
        TuningLink::parse(&(head + &Base64UrlUnpadded::encode_string(&bytes)))
    }

    #[test]
    fn a_run_has_one_spelling() {
        let [lines, old] =
            [Spelling::Label, Spelling::Old].map(|spelling| joined(&link().lines(spelling)));
        let told = |lines: &str| format!("bytes={}\n{lines}", lines.len());
        assert_eq!(parse(&told(&lines)), Ok(link()));
        let without = lines.split_once('\n').expect("many lines").1;
        assert_eq!(parse(&told(without)), Ok(link()), "a setting came later");
        // Each version has its own spelling.
        assert_eq!(parse_as(1, &told(&old)), Ok(link()));
        assert!(old.contains("\nMutation=500\n") && parse(&told(&old)).is_err());
        assert!(parse_as(1, &told(&lines)).is_err());
        for other in [
            format!("bytes=nonsense\n{lines}"),
            told(&lines.replace("seed=5", "seed=+5")),
            told(&lines.replace("seed=5", "seed=05")),
            told(&lines.replace("0.05", "0.050")),
            told(&lines.replace("suite=0", "suite=+0")),
            told(&lines.replace('\n', "\r\n")),
        ] {
            assert_eq!(parse(&other), Err(LinkError::Spelling), "{other}");
        }
    }

    #[test]
    fn a_large_table_is_refused_by_name() {
        let mut large = link();
        large.champion.hash = 1024;
        let error = TuningLink::parse(&large.to_string()).expect_err("too large");
        assert_eq!(error, LinkError::LargeTable(1024));
        assert!(error.to_string().contains("1024 MiB, more than 64"));
    }
}
