use edagari_core::game::{mix, shuffle};

/// Pseudorandom numbers: the same sequence for each seed on every machine.
#[derive(Debug)]
pub(super) struct Draws {
    seed: u64,
    drawn: u64,
}

impl Draws {
    /// Creates the sequence of an attempt `number` with a seed.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Self { seed: mix(seed, number), drawn: 0 }
    }

    fn next(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.seed, self.drawn)
    }

    /// Returns a random item; `items` must not be empty.
    pub(super) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[(self.next() % items.len() as u64) as usize]
    }

    /// Returns a random number between `first` and `last`, both included.
    pub(super) fn within(&mut self, first: i32, last: i32) -> i32 {
        let count = i64::from(last) - i64::from(first) + 1;
        (i64::from(first) + (self.next() % count.unsigned_abs()) as i64) as i32
    }

    /// Returns `count` distinct random numbers between `first` and `last`; the range must contain at least `count` numbers.
    pub(super) fn different(&mut self, first: i32, last: i32, count: usize) -> Vec<i32> {
        let width = (i64::from(last) - i64::from(first) + 1) as usize;
        if width <= 4 * count {
            let mut all: Vec<i32> = (first..=last).collect();
            shuffle(&mut all, self.next());
            all.truncate(count);
            return all;
        }
        let mut drawn = Vec::with_capacity(count);
        while drawn.len() < count {
            let number = self.within(first, last);
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn
    }
}
