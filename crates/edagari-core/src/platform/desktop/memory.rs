//! Memory available to this process.

use std::fs::read_to_string;

/// Divisor of the available memory for the largest trace limit: lists grow by doubling, and the source data of a trace is in
/// memory while the trace is built.
const PART: u64 = 4;

/// Address space reserved for threads that are not started yet, in bytes: two heaps of 64 MiB, as glibc reserves them.
const FOR_THREADS: u64 = 128 << 20;

/// Smallest limit, and step between limits, in bytes.
const LEAST: u64 = 1 << 20;

/// Returns the largest memory limit for a trace, in bytes: a part of the available memory, within the limits of the process
/// (`ulimit -v`) and its control group. `u64::MAX` if the system reports none of these.
#[must_use]
pub fn most_memory() -> u64 {
    let parts = [address_space(), of_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"), available()];
    parts.into_iter().flatten().min().map_or(u64::MAX, |bytes| (bytes / PART).max(LEAST) / LEAST * LEAST)
}

/// Returns the unused address space of the process in bytes, if it has a limit.
fn address_space() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = in_kib(&read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(used + FOR_THREADS))
}

/// Returns the unused memory of the process's control group in bytes, if it has a limit.
fn of_group(limit: &str, used: &str) -> Option<u64> {
    let number = |path: &str| read_to_string(path).ok()?.trim().parse::<u64>().ok();
    Some(number(limit)?.saturating_sub(number(used).unwrap_or(0)))
}

/// Returns the memory available on the machine, in bytes.
fn available() -> Option<u64> {
    in_kib(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Returns the bytes in the line that begins with `name`, such as `VmSize:  1024 kB`.
fn in_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_kib_are_parsed() {
        assert_eq!(in_kib("VmPeak:\t 7 kB\nVmSize:\t    1024 kB\n", "VmSize:"), Some(1 << 20));
        assert_eq!(in_kib("VmPeak:\t 7 kB\n", "VmSize:"), None);
        assert!(most_memory() > 0);
    }
}
