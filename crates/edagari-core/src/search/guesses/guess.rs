//! The enum of guesses, from the list `guesses!`.

macro_rules! guess {
    ($($file:ident::$Guess:ident,)+) => {
        /// A guess; its descriptor is its [`GuessKind`](super::GuessKind).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Guess {
            $(
                #[doc = concat!("The guess of `search/guesses/", stringify!($file), ".rs`.")]
                $Guess,
            )+
        }

        impl Guess {
            /// All guesses, in the order of help and of files.
            pub const ALL: [Self; [$(stringify!($Guess)),+].len()] = [$(Self::$Guess),+];
        }
    };
}

guesses!(guess);
