// Package engines reads the folder of an engine, which is a game whose rules are a program of its own, and runs that
// program behind a wall: each time in a fresh folder, without network, with bounds. It is the Runner that
// worlds/external lacks. The program reads what strangers wrote, so a hole in it must not reach the mail passwords and
// the store. Begin with Read; the wall is in wall_linux.go.
package engines

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// File is what a game master writes about an engine, in its folder.
const File = "engine.toml"

// The bounds of a step that names none, and the most that a step may name.
const (
	usualSeconds, mostSeconds     = 60, 3600
	usualCheck, mostCheck         = 5, 30 // letters wait for a checker
	usualMegabytes, mostMegabytes = 512, 65_536
)

// usualSummary is how many lines of a report are in its mail: a player on a telephone opens no file.
const usualSummary = 25

// mostFiles is how many files a run may leave, with folders.
const mostFiles = 20_000

// longest is how many bytes the rules for players may have.
const longest = 1 << 20

// Read reads an engine and makes its rulebook, whose programs run behind the wall. What this machine lacks for that is
// a complaint. Of /usr it sees what usr lists in place of the list in engine.toml; nil: that.
func Read(dir string, usr []string) (*external.Rulebook, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, complaint.CannotRead(path, err)
	}
	p, err := parse(raw)
	if err == nil {
		p.RulesText, err = rules(dir, p.Rules)
	}
	if err != nil {
		return nil, complaint.InFile(path, err)
	}
	if usr != nil {
		p.Usr = usr
	}
	if err := lacks(p.Found.Clock+p.Turn.Clock+p.Check.Clock != ""); err != nil {
		return nil, err
	}
	rb, err := external.Rules(p, &runner{dir: dir, usr: p.Usr, sum: sync.OnceValues(func() (string, error) { return sumOf(dir) })})
	if err != nil {
		return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("engine-wrong", phrase.Str("file", path)), Cause: err}
	}
	return rb, nil
}

// Try reads an engine, all its files, and runs a program behind the wall that does nothing: the system may forbid what the
// wall needs. That is its error, and no complaint.
func Try(dir string) error {
	if _, err := Read(dir, nil); err != nil {
		return err
	}
	if _, err := sumOf(dir); err != nil {
		return complaint.Usage("engine-unread", phrase.Str("path", dir), phrase.Str("why", err.Error()))
	}
	_, err := (&runner{dir: dir}).Run(external.Job{Argv: []string{"true"}})
	return err
}

// Narrow returns lists for usr, each longer than the one before: what a program needs that was compiled, with a script
// around it, in a language of scripts, with data of the system.
func Narrow() (lists [][]string) {
	var libraries []string
	found, _ := filepath.Glob("/usr/lib/*-linux-gnu*/libc.so.6")
	for _, path := range found {
		libraries = append(libraries, strings.TrimPrefix(filepath.Dir(path), "/usr/"))
	}
	libraries = append(libraries, "lib64")
	for _, list := range [][]string{libraries, append([]string{"bin"}, libraries...), {"bin", "lib", "lib64"}, {"bin", "lib", "lib64", "share"}} {
		list = slices.DeleteFunc(list, func(name string) bool { _, err := os.Stat("/usr/" + name); return err != nil })
		if len(list) > 0 { // an empty one would be all
			lists = append(lists, list)
		}
	}
	return lists
}

// parse reads engine.toml strictly.
func parse(raw []byte) (p external.Protocol, err error) {
	p.Report.Summary = usualSummary
	_, err = settings.Strict(raw, &p, nil)
	for _, s := range []struct {
		section string
		step    external.Step
		most    int
	}{{"found", p.Found, mostSeconds}, {"turn", p.Turn, mostSeconds}, {"check", p.Check, mostCheck}} {
		err = cmp.Or(err, settings.UpTo(s.most, s.section+".seconds", s.step.Seconds),
			settings.UpTo(mostMegabytes, s.section+".megabytes", s.step.Megabytes))
	}
	p.Turn.Seconds, p.Check.Seconds = cmp.Or(p.Turn.Seconds, usualSeconds), cmp.Or(p.Check.Seconds, usualCheck)
	return p, err
}

// rules reads what RULES answers. A {lang} in the file's name is the language of the reader.
func rules(dir, name string) (map[string]string, error) {
	if name == "" {
		return nil, nil
	}
	out := map[string]string{}
	for _, lang := range phrase.Langs {
		file := strings.ReplaceAll(name, "{lang}", string(lang))
		if !filepath.IsLocal(file) {
			return nil, settings.Outside("rules", strconv.Quote(name), `"rules.md", "rules.{lang}.md"`)
		}
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err == nil && (len(text) > longest || !utf8.Valid(text)) {
			err = fmt.Errorf("it must be UTF-8 of at most %d MB", longest>>20)
		}
		if err != nil {
			return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("engine-rules", phrase.Str("value", file)), Cause: err}
		}
		out[string(lang)] = string(text)
	}
	return out, nil
}

// runner runs the programs of a folder.
type runner struct {
	dir string
	usr []string // what of /usr they see; empty: all but /usr/local
	sum func() (string, error)
}

// Sum is over all files of the folder: their names, whether they run, and their bytes.
func (r *runner) Sum() (string, error) { return r.sum() }

// outside is a failure that is not the program's: another time it may work.
func outside(err error) error { return &game.Failed{What: err.Error(), Always: true} }

func sumOf(dir string) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name)
		var data []byte
		if info.Mode().IsRegular() {
			data, err = os.ReadFile(path)
		}
		to, _ := os.Readlink(path)
		fmt.Fprintf(h, "%q %v %t %q %x\n", name, info.Mode().Type(), info.Mode()&0o111 != 0, to, sha256.Sum256(data))
		return err
	})
	if err != nil {
		return "", outside(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Files reads a folder that nobody writes: at most so many megabytes, and nothing but files.
func Files(dir string, megabytes int) (map[string][]byte, error) {
	out, sum, n := map[string][]byte{}, int64(0), 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if n++; err == nil && n > mostFiles {
			err = fmt.Errorf("there are more than %d files", mostFiles)
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if sum += info.Size(); sum > int64(megabytes)<<20 {
			return fmt.Errorf("the files have more than %d MB", megabytes)
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%q is not a file", wording.Cut(name))
		}
		out[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	var at *fs.PathError
	if errors.As(err, &at) { // a foreign path may be long, and anything
		err = fmt.Errorf("%s %q: %w", at.Op, wording.Cut(at.Path), at.Err)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// LayOut writes files into a folder.
func LayOut(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !filepath.IsLocal(name) {
			return fmt.Errorf("the file %q is outside its folder", name)
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
			return err
		}
	}
	return nil
}
