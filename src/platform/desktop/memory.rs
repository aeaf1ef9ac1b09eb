//! The memory that the machine lets this process have.

use std::fs::read_to_string;

/// Of what there is, the part that a trace may be said to take: lists grow by doubling, and while a trace is made, what it is made of
/// is there too.
const PART: u64 = 4;

/// The address space that threads which have not begun take beside what they keep, in bytes: two heaps of 64 MiB, as glibc reserves them.
const FOR_THREADS: u64 = 128 << 20;

/// The least limit, and the step from one to the next, in bytes.
const LEAST: u64 = 1 << 20;

/// The largest memory limit that can be kept here, in bytes: a part of what the system says it can give, within the limits that are set
/// for the process (`ulimit -v`) and its group. `u64::MAX` where the system does not say.
#[must_use]
pub fn most_memory() -> u64 {
    let parts = [address_space(), of_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"), available()];
    parts.into_iter().flatten().min().map_or(u64::MAX, |bytes| (bytes / PART).max(LEAST) / LEAST * LEAST)
}

/// What is left of the process's address space, if that has a limit.
fn address_space() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = in_kib(&read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(used + FOR_THREADS))
}

/// What is left of the memory of the process's group, if that has a limit.
fn of_group(limit: &str, used: &str) -> Option<u64> {
    let number = |path: &str| read_to_string(path).ok()?.trim().parse::<u64>().ok();
    Some(number(limit)?.saturating_sub(number(used).unwrap_or(0)))
}

/// What all processes can still have together.
fn available() -> Option<u64> {
    in_kib(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The bytes in the line of this name, such as `VmSize:  1024 kB`.
fn in_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_the_system_writes_them() {
        assert_eq!(in_kib("VmPeak:\t 7 kB\nVmSize:\t    1024 kB\n", "VmSize:"), Some(1 << 20));
        assert_eq!(in_kib("VmPeak:\t 7 kB\n", "VmSize:"), None);
        assert!(most_memory() > 0);
    }
}
