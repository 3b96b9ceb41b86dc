/* A library that is no plugin: what a check says about how it was linked. */
int one_export(int x);
int another_export(int x);
int one_export(int x) { return x + 1; }
int another_export(int x) { return one_export(x) * 2; }
