//! Plugins for oarlock in Rust: safe wrappers over the plugin ABI.
//!
//! A plugin is a `cdylib` with one or more [`Controller`]s and one [`plugin!`]:
//!
//! ```ignore
//! use oarlock_sdk::{plugin, Context, Controller, Declaration, Key, Outcome, Result};
//!
//! #[derive(Default)]
//! struct Hello;
//! const CONFIG_MAPS: u32 = 1; // ids are ours; the host only compares them
//!
//! impl Controller for Hello {
//!     const ID: &'static str = "hello";
//!     fn declare(&self, d: &mut Declaration<'_>) -> Result<()> {
//!         d.kind(CONFIG_MAPS, "", "ConfigMap").versions(&["v1"]).send();
//!         d.primary(CONFIG_MAPS);
//!         Ok(())
//!     }
//!     fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome> {
//!         ctx.info("hello", &[("name", key.name.as_str().into())]);
//!         Ok(Outcome::Done)
//!     }
//! }
//! plugin! { id: "dev.example.hello", version: "1.0.0", controllers: [Hello] }
//! ```
//!
//! **Threads.** `reconcile` runs on several workers at once, for different keys; `map`, `test` and
//! `index` on workers; all others on the control thread while no reconcile runs. So a controller is
//! `Send + Sync`, and `configure` may change it.
//! **Lifetimes.** What a [`Context`] gives (objects, values, texts) ends with the call; the borrow
//! checker sees to it. [`KeptObject`] outlives it.
//! **Panics** are caught at the plugin's edge: the call fails with the text. Build with
//! `panic = "unwind"`, the default.
//! **Memory and time.** No thread-local with a destructor may be touched by a worker that is still
//! alive at unload (the host joins its threads first); take the time from [`Context::clock`].
//!
//! The `build.rs` of a plugin is one line, `fn main() { oarlock_sdk::build::link_args() }`, with
//! this crate under `[build-dependencies]`, too.

mod api;
pub mod build;
mod client;
mod context;
mod controller;
mod declaration;
mod edge;
mod extensions;
mod json;
mod log;
mod object;
mod plugin;
mod status;
mod text;
mod value;

/// The C ABI as it is.
#[rustfmt::skip]
#[path = "generated/sys.rs"]
pub mod sys;

pub use client::{CacheQuery, Client, DeleteOptions, Key, LiveQuery, PatchKind, Propagation};
pub use client::{TypeInfo, VersionMatch, WriteOptions};
pub use context::{CancelReason, Clock, Context, EventType, Fork};
pub use controller::{Change, ChangeKind, Config, ConfigAnswer, Controller, Health, HealthState};
pub use controller::{KeySink, Offer, Outcome, State, Subject, ValueSink};
pub use declaration::{Declaration, IndexPart, MapperBy, MetricKind, PredicateOn, TypeSet};
pub use extensions::{Metrics, Quantity};
pub use json::{quote, JsonWriter};
pub use log::{Level, LogValue};
pub use object::{KeptObject, Meta, Object, ObjectList};
pub use status::{Cause, Code, Error, Result};
pub use value::{Members, Value, ValueType};

/// What [`plugin!`] expands to; nothing for a plugin to call.
#[doc(hidden)]
pub mod detail {
    pub use crate::edge::{make, refuse_unknown, Tables};
    pub use crate::plugin::{bytes, chars, controller_info, descriptor, entry, view_of, Static};
}
