//! Who may sit at the board, and who may play a match.

use millipawn_engine::{play::evaluator::Evaluator, search::parameters::Parameters};
use millipawn_evolve::text::player::{Kind, Player, PlayerError};

/// A player by name. In the page none has options: a table of the size they may ask for does not fit a phone.
pub(crate) fn player(name: &str) -> Result<Player, PlayerError> {
    if name.contains('?') {
        return Err(PlayerError::NoOptions);
    }
    Player::parse(name)
}

/// What evaluates positions for a player at the board, and how it searches.
pub(crate) fn read(name: &str) -> Result<(Evaluator, Parameters), String> {
    let player = player(name).map_err(|error| error.to_string())?;
    if let Kind::Depth(plies) = player.kind {
        return Ok((Evaluator::fixed_depth(plies), Parameters::DEFAULT));
    }
    let setup = player.setup();
    let setup = setup.ok_or_else(|| format!("{name} evaluates no positions"))?;
    Ok((setup.evaluator, setup.parameters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_depth_opponents_sit_at_the_board() {
        for plies in 1..=7 {
            let (evaluator, _) = read(&format!("depth:{plies}")).expect("an opponent");
            assert_eq!(evaluator, Evaluator::fixed_depth(plies));
        }
    }

    #[test]
    fn what_cannot_sit_there_is_told() {
        let told = |name: &str| read(name).expect_err("nobody");
        assert!(told("depth:8").contains("from 1 to 7, not \"8\""));
        assert!(told("depth:0").contains("from 1 to 7, not \"0\""));
        assert!(told("random").contains("evaluates no positions"));
        assert!(told("staunton?Hash=512").contains("no options"));
        assert!(told("acpp.9.AAAA").contains("version 9"));
    }
}
