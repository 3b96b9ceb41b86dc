//! Structured log records: a message and named values.

use crate::sys;
use crate::text::{sized, view};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Trace = sys::OAR_LOG_TRACE as isize,
    Debug = sys::OAR_LOG_DEBUG as isize,
    Info = sys::OAR_LOG_INFO as isize,
    Warning = sys::OAR_LOG_WARNING as isize,
    Error = sys::OAR_LOG_ERROR as isize,
}

/// A value of a log record: made from texts, numbers and booleans with `.into()`.
#[derive(Clone, Copy, Debug)]
pub enum LogValue<'a> {
    Text(&'a str),
    Int(i64),
    Float(f64),
    Bool(bool),
}

impl<'a> From<&'a str> for LogValue<'a> {
    fn from(text: &'a str) -> Self {
        LogValue::Text(text)
    }
}
impl<'a> From<&'a String> for LogValue<'a> {
    fn from(text: &'a String) -> Self {
        LogValue::Text(text)
    }
}
impl From<i64> for LogValue<'_> {
    fn from(number: i64) -> Self {
        LogValue::Int(number)
    }
}
impl From<usize> for LogValue<'_> {
    fn from(number: usize) -> Self {
        LogValue::Int(number as i64)
    }
}
impl From<f64> for LogValue<'_> {
    fn from(number: f64) -> Self {
        LogValue::Float(number)
    }
}
impl From<bool> for LogValue<'_> {
    fn from(value: bool) -> Self {
        LogValue::Bool(value)
    }
}

fn abi_field(key: &str, value: LogValue<'_>) -> sys::oar_field {
    // SAFETY: a frozen struct of numbers and pointers.
    let mut field: sys::oar_field = unsafe { std::mem::zeroed() };
    field.key = view(key);
    match value {
        LogValue::Text(text) => {
            field.value.r#type = sys::OAR_TYPE_STRING;
            field.value.text = view(text);
        }
        LogValue::Int(number) => {
            field.value.r#type = sys::OAR_TYPE_I64;
            field.value.r#as = sys::oar_scalar { i64: number };
        }
        LogValue::Float(number) => {
            field.value.r#type = sys::OAR_TYPE_F64;
            field.value.r#as = sys::oar_scalar { f64: number };
        }
        LogValue::Bool(value) => {
            field.value.r#type = sys::OAR_TYPE_BOOL;
            field.value.r#as = sys::oar_scalar { i64: i64::from(value) };
        }
    }
    field
}

pub(crate) fn write(
    api: &crate::api::Api,
    ctx: sys::oar_ctx,
    level: Level,
    message: &str,
    fields: &[(&str, LogValue<'_>)],
) {
    let fields: Vec<sys::oar_field> = fields.iter().map(|(k, v)| abi_field(k, *v)).collect();
    // SAFETY: a struct of sys.
    let mut record: sys::oar_log_record = unsafe { sized() };
    record.level = level as i32;
    record.message = view(message);
    record.fields = fields.as_ptr();
    record.fields_count = fields.len() as u64;
    let _ = crate::api::call!(api.core.log, api.host, ctx, &record);
}
