//! A 64-bit hash with fixed results on every platform and in all versions. Samples, schedules and openings depend on it.

/// The odd constant nearest 2^64 divided by the golden ratio, the increment of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Folds `word` into `state`: one step of SplitMix64 (Steele, Lea and Flood 2014) on their exclusive or.
///
/// For a fixed `state` it is a bijection of `word`, so equal keys mean equal words or a 64-bit coincidence.
#[must_use]
pub fn mix(state: u64, word: u64) -> u64 {
    let sum = (state ^ word).wrapping_add(GOLDEN);
    let once = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ (twice >> 31)
}

/// Folds `bytes` into `state`, eight at a time (little-endian, the rest padded with zeros), then their number.
#[must_use]
pub fn mix_bytes(state: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let state = words
        .iter()
        .fold(state, |state, word| mix(state, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(state, u64::from_le_bytes(last)), bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published sequence of SplitMix64 from the seed 1234567.
    #[test]
    fn agrees_with_splitmix64() {
        let sequence: Vec<u64> = (0..5)
            .map(|step: u64| mix(1_234_567_u64.wrapping_add(GOLDEN.wrapping_mul(step)), 0))
            .collect();
        assert_eq!(
            sequence,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    /// Training sets made long ago must come out the same today.
    #[test]
    fn keeps_its_values() {
        assert_eq!(mix(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix_bytes(1991, b""), mix(mix(1991, 0), 0));
        let text = b"abcdefghij";
        let by_hand = mix(
            mix(
                mix(7, u64::from_le_bytes(*b"abcdefgh")),
                u64::from_le_bytes(*b"ij\0\0\0\0\0\0"),
            ),
            10,
        );
        assert_eq!(mix_bytes(7, text), by_hand);
    }
}
