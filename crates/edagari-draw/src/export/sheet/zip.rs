//! Zip archives without compression and timestamps: the bytes depend only on the contents.

/// Earliest date of the format, 1980-01-01.
const DATE: u16 = 1 << 5 | 1;
const VERSION: u16 = 20;
/// General purpose flag: names are in UTF-8.
const FLAGS: u16 = 1 << 11;

/// Archive under construction.
#[derive(Debug, Default)]
pub(super) struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Zip {
    /// Adds a file.
    pub(super) fn add(&mut self, name: &str, contents: &[u8]) {
        let start = self.bytes.len() as u32;
        let mut entry = Vec::new();
        for number in [VERSION, FLAGS, 0, 0, DATE] {
            entry.extend(number.to_le_bytes());
        }
        for number in [checksum(contents), contents.len() as u32, contents.len() as u32] {
            entry.extend(number.to_le_bytes());
        }
        entry.extend((name.len() as u16).to_le_bytes());
        entry.extend([0, 0]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&entry);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(contents);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&entry);
        // No comment, one disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(start.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    /// Returns the bytes of the archive.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let start = self.bytes.len() as u32;
        let length = self.directory.len() as u32;
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(length.to_le_bytes());
        self.bytes.extend(start.to_le_bytes());
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// Computes the CRC-32 of zip.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_crc_32_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
