//! One of everything that crosses the ABI, in Rust. The C and C++ ones do the same.

use oarlock_sdk::{
    plugin, Code, Config, ConfigAnswer, Context, Controller, Declaration, Error, Key, Outcome,
    Result,
};
use std::time::Duration;

#[derive(Default)]
struct Calls;

impl Controller for Calls {
    const ID: &'static str = "calls";

    fn configure(&mut self, ctx: &Context<'_>, config: &Config<'_>) -> Result<ConfigAnswer> {
        let text = config.root.get("asked").as_str().unwrap_or_default();
        ctx.info(
            "configured",
            &[("text", text.into()), ("n", (-3i64).into()), ("f", 1.5.into()), ("yes", true.into())],
        );
        Ok(ConfigAnswer::Applied)
    }

    fn declare(&self, d: &mut Declaration<'_>) -> Result<()> {
        d.kind(7, "", "Thing").versions(&["v1"]).metadata().send();
        d.primary(7);
        d.rate_limit(2.5, 9);
        Ok(())
    }

    fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome> {
        if key.name == "bad" {
            let message = format!("no good: {key}");
            return Ok(Outcome::Permanent { reason: "Bad".into(), message });
        }
        let random = (ctx.clock().random() >> 32) as i64;
        let mono = ctx.clock().mono().as_nanos() as i64;
        ctx.warn("late", &[("mono", mono.into()), ("random", random.into())]);
        ctx.wait_cancel(Duration::from_nanos(1_234_567_890_123));
        Ok(Outcome::After { delay: Duration::from_secs(5), jitter: Duration::from_nanos(77) })
    }

    fn drain(&self, _: &Context<'_>, _: Duration) -> Result<()> {
        Err(Error::new(Code::TIMEOUT, "too much left"))
    }
}

plugin! { id: "dev.oarlock.test.calls", version: "1.0.0", controllers: [Calls] }
