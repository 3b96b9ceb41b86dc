//! Keeps a label of each ConfigMap equal to its annotation `example.dev/LABEL`, in lower case.

use oarlock_sdk::{
    plugin, Config, ConfigAnswer, Context, Controller, Declaration, JsonWriter, Key, Outcome,
    PatchKind, Result, WriteOptions,
};

const CONFIG_MAPS: u32 = 1; // ids are ours; the host only compares them

/// A label's value from an annotation's text; `None` where it cannot be one.
pub fn label_from(annotation: &str) -> Option<String> {
    let text = annotation.to_ascii_lowercase();
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let edges = !text.starts_with('-') && !text.ends_with('-');
    (plain && edges && (1..=63).contains(&text.len())).then_some(text)
}

#[derive(Default)]
pub struct {{class}} {
    label: String,
}

impl Controller for {{class}} {
    const ID: &'static str = "{{name}}";

    fn configure(&mut self, _: &Context<'_>, config: &Config<'_>) -> Result<ConfigAnswer> {
        self.label = config.root.get("label").as_str().unwrap_or("team").to_string();
        Ok(ConfigAnswer::Applied)
    }

    fn declare(&self, d: &mut Declaration<'_>) -> Result<()> {
        d.kind(CONFIG_MAPS, "", "ConfigMap").versions(&["v1"]).metadata().send();
        d.primary(CONFIG_MAPS);
        d.access("", "configmaps", &["patch"]);
        Ok(())
    }

    fn reconcile(&self, ctx: &Context<'_>, key: &Key) -> Result<Outcome> {
        let Some(map) = ctx.client().find(key)? else { return Ok(Outcome::Done) };
        let annotation = map.annotation(&format!("example.dev/{}", self.label));
        let Some(wanted) = annotation.and_then(label_from) else { return Ok(Outcome::Done) };
        if map.label(&self.label) == Some(&wanted) {
            return Ok(Outcome::Done);
        }
        let mut patch = JsonWriter::new();
        patch.object().key("metadata").object().key("labels").object();
        patch.member(&self.label, &wanted).end().end().end();
        ctx.client().patch(key, PatchKind::Merge, patch.text(), &WriteOptions::default())?;
        ctx.info("labelled", &[("label", (&self.label).into()), ("value", (&wanted).into())]);
        Ok(Outcome::Done)
    }
}

plugin! {
    id: "dev.example.{{name}}",
    version: "0.1.0",
    schema: include_str!("../schema.json"),
    controllers: [{{class}}],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_lower_case_and_plain() {
        assert_eq!(label_from("red").as_deref(), Some("red"));
        assert_eq!(label_from("Team-7").as_deref(), Some("team-7"));
        for bad in ["", "-red", "two words", &"a".repeat(64)] {
            assert_eq!(label_from(bad), None, "{bad}");
        }
    }
}
