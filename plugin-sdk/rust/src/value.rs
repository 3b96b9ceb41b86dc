//! Values: views of one JSON value of an object.

use crate::api::call;
use crate::context::Context;
use crate::sys;
use crate::text::{from_view, view};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    Missing,
    Null,
    Bool,
    Int,
    Uint,
    Float,
    /// A number that none of the others can stand for.
    NumberText,
    String,
    Array,
    Map,
    /// Of a newer host.
    Other,
}

/// Cheap to copy, owns nothing. A value that is not there is missing, and so is all that is read
/// through it: `object.get("spec").get("replicas").as_i64()` needs no checks.
#[derive(Clone, Copy)]
pub struct Value<'c> {
    ctx: &'c Context<'c>,
    obj: sys::oar_obj,
    raw: sys::oar_value,
}

impl<'c> Value<'c> {
    pub(crate) fn new(ctx: &'c Context<'c>, obj: sys::oar_obj, raw: sys::oar_value) -> Value<'c> {
        Value { ctx, obj, raw }
    }
    pub(crate) fn container(
        ctx: &'c Context<'c>,
        obj: sys::oar_obj,
        node: sys::oar_node,
        kind: i32,
    ) -> Value<'c> {
        let mut raw = empty();
        if node.id != sys::OAR_NODE_NONE && obj.id != 0 {
            raw.r#type = kind;
            raw.node = node;
        }
        Value::new(ctx, obj, raw)
    }

    pub fn kind(&self) -> ValueType {
        match self.raw.r#type {
            sys::OAR_TYPE_MISSING => ValueType::Missing,
            sys::OAR_TYPE_NULL => ValueType::Null,
            sys::OAR_TYPE_BOOL => ValueType::Bool,
            sys::OAR_TYPE_I64 => ValueType::Int,
            sys::OAR_TYPE_U64 => ValueType::Uint,
            sys::OAR_TYPE_F64 => ValueType::Float,
            sys::OAR_TYPE_NUMBER_TEXT => ValueType::NumberText,
            sys::OAR_TYPE_STRING => ValueType::String,
            sys::OAR_TYPE_ARRAY => ValueType::Array,
            sys::OAR_TYPE_MAP => ValueType::Map,
            _ => ValueType::Other,
        }
    }
    pub fn exists(&self) -> bool {
        self.kind() != ValueType::Missing
    }
    fn is_container(&self) -> bool {
        matches!(self.kind(), ValueType::Array | ValueType::Map)
    }

    pub fn as_str(&self) -> Option<&'c str> {
        // SAFETY: the text lives with the object's lease, which ends after 'c.
        (self.kind() == ValueType::String).then(|| unsafe { from_view(self.raw.text) })
    }
    pub fn as_bool(&self) -> Option<bool> {
        // SAFETY: the type says which member holds.
        (self.kind() == ValueType::Bool).then_some(unsafe { self.raw.r#as.i64 } != 0)
    }
    pub fn as_i64(&self) -> Option<i64> {
        // SAFETY: likewise.
        (self.kind() == ValueType::Int).then_some(unsafe { self.raw.r#as.i64 })
    }
    /// Any number that a double can stand for.
    pub fn as_f64(&self) -> Option<f64> {
        // SAFETY: likewise.
        unsafe {
            match self.kind() {
                ValueType::Float => Some(self.raw.r#as.f64),
                ValueType::Int => Some(self.raw.r#as.i64 as f64),
                ValueType::Uint => Some(self.raw.r#as.u64 as f64),
                _ => None,
            }
        }
    }
    /// Digits of any number, as written.
    pub fn number_text(&self) -> Option<&'c str> {
        let number = (sys::OAR_TYPE_I64..=sys::OAR_TYPE_NUMBER_TEXT).contains(&self.raw.r#type);
        // SAFETY: the text lives with the object's lease.
        number.then(|| unsafe { from_view(self.raw.text) })
    }

    /// Elements or members; 0 for anything else.
    pub fn len(&self) -> usize {
        let mut count = 0;
        if !self.is_container() {
            return 0;
        }
        let api = self.ctx.api();
        let code = call!(api.object.len, self.ctx.raw(), self.obj, self.raw.node, &mut count);
        if code == sys::OAR_OK {
            count as usize
        } else {
            0
        }
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// A member of a map.
    pub fn get(&self, key: &str) -> Value<'c> {
        let mut out = empty();
        if self.kind() == ValueType::Map {
            let object = &self.ctx.api().object;
            call!(object.member, self.ctx.raw(), self.obj, self.raw.node, view(key), &mut out);
        }
        Value::new(self.ctx, self.obj, out)
    }
    /// An element, or the value of a member.
    pub fn at(&self, i: usize) -> Value<'c> {
        let mut out = empty();
        if self.is_container() {
            let object = &self.ctx.api().object;
            call!(object.at, self.ctx.raw(), self.obj, self.raw.node, i as u64, &mut out);
        }
        Value::new(self.ctx, self.obj, out)
    }
    /// The first match of a declared path below this value.
    pub fn path(&self, id: u32) -> Value<'c> {
        let mut out = empty();
        if self.exists() {
            let object = &self.ctx.api().object;
            call!(object.get, self.ctx.raw(), self.obj, self.raw.node, id, &mut out);
        }
        Value::new(self.ctx, self.obj, out)
    }
    /// Each match of a declared path, in order.
    pub fn path_all(&self, id: u32) -> Vec<Value<'c>> {
        let mut found = Vec::new();
        let mut batch = [empty(); 32];
        while self.exists() {
            let (mut count, mut total) = (0, 0);
            let object = &self.ctx.api().object;
            let code = call!(
                object.get_all,
                self.ctx.raw(),
                self.obj,
                self.raw.node,
                id,
                found.len() as u64,
                batch.as_mut_ptr(),
                batch.len() as u64,
                &mut count,
                &mut total,
            );
            if code != sys::OAR_OK || count == 0 {
                break;
            }
            for raw in batch.iter().take(count as usize) {
                found.push(Value::new(self.ctx, self.obj, *raw));
            }
            if found.len() as u64 >= total {
                break;
            }
        }
        found
    }
    /// Members of a map with their keys, or elements of an array with empty ones.
    pub fn members(&self) -> Members<'c> {
        // SAFETY: a frozen struct of numbers.
        let mut iter: sys::oar_iter = unsafe { std::mem::zeroed() };
        let object = &self.ctx.api().object;
        let begun = self.is_container()
            && call!(object.iter_begin, self.ctx.raw(), self.obj, self.raw.node, &mut iter)
                == sys::OAR_OK;
        Members { container: *self, iter, done: !begun }
    }
    /// JSON text.
    pub fn json(&self) -> &'c str {
        let mut out = sys::oar_view { ptr: std::ptr::null(), len: 0 };
        if self.exists() {
            let object = &self.ctx.api().object;
            call!(object.json, self.ctx.raw(), self.obj, self.raw.node, &mut out);
        }
        // SAFETY: lives with the object's lease.
        unsafe { from_view(out) }
    }
}

fn empty() -> sys::oar_value {
    // SAFETY: a frozen struct of numbers and pointers; zero is "missing".
    unsafe { std::mem::zeroed() }
}

pub struct Members<'c> {
    container: Value<'c>,
    iter: sys::oar_iter,
    done: bool,
}

impl<'c> Iterator for Members<'c> {
    type Item = (&'c str, Value<'c>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let ctx = self.container.ctx;
        let mut key = sys::oar_view { ptr: std::ptr::null(), len: 0 };
        let mut value = empty();
        let object = &ctx.api().object;
        let code = call!(object.iter_next, ctx.raw(), &mut self.iter, &mut key, &mut value);
        self.done = code != sys::OAR_OK;
        // SAFETY: the key lives with the object's lease.
        (!self.done)
            .then(|| (unsafe { from_view(key) }, Value::new(ctx, self.container.obj, value)))
    }
}
