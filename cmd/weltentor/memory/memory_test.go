package memory

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// TestMain runs the tests, or is a child process that prints its limit: at its beginning, and when that many MB are in
// use.
func TestMain(m *testing.M) {
	if use := os.Getenv("WELTENTOR_TEST_MEMORY"); use != "" {
		child(use)
		return
	}
	os.Exit(m.Run())
}

func child(use string) {
	if before := os.Getenv("WELTENTOR_TEST_CGROUP"); before != "" {
		if err := os.WriteFile(before, []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	Bound(os.LookupEnv)
	fmt.Println(debug.SetMemoryLimit(-1))
	megabytes, _ := strconv.Atoi(use)
	held := make([]byte, megabytes<<20)
	for range 100 { // the finalizer runs concurrently
		runtime.GC()
		time.Sleep(time.Millisecond)
		if debug.SetMemoryLimit(-1) != usual {
			break
		}
	}
	fmt.Println(debug.SetMemoryLimit(-1))
	runtime.KeepAlive(held)
}

// tells runs a child, and returns the limits that it prints.
func tells(t *testing.T, megabytes int, env ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GOMEMLIMIT=") && !strings.HasPrefix(e, "GOGC=") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, append(env, fmt.Sprint("WELTENTOR_TEST_MEMORY=", megabytes))...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// TestBound: the usual limit applies until more is needed. A limit in the environment is left alone.
func TestBound(t *testing.T) {
	usually, host, unbounded := "314572800", "9223372036854775807", "9223372036854775807"
	if most := allowed(memlimit.FromCgroup()); most < none { // these tests have a limit themselves
		host = fmt.Sprint(most)
		usually = fmt.Sprint(min(most, 314572800))
	}
	for _, c := range []struct {
		name      string
		megabytes int
		env       []string
		want      string
	}{
		{"a small world", 1, nil, usually + " " + usually},
		{"a large world", 220, nil, usually + " " + host},
		{"GOMEMLIMIT", 220, []string{"GOMEMLIMIT=300MiB"}, "314572800 314572800"},
		{"GOMEMLIMIT off", 1, []string{"GOMEMLIMIT=off"}, unbounded + " " + unbounded},
		{"GOGC", 1, []string{"GOGC=50"}, host + " " + host},
		{"GOGC off", 1, []string{"GOGC=off"}, host + " " + host},
	} {
		if got := tells(t, c.megabytes, c.env...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestBoundInACgroup: nine tenths of a cgroup's limit apply if that is less than usual, or if more is needed.
// GOMEMLIMIT comes first.
func TestBoundInACgroup(t *testing.T) {
	for _, c := range []struct {
		limit, megabytes int
		env, want        string
	}{
		{100 << 20, 1, "X=", "94371840 94371840"},
		{1 << 30, 1, "X=", "314572800 314572800"},
		{1 << 30, 220, "X=", "314572800 966367641"},
		{1 << 30, 1, "GOGC=70", "966367641 966367641"},
		{100 << 20, 1, "GOMEMLIMIT=64MiB", "67108864 67108864"},
	} {
		procs := cgroup(t, c.limit)
		if procs == "" {
			t.Log("no cgroup can be made here")
			return
		}
		if got := tells(t, c.megabytes, c.env, "WELTENTOR_TEST_CGROUP="+procs); got != c.want {
			t.Errorf("of %d bytes, with %d MB in use, %s: %s, want %s", c.limit, c.megabytes, c.env, got, c.want)
		}
	}
}

// cgroup makes a group with a limit, and returns the file that puts a process into it. It is "" if no group can be
// made, for example without root.
func cgroup(t *testing.T, limit int) (procs string) {
	t.Helper()
	for _, in := range []struct{ root, limit string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"},
	} {
		dir, err := os.MkdirTemp(in.root, "weltentor-test-")
		if err != nil {
			continue
		}
		t.Cleanup(func() { os.Remove(dir) })
		file, err := os.OpenFile(filepath.Join(dir, in.limit), os.O_WRONLY, 0) // the kernel has created it
		if err != nil {
			continue
		}
		_, err = file.WriteString(strconv.Itoa(limit))
		if file.Close(); err == nil {
			return filepath.Join(dir, "cgroup.procs")
		}
	}
	return ""
}

// TestAllowed: nine tenths, rounded down; no limit stays none.
func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		limit uint64
		err   error
		want  int64
	}{
		{1000, nil, 900}, {1009, nil, 908}, {5, nil, 4}, {0, nil, none}, {math.MaxUint64, nil, none},
		{1000, errors.New("no cgroup"), none}, {math.MaxInt64, nil, none},
	} {
		if got := allowed(c.limit, c.err); got != c.want {
			t.Errorf("%d, %v: %d, want %d", c.limit, c.err, got, c.want)
		}
	}
}
