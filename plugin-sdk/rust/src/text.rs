//! Text across the boundary: `oar_view` in, `oar_text` out.

use crate::sys;

pub(crate) fn view(text: &str) -> sys::oar_view {
    sys::oar_view { ptr: text.as_ptr().cast(), len: text.len() as u64 }
}

/// What a view points to; empty where it is absent or no UTF-8.
///
/// # Safety
/// The view's bytes live at least as long as `'a`.
pub(crate) unsafe fn from_view<'a>(view: sys::oar_view) -> &'a str {
    if view.ptr.is_null() || view.len == 0 {
        return "";
    }
    let bytes = std::slice::from_raw_parts(view.ptr.cast::<u8>(), view.len as usize);
    std::str::from_utf8(bytes).unwrap_or("")
}

/// Writes as much as there is room for, cut at a character.
///
/// # Safety
/// `out.ptr` is null or has room for `out.capacity` bytes.
pub(crate) unsafe fn write_text(out: &mut sys::oar_text, text: &str) {
    out.len = 0;
    if out.ptr.is_null() {
        return;
    }
    let mut size = text.len().min(out.capacity as usize);
    while !text.is_char_boundary(size) {
        size -= 1;
    }
    std::ptr::copy_nonoverlapping(text.as_ptr(), out.ptr.cast::<u8>(), size);
    out.len = size as u64;
}

/// A struct of the ABI, zeroed and with its size.
///
/// # Safety
/// `T` is a struct of `sys` that begins with `struct_size`; all of them may be zero.
pub(crate) unsafe fn sized<T: Copy>() -> T {
    let mut value: T = std::mem::zeroed();
    std::ptr::addr_of_mut!(value).cast::<u32>().write(std::mem::size_of::<T>() as u32);
    value
}

/// Does `field` end within the struct's `struct_size`?
macro_rules! has {
    ($type:ident, $pointer:expr, $field:ident) => {
        (*$pointer).struct_size as usize
            >= std::mem::offset_of!(crate::sys::$type, $field)
                + crate::text::size_of_field(|s: &crate::sys::$type| std::ptr::addr_of!(s.$field))
    };
}
pub(crate) use has;

pub(crate) fn size_of_field<S, F>(_: fn(&S) -> *const F) -> usize {
    std::mem::size_of::<F>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_text_at_a_character() {
        let mut room = [0u8; 4];
        let mut out = sys::oar_text { ptr: room.as_mut_ptr().cast(), capacity: 4, len: 9 };
        unsafe { write_text(&mut out, "abéé") };
        assert_eq!(&room[..out.len as usize], "abé".as_bytes());
        unsafe { write_text(&mut out, "abcé") };
        assert_eq!(&room[..out.len as usize], b"abc");
        let mut none = sys::oar_text { ptr: std::ptr::null_mut(), capacity: 0, len: 3 };
        unsafe { write_text(&mut none, "x") };
        assert_eq!(none.len, 0);
    }

    #[test]
    fn views_that_are_absent_or_no_text_are_empty() {
        let absent = sys::oar_view { ptr: std::ptr::null(), len: 7 };
        assert_eq!(unsafe { from_view(absent) }, "");
        let bytes = [0xffu8, 0xfe];
        let broken = sys::oar_view { ptr: bytes.as_ptr().cast(), len: 2 };
        assert_eq!(unsafe { from_view(broken) }, "");
        assert_eq!(unsafe { from_view(view("é")) }, "é");
    }

    #[test]
    fn a_field_counts_only_within_the_size() {
        let mut result: sys::oar_result = unsafe { sized() };
        assert!(has!(oar_result, &result, message));
        result.struct_size = 56;
        assert!(!has!(oar_result, &result, message));
        assert!(has!(oar_result, &result, requeue_after_ns));
    }
}
