use std::hash::Hash;
use std::io::{BufRead, Write, stdin, stdout};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kube::Resource;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cache::{Cached, HasNode};
use crate::events::Events;

/// So many objects are read in turn: few enough to stay in the processor's caches.
const HOT_OBJECTS: usize = 256;

/// Prints one line.
pub fn say(line: &Value) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Obeys the lines of standard input until it ends or says quit.
pub fn serve<K>(cache: &Cached<K>, events: &Events)
where
    K: Resource + Clone + Serialize + HasNode + Send + Sync + 'static,
    K::DynamicType: Clone + Eq + Hash + Send + Sync,
{
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            [] => continue,
            ["quit"] => return,
            ["settle"] => {
                settle();
                json!({"event": "settled"})
            }
            ["reset"] => {
                events.reset();
                json!({"event": "reset"})
            }
            ["stats"] => events.stats(),
            ["object", namespace, name] => {
                json!({"event": "object", "json": cache.object(&cache.key(namespace, name))})
            }
            ["keys"] => {
                let (count, hash) = cache.hash();
                json!({"event": "keys", "count": count, "hash": format!("{hash:016x}")})
            }
            ["reads", threads, seconds] => match (threads.parse(), seconds.parse()) {
                (Ok(threads), Ok(seconds)) => reads(cache, threads, seconds),
                _ => unsupported(),
            },
            _ => unsupported(),
        };
        say(&answer);
    }
}

fn unsupported() -> Value {
    json!({"event": "unsupported"})
}

/// jemalloc gives all pages back that it does not use.
fn settle() {
    // 4096 stands for all arenas.
    let name = c"arena.4096.purge";
    // SAFETY: the name ends with a zero, and this control takes and gives nothing.
    unsafe { tikv_jemalloc_sys::mallctl(name.as_ptr(), null_mut(), null_mut(), null_mut(), 0) };
}

/// CPU time of the calling thread. A processor that others have meanwhile is not its matter.
fn cpu_nanos() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ran| ran.parse().ok()).expect("schedstat of this thread")
}

/// A store of kube-rs has no index: who looks for a field's value goes through all objects.
fn reads<K>(cache: &Cached<K>, threads: u64, seconds: f64) -> Value
where
    K: Resource + Clone + Serialize + HasNode + Send + Sync + 'static,
    K::DynamicType: Clone + Eq + Hash + Send + Sync,
{
    let keys = cache.some_keys(HOT_OBJECTS);
    let length = Duration::from_secs_f64(seconds / 2.0);
    let (total, found, ran) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads as usize {
            let (keys, total, found, ran) = (&keys, &total, &found, &ran);
            scope.spawn(move || {
                let (mut n, mut hits) = (0, 0);
                let before = cpu_nanos();
                while !keys.is_empty() && start.elapsed() < length {
                    for _ in 0..1000 {
                        hits += u64::from(cache.get(&keys[(n + thread * 97) % keys.len()]));
                        n += 1;
                    }
                }
                ran.fetch_add(cpu_nanos() - before, Ordering::Relaxed);
                total.fetch_add(n as u64, Ordering::Relaxed);
                found.fetch_add(hits, Ordering::Relaxed);
            });
        }
    });
    let seconds = ran.into_inner() as f64 / 1e9 / threads as f64;
    let rate = total.into_inner() as f64 / seconds;
    let gets = (found.into_inner() > 0).then_some(rate);
    json!({"event": "reads", "gets_per_second": gets, "index_per_second": null})
}
