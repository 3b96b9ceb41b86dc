// Owns the precompiled gtest header that every test program reuses.
int main() { return 0; }
