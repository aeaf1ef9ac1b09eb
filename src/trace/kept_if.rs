//! A list to which values are added on conditions that a processor cannot foresee.

/// A list whose values stay on conditions that a processor cannot foresee: each value is written, and only counted if it is to stay, so
/// that nothing jumps.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptIf<T> {
    /// The values kept, and room for more.
    room: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> KeptIf<T> {
    /// Adds a value, if `is_kept`.
    #[inline]
    pub(super) fn push_if(&mut self, is_kept: bool, value: T) {
        if self.count == self.room.len() {
            self.grow();
        }
        self.room[self.count] = value;
        self.count += usize::from(is_kept);
    }

    #[cold]
    fn grow(&mut self) {
        self.room.resize((2 * self.count).max(64), T::default());
    }

    /// The values added.
    pub(super) fn kept(&self) -> &[T] {
        &self.room[..self.count]
    }

    /// Forgets the values.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_to_stay_stays(list in prop::collection::vec((any::<bool>(), 0..9_u32), 0..300)) {
            let mut kept = KeptIf::default();
            for _ in 0..2 {
                for &(is_kept, value) in &list {
                    kept.push_if(is_kept, value);
                }
                let expected: Vec<u32> = list.iter().filter(|(is_kept, _)| *is_kept).map(|&(_, value)| value).collect();
                prop_assert_eq!(kept.kept(), expected);
                kept.clear();
            }
        }
    }
}
