//! Tables of texts. The compiler sees to it that a language leaves no text out.

/// The table that names the texts: the enum of their names, and what each is.
macro_rules! texts {
    ($($name:ident: $text:literal;)+) => {
        /// The name of a text in the tables.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the English text is the documentation")]
        pub enum Text {
            $($name,)+
        }

        impl Text {
            /// All texts.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
        }

        translation! { $($name: $text;)+ }
    };
}

/// The table of a language: what each text is.
macro_rules! translation {
    ($($name:ident: $text:literal;)+) => {
        const fn text(text: Text) -> &'static str {
            match text {
                $(Text::$name => $text,)+
            }
        }
    };
}
