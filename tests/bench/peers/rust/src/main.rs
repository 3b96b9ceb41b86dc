//! kube-rs: a reflector of kube-rs with jemalloc, and a loop that is told of every change.
//! tests/bench/subject.h says what it prints and obeys.

mod cache;
mod events;
mod options;
mod serve;

use std::fmt::Debug;
use std::hash::Hash;
use std::process::exit;
use std::sync::Arc;
use std::time::Instant;

use futures::StreamExt;
use k8s_openapi::api::core::v1::Pod;
use kube::api::{Api, ApiResource, DynamicObject, GroupVersionKind};
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use kube::core::{NamespaceResourceScope, Resource};
use kube::runtime::watcher::{self, Event, watcher};
use kube::runtime::{WatchStreamExt, reflector};
use kube::{Client, ResourceExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::cache::{Cached, HasNode};
use crate::events::Events;
use crate::options::Options;

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const SENT_ANNOTATION: &str = "bench.oarlock.dev/sent";

fn die(message: impl std::fmt::Display) -> ! {
    eprintln!("kube-rs: {message}");
    exit(1)
}

async fn connect(options: &Options) -> Client {
    let file = Kubeconfig::read_from(&options.kubeconfig).unwrap_or_else(|e| die(e));
    let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default())
        .await
        .unwrap_or_else(|e| die(e));
    Client::try_from(config).unwrap_or_else(|e| die(e))
}

/// A list in one piece, for servers that cannot stream one.
fn whole_list() -> watcher::Config {
    watcher::Config { page_size: None, ..watcher::Config::default() }
}

fn cannot_stream_lists(error: &watcher::Error) -> bool {
    let cause = match error {
        watcher::Error::WatchStartFailed(cause) | watcher::Error::InitialListFailed(cause) => cause,
        _ => return false,
    };
    matches!(cause, kube::Error::Api(status) if status.code == 422 || status.code == 400)
}

/// Follows the resource; ends when the server refuses to stream a list.
async fn follow<K>(
    api: Api<K>,
    config: watcher::Config,
    writer: reflector::store::Writer<K>,
    strip: bool,
    events: &Events,
) where
    K: Resource + Clone + Debug + DeserializeOwned + Send + 'static,
    K::DynamicType: Clone + Eq + Hash,
{
    let may_refuse = config == watcher::Config::default().streaming_lists();
    let changes = watcher(api, config).default_backoff().modify(move |object| {
        if strip {
            object.managed_fields_mut().clear();
        }
    });
    let mut changes = std::pin::pin!(reflector(writer, changes));
    while let Some(change) = changes.next().await {
        match change {
            Ok(Event::Apply(object)) => {
                let sent = object.annotations().get(SENT_ANNOTATION);
                events.note(sent.map(String::as_str));
            }
            Ok(Event::InitApply(_) | Event::Delete(_)) => events.note(None),
            Ok(Event::Init | Event::InitDone) => {}
            Err(error) if may_refuse && cannot_stream_lists(&error) => return,
            Err(error) => eprintln!("kube-rs: {error}"),
        }
    }
}

async fn run<K>(options: Options, start: Instant, kind: K::DynamicType)
where
    K: Resource<Scope: ApiOf<K>> + Clone + Debug + DeserializeOwned + Serialize + HasNode,
    K: Send + Sync + 'static,
    K::DynamicType: Clone + Debug + Eq + Hash + Send + Sync + Unpin,
{
    let client = connect(&options).await;
    let events = Arc::new(Events::default());
    let (ready, synced) = tokio::sync::oneshot::channel();
    let told = events.clone();
    let of = kind.clone();
    tokio::spawn(async move {
        let mut ready = Some(ready);
        for config in [watcher::Config::default().streaming_lists(), whole_list()] {
            let writer = reflector::store::Writer::new(of.clone());
            let store = writer.as_reader();
            let api = <K::Scope as ApiOf<K>>::all(client.clone(), &of);
            let announce = async {
                if store.wait_until_ready().await.is_ok() {
                    if let Some(ready) = ready.take() {
                        let _ = ready.send(store.clone());
                    }
                }
            };
            tokio::join!(follow(api, config, writer, options.strip, &told), announce);
        }
        die("the watch ended");
    });
    let store = synced.await.unwrap_or_else(|e| die(e));
    serve::say(&json!({"event": "synced", "objects": store.len(),
        "seconds": start.elapsed().as_secs_f64()}));
    let cached = Cached::new(store, kind);
    tokio::task::spawn_blocking(move || serve::serve(&cached, &events))
        .await
        .unwrap_or_else(|e| die(e));
}

/// All objects of a kind, in all namespaces.
trait ApiOf<K: Resource> {
    fn all(client: Client, kind: &K::DynamicType) -> Api<K>;
}

impl<K: Resource<Scope = Self>> ApiOf<K> for NamespaceResourceScope {
    fn all(client: Client, kind: &K::DynamicType) -> Api<K> {
        Api::all_with(client, kind)
    }
}

impl ApiOf<DynamicObject> for kube::core::DynamicResourceScope {
    fn all(client: Client, kind: &ApiResource) -> Api<DynamicObject> {
        Api::all_with(client, kind)
    }
}

#[tokio::main]
async fn main() {
    serve::say(&json!({"event": "started"}));
    let options = Options::parse();
    let start = Instant::now();
    let pods = options.resource == "pods";
    match (pods, options.variant.as_str()) {
        (true, "typed" | "json") => run::<Pod>(options, start, ()).await,
        (true, "dynamic") => {
            let kind = GroupVersionKind::gvk("", "v1", "Pod");
            run::<DynamicObject>(options, start, ApiResource::from_gvk(&kind)).await;
        }
        (false, "typed" | "json" | "dynamic") => {
            let kind = GroupVersionKind::gvk("bench.oarlock.dev", "v1", "Widget");
            run::<DynamicObject>(options, start, ApiResource::from_gvk(&kind)).await;
        }
        _ => die("no such variant"),
    }
    exit(0); // the watch goes on for ever
}
