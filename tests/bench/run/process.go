package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// What the kernel says about another process. Nothing is asked of the process itself.

// cpuTime is user and system time of all threads, those that ended too, in ns: the kernel's clock
// of a process (/proc/PID/stat counts in steps of 10 ms).
func cpuTime(pid int) (time.Duration, error) {
	const clockOfAll = 2
	clock := uintptr(int32(^pid)<<3 | clockOfAll)
	var at syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&at)), 0)
	if errno != 0 {
		return 0, fmt.Errorf("CPU time of %d: %w", pid, errno)
	}
	return time.Duration(at.Nano()), nil
}

// memory is what a process has, in MiB.
type memory struct{ rss, peak, anon, pss float64 }

func memoryOf(pid int) (memory, error) {
	status, err := kibibytes(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return memory{}, err
	}
	rollup, err := kibibytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return memory{}, err
	}
	return memory{status["VmRSS"] / 1024, status["VmHWM"] / 1024, status["RssAnon"] / 1024,
		rollup["Pss"] / 1024}, nil
}

// resetPeak makes the peak begin at what is in use now.
func resetPeak(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// kibibytes reads lines such as "VmRSS:	  1234 kB".
func kibibytes(path string) (map[string]float64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	values := map[string]float64{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, rest, found := strings.Cut(lines.Text(), ":")
		number, isSize := strings.CutSuffix(strings.TrimSpace(rest), " kB")
		if !found || !isSize {
			continue
		}
		if value, err := strconv.ParseFloat(number, 64); err == nil {
			values[name] = value
		}
	}
	return values, nil
}

// quiet waits until the process used less than 2 ms in 300 ms.
func quiet(pid int, limit time.Duration) error {
	deadline := time.Now().Add(limit)
	last, err := cpuTime(pid)
	for err == nil {
		time.Sleep(300 * time.Millisecond)
		var now time.Duration
		if now, err = cpuTime(pid); err == nil && now-last < 2*time.Millisecond {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("process %d does not come to rest", pid)
		}
		last = now
	}
	return err
}
