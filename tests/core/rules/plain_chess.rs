//! Chess by its rules, on a list of squares and without any knowledge of how the library does it: slow and plain.

/// A position: squares by rank from the eighth to the first, with the letters of FEN and `.` for empty squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlainChess {
    squares: Vec<Vec<char>>,
    is_white: bool,
    /// The rights to castle, letters of `KQkq`.
    castling: String,
    /// The square that a pawn has just passed with two steps: file and row.
    passed: Option<(i32, i32)>,
}

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl PlainChess {
    pub(super) fn new(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let row = |text: &str| {
            let square = |letter: char| match letter.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![letter],
            };
            text.chars().flat_map(square).collect()
        };
        let passed = (fields[3] != "-").then(|| {
            let letters: Vec<u8> = fields[3].bytes().collect();
            (i32::from(letters[0] - b'a'), 8 - i32::from(letters[1] - b'0'))
        });
        Self {
            squares: fields[0].split('/').map(row).collect(),
            is_white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed,
        }
    }

    /// The first three fields of the position in FEN.
    pub(super) fn fields(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.squares {
            let mut text = String::new();
            let mut empty = 0;
            for &square in row.iter().chain(&['|']) {
                if square == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(square);
            }
            rows.push(text.trim_end_matches('|').to_owned());
        }
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        format!("{} {} {castling}", rows.join("/"), if self.is_white { 'w' } else { 'b' })
    }

    fn at(&self, (file, row): (i32, i32)) -> Option<char> {
        self.squares.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    fn put(&mut self, (file, row): (i32, i32), piece: char) {
        self.squares[row as usize][file as usize] = piece;
    }

    fn all() -> impl Iterator<Item = (i32, i32)> {
        (0..8).flat_map(|row| (0..8).map(move |file| (file, row)))
    }

    fn is_of(piece: char, white: bool) -> bool {
        if white { piece.is_ascii_uppercase() } else { piece.is_ascii_lowercase() }
    }

    /// The squares that the piece on a square attacks.
    fn attacked_from(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let (steps, far): (Vec<(i32, i32)>, bool) = match piece.to_ascii_lowercase() {
            'n' => (KNIGHT.to_vec(), false),
            'b' => (DIAGONAL.to_vec(), true),
            'r' => (STRAIGHT.to_vec(), true),
            'q' => ([STRAIGHT, DIAGONAL].concat(), true),
            'k' => ([STRAIGHT, DIAGONAL].concat(), false),
            'p' if piece == 'P' => (vec![(-1, -1), (1, -1)], false),
            'p' => (vec![(-1, 1), (1, 1)], false),
            _ => return Vec::new(),
        };
        let mut squares = Vec::new();
        for (across, down) in steps {
            let mut to = (from.0 + across, from.1 + down);
            while let Some(there) = self.at(to) {
                squares.push(to);
                if !far || there != '.' {
                    break;
                }
                to = (to.0 + across, to.1 + down);
            }
        }
        squares
    }

    fn is_attacked(&self, square: (i32, i32), by_white: bool) -> bool {
        Self::all()
            .filter(|&from| self.at(from).is_some_and(|piece| Self::is_of(piece, by_white)))
            .any(|from| self.attacked_from(from).contains(&square))
    }

    /// Whether the king of a side is attacked.
    pub(super) fn is_in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        Self::all().any(|square| self.at(square) == Some(king) && self.is_attacked(square, !white))
    }

    pub(super) fn is_white_to_move(&self) -> bool {
        self.is_white
    }

    fn name((file, row): (i32, i32)) -> String {
        format!("{}{}", char::from(b'a' + file as u8), 8 - row)
    }

    fn square(text: &str) -> (i32, i32) {
        let letters: Vec<u8> = text.bytes().collect();
        (i32::from(letters[0] - b'a'), 8 - i32::from(letters[1] - b'0'))
    }

    /// The legal moves in the notation of UCI.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in Self::all().filter(|&from| self.at(from).is_some_and(|piece| Self::is_of(piece, self.is_white))) {
            let piece = self.at(from).unwrap_or('.');
            let mut targets: Vec<(i32, i32)> = Vec::new();
            if piece.eq_ignore_ascii_case(&'p') {
                let forward = if self.is_white { -1 } else { 1 };
                let next = (from.0, from.1 + forward);
                if self.at(next) == Some('.') {
                    targets.push(next);
                    let far = (from.0, from.1 + 2 * forward);
                    if from.1 == (if self.is_white { 6 } else { 1 }) && self.at(far) == Some('.') {
                        targets.push(far);
                    }
                }
                let captures = self.attacked_from(from).into_iter().filter(|&to| {
                    self.passed == Some(to) || self.at(to).is_some_and(|piece| Self::is_of(piece, !self.is_white))
                });
                targets.extend(captures);
            } else {
                let is_own = |to: &(i32, i32)| self.at(*to).is_some_and(|piece| Self::is_of(piece, self.is_white));
                targets.extend(self.attacked_from(from).into_iter().filter(|to| !is_own(to)));
            }
            for to in targets {
                let text = format!("{}{}", Self::name(from), Self::name(to));
                if piece.eq_ignore_ascii_case(&'p') && (to.1 == 0 || to.1 == 7) {
                    moves.extend(['q', 'r', 'b', 'n'].map(|promoted| format!("{text}{promoted}")));
                } else {
                    moves.push(text);
                }
            }
        }
        moves.retain(|mv| !self.after(mv).is_in_check(self.is_white));
        let row = if self.is_white { 7 } else { 0 };
        for (right, to, between, kings_way) in [('k', 6, [5, 6].as_slice(), [4, 5, 6]), ('q', 2, &[1, 2, 3], [4, 3, 2])]
        {
            let right = if self.is_white { right.to_ascii_uppercase() } else { right };
            let is_free = between.iter().all(|&file| self.at((file, row)) == Some('.'));
            let is_safe = kings_way.iter().all(|&file| !self.is_attacked((file, row), !self.is_white));
            if self.castling.contains(right) && is_free && is_safe {
                moves.push(format!("{}{}", Self::name((4, row)), Self::name((to, row))));
            }
        }
        moves
    }

    /// The position after a move in the notation of UCI.
    pub(super) fn after(&self, mv: &str) -> Self {
        let (from, to) = (Self::square(&mv[..2]), Self::square(&mv[2..4]));
        let mut next = self.clone();
        let piece = self.at(from).unwrap_or('.');
        next.put(from, '.');
        let promoted = mv.chars().nth(4);
        let arrived = match promoted {
            Some(letter) if self.is_white => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => piece,
        };
        next.put(to, arrived);
        next.passed = None;
        if piece.eq_ignore_ascii_case(&'p') {
            if self.passed == Some(to) {
                next.put((to.0, from.1), '.');
            }
            if (from.1 - to.1).abs() == 2 {
                next.passed = Some((from.0, i32::midpoint(from.1, to.1)));
            }
        }
        if piece.eq_ignore_ascii_case(&'k') && (from.0 - to.0).abs() == 2 {
            let (rook_from, rook_to) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = self.at((rook_from, from.1)).unwrap_or('.');
            next.put((rook_from, from.1), '.');
            next.put((rook_to, from.1), rook);
        }
        for (square, rights) in [("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")] {
            if [from, to].contains(&Self::square(square)) {
                next.castling.retain(|right| !rights.contains(right));
            }
        }
        next.is_white = !self.is_white;
        next
    }

    /// Material of the side to move, less that of the other, in hundredths of a pawn.
    fn balance(&self) -> i32 {
        let worth = |piece: char| match piece.to_ascii_lowercase() {
            'p' => 100,
            'n' | 'b' => 300,
            'r' => 500,
            'q' => 900,
            _ => 0,
        };
        let sign = |piece: char| if Self::is_of(piece, self.is_white) { 1 } else { -1 };
        self.squares.iter().flatten().map(|&piece| sign(piece) * worth(piece)).sum()
    }

    /// Gain of a capture in the notation of UCI, if both sides go on capturing on its square as long as that gains: each with its
    /// least piece (pawn, knight, bishop, rook, queen, king), of equal ones that on the first square from a1.
    pub(super) fn exchange(&self, mv: &str) -> i32 {
        let after = self.after(mv);
        -after.balance() - self.balance() - after.best_exchange(Self::square(&mv[2..4]))
    }

    fn best_exchange(&self, to: (i32, i32)) -> i32 {
        let attackers = Self::all().filter(|&from| {
            self.at(from).is_some_and(|piece| Self::is_of(piece, self.is_white))
                && self.attacked_from(from).contains(&to)
        });
        let rank = |from: (i32, i32)| "pnbrqk".find(self.at(from).unwrap_or('.').to_ascii_lowercase());
        let Some(from) = attackers.min_by_key(|&from| (rank(from), -from.1, from.0)) else { return 0 };
        let is_promoted = rank(from) == Some(0) && [0, 7].contains(&to.1);
        let mv = format!("{}{}{}", Self::name(from), Self::name(to), if is_promoted { "q" } else { "" });
        let after = self.after(&mv);
        if rank(from) == Some(5) && after.is_attacked(to, after.is_white) {
            return 0;
        }
        (-after.balance() - self.balance() - after.best_exchange(to)).max(0)
    }

    /// Whether a move in the notation of UCI captures.
    pub(super) fn captures(&self, mv: &str) -> bool {
        let (from, to) = (Self::square(&mv[..2]), Self::square(&mv[2..4]));
        let is_pawn = self.at(from).is_some_and(|piece| piece.eq_ignore_ascii_case(&'p'));
        self.at(to) != Some('.') || (is_pawn && from.0 != to.0)
    }
}
