//! Contexts: one call into the plugin, with deadline, cancellation, clock, log and events.

use crate::api::{call, Api};
use crate::client::Client;
use crate::log::{Level, LogValue};
use crate::object::{from_json, Object};
use crate::status::{Cause, Code, Error, Result};
use crate::sys;
use crate::text::{from_view, sized, view};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelReason {
    None,
    Deadline,
    Drain,
    Shutdown,
    LostLeadership,
    Superseded,
    /// Of a newer host.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventType {
    Normal = sys::OAR_EVENT_NORMAL as isize,
    Warning = sys::OAR_EVENT_WARNING as isize,
}

/// Given to each function of a controller, valid until it returns; stays on its thread.
pub struct Context<'c> {
    api: &'c Arc<Api>,
    ctx: sys::oar_ctx,
    _one_thread: PhantomData<*const ()>,
}

impl<'c> Context<'c> {
    pub(crate) fn new(api: &'c Arc<Api>, ctx: sys::oar_ctx) -> Context<'c> {
        Context { api, ctx, _one_thread: PhantomData }
    }
    pub(crate) fn api(&self) -> &Api {
        self.api
    }
    pub(crate) fn shared_api(&self) -> &Arc<Api> {
        self.api
    }
    pub(crate) fn raw(&self) -> sys::oar_ctx {
        self.ctx
    }

    pub fn client(&self) -> Client<'_> {
        Client::new(self)
    }
    pub fn clock(&self) -> Clock<'_> {
        Clock { api: self.api }
    }
    /// In the time of [`Clock::mono`]; `None` where there is none.
    pub fn deadline(&self) -> Option<Duration> {
        let mut out = sys::oar_mono { ns: sys::OAR_NEVER };
        let code = call!(self.api.context.deadline, self.ctx, &mut out);
        (code == sys::OAR_OK && out.ns != sys::OAR_NEVER)
            .then(|| Duration::from_nanos(out.ns.max(0) as u64))
    }
    /// Cheap: ask in loops.
    pub fn is_cancelled(&self) -> bool {
        call!(self.api.context.is_cancelled, self.ctx) == sys::OAR_E_CANCELLED
    }
    pub fn cancel_reason(&self) -> CancelReason {
        let mut out = sys::OAR_CANCEL_NONE;
        call!(self.api.context.cancel_reason, self.ctx, &mut out);
        match out {
            sys::OAR_CANCEL_NONE => CancelReason::None,
            sys::OAR_CANCEL_DEADLINE => CancelReason::Deadline,
            sys::OAR_CANCEL_DRAIN => CancelReason::Drain,
            sys::OAR_CANCEL_SHUTDOWN => CancelReason::Shutdown,
            sys::OAR_CANCEL_LOST_LEADERSHIP => CancelReason::LostLeadership,
            sys::OAR_CANCEL_SUPERSEDED => CancelReason::Superseded,
            _ => CancelReason::Other,
        }
    }
    /// True: cancelled; false: the time of the host's clock has passed.
    pub fn wait_cancel(&self, timeout: Duration) -> bool {
        let ns = i64::try_from(timeout.as_nanos()).unwrap_or(i64::MAX);
        call!(self.api.context.wait_cancel, self.ctx, ns) == sys::OAR_E_CANCELLED
    }
    /// The words for the failure that the present call ends with.
    pub(crate) fn set_error(&self, code: Code, message: &str) {
        call!(self.api.context.set_error, self.ctx, code.0, view(message));
    }

    pub fn log(&self, level: Level, message: &str, fields: &[(&str, LogValue<'_>)]) {
        crate::log::write(self.api, self.ctx, level, message, fields);
    }
    pub fn debug(&self, message: &str, fields: &[(&str, LogValue<'_>)]) {
        self.log(Level::Debug, message, fields);
    }
    pub fn info(&self, message: &str, fields: &[(&str, LogValue<'_>)]) {
        self.log(Level::Info, message, fields);
    }
    pub fn warn(&self, message: &str, fields: &[(&str, LogValue<'_>)]) {
        self.log(Level::Warning, message, fields);
    }
    pub fn error(&self, message: &str, fields: &[(&str, LogValue<'_>)]) {
        self.log(Level::Error, message, fields);
    }

    /// An Event on `object`; the host writes it later. reason: one CamelCase word.
    pub fn event(&self, object: &Object<'_>, kind: EventType, reason: &str, message: &str) {
        // SAFETY: a struct of sys.
        let mut event: sys::oar_event = unsafe { sized() };
        event.r#type = kind as i32;
        event.reason = view(reason);
        event.message = view(message);
        call!(self.api.events.emit, self.ctx, object.handle(), &event);
    }

    pub fn object_from_json(&self, json: &str) -> Result<Object<'_>> {
        from_json(self, json)
    }

    /// A context for another thread; `None` when there are too many.
    pub fn fork(&self) -> Option<Fork> {
        let mut ctx = sys::oar_ctx { id: 0 };
        let code = call!(self.api.context.fork, self.ctx, &mut ctx);
        (code == sys::OAR_OK).then(|| Fork { api: self.api.clone(), ctx })
    }

    /// A code and its details as an error.
    pub(crate) fn check(&self, code: i32, handle: sys::oar_error) -> Result<()> {
        if code >= sys::OAR_OK {
            return Ok(());
        }
        // SAFETY: a struct of sys.
        let mut info: sys::oar_error_info = unsafe { sized() };
        if handle.id == 0
            || call!(self.api.context.error_info, self.ctx, handle, &mut info) != sys::OAR_OK
        {
            return Err(Error::new(Code(code), self.api.status_name(code)));
        }
        // SAFETY: the views live as long as this context.
        let mut error = unsafe { Error::new(Code(code), from_view(info.message)) };
        error.http_status = info.http_status;
        error.reason = unsafe { from_view(info.reason) }.to_string();
        error.retry_after = u64::try_from(info.retry_after_ns).ok().map(Duration::from_nanos);
        error.causes = unsafe { causes(&info) };
        Err(error)
    }
}

unsafe fn causes(info: &sys::oar_error_info) -> Vec<Cause> {
    let first = info.causes.cast::<u8>();
    (0..info.causes_count as usize)
        .map(|i| {
            let cause = first.add(i * info.causes_stride as usize).cast::<sys::oar_error_cause>();
            Cause {
                reason: from_view((*cause).reason).to_string(),
                message: from_view((*cause).message).to_string(),
                field: from_view((*cause).field).to_string(),
            }
        })
        .collect()
}

/// A context for another thread. Move it there; it ends when dropped.
pub struct Fork {
    api: Arc<Api>,
    ctx: sys::oar_ctx,
}

impl Fork {
    pub fn context(&mut self) -> Context<'_> {
        Context::new(&self.api, self.ctx)
    }
}

impl Drop for Fork {
    fn drop(&mut self) {
        call!(self.api.context.release, self.ctx);
    }
}

/// The host's clock and randomness: use no other, so that tests and replays reach the plugin.
pub struct Clock<'c> {
    api: &'c Api,
}

impl Clock<'_> {
    pub fn mono(&self) -> Duration {
        let mut out = sys::oar_mono { ns: 0 };
        call!(self.api.clock.now_mono, self.api.host, &mut out);
        Duration::from_nanos(out.ns.max(0) as u64)
    }
    /// Nanoseconds since 1970-01-01 UTC.
    pub fn unix_ns(&self) -> i64 {
        let mut out = sys::oar_time { unix_ns: 0 };
        call!(self.api.clock.now_unix, self.api.host, &mut out);
        out.unix_ns
    }
    pub fn random(&self) -> u64 {
        let mut out = 0;
        call!(self.api.clock.random_u64, self.api.host, &mut out);
        out
    }
}
