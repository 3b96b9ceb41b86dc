fn main() {
    oarlock_sdk::build::link_args();
}
