//! Optional parts of the host: metrics, timers, leadership, quantities. Each is its own extension; a
//! host without it answers [`crate::Code::UNIMPLEMENTED`].

use crate::api::call;
use crate::client::Key;
use crate::context::Context;
use crate::status::Result;
use crate::sys;
use crate::text::{from_view, sized, view};
use std::time::Duration;

/// Feeds the metrics that `declare` named; the storage is the host's. `labels`: values, in the
/// order of the declared names.
pub struct Metrics<'c> {
    ctx: &'c Context<'c>,
}

impl Metrics<'_> {
    pub fn count(&self, metric: u32, labels: &[&str], add: u64) -> Result<()> {
        let (api, l) = (self.ctx.api(), views(labels));
        let n = l.len() as u64;
        self.ctx.ok(call!(api.metrics.count, api.host, metric, l.as_ptr(), n, add))
    }
    pub fn set(&self, metric: u32, labels: &[&str], value: f64) -> Result<()> {
        let (api, l) = (self.ctx.api(), views(labels));
        let n = l.len() as u64;
        self.ctx.ok(call!(api.metrics.set, api.host, metric, l.as_ptr(), n, value))
    }
    pub fn observe(&self, metric: u32, labels: &[&str], value: f64) -> Result<()> {
        let (api, l) = (self.ctx.api(), views(labels));
        let n = l.len() as u64;
        self.ctx.ok(call!(api.metrics.observe, api.host, metric, l.as_ptr(), n, value))
    }
}

fn views(texts: &[&str]) -> Vec<sys::oar_view> {
    texts.iter().map(|text| view(text)).collect()
}

/// A Kubernetes quantity ("250m", "1Gi").
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Whole units, rounded away from zero.
    pub value: i64,
    /// Thousandths likewise.
    pub milli: i64,
    pub nearest: f64,
    /// False: `value` was rounded.
    pub exact: bool,
}

impl<'c> Context<'c> {
    pub fn metrics(&self) -> Metrics<'_> {
        Metrics { ctx: self }
    }
    /// A reconcile of that key at a time of the plugin's choice; zero: at once.
    pub fn requeue_after(&self, key: &Key, delay: Duration) -> Result<()> {
        let ns = i64::try_from(delay.as_nanos()).unwrap_or(i64::MAX);
        let raw = key.raw();
        self.ok(call!(self.api().timers.requeue_after, self.raw(), &raw, ns, std::ptr::null()))
    }
    pub fn is_leading(&self) -> Result<bool> {
        let mut out = 0;
        self.ok(call!(self.api().leader.is_leading, self.raw(), &mut out))?;
        Ok(out != 0)
    }
    pub fn quantity(&self, text: &str) -> Result<Quantity> {
        // SAFETY: a struct of sys.
        let mut out: sys::oar_quantity = unsafe { sized() };
        let api = self.api();
        self.ok(call!(api.quantity.parse, api.host, view(text), &mut out))?;
        Ok(Quantity {
            value: out.value,
            milli: out.milli,
            nearest: out.nearest,
            exact: out.exact != 0,
        })
    }
    fn ok(&self, code: i32) -> Result<()> {
        self.check(code, sys::oar_error { id: 0 })
    }
}

/// A secret that the manifest refers to; copy what must outlive `configure`.
///
/// # Safety
/// `config` is what the host gave to `configure`.
pub(crate) unsafe fn secrets<'c>(config: *const sys::oar_config) -> Vec<(&'c str, &'c str)> {
    if !crate::text::has!(oar_config, config, secrets_stride) {
        return Vec::new();
    }
    let first = (*config).secrets.cast::<u8>();
    (0..(*config).secrets_count as usize)
        .map(|i| {
            let at = first.add(i * (*config).secrets_stride as usize);
            let secret = at.cast::<sys::oar_config_secret>();
            (from_view((*secret).name), from_view((*secret).value))
        })
        .collect()
}
