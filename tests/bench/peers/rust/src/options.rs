use crate::die;

/// The command line.
pub struct Options {
    pub kubeconfig: String,
    pub resource: String,
    pub variant: String,
    pub strip: bool,
}

impl Options {
    /// Ends the program when the command line is wrong.
    pub fn parse() -> Options {
        let mut options = Options {
            kubeconfig: String::new(),
            resource: "pods".into(),
            variant: "typed".into(),
            strip: false,
        };
        let mut words = std::env::args().skip(1);
        while let Some(flag) = words.next() {
            if flag == "--strip-managed-fields" {
                options.strip = true;
                continue;
            }
            let Some(value) = words.next() else { die(format!("{flag} needs a value")) };
            match flag.as_str() {
                "--kubeconfig" => options.kubeconfig = value,
                "--resource" => options.resource = value,
                "--variant" => options.variant = value,
                // This client has one loop and speaks HTTP/1.1, whatever is asked for.
                "--controllers" | "--http" => {}
                _ => die(format!("unknown flag {flag}")),
            }
        }
        if options.kubeconfig.is_empty() {
            die("usage: --kubeconfig FILE --resource pods|widgets …");
        }
        options
    }
}
