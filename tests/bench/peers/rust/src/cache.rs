use std::hash::Hash;

use k8s_openapi::api::core::v1::Pod;
use kube::api::DynamicObject;
use kube::runtime::reflector::{ObjectRef, Store};
use kube::{Resource, ResourceExt};
use serde::Serialize;
use serde_json::Value;

/// spec.nodeName: the field that is read.
pub trait HasNode {
    fn node(&self) -> &str;
}

impl HasNode for Pod {
    fn node(&self) -> &str {
        self.spec.as_ref().and_then(|spec| spec.node_name.as_deref()).unwrap_or("")
    }
}

impl HasNode for DynamicObject {
    fn node(&self) -> &str {
        self.data["spec"]["nodeName"].as_str().unwrap_or("")
    }
}

/// A reflector's store as the commands see it.
pub struct Cached<K>
where
    K: Resource + Clone + 'static,
    K::DynamicType: Eq + Hash,
{
    store: Store<K>,
    kind: K::DynamicType,
}

impl<K> Cached<K>
where
    K: Resource + Clone + Serialize + HasNode + 'static,
    K::DynamicType: Clone + Eq + Hash,
{
    pub fn new(store: Store<K>, kind: K::DynamicType) -> Cached<K> {
        Cached { store, kind }
    }

    pub fn key(&self, namespace: &str, name: &str) -> ObjectRef<K> {
        ObjectRef::new_with(name, self.kind.clone()).within(namespace)
    }

    /// The keys of so many objects, evenly spread.
    pub fn some_keys(&self, count: usize) -> Vec<ObjectRef<K>> {
        let all = self.store.state();
        let step = (all.len() / count).max(1);
        all.iter()
            .step_by(step)
            .take(count)
            .map(|o| self.key(&o.namespace().unwrap_or_default(), &o.name_any()))
            .collect()
    }

    pub fn object(&self, key: &ObjectRef<K>) -> Value {
        self.store
            .get(key)
            .and_then(|object| serde_json::to_value(&*object).ok())
            .unwrap_or(Value::Null)
    }

    /// Looks an object up and reads one field of it.
    pub fn get(&self, key: &ObjectRef<K>) -> bool {
        self.store.get(key).is_some_and(|object| object.node() != "-")
    }

    /// How many objects, and the sum of FNV-1a of "namespace/name@version\n" of each.
    pub fn hash(&self) -> (usize, u64) {
        let all = self.store.state();
        let sum = all.iter().fold(0u64, |sum, o| {
            let (namespace, name) = (o.namespace().unwrap_or_default(), o.name_any());
            let version = o.resource_version().unwrap_or_default();
            let text = format!("{namespace}/{name}@{version}\n");
            sum.wrapping_add(text.bytes().fold(14695981039346656037, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(1099511628211)
            }))
        });
        (all.len(), sum)
    }
}
