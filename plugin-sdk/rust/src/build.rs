//! For the `build.rs` of a plugin: what the linker has to be told.

/// Binds at load, keeps relocations read-only, leaves no symbol open, resolves own symbols to
/// oneself, and adds a build id. The one exported symbol is `oar_entry_v1`: for a `cdylib` rustc
/// itself writes the version script.
pub fn link_args() {
    println!("cargo:rerun-if-changed=build.rs");
    for argument in ["-Wl,-z,relro,-z,now,-z,defs", "-Wl,-Bsymbolic", "-Wl,--build-id=sha1"] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
}
