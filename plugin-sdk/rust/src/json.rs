//! JSON text for patches and new objects: a small writer and quoting.

/// `text` as a JSON string, with its quotes.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    append_string(&mut out, text);
    out
}

fn append_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Puts commas and quotes; does not check the nesting.
///
/// ```
/// let mut w = oarlock_sdk::JsonWriter::new();
/// w.object().key("labels").object().member("team", "red").end().end();
/// assert_eq!(w.text(), r#"{"labels":{"team":"red"}}"#);
/// ```
#[derive(Default)]
pub struct JsonWriter {
    out: String,
    closers: Vec<char>,
    comma: bool,
}

impl JsonWriter {
    pub fn new() -> JsonWriter {
        JsonWriter::default()
    }
    pub fn object(&mut self) -> &mut Self {
        self.open('{', '}')
    }
    pub fn array(&mut self) -> &mut Self {
        self.open('[', ']')
    }
    /// Closes the innermost object or array.
    pub fn end(&mut self) -> &mut Self {
        if let Some(closer) = self.closers.pop() {
            self.out.push(closer);
        }
        self.comma = true;
        self
    }
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.separate();
        append_string(&mut self.out, key);
        self.out.push(':');
        self.comma = false;
        self
    }
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.separate();
        append_string(&mut self.out, text);
        self
    }
    pub fn int(&mut self, number: i64) -> &mut Self {
        self.raw(&number.to_string())
    }
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.raw(if value { "true" } else { "false" })
    }
    pub fn null(&mut self) -> &mut Self {
        self.raw("null")
    }
    /// JSON text, as it is.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.separate();
        self.out.push_str(json);
        self
    }
    /// A key and a string.
    pub fn member(&mut self, key: &str, text: &str) -> &mut Self {
        self.key(key).string(text)
    }
    pub fn text(&self) -> &str {
        &self.out
    }

    fn open(&mut self, open: char, close: char) -> &mut Self {
        self.separate();
        self.out.push(open);
        self.closers.push(close);
        self.comma = false;
        self
    }
    fn separate(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.comma = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_and_escapes() {
        let mut w = JsonWriter::new();
        w.object().member("a\"b", "x\n\u{1}\\").key("n").int(-3).key("t").bool(true);
        w.key("l").array().int(1).null().object().end().end().end();
        assert_eq!(w.text(), r#"{"a\"b":"x\n\u0001\\","n":-3,"t":true,"l":[1,null,{}]}"#);
        assert_eq!(quote("é"), "\"é\"");
    }
}
