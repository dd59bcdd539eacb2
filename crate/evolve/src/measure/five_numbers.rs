//! The five numbers of a box plot.

use serde::Serialize;

/// Least, quartiles and greatest of some numbers, all whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FiveNumbers {
    /// The least.
    pub least: u64,
    /// The lower quartile: a quarter of the numbers lie below.
    pub lower: u64,
    /// Half of them lie below.
    pub median: u64,
    /// The upper quartile: a quarter of them lie above.
    pub upper: u64,
    /// The greatest.
    pub greatest: u64,
}

impl FiveNumbers {
    /// Of these numbers, in whatever order; `None` without any. Quartiles between two numbers are interpolated linearly, as R and NumPy
    /// do it by default, and then rounded, halves up.
    pub fn of(mut numbers: Vec<u64>) -> Option<Self> {
        numbers.sort_unstable();
        let last = numbers.len().checked_sub(1)?;
        let quartile = |quarters: usize| {
            let (at, rest) = (last * quarters / 4, last * quarters % 4);
            let number = numbers[at];
            let step = u128::from(numbers[last.min(at + 1)] - number);
            number + ((step * rest as u128 + 2) / 4) as u64
        };
        Some(Self {
            least: numbers[0],
            lower: quartile(1),
            median: quartile(2),
            upper: quartile(3),
            greatest: numbers[last],
        })
    }

    /// From the least to the greatest; `None` where they are not in order.
    pub fn from_array(numbers: [u64; 5]) -> Option<Self> {
        let [least, lower, median, upper, greatest] = numbers;
        numbers.is_sorted().then_some(Self {
            least,
            lower,
            median,
            upper,
            greatest,
        })
    }

    /// From the least to the greatest.
    pub const fn to_array(self) -> [u64; 5] {
        [
            self.least,
            self.lower,
            self.median,
            self.upper,
            self.greatest,
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn are(numbers: &[u64], five: [u64; 5]) {
        let found = FiveNumbers::of(numbers.to_vec()).map(FiveNumbers::to_array);
        assert_eq!(found, Some(five), "{numbers:?}");
    }

    /// What `quantile` of R says, rounded.
    #[test]
    fn quartiles_are_those_of_worked_examples() {
        assert_eq!(FiveNumbers::of(Vec::new()), None);
        are(&[7], [7; 5]);
        // 1.75, 2.5, 3.25
        are(&[4, 1, 3, 2], [1, 2, 3, 3, 4]);
        are(&[50, 20, 40, 10, 30], [10, 20, 30, 40, 50]);
        // 25.5, 41, 43
        are(
            &[6, 7, 15, 36, 39, 41, 41, 43, 43, 47, 49],
            [6, 26, 41, 43, 49],
        );
        // 20.25, 37.5, 39.75
        are(&[7, 15, 36, 39, 40, 41], [7, 20, 38, 40, 41]);
        are(
            &[0, u64::MAX],
            [0, 1 << 62, 1 << 63, (3 << 62) - 1, u64::MAX],
        );
    }

    proptest! {
        #[test]
        fn a_quarter_of_the_numbers_lies_on_each_side(numbers in proptest::collection::vec(any::<u64>(), 1..200), turn in any::<prop::sample::Index>()) {
            let five = FiveNumbers::of(numbers.clone()).expect("there are some");
            prop_assert_eq!(FiveNumbers::from_array(five.to_array()), Some(five));
            prop_assert_eq!(Some(five.least), numbers.iter().copied().min());
            prop_assert_eq!(Some(five.greatest), numbers.iter().copied().max());
            for (bound, quarters) in [(five.lower, 1), (five.median, 2), (five.upper, 3)] {
                let below = numbers.iter().filter(|number| **number < bound).count();
                let above = numbers.iter().filter(|number| **number > bound).count();
                prop_assert!(4 * below <= quarters * numbers.len() + 4);
                prop_assert!(4 * above <= (4 - quarters) * numbers.len() + 4);
            }
            let mut turned = numbers.clone();
            turned.rotate_left(turn.index(numbers.len()));
            prop_assert_eq!(FiveNumbers::of(turned), Some(five));
        }

        #[test]
        fn numbers_out_of_order_are_none(mut numbers: [u64; 5]) {
            let is_sorted = numbers.is_sorted();
            prop_assert_eq!(FiveNumbers::from_array(numbers).is_some(), is_sorted);
            numbers.sort_unstable();
            prop_assert!(FiveNumbers::from_array(numbers).is_some());
        }
    }
}
