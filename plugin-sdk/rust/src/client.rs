//! Reads of the cache and all verbs of the API server.

use crate::api::call;
use crate::context::Context;
use crate::object::{Object, ObjectList};
use crate::status::Result;
use crate::sys;
use crate::text::{from_view, sized, view};

/// One object of one declared type: what a reconcile is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The plugin's own id.
    pub kind: u32,
    /// Empty: cluster-scoped.
    pub namespace: String,
    pub name: String,
    /// Which resolved type of a type set.
    pub kind_index: u32,
}

impl Key {
    pub fn new(kind: u32, namespace: impl Into<String>, name: impl Into<String>) -> Key {
        Key { kind, namespace: namespace.into(), name: name.into(), kind_index: 0 }
    }
    pub(crate) fn raw(&self) -> sys::oar_key {
        // SAFETY: a struct of sys.
        let mut key: sys::oar_key = unsafe { sized() };
        key.r#type = self.kind;
        key.type_index = self.kind_index;
        key.ns = view(&self.namespace);
        key.name = view(&self.name);
        key
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.namespace.is_empty() {
            f.write_str(&self.name)
        } else {
            write!(f, "{}/{}", self.namespace, self.name)
        }
    }
}

/// Which objects of the cache; all conditions hold together.
#[derive(Clone, Copy, Debug, Default)]
pub struct CacheQuery<'a> {
    pub namespace: &'a str,
    pub label_selector: &'a str,
    /// A declared indexer, 0 = none.
    pub index: u32,
    pub index_value: &'a str,
    pub limit: u64,
    pub cursor: &'a str,
    /// Which type of a type set.
    pub kind_index: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VersionMatch {
    #[default]
    Default = sys::OAR_MATCH_DEFAULT as isize,
    NotOlderThan = sys::OAR_MATCH_NOT_OLDER_THAN as isize,
    Exact = sys::OAR_MATCH_EXACT as isize,
}

/// Which objects of the server.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveQuery<'a> {
    pub namespace: &'a str,
    pub label_selector: &'a str,
    pub field_selector: &'a str,
    pub resource_version: &'a str,
    pub version_match: VersionMatch,
    pub limit: u64,
    pub cursor: &'a str,
    /// Which type of a type set.
    pub kind_index: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchKind {
    Json = sys::OAR_PATCH_JSON as isize,
    Merge = sys::OAR_PATCH_MERGE as isize,
    Strategic = sys::OAR_PATCH_STRATEGIC as isize,
    Apply = sys::OAR_PATCH_APPLY as isize,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions<'a> {
    pub subresource: &'a str,
    /// Empty: the plugin's id.
    pub field_manager: &'a str,
    pub field_validation: &'a str,
    pub dry_run: bool,
    /// Apply only.
    pub force: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Propagation {
    #[default]
    Default = sys::OAR_PROPAGATION_DEFAULT as isize,
    Background = sys::OAR_PROPAGATION_BACKGROUND as isize,
    Foreground = sys::OAR_PROPAGATION_FOREGROUND as isize,
    Orphan = sys::OAR_PROPAGATION_ORPHAN as isize,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DeleteOptions<'a> {
    pub propagation: Propagation,
    pub dry_run: bool,
    pub grace_seconds: Option<i64>,
    /// Preconditions; empty: none.
    pub uid: &'a str,
    pub resource_version: &'a str,
}

/// Live verbs block until the answer or the context's deadline; errors carry the server's words.
#[derive(Clone, Copy)]
pub struct Client<'c> {
    ctx: &'c Context<'c>,
}

impl<'c> Client<'c> {
    pub(crate) fn new(ctx: &'c Context<'c>) -> Client<'c> {
        Client { ctx }
    }
    fn api(&self) -> &'c sys::oar_client_api {
        &self.ctx.api().client
    }
    fn one(
        &self,
        call: impl FnOnce(*mut sys::oar_obj, *mut sys::oar_error) -> i32,
    ) -> Result<Object<'c>> {
        let mut obj = sys::oar_obj { id: 0 };
        let mut error = sys::oar_error { id: 0 };
        let code = call(&mut obj, &mut error);
        self.ctx.check(code, error)?;
        Ok(Object::new(self.ctx, obj))
    }
    fn many(
        &self,
        call: impl FnOnce(*mut sys::oar_list, *mut sys::oar_error) -> i32,
    ) -> Result<ObjectList<'c>> {
        let mut list = sys::oar_list { id: 0 };
        let mut error = sys::oar_error { id: 0 };
        let code = call(&mut list, &mut error);
        self.ctx.check(code, error)?;
        Ok(ObjectList::new(self.ctx, list))
    }
    fn nothing(&self, call: impl FnOnce(*mut sys::oar_error) -> i32) -> Result<()> {
        let mut error = sys::oar_error { id: 0 };
        let code = call(&mut error);
        self.ctx.check(code, error)
    }

    /// From the cache.
    pub fn get(&self, key: &Key) -> Result<Object<'c>> {
        let raw = key.raw();
        self.one(|out, err| call!(self.api().get, self.ctx.raw(), &raw, out, err))
    }
    /// From the cache; `None` where there is no such object.
    pub fn find(&self, key: &Key) -> Result<Option<Object<'c>>> {
        match self.get(key) {
            Err(error) if error.is_not_found() => Ok(None),
            other => other.map(Some),
        }
    }
    /// From the cache.
    pub fn list(&self, kind: u32, query: &CacheQuery<'_>) -> Result<ObjectList<'c>> {
        // SAFETY: a struct of sys.
        let mut what: sys::oar_cache_list = unsafe { sized() };
        what.r#type = kind;
        what.type_index = query.kind_index;
        what.ns = view(query.namespace);
        what.label_selector = view(query.label_selector);
        what.index = query.index;
        what.index_value = view(query.index_value);
        what.limit = query.limit;
        what.cursor = view(query.cursor);
        self.many(|out, err| call!(self.api().list, self.ctx.raw(), &what, out, err))
    }
    pub fn get_live(&self, key: &Key, subresource: &str) -> Result<Object<'c>> {
        let raw = key.raw();
        // SAFETY: a struct of sys.
        let mut options: sys::oar_get_options = unsafe { sized() };
        options.subresource = view(subresource);
        self.one(|out, err| call!(self.api().get_live, self.ctx.raw(), &raw, &options, out, err))
    }
    pub fn list_live(&self, kind: u32, query: &LiveQuery<'_>) -> Result<ObjectList<'c>> {
        let what = live_list(kind, query);
        self.many(|out, err| call!(self.api().list_live, self.ctx.raw(), &what, out, err))
    }
    pub fn create(&self, key: &Key, json: &str, o: &WriteOptions<'_>) -> Result<Object<'c>> {
        let (raw, w) = (key.raw(), write_options(o));
        self.one(|out, err| {
            call!(self.api().create, self.ctx.raw(), &raw, view(json), &w, out, err)
        })
    }
    pub fn update(&self, key: &Key, json: &str, o: &WriteOptions<'_>) -> Result<Object<'c>> {
        let (raw, w) = (key.raw(), write_options(o));
        self.one(|out, err| {
            call!(self.api().update, self.ctx.raw(), &raw, view(json), &w, out, err)
        })
    }
    pub fn patch(
        &self,
        key: &Key,
        kind: PatchKind,
        body: &str,
        o: &WriteOptions<'_>,
    ) -> Result<Object<'c>> {
        let (raw, w) = (key.raw(), write_options(o));
        self.one(|out, err| {
            let kind = kind as i32;
            call!(self.api().patch, self.ctx.raw(), &raw, kind, view(body), &w, out, err)
        })
    }
    pub fn delete(&self, key: &Key, options: &DeleteOptions<'_>) -> Result<()> {
        let (raw, o) = (key.raw(), delete_options(options));
        self.nothing(|err| call!(self.api().delete_object, self.ctx.raw(), &raw, &o, err))
    }
    pub fn delete_collection(
        &self,
        kind: u32,
        query: &LiveQuery<'_>,
        options: &DeleteOptions<'_>,
    ) -> Result<()> {
        let (what, o) = (live_list(kind, query), delete_options(options));
        self.nothing(|err| call!(self.api().delete_collection, self.ctx.raw(), &what, &o, err))
    }
}

/// What a declared type, or one of a type set, is on this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeInfo {
    pub kind_index: u32,
    pub group: String,
    pub version: String,
    pub kind: String,
    pub resource: String,
    /// The server serves it now.
    pub available: bool,
    /// The cache has its first list.
    pub synced: bool,
    pub namespaced: bool,
}

impl Client<'_> {
    /// `None`: it is none of the set, or not declared.
    pub fn find_type(&self, kind: u32, kind_index: u32) -> Option<TypeInfo> {
        self.type_by(|out| call!(self.api().type_info, self.ctx.raw(), kind, kind_index, out))
    }
    /// All that a set has or had; one for a type that is no set.
    pub fn types_of(&self, kind: u32) -> Vec<TypeInfo> {
        let at = |i| self.type_by(|out| call!(self.api().type_at, self.ctx.raw(), kind, i, out));
        (0u64..).map_while(at).collect()
    }
    fn type_by(&self, ask: impl FnOnce(*mut sys::oar_type_info) -> i32) -> Option<TypeInfo> {
        // SAFETY: a struct of sys.
        let mut info: sys::oar_type_info = unsafe { sized() };
        if ask(&mut info) != sys::OAR_OK {
            return None;
        }
        // SAFETY: the views live as long as the context.
        let text = |view| unsafe { from_view(view) }.to_string();
        Some(TypeInfo {
            kind_index: info.type_index,
            group: text(info.group),
            version: text(info.version),
            kind: text(info.kind),
            resource: text(info.resource),
            available: info.available != 0,
            synced: info.synced != 0,
            namespaced: info.namespaced != 0,
        })
    }
}

fn live_list(kind: u32, query: &LiveQuery<'_>) -> sys::oar_live_list {
    // SAFETY: a struct of sys.
    let mut what: sys::oar_live_list = unsafe { sized() };
    what.r#type = kind;
    what.type_index = query.kind_index;
    what.ns = view(query.namespace);
    what.label_selector = view(query.label_selector);
    what.field_selector = view(query.field_selector);
    what.resource_version = view(query.resource_version);
    what.version_match = query.version_match as i32;
    what.limit = query.limit;
    what.cursor = view(query.cursor);
    what
}

fn write_options(o: &WriteOptions<'_>) -> sys::oar_write_options {
    // SAFETY: a struct of sys.
    let mut w: sys::oar_write_options = unsafe { sized() };
    w.subresource = view(o.subresource);
    w.field_manager = view(o.field_manager);
    w.field_validation = view(o.field_validation);
    w.dry_run = u8::from(o.dry_run);
    w.force = u8::from(o.force);
    w
}

fn delete_options(options: &DeleteOptions<'_>) -> sys::oar_delete_options {
    // SAFETY: a struct of sys.
    let mut o: sys::oar_delete_options = unsafe { sized() };
    o.propagation = options.propagation as i32;
    o.dry_run = u8::from(options.dry_run);
    o.has_grace = u8::from(options.grace_seconds.is_some());
    o.grace_seconds = options.grace_seconds.unwrap_or(0);
    o.uid = view(options.uid);
    o.resource_version = view(options.resource_version);
    o
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Api;
    use std::sync::Arc;

    unsafe extern "C" fn type_at(
        _: sys::oar_ctx,
        kind: u32,
        position: u64,
        out: *mut sys::oar_type_info,
    ) -> i32 {
        let kinds = ["ConfigMap", "Node"];
        if kind != 5 || position as usize >= kinds.len() {
            return sys::OAR_END;
        }
        (*out).kind = view(kinds[position as usize]);
        (*out).type_index = 40 + position as u32;
        (*out).namespaced = u8::from(position == 0);
        sys::OAR_OK
    }

    #[test]
    fn types_of_a_set_come_one_by_one() {
        // SAFETY: no table at all is a host that offers nothing.
        let mut api = unsafe { Api::new(std::ptr::null(), sys::oar_host { id: 1 }) };
        api.client.type_at = Some(type_at);
        let api = Arc::new(api);
        let ctx = Context::new(&api, sys::oar_ctx { id: 7 });
        let found = ctx.client().types_of(5);
        let kinds: Vec<_> = found.iter().map(|t| (t.kind.as_str(), t.namespaced)).collect();
        assert_eq!(kinds, [("ConfigMap", true), ("Node", false)]);
        assert_eq!(found[1].kind_index, 41);
        assert!(ctx.client().types_of(6).is_empty());
        assert_eq!(ctx.client().find_type(5, 40), None, "not offered by this host");
    }
}
