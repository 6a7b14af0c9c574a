package storetest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// memory is a file system in memory, and prefix begins the names of our folders there. A process's number follows.
const memory, prefix = "/dev/shm", "weltentor-tests-"

// InMemory runs a package's tests with their temporary folders in memory, where the machine has a file system for that,
// and returns the exit code. With DISK=1 in the environment they stay on the disk, as for a release.
func InMemory(m *testing.M) int {
	if os.Getenv("DISK") == "1" {
		return m.Run()
	}
	sweep()
	dir := filepath.Join(memory, prefix+strconv.Itoa(os.Getpid()))
	if os.Mkdir(dir, 0o700) != nil || os.Chmod(dir, 0o711) != nil { // others pass through: mail servers have users of their own
		return m.Run()
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Setenv("TMPDIR", dir); err != nil {
		panic(err)
	}
	return m.Run()
}

// sweep removes what tests left that were killed.
func sweep() {
	left, _ := filepath.Glob(filepath.Join(memory, prefix+"*"))
	for _, dir := range left {
		process, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), prefix))
		if err == nil && errors.Is(syscall.Kill(process, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir)
		}
	}
}
