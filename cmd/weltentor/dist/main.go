// Command dist makes what people install: a folder for `make install`, and for `make dist` the archives, packages and
// checksums of a release. The same commit with the same Go gives the same bytes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// system is a system that the program runs on.
type system struct{ os, arch string }

// offered are the systems that a release has archives for.
var offered = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"freebsd", "amd64"}, {"freebsd", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"},
}

// host is the system that this runs on.
var host = system{runtime.GOOS, runtime.GOARCH}

func main() {
	to := flag.String("to", "", "the folder for the archives and packages of a release")
	prefix := flag.String("prefix", "", "install below this folder instead, such as /usr/local")
	root := flag.String("root", "", "with -prefix: the folder that stands for /")
	nfpm := flag.String("nfpm", "", "with -to: the version of nfpm for the packages; none: no packages")
	flag.Parse()
	syscall.Umask(0o022) // folders are readable for everybody, whoever makes them
	err := errors.New("either -to or -prefix (see the Makefile)")
	switch {
	case *to != "" && *prefix == "" && flag.NArg() == 0:
		err = withMaterial(func(m *material) error { return m.release(*to, *nfpm) })
	case *prefix != "" && *to == "" && flag.NArg() == 0:
		err = withMaterial(func(m *material) error { return m.install(*root, *prefix) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(2)
	}
}

// withMaterial makes what all ways to install need, in a folder that is removed afterwards.
func withMaterial(use func(*material) error) error {
	scratch, err := os.MkdirTemp("", "weltentor-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	m, err := gather(scratch)
	if err != nil {
		return err
	}
	return use(m)
}

// material is what the program prints about itself, and the licences of everything linked into it.
type material struct {
	scratch   string
	version   string
	when      time.Time         // of the commit: the time of all files
	undated   error             // why that is not known
	generated map[string][]byte // manual pages and completions, by name
	licences  []byte
}

// gather builds the program for this machine and runs it.
func gather(scratch string) (*material, error) {
	m := &material{scratch: scratch, generated: map[string][]byte{}}
	program := filepath.Join(scratch, "weltentor")
	if err := build(host, program); err != nil {
		return nil, err
	}
	says, err := output(program, "version", "--lang", "en")
	if err != nil {
		return nil, err
	}
	words := strings.Fields(string(says)) // weltentor 0.9.0, commit …
	if len(words) < 2 {
		return nil, fmt.Errorf("no version in %q", says)
	}
	m.version = strings.TrimSuffix(words[1], ",")
	for name, args := range map[string]string{"en.1": "man --lang en", "de.1": "man --lang de",
		"bash": "completion bash --lang en", "zsh": "completion zsh --lang en", "fish": "completion fish --lang en"} {
		if m.generated[name], err = output(program, strings.Fields(args)...); err != nil {
			return nil, err
		}
	}
	if m.licences, err = licences(); err != nil {
		return nil, err
	}
	if m.when, m.undated = commitTime(); m.undated != nil {
		m.when = time.Now() // sources without their history: good enough to install
	}
	return m, nil
}

// engines is the build tag of what a release has beyond plain `make build`: the engine of fleets.
const engines = "fleet"

// build builds the program for a system: one file, without C, and without paths of this machine.
func build(s system, to string) error {
	cmd := exec.Command("go", "build", "-tags", engines, "-trimpath", "-ldflags=-s -w -X weltentor/cmd/weltentor/call.Home="+os.Getenv("HOME_URL"), "-o", to, "./cmd/weltentor")
	cmd.Env = append(os.Environ(), "GOOS="+s.os, "GOARCH="+s.arch, "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s/%s: %w\n%s", s.os, s.arch, err, out)
	}
	return nil
}

// commitTime is the time of the commit, or SOURCE_DATE_EPOCH as defined by reproducible-builds.org.
func commitTime() (time.Time, error) {
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		out, err := output("git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, err
		}
		seconds = strings.TrimSpace(string(out))
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	return time.Unix(n, 0).UTC(), err
}

// output runs a program and returns what it prints.
func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}
