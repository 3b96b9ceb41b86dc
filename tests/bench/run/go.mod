module oarlock.dev/tests/bench/run

go 1.26.0
