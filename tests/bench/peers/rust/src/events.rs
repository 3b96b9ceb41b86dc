use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// Latencies below this many bits of nanoseconds are kept exactly, above to one part in 128.
const EXACT_BITS: usize = 7;
const BUCKETS: usize = (65 - EXACT_BITS) << EXACT_BITS;

/// What the loop is told, and how long it took to get there.
#[derive(Default)]
pub struct Events(Mutex<Counts>);

struct Counts {
    count: u64,
    timed: u64,
    buckets: Vec<u64>,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { count: 0, timed: 0, buckets: vec![0; BUCKETS] }
    }
}

impl Events {
    /// One event; `sent` is when the object was sent, in nanoseconds of Unix time.
    pub fn note(&self, sent: Option<&str>) {
        let latency = sent.and_then(|text| text.parse::<u64>().ok()).map(|at| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
            (now as u64).saturating_sub(at)
        });
        let mut counts = self.0.lock().unwrap();
        counts.count += 1;
        if let Some(latency) = latency {
            counts.timed += 1;
            counts.buckets[bucket(latency)] += 1;
        }
    }

    pub fn reset(&self) {
        *self.0.lock().unwrap() = Counts::default();
    }

    pub fn stats(&self) -> Value {
        let counts = self.0.lock().unwrap();
        json!({"event": "stats", "events": counts.count,
            "p50_us": counts.percentile(0.50), "p99_us": counts.percentile(0.99)})
    }
}

impl Counts {
    /// In microseconds.
    fn percentile(&self, part: f64) -> Option<f64> {
        if self.timed == 0 {
            return None;
        }
        let mut rank = (part * (self.timed - 1) as f64) as u64;
        for (i, n) in self.buckets.iter().enumerate() {
            if rank < *n {
                return Some(lowest(i) as f64 / 1e3);
            }
            rank -= n;
        }
        None
    }
}

fn bucket(nanos: u64) -> usize {
    let width = 64 - nanos.leading_zeros() as usize;
    let shift = width.saturating_sub(EXACT_BITS + 1);
    (shift << EXACT_BITS) + (nanos >> shift) as usize
}

fn lowest(bucket: usize) -> u64 {
    let shift = (bucket >> EXACT_BITS).saturating_sub(1);
    ((bucket - (shift << EXACT_BITS)) as u64) << shift
}
