// Package stage is what tests of the whole program play on: a world with a clock of its own, the program as a function
// or a process (Program), mail providers, and players who write and read. GameOfFour plays one game with any of them,
// so a folder and a fleet are held to the same. Only tests import it.
package stage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// RulesVar is an environment variable that turns the tests of the command line into the command line itself. It names
// the rules: the tiny game's, or "telling" ones.
const RulesVar = "WELTENTOR_TEST_RULES"

// authorityFile is the beginning of the name of the file with the certificate that the tests against real servers
// trust. It is made once per process.
const authorityFile = "weltentor-authority-"

// theCommand is the package of the program.
const theCommand = "weltentor/cmd/weltentor"

// programs is the folder where programs are built, with those built so far.
var programs struct {
	sync.Mutex
	dir   string
	paths map[string]string
}

// Built returns the program as `make build` builds it, without the pages and with cheap hashes of passwords, once for all
// tests.
func Built(t testing.TB) (path string) {
	t.Helper()
	return build(t, "weltentor", "build")
}

// Insider returns the program of the tests of the command line. It knows other rules too, and shows what happens
// inside a turn (see RulesVar).
func Insider(t testing.TB) (path string) {
	t.Helper()
	return build(t, "insider", "test", "-c", "-vet=off")
}

// build builds a program, with the race detector if these tests have it.
func build(t testing.TB, name string, how ...string) (path string) {
	t.Helper()
	programs.Lock()
	defer programs.Unlock()
	if path := programs.paths[name]; path != "" {
		return path
	}
	if programs.paths == nil {
		dir, err := os.MkdirTemp("", "weltentor-programs-")
		Must(t, err)
		programs.dir, programs.paths = dir, map[string]string{}
	}
	path = filepath.Join(programs.dir, name)
	if raced() {
		how = append(how, "-race")
	}
	// Without tables for debuggers, which take a third of the time.
	how = append(how, "-ldflags=-s -w -X weltentor/resolve/secrets.cheap=1", "-o", path, theCommand)
	out, err := exec.Command("go", how...).CombinedOutput()
	if err != nil {
		t.Fatal(fmt.Errorf("go %v: %w\n%s", how, err, out))
	}
	programs.paths[name] = path
	return path
}

// raced reports whether these tests were built with the race detector.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// Strike removes what the tests of a process leave behind. TestMain calls it.
func Strike() {
	if name := os.Getenv("SSL_CERT_FILE"); strings.Contains(name, authorityFile) {
		os.Remove(name)
	}
	if programs.dir != "" {
		os.RemoveAll(programs.dir)
	}
}

// AsBuilt runs commands as processes of the program as built.
func AsBuilt(t testing.TB) Program { return process(t, Built(t)) }

// RuledBy runs commands as processes, with the rules that RulesVar names.
func RuledBy(t testing.TB, rules string) Program { return process(t, Insider(t), RulesVar+"="+rules) }

// process runs commands as processes, with additions to their environment.
func process(t testing.TB, path string, env ...string) Program {
	return func(ctx context.Context, args ...string) (code int, out, errs string) {
		t.Helper()
		var o, e bytes.Buffer
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Env = append(os.Environ(), env...)
		cmd.Stdout, cmd.Stderr = &o, &e
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%v: %v", args, err)
		}
		return cmd.ProcessState.ExitCode(), o.String(), e.String()
	}
}

// Said is what a program says while a test reads it.
type Said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *Said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *Said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
