//! Sorting of what is few, or seldom sorted.
//!
//! The sort of the standard library is compiled anew for every kind of item and every order: nine kilobytes each time. Here it
//! is compiled once, since the page downloads all of them.

use std::cmp::Ordering;

/// Sorts as [`slice::sort_by_key`] does: items with equal keys keep their order.
///
/// ```
/// let mut words = ["pear", "fig", "plum", "kiwi"];
/// millipawn_engine::sorting::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["fig", "pear", "plum", "kiwi"]);
/// ```
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    let mut order = sorted(items.len(), &mut |one, other| {
        key(&items[one]).cmp(&key(&items[other]))
    });
    // Cycle by cycle: each item is moved once, whatever their order.
    for first in 0..order.len() {
        let mut place = first;
        while order[place] != first {
            let from = std::mem::replace(&mut order[place], place);
            items.swap(place, from);
            place = from;
        }
        order[place] = place;
    }
}

/// The numbers below `count` in this order, the smaller first on ties.
fn sorted(count: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by(|one, other| order(*one, *other));
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(mut items: Vec<(u8, u16)>) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            prop_assert_eq!(items, expected);
        }
    }
}
