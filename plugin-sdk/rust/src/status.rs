//! Errors: what host functions answer, with the server's own words.

use crate::sys;
use std::time::Duration;

pub type Result<T> = std::result::Result<T, Error>;

/// A status code of the ABI; unknown ones are like [`Code::INTERNAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub i32);

impl Code {
    pub const UNIMPLEMENTED: Code = Code(sys::OAR_E_UNIMPLEMENTED);
    pub const INVALID: Code = Code(sys::OAR_E_INVALID);
    pub const NOT_FOUND: Code = Code(sys::OAR_E_NOT_FOUND);
    pub const CONFLICT: Code = Code(sys::OAR_E_CONFLICT);
    pub const ALREADY_EXISTS: Code = Code(sys::OAR_E_ALREADY_EXISTS);
    pub const FORBIDDEN: Code = Code(sys::OAR_E_FORBIDDEN);
    pub const UNAUTHORIZED: Code = Code(sys::OAR_E_UNAUTHORIZED);
    pub const TIMEOUT: Code = Code(sys::OAR_E_TIMEOUT);
    pub const CANCELLED: Code = Code(sys::OAR_E_CANCELLED);
    pub const THROTTLED: Code = Code(sys::OAR_E_THROTTLED);
    pub const GONE: Code = Code(sys::OAR_E_GONE);
    pub const TOO_LARGE: Code = Code(sys::OAR_E_TOO_LARGE);
    pub const STALE: Code = Code(sys::OAR_E_STALE);
    pub const UNDECLARED: Code = Code(sys::OAR_E_UNDECLARED);
    pub const NOT_LEADER: Code = Code(sys::OAR_E_NOT_LEADER);
    pub const SHUTTING_DOWN: Code = Code(sys::OAR_E_SHUTTING_DOWN);
    pub const INTERNAL: Code = Code(sys::OAR_E_INTERNAL);
    pub const PLUGIN_FAULT: Code = Code(sys::OAR_E_PLUGIN_FAULT);
    pub const UNAVAILABLE: Code = Code(sys::OAR_E_UNAVAILABLE);
}

/// One of several reasons for a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    pub reason: String,
    pub message: String,
    pub field: String,
}

#[derive(Clone, Debug)]
pub struct Error {
    pub code: Code,
    pub message: String,
    /// What the API server said; zero and empty where it did not.
    pub http_status: i32,
    pub reason: String,
    pub retry_after: Option<Duration>,
    pub causes: Vec<Cause>,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error {
            code,
            message: message.into(),
            http_status: 0,
            reason: String::new(),
            retry_after: None,
            causes: Vec::new(),
        }
    }

    /// Final: not again before the object or the generation changes.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(Code::INVALID, message)
    }

    pub fn is_not_found(&self) -> bool {
        self.code == Code::NOT_FOUND
    }
    pub fn is_conflict(&self) -> bool {
        self.code == Code::CONFLICT
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
