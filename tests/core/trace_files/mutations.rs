//! Ten thousand broken files for each reader: no panic, no hang, and every trace that opens can be examined.

use std::fmt::Write as _;

use edagari::analysis::{Summary, TraceDiff, best_line, check, explain};
use edagari::game::{Eight, GameSetup, Kalah};
use edagari::language::Language;
use edagari::score::Distribution;
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::file::{FileError, StreamReader, read_native, read_ron, write_native, write_ron, write_stream};
use edagari::trace::{NodeId, Process, Progress, Setup, Trace, VisitId, record};

/// Memory limit of the readers; the files are far smaller.
const LIMIT: u64 = 32 << 20;
const FILES: u64 = 10_000;

/// Deterministic random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // SplitMix64 (Steele, Lea and Flood 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

fn seeds() -> Vec<Trace> {
    let figure = GameSetup::textbook(None);
    let kalah = GameSetup::from(Kalah { houses: 2, stones: 1, ..Kalah::default() });
    let table = Some(TableSetup::default());
    let limit = Some(DepthLimit { depth: 2, evaluation: 0 });
    let alpha_beta = Process::Search(Algorithm::AlphaBeta);
    let setups = [
        Setup::new(figure.clone(), alpha_beta),
        Setup {
            table,
            order: Order::Reversed,
            after: "3".to_owned(),
            ..Setup::new(GameSetup::from(Eight), alpha_beta)
        },
        Setup { limit, ..Setup::new(kalah, alpha_beta) },
        Setup::new(figure, Process::Generate(edagari::trace::Traversal::BreadthFirst)),
    ];
    let run = |setup: &Setup| record(setup, LIMIT, &std::sync::Arc::default()).expect("a legal setup");
    let foreign = "{\"edagari\":1,\"scores\":\"mover\"}\n{\"event\":\"pass\",\"label\":\"d\"}\n{\"event\":\"enter\",\"node\":\"r\",\"moves\":[\"a\",\"b\"],\"window\":[-9,9]}\n{\"event\":\"enter\",\"node\":7,\"move\":\"a\",\"eval\":-1.5,\"depth\":3,\"kind\":\"pv\",\"late\":true}\n{\"event\":\"lookup\",\"bounds\":[1,\"inf\"],\"entry\":3}\n{\"event\":\"leave\",\"score\":2}\n{\"event\":\"update\",\"cut\":true,\"value\":-2}\n{\"event\":\"skip\",\"children\":[\"b\",\"c\"],\"why\":\"late\"}\n{\"event\":\"store\",\"bounds\":[0,0]}\n{\"event\":\"leave\",\"node\":\"r\",\"depth\":4,\"why\":\"stopped\"}\n";
    let read = StreamReader::new(foreign.as_bytes(), LIMIT).read(&Progress::default()).expect("a stream");
    let threads = "{\"edagari\":1}\n{\"thread\":0,\"event\":\"enter\",\"node\":1,\"moves\":[\"a\",\"b\"]}\n{\"thread\":\"x\",\"event\":\"enter\",\"node\":2}\n{\"thread\":0,\"event\":\"enter\",\"node\":3,\"move\":\"a\"}\n{\"thread\":\"x\",\"event\":\"update\",\"why\":\"stand-pat\",\"value\":1}\n{\"thread\":\"x\",\"event\":\"enter\",\"node\":4,\"move\":\"a\"}\n{\"thread\":0,\"event\":\"leave\",\"score\":2}\n{\"event\":\"leave\",\"node\":4,\"score\":5}\n{\"event\":\"leave\",\"node\":1}\n";
    let threads = StreamReader::new(threads.as_bytes(), LIMIT).read(&Progress::default()).expect("a stream");
    assert_eq!(threads.thread_count(), 2);
    setups.iter().map(run).chain([read, threads]).collect()
}

/// Breaks a file in one of many ways.
fn broken(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.below(3) {
        let length = bytes.len();
        if length < 4 {
            break;
        }
        match random.below(9) {
            0 => bytes.truncate(random.below(length)),
            1 => bytes[random.below(length)] ^= 1 << random.below(8),
            2 => bytes[random.below(length)] = random.below(256) as u8,
            3 => {
                bytes.remove(random.below(length));
            }
            4 => bytes.insert(random.below(length), random.below(256) as u8),
            // Copies a piece to another position.
            5 => {
                let (from, to, size) = (random.below(length), random.below(length), random.below(40));
                let piece: Vec<u8> = bytes[from..(from + size).min(length)].to_vec();
                bytes.splice(to..to, piece);
            }
            // Forges a size.
            6 => {
                let at = random.below(length - 3);
                let forged: [&[u8]; 4] = [&[0xff; 9], &[0xff, 0xff, 0xff, 0x7f], &[0; 4], &[0x80, 0x80, 0x80, 0x01]];
                let forged = forged[random.below(4)];
                let end = (at + forged.len()).min(length);
                bytes.splice(at..end, forged.iter().copied());
            }
            // Changes a digit of a text.
            7 => {
                let digits: Vec<usize> = (0..length).filter(|&at| bytes[at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let at = digits[random.below(digits.len())];
                    let number = ["-1", "99999999999999999999", "4294967295", "1e999", "0.5", "null"][random.below(6)];
                    bytes.splice(at..=at, number.bytes());
                }
            }
            // Repeats a piece, so that lines occur twice and lists grow.
            _ => {
                let from = random.below(length);
                let piece = bytes[from..(from + 200).min(length)].to_vec();
                bytes.splice(from..from, piece);
            }
        }
    }
    bytes
}

/// Computes the texts and states that the window shows.
fn look_at(trace: &Trace) {
    let frames = trace.frame_count();
    for frame in (0..frames).step_by(1 + frames / 40).chain([frames.saturating_sub(1), usize::MAX]) {
        let _ = (trace.step(frame), explain(trace, frame, Language::English), trace.next_cut(frame));
        let _ = best_line(trace, &[], frame);
    }
    for visit in (0..trace.visit_count().min(60) as u32).map(VisitId) {
        let node = trace.node_of(visit);
        let path = trace.path(node);
        let _ = (trace.position(&path).map(|position| position.board()), trace.state(trace.place(&path), frames / 2));
        let _ =
            (trace.pruned_children(visit).len(), trace.children(node).len(), trace.previous_frame_of(visit, frames));
    }
    for column in trace.columns() {
        let values = (0..trace.visit_count() as u32 + 2).filter_map(|visit| column.value(VisitId(visit)));
        assert_eq!(values.count(), column.count());
    }
    let _ = (Summary::of(trace), trace.children(NodeId::ROOT).len(), trace.table().entry_count(frames));
    let report = check(trace, false, &Progress::default());
    for finding in report.findings.iter().take(5) {
        assert!(!finding.sentence(trace, Language::Japanese).is_empty());
    }
    let _ = TraceDiff::of(trace, trace, &Progress::default());
    let mut again = Vec::new();
    write_stream(trace, &mut again, &Progress::default()).expect("memory takes everything");
}

fn check_reader(write: impl Fn(&Trace) -> Vec<u8>, read: impl Fn(&[u8]) -> Result<Trace, FileError>) {
    let files: Vec<Vec<u8>> = seeds().iter().map(write).collect();
    let (mut random, mut opened) = (Random(6), 0);
    for number in 0..FILES {
        let bytes = broken(&files[random.below(files.len())], &mut random);
        match read(&bytes) {
            Ok(trace) => {
                opened += 1;
                assert!(trace.memory() <= LIMIT);
                look_at(&trace);
            }
            Err(error) => {
                let sentence = error.to_string();
                assert!(!sentence.is_empty() && !sentence.contains('\n'), "file {number}: {sentence:?}");
            }
        }
    }
    // A checksum detects most changes, and bytes after the trace are refused.
    assert!((10..FILES).contains(&opened), "{opened} of {FILES} open");
}

#[test]
fn broken_native_files() {
    let write = |trace: &Trace| {
        let mut file = Vec::new();
        write_native(trace, &mut file, &Progress::default()).expect("memory takes everything");
        file
    };
    check_reader(write, |bytes| read_native(bytes, LIMIT));
}

/// Breaks the numbers directly, because a checksum detects most broken files before.
#[test]
fn broken_series_and_columns_of_native_files() {
    const HEADING: usize = 12;
    let write = |trace: &Trace| {
        let mut file = Vec::new();
        write_native(trace, &mut file, &Progress::default()).expect("memory takes everything");
        zstd::decode_all(&file[HEADING..]).expect("what was compressed")
    };
    check_reader(write, |bytes| {
        let mut file = b"EDAGARI\x1a\x02\0\0\0".to_vec();
        file.extend(zstd::encode_all(bytes, 1).expect("memory takes everything"));
        // With a low memory limit, it opens in part.
        if let Ok(part) = read_native(file.as_slice(), 8 * bytes.len() as u64) {
            look_at(&part);
        }
        read_native(file.as_slice(), LIMIT)
    });
}

#[test]
fn broken_streams() {
    let write = |trace: &Trace| {
        let mut file = Vec::new();
        write_stream(trace, &mut file, &Progress::default()).expect("memory takes everything");
        file
    };
    check_reader(write, |bytes| StreamReader::new(bytes, LIMIT).read(&Progress::default()));
}

#[test]
fn broken_compressed_streams() {
    let write = |trace: &Trace| {
        let mut file = Vec::new();
        write_stream(trace, &mut file, &Progress::default()).expect("memory takes everything");
        zstd::encode_all(file.as_slice(), 1).expect("memory takes everything")
    };
    check_reader(write, |bytes| {
        let text = zstd::Decoder::new(bytes).map_err(FileError::Unreadable)?;
        StreamReader::new(std::io::BufReader::new(text), LIMIT).read(&Progress::default())
    });
}

/// Setups and distributions are only parsed, because recording some of them takes long.
#[test]
fn broken_setups_and_distributions() {
    let setup = "(game: Kalah((houses: 4, stones: 3)), after: \"0 5\", process: Search(AlphaBeta), order: Shuffled(7), table: (key: Position), limit: (depth: 6))";
    let masses = "{-1: 0.25, 0: 0.5, 1: 0.25}";
    let mut random = Random(7);
    for _ in 0..FILES {
        let text = String::from_utf8_lossy(&broken(setup.as_bytes(), &mut random)).into_owned();
        if let Ok(setup) = Setup::parse(&text) {
            let _ = setup.game.open();
        }
        let text = String::from_utf8_lossy(&broken(masses.as_bytes(), &mut random)).into_owned();
        if let Err(error) = Distribution::parse(&text) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

#[test]
fn broken_ron() {
    let write = |trace: &Trace| {
        let mut file = Vec::new();
        write_ron(trace, &mut file, &Progress::default()).expect("memory takes everything");
        file
    };
    check_reader(write, |bytes| read_ron(bytes, LIMIT, &std::sync::Arc::default()));
}

#[test]
fn a_million_levels_open() {
    let levels = 1_000_000;
    let mut stream = String::from("{\"edagari\":1}\n");
    for level in 0..levels {
        let _ = writeln!(stream, "{{\"event\":\"enter\",\"node\":{level},\"move\":\"a\"}}");
    }
    for level in (0..levels).rev() {
        let _ = writeln!(stream, "{{\"event\":\"leave\",\"node\":{level},\"score\":1}}");
    }
    let trace = StreamReader::new(stream.as_bytes(), 2 << 30).read(&Progress::default()).expect("a stream");
    assert_eq!((trace.visit_count(), trace.frame_count()), (levels, 4 * levels - 2));
    let mut native = Vec::new();
    write_native(&trace, &mut native, &Progress::default()).expect("memory takes everything");
    let opened = read_native(native.as_slice(), 2 << 30).expect("a native file");
    assert_eq!(opened.value(), trace.value());
    assert!(check(&opened, true, &Progress::default()).is_right());
    // Deeply nested text.
    let nested = format!("{{\"edagari\":1,\"rules\":{}{}}}\n", "[".repeat(levels), "]".repeat(levels));
    assert!(StreamReader::new(nested.as_bytes(), LIMIT).read(&Progress::default()).is_err());
    let nested =
        format!("(header: (edagari: 1, rules: {}{}), events: [])", "{\"a\":".repeat(levels), "}".repeat(levels));
    assert!(read_ron(nested.as_bytes(), LIMIT, &std::sync::Arc::default()).is_err());
}

#[test]
fn memory_stays_within_its_limit() {
    let mut stream = String::from("{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0}\n");
    for node in 1..60_000 {
        let _ = write!(
            stream,
            "{{\"event\":\"enter\",\"node\":{node},\"move\":\"{node}\"}}\n{{\"event\":\"leave\",\"score\":1}}\n"
        );
    }
    let trace = StreamReader::new(stream.as_bytes(), 1 << 20).read(&Progress::default()).expect("as far as it goes");
    assert_eq!(trace.ending, edagari::trace::Ending::MemoryLimit(1 << 20));
    assert!(trace.memory() < 1 << 20 && trace.visit_count() > 1_000);
    // A small file with a forged large size, and one that decompresses to a large size.
    let mut bomb = b"EDAGARI\x1a\x01\0\0\0".to_vec();
    bomb.extend(
        zstd::encode_all(std::io::Read::take(std::io::repeat(0), 1 << 28), 1).expect("memory takes everything"),
    );
    let refused = read_native(bomb.as_slice(), 1 << 20).expect_err("too large");
    assert!(refused.to_string().contains("the data are damaged"), "{refused}");
    let mut bomb = b"EDAGARI\x1a\x01\0\0\0".to_vec();
    bomb.extend(
        zstd::encode_all(std::io::Read::take(std::io::repeat(b'a'), 1 << 28), 1).expect("memory takes everything"),
    );
    // The first part has 97 bytes, all outside of lists.
    let refused = read_native(bomb.as_slice(), 1 << 7).expect_err("too large");
    assert_eq!(refused.to_string(), "takes more than 128 bytes, expected a smaller trace or a higher memory limit");
}
