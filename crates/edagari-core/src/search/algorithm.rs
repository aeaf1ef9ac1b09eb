macro_rules! algorithm {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
        /// A search algorithm; its descriptor is its [`SearchKind`](super::SearchKind).
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
