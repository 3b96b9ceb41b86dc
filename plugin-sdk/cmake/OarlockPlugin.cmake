# oarlock_plugin(<name> SRCS … [EXPORT_MAP file]): one plugin library build/<preset>/plugins/<name>.so.
