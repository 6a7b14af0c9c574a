// Package program runs a command that settings name (Run), with bounds for what it prints and how long it takes. No
// shell is between, so no name in an argument can be a command. A program that others may change is refused.
package program

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/resolve/store/disk"
)

// Most is how many bytes of what a command prints are kept.
const Most = 16 << 10

// saidMost is how many characters of a complaint are shown.
const saidMost = 300

// OpenError says that others may change a program.
type OpenError struct{ Path string }

// Error names the program.
func (e *OpenError) Error() string { return "others may change " + e.Path }

// Run runs a command in a folder until it ends or ctx does, with in as its standard input. A name without a / is looked
// for in PATH, and a path that does not start with / is relative to the folder. It returns what the command printed,
// for programs and for people. If others may change the program, it does not run, and the error is an *OpenError.
func Run(ctx context.Context, dir string, command []string, in []byte) (out, said string, err error) {
	name := command[0]
	if strings.Contains(name, "/") && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if path, err := exec.LookPath(name); err == nil {
		if info, err := os.Stat(path); err == nil && disk.Exposed(info, 0o002) {
			return "", "", &OpenError{path}
		}
	}
	o, s := &bytes.Buffer{}, &bytes.Buffer{}
	cmd := exec.CommandContext(ctx, name, command[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(in), &atMost{o, Most}, &atMost{s, Most}
	disk.Together(cmd)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	return o.String(), s.String(), err
}

// Complained says how a command ended, with the end of what it said to people.
func Complained(err error, said string) string {
	said = terminal.OneCell(strings.Join(strings.Fields(strings.ToValidUTF8(said, "?")), " "))
	if r := []rune(said); len(r) > saidMost {
		said = "… " + string(r[len(r)-saidMost:])
	}
	if said == "" {
		return err.Error()
	}
	return err.Error() + ": " + said
}

// atMost keeps the beginning of what is written, and drops the rest without an error.
type atMost struct {
	to   io.Writer
	left int
}

func (a *atMost) Write(p []byte) (int, error) {
	n := min(len(p), a.left)
	a.left -= n
	if _, err := a.to.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}
