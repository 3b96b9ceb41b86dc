//! The plugin's edge: C functions over a [`Controller`], with a barrier against panics in each.
//! The host sees the tables made here.

use crate::api::Api;
use crate::client::Key;
use crate::context::Context;
use crate::controller::{Change, ChangeKind, Config, ConfigAnswer, Controller, KeySink, Offer};
use crate::controller::{Outcome, State, Subject, ValueSink};
use crate::declaration::Declaration;
use crate::object::Object;
use crate::status::{Code, Error, Result};
use crate::sys;
use crate::text::{from_view, has, sized, write_text};
use std::any::Any;
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

/// What the host calls an `oar_instance`.
struct Instance<T> {
    api: Arc<Api>,
    connected: bool,
    controller: T,
}

/// What a panic said. A payload of another type is leaked: its destructor might panic again.
fn words(payload: Box<dyn Any + Send>) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        return format!("panic: {text}");
    }
    if let Some(text) = payload.downcast_ref::<String>() {
        return format!("panic: {text}");
    }
    std::mem::forget(payload);
    "panic of an unknown kind".to_string()
}

/// Runs `body`; an error or a panic goes to `report` and becomes its code.
fn barrier(body: impl FnOnce() -> Result<i32>, report: impl FnOnce(i32, &str)) -> i32 {
    let (code, text) = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => (error.code.0, error.message),
        Err(payload) => (sys::OAR_E_PLUGIN_FAULT, words(payload)),
    };
    let _ = catch_unwind(AssertUnwindSafe(|| report(code, &text)));
    code
}

/// # Safety
/// `raw` is an instance of `T` that `make` made and that was not destroyed.
unsafe fn call<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    body: impl FnOnce(&T, &Context<'_>) -> Result<()>,
) -> i32 {
    let instance = &*raw.cast::<Instance<T>>();
    let context = Context::new(&instance.api, ctx);
    barrier(
        || body(&instance.controller, &context).map(|()| sys::OAR_OK),
        |code, text| context.set_error(Code(code), text),
    )
}

/// Makes one instance.
///
/// # Safety
/// The arguments of the factory's `create`.
pub unsafe fn make<T: Controller>(
    api: *const sys::oar_host_api,
    host: sys::oar_host,
    out: *mut sys::oar_created,
) -> i32 {
    (*out).instance = std::ptr::null_mut();
    (*out).plugin = std::ptr::null();
    barrier(
        || {
            let instance = Box::new(Instance {
                api: Arc::new(Api::new(api, host)),
                connected: false,
                controller: T::default(),
            });
            (*out).plugin = Tables::<T>::PLUGIN;
            (*out).instance = Box::into_raw(instance).cast();
            Ok(sys::OAR_OK)
        },
        |_, text| write_text(&mut (*out).message, text),
    )
}

/// `create` for a controller that the plugin does not have.
///
/// # Safety
/// The arguments of the factory's `create`.
pub unsafe fn refuse_unknown(id: sys::oar_view, out: *mut sys::oar_created) -> i32 {
    (*out).instance = std::ptr::null_mut();
    (*out).plugin = std::ptr::null();
    write_text(&mut (*out).message, &format!("no controller {}", from_view(id)));
    sys::OAR_E_NOT_FOUND
}

pub struct Tables<T>(PhantomData<T>);

impl<T: Controller> Tables<T> {
    const PLUGIN: &'static sys::oar_plugin_api = &sys::oar_plugin_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_api>() as u32,
        flags: 0,
        get_extension: Some(get_extension::<T>),
        configure: Some(configure::<T>),
        declare: Some(declare::<T>),
        activate: Some(activate::<T>),
        reconcile: Some(reconcile::<T>),
        drain: Some(drain::<T>),
        deactivate: Some(deactivate::<T>),
        destroy: Some(destroy::<T>),
    };
    const MAP: &'static sys::oar_plugin_map_api = &sys::oar_plugin_map_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_map_api>() as u32,
        flags: 0,
        map: Some(map::<T>),
    };
    const PREDICATE: &'static sys::oar_plugin_predicate_api = &sys::oar_plugin_predicate_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_predicate_api>() as u32,
        flags: 0,
        test: Some(test::<T>),
    };
    const INDEX: &'static sys::oar_plugin_index_api = &sys::oar_plugin_index_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_index_api>() as u32,
        flags: 0,
        index: Some(index::<T>),
    };
    const HEALTH: &'static sys::oar_plugin_health_api = &sys::oar_plugin_health_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_health_api>() as u32,
        flags: 0,
        check: Some(check_health::<T>),
    };
    const STATE: &'static sys::oar_plugin_state_api = &sys::oar_plugin_state_api {
        struct_size: std::mem::size_of::<sys::oar_plugin_state_api>() as u32,
        flags: 0,
        save: Some(save_state::<T>),
        load: Some(load_state::<T>),
    };

    fn find(id: &str) -> Option<*const c_void> {
        let (offer, table): (Offer, *const c_void) = match id {
            sys::OAR_EXT_PLUGIN_MAP => (Offer::Map, (Self::MAP as *const _) as *const c_void),
            sys::OAR_EXT_PLUGIN_PREDICATE => {
                (Offer::Predicate, (Self::PREDICATE as *const _) as *const c_void)
            }
            sys::OAR_EXT_PLUGIN_INDEX => (Offer::Index, (Self::INDEX as *const _) as *const c_void),
            sys::OAR_EXT_PLUGIN_HEALTH => {
                (Offer::Health, (Self::HEALTH as *const _) as *const c_void)
            }
            sys::OAR_EXT_PLUGIN_STATE => (Offer::State, (Self::STATE as *const _) as *const c_void),
            _ => return None,
        };
        T::OFFERS.contains(&offer).then_some(table)
    }
}

unsafe extern "C" fn get_extension<T: Controller>(
    _: *mut sys::oar_instance,
    id: sys::oar_view,
    out: *mut *const c_void,
) -> i32 {
    let table = Tables::<T>::find(from_view(id));
    *out = table.unwrap_or(std::ptr::null());
    if table.is_some() {
        sys::OAR_OK
    } else {
        sys::OAR_E_NOT_FOUND
    }
}

unsafe extern "C" fn configure<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    config: *const sys::oar_config,
    out: *mut sys::oar_config_error,
) -> i32 {
    // Nothing else runs in this instance.
    let instance = &mut *raw.cast::<Instance<T>>();
    let report = |text: &str| {
        if has!(oar_config_error, out, message) {
            write_text(&mut (*out).message, text);
        }
    };
    let answer = barrier(
        || {
            if !instance.connected {
                // Kept objects and forks, which share it, come later.
                if let Some(api) = Arc::get_mut(&mut instance.api) {
                    api.connect();
                }
                instance.connected = true;
            }
            let api = instance.api.clone();
            let context = Context::new(&api, ctx);
            let given = Config {
                root: Object::new(&context, (*config).object).root(),
                json: from_view((*config).json),
                digest: from_view((*config).digest),
                secrets: crate::extensions::secrets(config),
            };
            Ok(match instance.controller.configure(&context, &given)? {
                ConfigAnswer::Applied => sys::OAR_OK,
                ConfigAnswer::NeedsRestart => sys::OAR_NEEDS_RESTART,
                ConfigAnswer::Invalid { path, message } => {
                    if has!(oar_config_error, out, path) {
                        write_text(&mut (*out).path, &path);
                    }
                    report(&message);
                    sys::OAR_E_INVALID
                }
            })
        },
        |_, text| report(text),
    );
    answer
}

unsafe extern "C" fn declare<T: Controller>(
    raw: *mut sys::oar_instance,
    api: *const sys::oar_builder_api,
    builder: sys::oar_builder,
) -> i32 {
    let instance = &*raw.cast::<Instance<T>>();
    let mut declaration = Declaration::new(api, builder);
    let code = barrier(
        || {
            instance.controller.declare(&mut declaration)?;
            Ok(declaration.finish())
        },
        |code, text| Declaration::new(api, builder).set_error(code, text),
    );
    code
}

unsafe extern "C" fn activate<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| controller.activate(ctx))
}

unsafe extern "C" fn drain<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    deadline: sys::oar_mono,
) -> i32 {
    let deadline = Duration::from_nanos(deadline.ns.max(0) as u64);
    call::<T>(raw, ctx, |controller, ctx| controller.drain(ctx, deadline))
}

unsafe extern "C" fn deactivate<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| controller.deactivate(ctx))
}

unsafe extern "C" fn destroy<T: Controller>(raw: *mut sys::oar_instance) -> i32 {
    let instance = raw.cast::<Instance<T>>();
    barrier(
        || {
            drop(Box::from_raw(instance));
            Ok(sys::OAR_OK)
        },
        |_, _| {},
    )
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

unsafe fn say(out: *mut sys::oar_result, reason: &str, message: &str) {
    if has!(oar_result, out, reason) {
        write_text(&mut (*out).reason, reason);
    }
    if has!(oar_result, out, message) {
        write_text(&mut (*out).message, message);
    }
}

unsafe fn fill(out: *mut sys::oar_result, answer: Result<Outcome>) {
    match answer {
        Ok(Outcome::Done) => (*out).outcome = sys::OAR_DONE,
        Ok(Outcome::Requeue) => (*out).outcome = sys::OAR_REQUEUE,
        Ok(Outcome::After { delay, jitter }) => {
            (*out).outcome = sys::OAR_REQUEUE_AFTER;
            (*out).requeue_after_ns = nanoseconds(delay);
            if has!(oar_result, out, requeue_jitter_ns) {
                (*out).requeue_jitter_ns = nanoseconds(jitter);
            }
        }
        Ok(Outcome::Permanent { reason, message }) => {
            (*out).outcome = sys::OAR_ERROR_PERMANENT;
            say(out, &reason, &message);
        }
        Err(error) => {
            (*out).outcome = match error.code {
                Code::CONFLICT => sys::OAR_SKIPPED_CONFLICT,
                Code::INVALID | Code::TOO_LARGE => sys::OAR_ERROR_PERMANENT,
                _ => sys::OAR_ERROR_TRANSIENT,
            };
            say(out, &error.reason, &error.message);
        }
    }
}

unsafe extern "C" fn reconcile<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    key: *const sys::oar_key,
    out: *mut sys::oar_result,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let given = Key {
            kind: (*key).r#type,
            namespace: from_view((*key).ns).to_string(),
            name: from_view((*key).name).to_string(),
            kind_index: (*key).type_index,
        };
        fill(out, controller.reconcile(ctx, &given));
        Ok(())
    })
}

fn sunk(code: i32) -> Result<()> {
    if code < sys::OAR_OK {
        return Err(Error::new(Code(code), format!("the sink answered {code}")));
    }
    Ok(())
}

unsafe extern "C" fn map<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    id: u32,
    subject: *const sys::oar_subject,
    api: *const sys::oar_sink_api,
    sink: sys::oar_sink,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let api = crate::api::copy_table(api);
        let mut into = KeySink { api, sink, code: sys::OAR_OK, call: PhantomData };
        controller.map(ctx, id, &given_subject(ctx, subject), &mut into)?;
        sunk(into.code)
    })
}

unsafe extern "C" fn index<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    id: u32,
    subject: *const sys::oar_subject,
    api: *const sys::oar_sink_api,
    sink: sys::oar_sink,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let api = crate::api::copy_table(api);
        let mut into = ValueSink { api, sink, code: sys::OAR_OK, call: PhantomData };
        controller.index(ctx, id, &given_subject(ctx, subject), &mut into)?;
        sunk(into.code)
    })
}

unsafe fn given_subject<'c>(ctx: &'c Context<'c>, subject: *const sys::oar_subject) -> Subject<'c> {
    Subject {
        kind: (*subject).r#type,
        kind_index: (*subject).type_index,
        object: Object::new(ctx, (*subject).object),
    }
}

unsafe extern "C" fn test<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    id: u32,
    change: *const sys::oar_change,
    out: *mut u8,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let given = Change {
            kind: (*change).r#type,
            kind_index: (*change).type_index,
            change: match (*change).kind {
                sys::OAR_CHANGE_CREATED => ChangeKind::Created,
                sys::OAR_CHANGE_UPDATED => ChangeKind::Updated,
                sys::OAR_CHANGE_DELETED => ChangeKind::Deleted,
                sys::OAR_CHANGE_RESYNC => ChangeKind::Resync,
                _ => ChangeKind::Other,
            },
            object: Object::new(ctx, (*change).object),
            old_object: Object::new(ctx, (*change).old_object),
        };
        *out = u8::from(controller.test(ctx, id, &given)?);
        Ok(())
    })
}

unsafe extern "C" fn check_health<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    out: *mut sys::oar_health,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let health = controller.health(ctx)?;
        (*out).state = health.state as i32;
        if has!(oar_health, out, reason) {
            write_text(&mut (*out).reason, &health.reason);
        }
        if has!(oar_health, out, message) {
            write_text(&mut (*out).message, &health.message);
        }
        Ok(())
    })
}

fn streamed(code: i32) -> Result<()> {
    if code < sys::OAR_OK {
        return Err(Error::new(Code(code), format!("the stream answered {code}")));
    }
    Ok(())
}

unsafe extern "C" fn save_state<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    api: *const sys::oar_stream_api,
    stream: sys::oar_stream,
) -> i32 {
    call::<T>(raw, ctx, |controller, ctx| {
        let to = crate::api::copy_table(api);
        let state = controller.save_state(ctx)?;
        let mut info: sys::oar_state_info = sized();
        info.schema = crate::text::view(&state.schema);
        info.version = state.version;
        streamed(crate::api::call!(to.begin, stream, &info))?;
        let bytes =
            sys::oar_view { ptr: state.bytes.as_ptr().cast(), len: state.bytes.len() as u64 };
        streamed(crate::api::call!(to.write, stream, bytes))
    })
}

unsafe extern "C" fn load_state<T: Controller>(
    raw: *mut sys::oar_instance,
    ctx: sys::oar_ctx,
    info: *const sys::oar_state_info,
    api: *const sys::oar_stream_api,
    stream: sys::oar_stream,
) -> i32 {
    // Nothing else runs in this instance.
    let instance = &mut *raw.cast::<Instance<T>>();
    let shared = instance.api.clone();
    let context = Context::new(&shared, ctx);
    barrier(
        || {
            let from = crate::api::copy_table(api);
            let mut state = State {
                schema: from_view((*info).schema).to_string(),
                version: (*info).version,
                bytes: Vec::new(),
            };
            let mut chunk = [0u8; 4096];
            loop {
                let mut into = sys::oar_text {
                    ptr: chunk.as_mut_ptr().cast(),
                    capacity: chunk.len() as u64,
                    len: 0,
                };
                let code = crate::api::call!(from.read, stream, &mut into);
                streamed(code)?;
                if code != sys::OAR_OK || into.len == 0 {
                    break;
                }
                state.bytes.extend_from_slice(&chunk[..into.len as usize]);
            }
            instance.controller.load_state(&context, state).map(|()| sys::OAR_OK)
        },
        |code, text| context.set_error(Code(code), text),
    )
}

#[cfg(test)]
#[path = "edge_test.rs"]
mod tests;
