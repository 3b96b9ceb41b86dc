//! The host's tables as full-size copies: what an older host does not offer is `None`, and a call
//! of it answers `OAR_E_UNIMPLEMENTED`.

use crate::sys;
use crate::text::{from_view, view};

/// Calls a function of a table.
macro_rules! call {
    ($function:expr $(, $argument:expr)* $(,)?) => {
        match $function {
            // SAFETY: the host's promise for each function of its tables.
            Some(function) => unsafe { function($($argument),*) },
            None => crate::sys::OAR_E_UNIMPLEMENTED,
        }
    };
}
pub(crate) use call;

/// The fields that the other side's `struct_size` covers, zero for the rest.
///
/// # Safety
/// `from` is null or points to a table of that kind.
pub(crate) unsafe fn copy_table<T: Copy>(from: *const T) -> T {
    let mut to: T = crate::text::sized();
    if !from.is_null() {
        let theirs = from.cast::<u32>().read() as usize;
        // Behind the prefix a table has pointers only: one that is cut is not there.
        let size = theirs.min(std::mem::size_of::<T>()) / 8 * 8;
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), std::ptr::addr_of_mut!(to).cast(), size);
    }
    to
}

pub(crate) struct Api {
    pub host: sys::oar_host,
    pub core: sys::oar_host_api,
    pub clock: sys::oar_clock_api,
    pub context: sys::oar_context_api,
    pub object: sys::oar_object_api,
    pub client: sys::oar_client_api,
    pub events: sys::oar_events_api,
    pub metrics: sys::oar_metrics_api,
    pub timers: sys::oar_timers_api,
    pub leader: sys::oar_leader_api,
    pub quantity: sys::oar_quantity_api,
}

// SAFETY: functions of the host may be called from each thread of the generation; the pointers in
// `core` lead to tables that never change from create to destroy.
unsafe impl Send for Api {}
unsafe impl Sync for Api {}

impl Api {
    /// # Safety
    /// Both are what the host gave to `create`.
    pub unsafe fn new(api: *const sys::oar_host_api, host: sys::oar_host) -> Api {
        let core = copy_table(api);
        Api {
            host,
            core,
            clock: copy_table(core.clock),
            context: copy_table(core.context),
            object: copy_table(core.object),
            client: copy_table(std::ptr::null()),
            events: copy_table(std::ptr::null()),
            metrics: copy_table(std::ptr::null()),
            timers: copy_table(std::ptr::null()),
            leader: copy_table(std::ptr::null()),
            quantity: copy_table(std::ptr::null()),
        }
    }

    /// Asks for the extensions; from `configure` on.
    pub fn connect(&mut self) {
        // SAFETY: the ids name tables of these types.
        unsafe {
            self.client = copy_table(self.extension(sys::OAR_EXT_CLIENT).cast());
            self.events = copy_table(self.extension(sys::OAR_EXT_EVENTS).cast());
            self.metrics = copy_table(self.extension(sys::OAR_EXT_METRICS).cast());
            self.timers = copy_table(self.extension(sys::OAR_EXT_TIMERS).cast());
            self.leader = copy_table(self.extension(sys::OAR_EXT_LEADER).cast());
            self.quantity = copy_table(self.extension(sys::OAR_EXT_QUANTITY).cast());
        }
    }

    fn extension(&self, id: &str) -> *const std::os::raw::c_void {
        let mut table = std::ptr::null();
        let code = call!(self.core.get_extension, self.host, view(id), &mut table);
        if code == sys::OAR_OK {
            table
        } else {
            std::ptr::null()
        }
    }

    /// "NOT_FOUND"
    pub fn status_name(&self, code: i32) -> String {
        let mut name = sys::oar_view { ptr: std::ptr::null(), len: 0 };
        let known = call!(self.core.status_name, self.host, code, &mut name) == sys::OAR_OK;
        // SAFETY: lives as long as the plugin.
        let name = unsafe { from_view(name) };
        if known && !name.is_empty() {
            name.to_string()
        } else {
            format!("status {code}")
        }
    }
}
