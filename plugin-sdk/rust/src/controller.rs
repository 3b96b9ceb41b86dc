//! The trait that a plugin implements, one instance per controller and generation.

use crate::client::Key;
use crate::context::Context;
use crate::declaration::Declaration;
use crate::object::Object;
use crate::status::{Code, Error, Result};
use crate::sys;
use crate::text::view;
use crate::value::Value;
use std::time::Duration;

/// The checked configuration; valid inside `configure` only.
pub struct Config<'c> {
    pub root: Value<'c>,
    pub json: &'c str,
    pub digest: &'c str,
    /// Name and value of the secrets that the manifest refers to. Never log them.
    pub secrets: Vec<(&'c str, &'c str)>,
}

pub enum ConfigAnswer {
    Applied,
    /// Only a new instance can take this configuration.
    NeedsRestart,
    /// `path`: JSON Pointer into the configuration.
    Invalid {
        path: String,
        message: String,
    },
}

/// What a reconcile answers. An `Err` is transient, but a conflict is skipped (again soon, no
/// error), and INVALID and TOO_LARGE are permanent.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Done,
    /// Again after the key's backoff; no error.
    Requeue,
    After {
        delay: Duration,
        jitter: Duration,
    },
    /// Not before the object or the generation changes. reason: one CamelCase word.
    Permanent {
        reason: String,
        message: String,
    },
}

impl Outcome {
    pub fn after(delay: Duration) -> Outcome {
        Outcome::After { delay, jitter: Duration::ZERO }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Created,
    Updated,
    Deleted,
    /// Nothing changed; given again.
    Resync,
    /// Of a newer host.
    Other,
}

pub struct Change<'c> {
    pub kind: u32,
    pub kind_index: u32,
    pub change: ChangeKind,
    /// The newest known; deleted: the last one.
    pub object: Object<'c>,
    /// Of an update; else none.
    pub old_object: Object<'c>,
}

/// An object that is mapped or indexed.
pub struct Subject<'c> {
    pub kind: u32,
    pub kind_index: u32,
    pub object: Object<'c>,
}

/// Takes the keys of `map`.
pub struct KeySink<'c> {
    pub(crate) api: sys::oar_sink_api,
    pub(crate) sink: sys::oar_sink,
    pub(crate) code: i32,
    pub(crate) call: std::marker::PhantomData<&'c ()>,
}

impl KeySink<'_> {
    pub fn add(&mut self, key: &Key) {
        let raw = key.raw();
        let code = crate::api::call!(self.api.add_key, self.sink, &raw);
        if self.code == sys::OAR_OK && code < sys::OAR_OK {
            self.code = code;
        }
    }
}

/// Takes the values of `index`.
pub struct ValueSink<'c> {
    pub(crate) api: sys::oar_sink_api,
    pub(crate) sink: sys::oar_sink,
    pub(crate) code: i32,
    pub(crate) call: std::marker::PhantomData<&'c ()>,
}

impl ValueSink<'_> {
    pub fn add(&mut self, value: &str) {
        let code = crate::api::call!(self.api.add_value, self.sink, view(value));
        if self.code == sys::OAR_OK && code < sys::OAR_OK {
            self.code = code;
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HealthState {
    #[default]
    Ok = sys::OAR_HEALTH_OK as isize,
    /// Works, but not in full.
    Degraded = sys::OAR_HEALTH_DEGRADED as isize,
    Failed = sys::OAR_HEALTH_FAILED as isize,
}

#[derive(Clone, Debug, Default)]
pub struct Health {
    pub state: HealthState,
    pub reason: String,
    pub message: String,
}

/// What one generation hands to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub schema: String,
    pub version: u32,
    pub bytes: Vec<u8>,
}

/// The optional functions that a controller has; name those that it implements in `OFFERS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    Map,
    Predicate,
    Index,
    Health,
    State,
}

fn not_offered() -> Error {
    Error::new(Code::UNIMPLEMENTED, "not offered by this controller")
}

/// One controller of a plugin. Made with `Default`, without host calls.
pub trait Controller: Default + Send + Sync + 'static {
    /// A DNS label, unique in the plugin; key in the manifest.
    const ID: &'static str;
    const DESCRIPTION: &'static str = "";
    const OFFERS: &'static [Offer] = &[];
    /// The id of the state that it saves; one per plugin. Empty: none.
    const STATE_SCHEMA: &'static str = "";

    fn configure(&mut self, _ctx: &Context<'_>, _config: &Config<'_>) -> Result<ConfigAnswer> {
        Ok(ConfigAnswer::Applied)
    }
    /// A pure function of the configuration.
    fn declare(&self, d: &mut Declaration<'_>) -> Result<()>;
    fn activate(&self, _ctx: &Context<'_>) -> Result<()> {
        Ok(())
    }
    fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome>;
    /// In the time of `Clock::mono`.
    fn drain(&self, _ctx: &Context<'_>, _deadline: Duration) -> Result<()> {
        Ok(())
    }
    fn deactivate(&self, _ctx: &Context<'_>) -> Result<()> {
        Ok(())
    }

    fn map(&self, _: &Context<'_>, _id: u32, _: &Subject<'_>, _: &mut KeySink<'_>) -> Result<()> {
        Err(not_offered())
    }
    /// Does the change matter?
    fn test(&self, _: &Context<'_>, _id: u32, _: &Change<'_>) -> Result<bool> {
        Err(not_offered())
    }
    fn index(
        &self,
        _: &Context<'_>,
        _id: u32,
        _: &Subject<'_>,
        _: &mut ValueSink<'_>,
    ) -> Result<()> {
        Err(not_offered())
    }
    fn health(&self, _: &Context<'_>) -> Result<Health> {
        Err(not_offered())
    }
    fn save_state(&self, _: &Context<'_>) -> Result<State> {
        Err(not_offered())
    }
    fn load_state(&mut self, _: &Context<'_>, _state: State) -> Result<()> {
        Err(not_offered())
    }
}
