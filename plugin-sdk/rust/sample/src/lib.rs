//! Deletes ConfigMaps whose annotation `example.dev/ttl` ("90s", "15m", "12h", "7d") has passed
//! since they were made; the sample plugin in Rust.

use oarlock_sdk::{
    plugin, Code, Config, ConfigAnswer, Context, Controller, Declaration, DeleteOptions, Error,
    EventType, Key, Outcome, Result,
};
use std::time::Duration;

const CONFIG_MAPS: u32 = 1; // ids are ours; the host only compares them
const TTL: &str = "example.dev/ttl";

/// "15m" → 15 minutes. `None`: no such time.
pub fn parse_ttl(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return None,
    };
    let digits = &text[..text.len() - 1];
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(seconds).map(Duration::from_secs)
}

/// How long it still has; zero: none.
pub fn time_left(created_ns: i64, ttl: Duration, now_ns: i64) -> Duration {
    let age = Duration::from_nanos(u64::try_from(now_ns - created_ns).unwrap_or(0));
    ttl.saturating_sub(age)
}

#[derive(Default)]
pub struct Expiry {
    dry_run: bool,
}

impl Controller for Expiry {
    const ID: &'static str = "expiry";
    const DESCRIPTION: &'static str = "Deletes ConfigMaps whose time to live has passed";

    fn configure(&mut self, _: &Context<'_>, config: &Config<'_>) -> Result<ConfigAnswer> {
        self.dry_run = config.root.get("dryRun").as_bool().unwrap_or(false);
        Ok(ConfigAnswer::Applied)
    }

    fn declare(&self, d: &mut Declaration<'_>) -> Result<()> {
        d.kind(CONFIG_MAPS, "", "ConfigMap").versions(&["v1"]).metadata().send();
        d.primary(CONFIG_MAPS);
        d.access("", "configmaps", &["delete"]);
        Ok(())
    }

    fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome> {
        let Some(map) = ctx.client().find(key)? else { return Ok(Outcome::Done) };
        let Some(text) = map.annotation(TTL) else { return Ok(Outcome::Done) };
        let Some(ttl) = parse_ttl(text) else {
            ctx.event(&map, EventType::Warning, "BadTtl", "example.dev/ttl is no time like 15m");
            return Err(Error::invalid(format!("{TTL}: no time: {text}")));
        };
        let meta = map.meta();
        let left = time_left(meta.creation_unix_ns, ttl, ctx.clock().unix_ns());
        if !left.is_zero() {
            return Ok(Outcome::after(left));
        }
        let options = DeleteOptions { uid: meta.uid, dry_run: self.dry_run, ..Default::default() };
        match ctx.client().delete(key, &options) {
            Err(error) if error.code != Code::NOT_FOUND => Err(error),
            _ => {
                ctx.info("expired", &[("ttl", text.into()), ("dryRun", self.dry_run.into())]);
                Ok(Outcome::Done)
            }
        }
    }
}

plugin! {
    id: "dev.example.expiry",
    version: "1.0.0",
    schema: r#"{"type": "object", "properties": {"dryRun": {"type": "boolean"}}}"#,
    controllers: [Expiry],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_digits_and_a_unit() {
        assert_eq!(parse_ttl("90s"), Some(Duration::from_secs(90)));
        assert_eq!(parse_ttl("2d"), Some(Duration::from_secs(172_800)));
        for bad in ["", "s", "9", "-1s", "1.5h", "9w", "١s", "99999999999999999999d"] {
            assert_eq!(parse_ttl(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_left_never_goes_below_zero() {
        let ttl = Duration::from_secs(10);
        assert_eq!(time_left(0, ttl, 4_000_000_000), Duration::from_secs(6));
        assert_eq!(time_left(0, ttl, 99_000_000_000), Duration::ZERO);
        assert_eq!(time_left(5_000_000_000, ttl, 0), ttl, "a clock that went back");
    }
}
