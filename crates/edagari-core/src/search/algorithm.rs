//! The enum of search algorithms, from the list `searches!`.

macro_rules! algorithm {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
        /// A search algorithm; its descriptor is its [`SearchKind`](super::SearchKind).
        ///
        /// ```
        /// use edagari_core::search::Algorithm;
        ///
        /// let that_cut: Vec<_> = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.cuts()).collect();
        /// assert!(that_cut.contains(&Algorithm::AlphaBeta) && !that_cut.contains(&Algorithm::Minimax));
        /// assert_eq!(Algorithm::MtdF.name(), "mtd-f");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Algorithm {
            $(
                #[doc = concat!("The search of `", stringify!($kind), "` in `search/algorithms.rs`.")]
                $Search,
            )+
        }

        impl Algorithm {
            /// All algorithms, in the order of menus and help.
            pub const ALL: [Self; [$(stringify!($Search)),+].len()] = [$(Self::$Search),+];
        }
    };
}

searches!(algorithm);
