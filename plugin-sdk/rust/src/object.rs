//! Objects: immutable, leased by the context of the call; lists; and kept ones, which outlive it.

use crate::api::{call, Api};
use crate::context::Context;
use crate::sys;
use crate::text::{from_view, sized, view};
use crate::value::Value;
use std::sync::Arc;

/// One Kubernetes object, ends with the call.
#[derive(Clone, Copy)]
pub struct Object<'c> {
    ctx: &'c Context<'c>,
    obj: sys::oar_obj,
}

/// What every object has, read in one call.
#[derive(Clone, Debug, Default)]
pub struct Meta<'c> {
    pub group: &'c str,
    pub version: &'c str,
    pub kind: &'c str,
    /// Empty: cluster-scoped.
    pub namespace: &'c str,
    pub name: &'c str,
    pub uid: &'c str,
    pub resource_version: &'c str,
    pub generation: i64,
    /// Nanoseconds since 1970; 0: none.
    pub creation_unix_ns: i64,
    /// Not 0: it is being deleted.
    pub deletion_unix_ns: i64,
}

impl<'c> Object<'c> {
    pub(crate) fn new(ctx: &'c Context<'c>, obj: sys::oar_obj) -> Object<'c> {
        Object { ctx, obj }
    }
    pub(crate) fn handle(&self) -> sys::oar_obj {
        self.obj
    }
    /// No object: the former one of a change that has none.
    pub fn is_none(&self) -> bool {
        self.obj.id == 0
    }
    pub fn root(&self) -> Value<'c> {
        let node = sys::oar_node { id: sys::OAR_NODE_ROOT };
        Value::container(self.ctx, self.obj, node, sys::OAR_TYPE_MAP)
    }
    pub fn get(&self, key: &str) -> Value<'c> {
        self.root().get(key)
    }
    /// The first match of a declared path.
    pub fn path(&self, id: u32) -> Value<'c> {
        self.root().path(id)
    }
    pub fn path_all(&self, id: u32) -> Vec<Value<'c>> {
        self.root().path_all(id)
    }
    pub fn json(&self) -> &'c str {
        self.root().json()
    }

    fn raw_meta(&self) -> sys::oar_obj_meta {
        // SAFETY: a struct of sys.
        let mut out: sys::oar_obj_meta = unsafe { sized() };
        if self.obj.id != 0 {
            call!(self.ctx.api().object.meta, self.ctx.raw(), self.obj, &mut out);
        }
        out
    }
    pub fn meta(&self) -> Meta<'c> {
        let raw = self.raw_meta();
        // SAFETY: the views live with the object's lease.
        unsafe {
            Meta {
                group: from_view(raw.group),
                version: from_view(raw.version),
                kind: from_view(raw.kind),
                namespace: from_view(raw.ns),
                name: from_view(raw.name),
                uid: from_view(raw.uid),
                resource_version: from_view(raw.resource_version),
                generation: raw.generation,
                creation_unix_ns: raw.creation_time.unix_ns,
                deletion_unix_ns: raw.deletion_time.unix_ns,
            }
        }
    }
    pub fn name(&self) -> &'c str {
        self.meta().name
    }
    pub fn namespace(&self) -> &'c str {
        self.meta().namespace
    }
    pub fn is_deleting(&self) -> bool {
        self.raw_meta().deletion_time.unix_ns != 0
    }
    pub fn labels(&self) -> Value<'c> {
        Value::container(self.ctx, self.obj, self.raw_meta().labels, sys::OAR_TYPE_MAP)
    }
    pub fn annotations(&self) -> Value<'c> {
        Value::container(self.ctx, self.obj, self.raw_meta().annotations, sys::OAR_TYPE_MAP)
    }
    pub fn owners(&self) -> Value<'c> {
        Value::container(self.ctx, self.obj, self.raw_meta().owners, sys::OAR_TYPE_ARRAY)
    }
    pub fn finalizers(&self) -> Value<'c> {
        Value::container(self.ctx, self.obj, self.raw_meta().finalizers, sys::OAR_TYPE_ARRAY)
    }
    pub fn label(&self, key: &str) -> Option<&'c str> {
        self.labels().get(key).as_str()
    }
    pub fn annotation(&self, key: &str) -> Option<&'c str> {
        self.annotations().get(key).as_str()
    }

    /// A handle that outlives the call; `None` when the host keeps too many.
    pub fn keep(&self) -> Option<KeptObject> {
        let api = self.ctx.shared_api();
        let mut kept = sys::oar_obj { id: 0 };
        let code = call!(api.object.keep, api.host, self.ctx.raw(), self.obj, &mut kept);
        (code == sys::OAR_OK).then(|| KeptObject { api: api.clone(), kept })
    }
}

/// A list lives with its context, or until [`ObjectList::release`].
pub struct ObjectList<'c> {
    ctx: &'c Context<'c>,
    list: sys::oar_list,
    info: sys::oar_list_info,
}

impl<'c> ObjectList<'c> {
    pub(crate) fn new(ctx: &'c Context<'c>, list: sys::oar_list) -> ObjectList<'c> {
        // SAFETY: a struct of sys.
        let mut info: sys::oar_list_info = unsafe { sized() };
        call!(ctx.api().object.list_info, ctx.raw(), list, &mut info);
        ObjectList { ctx, list, info }
    }
    pub fn len(&self) -> usize {
        self.info.count as usize
    }
    pub fn is_empty(&self) -> bool {
        self.info.count == 0
    }
    pub fn get(&self, i: usize) -> Option<Object<'c>> {
        let mut obj = sys::oar_obj { id: 0 };
        let object = &self.ctx.api().object;
        let code = call!(object.list_at, self.ctx.raw(), self.list, i as u64, &mut obj);
        (code == sys::OAR_OK).then(|| Object::new(self.ctx, obj))
    }
    pub fn iter(&self) -> impl Iterator<Item = Object<'c>> + '_ {
        (0..self.len()).filter_map(|i| self.get(i))
    }
    /// Not empty: there is more; pass it on in the query.
    pub fn cursor(&self) -> &'c str {
        // SAFETY: lives with the list's context.
        unsafe { from_view(self.info.cursor) }
    }
    pub fn resource_version(&self) -> &'c str {
        // SAFETY: likewise.
        unsafe { from_view(self.info.resource_version) }
    }
}

/// Holds an object beyond its context. Drop it before the controller goes.
pub struct KeptObject {
    api: Arc<Api>,
    kept: sys::oar_obj,
}

impl KeptObject {
    /// Reads it in the context of another call.
    pub fn read<'c>(&self, ctx: &'c Context<'c>) -> Object<'c>
    where
        Self: 'c,
    {
        Object::new(ctx, self.kept)
    }
}

impl Drop for KeptObject {
    fn drop(&mut self) {
        call!(self.api.object.release, self.api.host, self.kept);
    }
}

pub(crate) fn from_json<'c>(ctx: &'c Context<'c>, json: &str) -> crate::Result<Object<'c>> {
    let mut obj = sys::oar_obj { id: 0 };
    let mut error = sys::oar_error { id: 0 };
    let code = call!(ctx.api().object.from_json, ctx.raw(), view(json), &mut obj, &mut error);
    ctx.check(code, error)?;
    Ok(Object::new(ctx, obj))
}
