//! What crosses the edge: panics and errors become codes with words, results are filled in.

use super::*;
use std::sync::Mutex;

#[derive(Default)]
struct Busy;

impl Controller for Busy {
    const ID: &'static str = "busy";
    const OFFERS: &'static [Offer] = &[Offer::Map, Offer::State];
    fn declare(&self, _: &mut Declaration<'_>) -> Result<()> {
        panic!("declare went wrong")
    }
    fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome> {
        match key.name.as_str() {
            "panics" => panic!("at {}", key),
            "odd" => std::panic::panic_any(7),
            "late" => Ok(Outcome::after(Duration::from_secs(3))),
            "conflict" => Err(Error::new(Code::CONFLICT, "changed")),
            "invalid" => Err(Error::invalid("never")),
            // The host has no client: every verb is UNIMPLEMENTED, nothing crashes.
            _ => ctx.client().get(key).map(|_| Outcome::Done),
        }
    }
    fn save_state(&self, _: &Context<'_>) -> Result<State> {
        Ok(State { schema: "busy".into(), version: 2, bytes: vec![7; 10_000] })
    }
    fn load_state(&mut self, _: &Context<'_>, state: State) -> Result<()> {
        if state.bytes == vec![7; 10_000] && state.version == 2 {
            return Ok(());
        }
        Err(Error::invalid("other state"))
    }
}

static SAID: Mutex<String> = Mutex::new(String::new());
static SAVED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

unsafe extern "C" fn set_error(_: sys::oar_ctx, _: i32, message: sys::oar_view) -> i32 {
    *SAID.lock().unwrap() = from_view(message).to_string();
    sys::OAR_OK
}
unsafe extern "C" fn builder_error(_: sys::oar_builder, _: i32, message: sys::oar_view) -> i32 {
    *SAID.lock().unwrap() = from_view(message).to_string();
    sys::OAR_OK
}
unsafe extern "C" fn begin(_: sys::oar_stream, _: *const sys::oar_state_info) -> i32 {
    sys::OAR_OK
}
unsafe extern "C" fn write(_: sys::oar_stream, bytes: sys::oar_view) -> i32 {
    let bytes = std::slice::from_raw_parts(bytes.ptr.cast::<u8>(), bytes.len as usize);
    SAVED.lock().unwrap().extend_from_slice(bytes);
    sys::OAR_OK
}
unsafe extern "C" fn read(_: sys::oar_stream, into: *mut sys::oar_text) -> i32 {
    let mut saved = SAVED.lock().unwrap();
    let size = saved.len().min((*into).capacity as usize).min(999);
    if size == 0 {
        return sys::OAR_END;
    }
    let chunk: Vec<u8> = saved.drain(..size).collect();
    std::ptr::copy_nonoverlapping(chunk.as_ptr(), (*into).ptr.cast(), size);
    (*into).len = size as u64;
    sys::OAR_OK
}

struct Made {
    created: sys::oar_created,
}

impl Made {
    fn new() -> Made {
        unsafe {
            let mut context: sys::oar_context_api = sized();
            context.set_error = Some(set_error);
            let mut api: sys::oar_host_api = sized();
            api.context = &context;
            let mut created: sys::oar_created = sized();
            assert_eq!(make::<Busy>(&api, sys::oar_host { id: 1 }, &mut created), sys::OAR_OK);
            Made { created }
        }
    }
    fn table(&self) -> &sys::oar_plugin_api {
        unsafe { &*self.created.plugin }
    }
    fn reconcile(&self, name: &str) -> (i32, sys::oar_result, String) {
        unsafe {
            let key = Key::new(1, "t", name);
            let mut text = [0u8; 64];
            let mut result: sys::oar_result = sized();
            result.message = sys::oar_text { ptr: text.as_mut_ptr().cast(), capacity: 64, len: 0 };
            let code = self.table().reconcile.unwrap()(
                self.created.instance,
                sys::oar_ctx { id: 7 },
                &key.raw(),
                &mut result,
            );
            let said = String::from_utf8_lossy(&text[..result.message.len as usize]).to_string();
            (code, result, said)
        }
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        unsafe { self.table().destroy.unwrap()(self.created.instance) };
    }
}

// One test: the fake host's words are shared.
#[test]
fn panics_errors_and_results_cross_as_codes_and_words() {
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let made = Made::new();

    assert_eq!(made.reconcile("panics").0, sys::OAR_E_PLUGIN_FAULT);
    assert_eq!(*SAID.lock().unwrap(), "panic: at t/panics");
    assert_eq!(made.reconcile("odd").0, sys::OAR_E_PLUGIN_FAULT);
    assert_eq!(*SAID.lock().unwrap(), "panic of an unknown kind");

    let (code, result, _) = made.reconcile("late");
    assert_eq!((code, result.outcome), (sys::OAR_OK, sys::OAR_REQUEUE_AFTER));
    assert_eq!(result.requeue_after_ns, 3_000_000_000);
    assert_eq!(made.reconcile("conflict").1.outcome, sys::OAR_SKIPPED_CONFLICT);
    assert_eq!(made.reconcile("invalid").1.outcome, sys::OAR_ERROR_PERMANENT);
    assert_eq!(made.reconcile("invalid").2, "never");
    let (_, result, said) = made.reconcile("other");
    assert_eq!(result.outcome, sys::OAR_ERROR_TRANSIENT);
    assert_eq!(said, "status -1");

    unsafe {
        let mut builder: sys::oar_builder_api = sized();
        builder.set_error = Some(builder_error);
        let code = made.table().declare.unwrap()(
            made.created.instance,
            &builder,
            sys::oar_builder { id: 3 },
        );
        assert_eq!(code, sys::OAR_E_PLUGIN_FAULT);
        assert_eq!(*SAID.lock().unwrap(), "panic: declare went wrong");
    }
    std::panic::set_hook(quiet);
}

#[test]
fn only_what_is_offered_is_found() {
    let made = Made::new();
    for (id, offered) in [
        (sys::OAR_EXT_PLUGIN_MAP, true),
        (sys::OAR_EXT_PLUGIN_STATE, true),
        (sys::OAR_EXT_PLUGIN_INDEX, false),
        (sys::OAR_EXT_PLUGIN_PREDICATE, false),
        (sys::OAR_EXT_PLUGIN_HEALTH, false),
        ("oarlock.plugin.nothing/1", false),
    ] {
        let mut table: *const c_void = std::ptr::null();
        let code = unsafe {
            made.table().get_extension.unwrap()(
                made.created.instance,
                crate::text::view(id),
                &mut table,
            )
        };
        assert_eq!(code == sys::OAR_OK, offered, "{id}");
        assert_eq!(table.is_null(), !offered, "{id}");
    }
}

#[test]
fn state_goes_through_streams_of_any_chunk() {
    let made = Made::new();
    unsafe {
        let mut stream: sys::oar_stream_api = sized();
        stream.begin = Some(begin);
        stream.write = Some(write);
        stream.read = Some(read);
        let (ctx, handle) = (sys::oar_ctx { id: 7 }, sys::oar_stream { id: 1 });
        let state = Tables::<Busy>::STATE;
        let self_ = made.created.instance;
        assert_eq!(state.save.unwrap()(self_, ctx, &stream, handle), sys::OAR_OK);
        assert_eq!(SAVED.lock().unwrap().len(), 10_000);
        let mut info: sys::oar_state_info = sized();
        info.version = 2;
        assert_eq!(state.load.unwrap()(self_, ctx, &info, &stream, handle), sys::OAR_OK);
        let code = state.load.unwrap()(self_, ctx, &info, &stream, handle);
        assert_eq!(code, sys::OAR_E_INVALID, "an empty one is refused by this controller");
    }
}
