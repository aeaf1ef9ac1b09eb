//! The macros of the tables of texts: `texts!` for English, which defines the keys, and `table!` for each other language.

/// Defines the enum of keys and the English table.
macro_rules! texts {
    ($($name:ident: $text:literal;)+) => {
        /// Key of a text in the language tables.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the English text is the documentation")]
        pub enum Text {
            $($name,)+
        }

        impl Text {
            /// All keys, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
        }

        super::texts::table! { $($name: $text;)+ }
    };
}

/// Defines the table of a language: one text per key. A missing or unknown key is a compile error.
macro_rules! table {
    ($($name:ident: $text:literal;)+) => {
        /// Returns the text with no-break spaces in its formulas.
        pub(super) fn text(text: Text) -> &'static str {
            static TEXTS: LazyLock<Vec<String>> =
                LazyLock::new(|| Text::ALL.iter().map(|&text| unbroken(written(text))).collect());
            &TEXTS[text as usize]
        }

        /// Returns the text as written in the table.
        const fn written(text: Text) -> &'static str {
            match text {
                $(Text::$name => $text,)+
            }
        }
    };
}

pub(super) use {table, texts};
