//! [`plugin!`]: makes a library of controllers a plugin: note, descriptor, factory and entry.

use crate::sys;
use crate::text::{has, write_text};
use std::os::raw::c_char;

/// Once per library. `schema` is the structural schema of the configuration as JSON; without it the
/// plugin takes none. All texts are constants.
///
/// ```ignore
/// plugin! {
///     id: "dev.example.hello",
///     version: "1.0.0",
///     schema: include_str!("schema.json"),
///     controllers: [Hello, Goodbye],
/// }
/// ```
#[macro_export]
macro_rules! plugin {
    (id: $id:expr, version: $version:expr, schema: $schema:expr,
     controllers: [$($controller:ty),+ $(,)?] $(,)?) => {
        #[used]
        #[link_section = ".oarlock.schema"]
        static OARLOCK_SCHEMA: [u8; $schema.len()] = $crate::detail::bytes($schema);
        $crate::plugin! { @common $id, $version, $crate::detail::view_of($schema),
            $($controller),+ }
    };
    (id: $id:expr, version: $version:expr,
     controllers: [$($controller:ty),+ $(,)?] $(,)?) => {
        $crate::plugin! { @common $id, $version,
            $crate::sys::oar_view { ptr: std::ptr::null(), len: 0 }, $($controller),+ }
    };
    (@common $id:expr, $version:expr, $schema:expr, $($controller:ty),+) => {
        #[used]
        #[link_section = ".note.oarlock"]
        static OARLOCK_NOTE: $crate::sys::oar_note_elf = $crate::sys::oar_note_elf {
            name_size: 8,
            desc_size: std::mem::size_of::<$crate::sys::oar_note>() as u32,
            r#type: $crate::sys::OAR_NOTE_TYPE,
            name: $crate::detail::chars($crate::sys::OAR_NOTE_OWNER),
            desc: $crate::sys::oar_note {
                layout: $crate::sys::OAR_NOTE_LAYOUT,
                abi_major: $crate::sys::OAR_ABI_MAJOR,
                abi_minor: $crate::sys::OAR_ABI_MINOR,
                host_minor_min: $crate::sys::OAR_HOST_MINOR_MIN as u32,
                flags_must: 0,
                flags_may: $crate::sys::OAR_NOTE_RELOAD_SAFE | $crate::sys::OAR_NOTE_NO_THREADS,
                reserved: [0; 2],
                plugin_id: $crate::detail::chars($id),
                plugin_version: $crate::detail::chars($version),
                sdk_language: $crate::detail::chars("rust"),
                sdk_version: $crate::detail::chars("0.1.0"),
            },
        };

        static OARLOCK_CONTROLLERS: $crate::detail::Static<
            [$crate::sys::oar_controller_info; [$(<$controller as $crate::Controller>::ID),+].len()]
        > = $crate::detail::Static([$($crate::detail::controller_info::<$controller>()),+]);

        static OARLOCK_DESCRIPTOR: $crate::detail::Static<$crate::sys::oar_descriptor> =
            $crate::detail::Static($crate::detail::descriptor(
                $id,
                $version,
                $schema,
                &OARLOCK_CONTROLLERS.0,
                &[$(<$controller as $crate::Controller>::STATE_SCHEMA),+],
            ));

        unsafe extern "C" fn oarlock_create(
            api: *const $crate::sys::oar_host_api,
            host: $crate::sys::oar_host,
            args: *const $crate::sys::oar_create_args,
            out: *mut $crate::sys::oar_created,
        ) -> i32 {
            let id = (*args).controller_id;
            let wanted = std::slice::from_raw_parts(id.ptr.cast::<u8>(), id.len as usize);
            $(
                if wanted == <$controller as $crate::Controller>::ID.as_bytes() {
                    return $crate::detail::make::<$controller>(api, host, out);
                }
            )+
            $crate::detail::refuse_unknown(id, out)
        }

        static OARLOCK_FACTORY: $crate::sys::oar_factory = $crate::sys::oar_factory {
            struct_size: std::mem::size_of::<$crate::sys::oar_factory>() as u32,
            flags: 0,
            create: Some(oarlock_create),
        };

        /// # Safety
        /// Called by a host, as the ABI says.
        #[no_mangle]
        pub unsafe extern "C" fn oar_entry_v1(
            host: *const $crate::sys::oar_host_hello,
            out: *mut $crate::sys::oar_plugin_hello,
        ) -> i32 {
            $crate::detail::entry(host, out, &OARLOCK_DESCRIPTOR.0, &OARLOCK_FACTORY)
        }
    };
}

/// Constants with pointers into the image, which never change.
#[repr(transparent)]
pub struct Static<T>(pub T);
// SAFETY: read only.
unsafe impl<T> Sync for Static<T> {}

/// Padded with NUL bytes, at least one.
pub const fn chars<const N: usize>(text: &str) -> [c_char; N] {
    let bytes = text.as_bytes();
    assert!(bytes.len() < N, "a text of the note is too long");
    let mut out = [0 as c_char; N];
    let mut i = 0;
    while i < bytes.len() {
        out[i] = bytes[i] as c_char;
        i += 1;
    }
    out
}

pub const fn bytes<const N: usize>(text: &str) -> [u8; N] {
    let from = text.as_bytes();
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = from[i];
        i += 1;
    }
    out
}

pub const fn view_of(text: &'static str) -> sys::oar_view {
    sys::oar_view { ptr: text.as_ptr().cast(), len: text.len() as u64 }
}

const ABSENT: sys::oar_view = sys::oar_view { ptr: std::ptr::null(), len: 0 };

pub const fn controller_info<T: crate::Controller>() -> sys::oar_controller_info {
    sys::oar_controller_info {
        struct_size: std::mem::size_of::<sys::oar_controller_info>() as u32,
        flags: 0,
        id: view_of(T::ID),
        description: view_of(T::DESCRIPTION),
    }
}

pub const fn descriptor(
    id: &'static str,
    version: &'static str,
    schema: sys::oar_view,
    controllers: &'static [sys::oar_controller_info],
    states: &[&'static str],
) -> sys::oar_descriptor {
    let mut state_writes = ABSENT;
    let mut i = states.len();
    while i > 0 {
        i -= 1;
        if !states[i].is_empty() {
            state_writes = view_of(states[i]);
        }
    }
    sys::oar_descriptor {
        struct_size: std::mem::size_of::<sys::oar_descriptor>() as u32,
        flags: 0,
        id: view_of(id),
        name: view_of(id),
        version: view_of(version),
        description: ABSENT,
        license: ABSENT,
        controllers: controllers.as_ptr(),
        controllers_count: controllers.len() as u64,
        controllers_stride: std::mem::size_of::<sys::oar_controller_info>() as u64,
        config_schema: schema,
        state_reads: std::ptr::null(),
        state_reads_count: 0,
        state_writes,
        own_threads: 0,
        reserved: 0,
    }
}

/// # Safety
/// The arguments of `oar_entry_v1`.
pub unsafe fn entry(
    host: *const sys::oar_host_hello,
    out: *mut sys::oar_plugin_hello,
    descriptor: &'static sys::oar_descriptor,
    factory: &'static sys::oar_factory,
) -> i32 {
    // Less than what the first minor had is no hello.
    if !has!(oar_host_hello, host, features_may) || !has!(oar_plugin_hello, out, message) {
        return sys::OAR_E_INVALID;
    }
    (*out).descriptor = std::ptr::null();
    (*out).factory = std::ptr::null();
    (*out).abi_minor = 0;
    (*out).abi_minor_min = sys::OAR_HOST_MINOR_MIN as u32;
    let newest = sys::OAR_ABI_MINOR;
    let why = if (*host).abi_major != sys::OAR_ABI_MAJOR {
        "the host speaks another ABI major"
    } else if (*host).features_must != 0 {
        "the host asks for features this plugin does not know"
    } else if (*host).abi_minor_max < sys::OAR_HOST_MINOR_MIN as u32 {
        "the host's ABI minor is too old"
    } else if (*host).abi_minor_min > newest {
        "the plugin's ABI minor is too old for the host"
    } else {
        (*out).abi_minor = (*host).abi_minor_max.min(newest);
        (*out).descriptor = descriptor;
        (*out).factory = factory;
        return sys::OAR_OK;
    };
    write_text(&mut (*out).message, why);
    sys::OAR_E_UNIMPLEMENTED
}
