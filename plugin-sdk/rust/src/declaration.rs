//! Declarations: what a controller watches, indexes, reads and writes, as pure data.

use crate::api::{call, copy_table};
use crate::sys;
use crate::text::{sized, view};
use std::time::Duration;

/// Takes the statements of one `declare`. Ids are the plugin's own, not 0; the host checks all at
/// the end, so order does not matter.
pub struct Declaration<'d> {
    api: sys::oar_builder_api,
    builder: sys::oar_builder,
    code: i32,
    controller: sys::oar_controller_decl,
    primaries: Vec<(sys::oar_primary_decl, Vec<u32>)>,
    _call: std::marker::PhantomData<&'d ()>,
}

/// When a change matters.
pub enum PredicateOn<'a> {
    /// (uid, generation) changed, or deletion began.
    GenerationChanged,
    LabelsMatch(&'a str),
    /// Ids of paths: a value at one of them changed.
    PathsChanged(&'a [u32]),
    /// `sys::OAR_CHANGE_BIT_*`
    ChangeIs(u32),
    /// Empty: the plugin's own field manager.
    NotByManager(&'a str),
    AllOf(&'a [u32]),
    AnyOf(&'a [u32]),
    Not(u32),
    /// `Controller::test` is called with the id; offer `Offer::Predicate`.
    Callback,
}

/// From a watched object to keys.
pub enum MapperBy<'a> {
    SameName,
    Label(&'a str),
    Annotation(&'a str),
    /// Id of a path and a template ("{namespace}/{value}"; empty: "{value}").
    Path(u32, &'a str),
    Owner {
        any: bool,
    },
    /// Id of an indexer of the target and a template of the value to look up.
    Index(u32, &'a str),
    /// `Controller::map` is called with the id; offer `Offer::Map`.
    Callback,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter = sys::OAR_METRIC_COUNTER as isize,
    Gauge = sys::OAR_METRIC_GAUGE as isize,
    Histogram = sys::OAR_METRIC_HISTOGRAM as isize,
}

/// Types that a selector finds in what the server serves; empty lists: all.
#[derive(Clone, Debug, Default)]
pub struct TypeSet<'a> {
    pub groups: &'a [&'a str],
    /// "Kind" in every group, or "Kind.group".
    pub kinds: &'a [&'a str],
    pub exclude: &'a [&'a str],
    /// That each has to offer, besides list and watch.
    pub verbs: &'a [&'a str],
    pub namespaces: &'a [&'a str],
    pub labels: &'a str,
    /// `sys::OAR_SCOPE_*`
    pub scope: i32,
    pub metadata: bool,
    pub uncached: bool,
}

fn views(texts: &[&str]) -> Vec<sys::oar_view> {
    texts.iter().map(|text| view(text)).collect()
}

/// The strings at some paths; several parts make a composite.
#[derive(Clone, Debug, Default)]
pub struct IndexPart<'a> {
    pub paths: &'a [u32],
    pub split: &'a str,
    pub strip_prefix: &'a str,
    pub lower_case: bool,
}

impl<'d> Declaration<'d> {
    /// # Safety
    /// Both are what the host gave to `declare`.
    pub(crate) unsafe fn new(
        api: *const sys::oar_builder_api,
        builder: sys::oar_builder,
    ) -> Declaration<'d> {
        Declaration {
            api: copy_table(api),
            builder,
            code: sys::OAR_OK,
            controller: sized(),
            primaries: Vec::new(),
            _call: std::marker::PhantomData,
        }
    }
    fn note(&mut self, code: i32) {
        if self.code == sys::OAR_OK && code < sys::OAR_OK {
            self.code = code;
        }
    }

    /// A resource type that the controller uses; `group` empty: core. Ends with `send`.
    pub fn kind<'a>(&'a mut self, id: u32, group: &'a str, kind: &'a str) -> KindDecl<'a, 'd> {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_type_decl = unsafe { sized() };
        decl.id = id;
        decl.group = view(group);
        decl.kind = view(kind);
        KindDecl { to: self, decl, versions: Vec::new(), namespaces: Vec::new() }
    }
    pub fn type_set(&mut self, id: u32, set: &TypeSet<'_>) {
        let (groups, kinds) = (views(set.groups), views(set.kinds));
        let (exclude, verbs) = (views(set.exclude), views(set.verbs));
        let namespaces = views(set.namespaces);
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_type_set_decl = unsafe { sized() };
        decl.id = id;
        decl.form = if set.metadata { sys::OAR_FORM_METADATA } else { sys::OAR_FORM_FULL };
        decl.groups = groups.as_ptr();
        decl.groups_count = groups.len() as u64;
        decl.kinds = kinds.as_ptr();
        decl.kinds_count = kinds.len() as u64;
        decl.exclude = exclude.as_ptr();
        decl.exclude_count = exclude.len() as u64;
        decl.verbs = verbs.as_ptr();
        decl.verbs_count = verbs.len() as u64;
        decl.namespaces = namespaces.as_ptr();
        decl.namespaces_count = namespaces.len() as u64;
        decl.label_selector = view(set.labels);
        decl.scope = set.scope;
        decl.uncached = u8::from(set.uncached);
        let code = call!(self.api.type_set, self.builder, &decl);
        self.note(code);
    }
    /// Fed through `Context::metrics`. `labels`: names.
    pub fn metric(&mut self, id: u32, kind: MetricKind, name: &str, help: &str, labels: &[&str]) {
        let names = views(labels);
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_metric_decl = unsafe { sized() };
        decl.id = id;
        decl.kind = kind as i32;
        decl.name = view(name);
        decl.help = view(help);
        decl.labels = names.as_ptr();
        decl.labels_count = names.len() as u64;
        let code = call!(self.api.metric, self.builder, &decl);
        self.note(code);
    }
    /// A permission beyond reading the declared types. `resource`: plural, or
    /// "plural/subresource".
    pub fn access(&mut self, group: &str, resource: &str, verbs: &[&str]) {
        let (resource, subresource) = resource.split_once('/').unwrap_or((resource, ""));
        let verbs: Vec<_> = verbs.iter().map(|verb| view(verb)).collect();
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_access_decl = unsafe { sized() };
        decl.group = view(group);
        decl.resource = view(resource);
        decl.subresource = view(subresource);
        decl.verbs = verbs.as_ptr();
        decl.verbs_count = verbs.len() as u64;
        let code = call!(self.api.access, self.builder, &decl);
        self.note(code);
    }
    pub fn path(&mut self, id: u32, text: &str) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_path_decl = unsafe { sized() };
        decl.id = id;
        decl.text = view(text);
        let code = call!(self.api.path, self.builder, &decl);
        self.note(code);
    }
    pub fn predicate(&mut self, id: u32, on: PredicateOn<'_>) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_predicate_decl = unsafe { sized() };
        decl.id = id;
        let one;
        let (kind, text, ids, changes): (i32, &str, &[u32], u32) = match on {
            PredicateOn::GenerationChanged => (sys::OAR_PREDICATE_GENERATION_CHANGED, "", &[], 0),
            PredicateOn::LabelsMatch(text) => (sys::OAR_PREDICATE_LABELS_MATCH, text, &[], 0),
            PredicateOn::PathsChanged(ids) => (sys::OAR_PREDICATE_PATHS_CHANGED, "", ids, 0),
            PredicateOn::ChangeIs(bits) => (sys::OAR_PREDICATE_CHANGE_IS, "", &[], bits),
            PredicateOn::NotByManager(text) => (sys::OAR_PREDICATE_NOT_BY_MANAGER, text, &[], 0),
            PredicateOn::AllOf(ids) => (sys::OAR_PREDICATE_ALL_OF, "", ids, 0),
            PredicateOn::AnyOf(ids) => (sys::OAR_PREDICATE_ANY_OF, "", ids, 0),
            PredicateOn::Not(id) => {
                one = [id];
                (sys::OAR_PREDICATE_NOT, "", &one, 0)
            }
            PredicateOn::Callback => (sys::OAR_PREDICATE_CALLBACK, "", &[], 0),
        };
        decl.kind = kind;
        decl.text = view(text);
        decl.ids = ids.as_ptr();
        decl.ids_count = ids.len() as u64;
        decl.changes = changes;
        let code = call!(self.api.predicate, self.builder, &decl);
        self.note(code);
    }
    /// target 0: the only primary type.
    pub fn mapper(&mut self, id: u32, by: MapperBy<'_>, target: u32) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_mapper_decl = unsafe { sized() };
        decl.id = id;
        decl.target = target;
        match by {
            MapperBy::SameName => decl.kind = sys::OAR_MAPPER_SAME_NAME,
            MapperBy::Label(key) => {
                decl.kind = sys::OAR_MAPPER_LABEL;
                decl.text = view(key);
            }
            MapperBy::Annotation(key) => {
                decl.kind = sys::OAR_MAPPER_ANNOTATION;
                decl.text = view(key);
            }
            MapperBy::Path(path, template) => {
                decl.kind = sys::OAR_MAPPER_PATH;
                decl.path = path;
                decl.template_text = view(template);
            }
            MapperBy::Owner { any } => {
                decl.kind = sys::OAR_MAPPER_OWNER;
                decl.any_owner = u8::from(any);
            }
            MapperBy::Index(index, template) => {
                decl.kind = sys::OAR_MAPPER_INDEX;
                decl.index = index;
                decl.template_text = view(template);
            }
            MapperBy::Callback => decl.kind = sys::OAR_MAPPER_CALLBACK,
        }
        let code = call!(self.api.mapper, self.builder, &decl);
        self.note(code);
    }
    /// A declarative index of a cached type; several parts are joined with `separator`.
    pub fn index(&mut self, id: u32, kind: u32, parts: &[IndexPart<'_>], separator: &str) {
        let raw: Vec<sys::oar_index_part> = parts
            .iter()
            .map(|part| {
                // SAFETY: a struct of sys.
                let mut out: sys::oar_index_part = unsafe { sized() };
                out.paths = part.paths.as_ptr();
                out.paths_count = part.paths.len() as u64;
                out.split = view(part.split);
                out.strip_prefix = view(part.strip_prefix);
                out.lower_case = u8::from(part.lower_case);
                out
            })
            .collect();
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_index_decl = unsafe { sized() };
        decl.id = id;
        decl.kind = sys::OAR_INDEX_PATHS;
        decl.r#type = kind;
        decl.parts = raw.as_ptr();
        decl.parts_count = raw.len() as u64;
        decl.parts_stride = std::mem::size_of::<sys::oar_index_part>() as u64;
        decl.separator = view(separator);
        let code = call!(self.api.index, self.builder, &decl);
        self.note(code);
    }
    /// `Controller::index` is called with the id; offer `Offer::Index`.
    pub fn callback_index(&mut self, id: u32, kind: u32) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_index_decl = unsafe { sized() };
        decl.id = id;
        decl.kind = sys::OAR_INDEX_CALLBACK;
        decl.r#type = kind;
        let code = call!(self.api.index, self.builder, &decl);
        self.note(code);
    }

    /// What is reconciled.
    pub fn primary(&mut self, kind: u32) {
        self.primary_when(kind, &[]);
    }
    /// The same, where all these predicates pass.
    pub fn primary_when(&mut self, kind: u32, predicates: &[u32]) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_primary_decl = unsafe { sized() };
        decl.r#type = kind;
        self.primaries.push((decl, predicates.to_vec()));
    }
    /// Objects that primaries own: each change is mapped to the owner.
    pub fn owns(&mut self, kind: u32, predicates: &[u32]) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_owned_decl = unsafe { sized() };
        decl.r#type = kind;
        decl.predicates = predicates.as_ptr();
        decl.predicates_count = predicates.len() as u64;
        let code = call!(self.api.owned, self.builder, &decl);
        self.note(code);
    }
    /// Other objects that matter: each change that passes all predicates is mapped to keys.
    pub fn watch(&mut self, kind: u32, mapper: u32, predicates: &[u32]) {
        // SAFETY: a struct of sys.
        let mut decl: sys::oar_watch_decl = unsafe { sized() };
        decl.r#type = kind;
        decl.mapper = mapper;
        decl.predicates = predicates.as_ptr();
        decl.predicates_count = predicates.len() as u64;
        let code = call!(self.api.watch, self.builder, &decl);
        self.note(code);
    }

    /// Settings of the controller; the manifest may override them.
    pub fn concurrency(&mut self, n: u32) {
        self.controller.max_concurrent = n;
    }
    pub fn priority(&mut self, priority: i32) {
        self.controller.priority = priority;
    }
    pub fn resync(&mut self, period: Duration) {
        self.controller.resync_ns = period.as_nanos() as i64;
    }
    pub fn backoff(&mut self, base: Duration, max: Duration) {
        self.controller.backoff_base_ns = base.as_nanos() as i64;
        self.controller.backoff_max_ns = max.as_nanos() as i64;
    }
    pub fn rate_limit(&mut self, per_second: f64, burst: u32) {
        self.controller.rate_qps = per_second;
        self.controller.rate_burst = burst;
    }
    /// It has keys of its own, of type 0, from timers and callback mappers.
    pub fn external(&mut self) {
        self.controller.external = 1;
    }
    pub fn all_replicas(&mut self) {
        self.controller.all_replicas = 1;
    }

    /// Sends the controller and gives the first failure.
    pub(crate) fn finish(&mut self) -> i32 {
        let primaries: Vec<sys::oar_primary_decl> = self
            .primaries
            .iter()
            .map(|(decl, predicates)| {
                let mut decl = *decl;
                decl.predicates = predicates.as_ptr();
                decl.predicates_count = predicates.len() as u64;
                decl
            })
            .collect();
        let mut decl = self.controller;
        decl.primaries = primaries.as_ptr();
        decl.primaries_count = primaries.len() as u64;
        decl.primaries_stride = std::mem::size_of::<sys::oar_primary_decl>() as u64;
        let code = call!(self.api.controller, self.builder, &decl);
        self.note(code);
        self.code
    }
    pub(crate) fn set_error(&self, code: i32, message: &str) {
        call!(self.api.set_error, self.builder, code, view(message));
    }
}

/// A type that is being declared; nothing happens before `send`.
#[must_use]
pub struct KindDecl<'a, 'd> {
    to: &'a mut Declaration<'d>,
    decl: sys::oar_type_decl,
    versions: Vec<sys::oar_view>,
    namespaces: Vec<sys::oar_view>,
}

impl<'a> KindDecl<'a, '_> {
    /// Accepted ones, best first; without: the server's preferred one.
    pub fn versions(mut self, texts: &[&'a str]) -> Self {
        self.versions = texts.iter().map(|text| view(text)).collect();
        self
    }
    pub fn namespaces(mut self, texts: &[&'a str]) -> Self {
        self.namespaces = texts.iter().map(|text| view(text)).collect();
        self
    }
    pub fn labels(mut self, selector: &'a str) -> Self {
        self.decl.label_selector = view(selector);
        self
    }
    pub fn fields(mut self, selector: &'a str) -> Self {
        self.decl.field_selector = view(selector);
        self
    }
    /// Metadata only.
    pub fn metadata(mut self) -> Self {
        self.decl.form = sys::OAR_FORM_METADATA;
        self
    }
    /// The controller runs also while the server lacks the type.
    pub fn optional(mut self) -> Self {
        self.decl.optional = 1;
        self
    }
    /// Live verbs only, no informer.
    pub fn uncached(mut self) -> Self {
        self.decl.uncached = 1;
        self
    }
    pub fn managed_fields(mut self) -> Self {
        self.decl.managed_fields = 1;
        self
    }
    pub fn send(self) {
        let mut decl = self.decl;
        decl.versions = self.versions.as_ptr();
        decl.versions_count = self.versions.len() as u64;
        decl.namespaces = self.namespaces.as_ptr();
        decl.namespaces_count = self.namespaces.len() as u64;
        let code = call!(self.to.api.r#type, self.to.builder, &decl);
        self.to.note(code);
    }
}
