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
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders"
	"weltentor/orders/phrase"
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

// mostFiles is how many files a run may leave, with folders.
const mostFiles = 20_000

// longest is how many bytes the rules for players may have.
const longest = 1 << 20

// Read reads an engine and makes its rulebook, whose programs run behind the wall. What this machine lacks for that is
// a complaint.
func Read(dir string) (game.Rulebook, error) {
	rb, _, err := read(dir)
	if err != nil {
		return nil, err
	}
	return rb, nil
}

// Try reads an engine and runs a program behind the wall that does nothing: the system may forbid what the wall needs.
// That is its error, and no complaint.
func Try(dir string) error {
	_, r, err := read(dir)
	if err != nil {
		return err
	}
	r.usr = nil // what this program needs is not in the list
	_, err = r.Run(external.Job{Argv: []string{"true"}})
	return err
}

func read(dir string) (*external.Rulebook, *runner, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(dir, File)
	raw, err := os.ReadFile(path)
	if err != nil {
		why := complaint.Unread(err)
		return nil, nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("cannot-read",
			phrase.Str("file", path), phrase.Key("why", "unreadable."+why)), Cause: err, Bare: why != "other"}
	}
	p, err := parse(raw)
	if err == nil {
		p.RulesText, err = rules(dir, p.Rules)
	}
	if err != nil {
		return nil, nil, complaint.InFile(path, err)
	}
	clock := p.Found.Clock != "" || p.Turn.Clock != "" || p.Check.Clock != ""
	if err := lacks(clock); err != nil {
		return nil, nil, err
	}
	r := &runner{dir: dir, usr: p.Usr, sum: sync.OnceValue(func() string { return sumOf(dir) })}
	rb, err := external.Rules(p, r)
	if err != nil {
		return nil, nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("engine-wrong", phrase.Str("file", path)), Cause: err}
	}
	return rb, r, nil
}

// parse reads engine.toml strictly.
func parse(raw []byte) (p external.Protocol, err error) {
	if err := settings.Bounded(raw); err != nil {
		return p, err
	}
	keys := map[string]string{}
	keysOf(reflect.TypeFor[external.Protocol](), "", keys)
	md, err := toml.Decode(string(raw), &p)
	if err != nil {
		return p, settings.WrongTOMLOf(err, keys)
	}
	if odd := md.Undecoded(); len(odd) > 0 {
		key := odd[0].String()
		if near := orders.Nearest(key, slices.Sorted(maps.Keys(keys))); len(near) > 0 {
			return p, complaint.Usage("setting-unknown-near", phrase.Str("key", key), phrase.Str("guess", near[0]))
		}
		return p, complaint.Usage("setting-unknown", phrase.Str("key", key))
	}
	for _, s := range []struct {
		key  string
		step external.Step
	}{{"found", p.Found}, {"turn", p.Turn}, {"check", p.Check}} {
		most := mostSeconds
		if s.key == "check" {
			most = mostCheck
		}
		err = cmp.Or(err, within(s.key+".seconds", s.step.Seconds, most),
			within(s.key+".megabytes", s.step.Megabytes, mostMegabytes))
	}
	p.Check.Seconds = cmp.Or(p.Check.Seconds, usualCheck)
	return p, err
}

// within complains about a bound that no run can have; 0: the usual one.
func within(key string, n, most int) error {
	if n < 0 || n > most {
		return settings.Outside(key, strconv.Itoa(n), fmt.Sprintf("0 … %d", most))
	}
	return nil
}

// keysOf lists the keys of a struct, each with a value of its kind as TOML writes it.
func keysOf(t reflect.Type, section string, keys map[string]string) {
	for f := range t.Fields() {
		key := section + strings.ToLower(f.Name)
		switch {
		case f.Tag.Get("toml") == "-":
		case f.Type.Kind() == reflect.Struct:
			keysOf(f.Type, key+".", keys)
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
			keysOf(f.Type.Elem(), key+".", keys)
		default:
			keys[key] = map[reflect.Kind]string{reflect.String: `""`, reflect.Bool: "false", reflect.Slice: "[]", reflect.Int: "0",
				reflect.Int64: "0"}[f.Type.Kind()]
		}
	}
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
	sum func() string
}

// Sum is over all files of the folder: their names, whether they run, and their bytes.
func (r *runner) Sum() string { return r.sum() }

// sumOf is "" if a file cannot be read: then the program is none that was known before.
func sumOf(dir string) string {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		fmt.Fprintf(h, "%q %t %d\n", filepath.ToSlash(name), info.Mode()&0o111 != 0, info.Size())
		if err != nil || !info.Mode().IsRegular() {
			to, _ := os.Readlink(path)
			fmt.Fprintf(h, "%v %q\n", info.Mode().Type(), to)
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(h, file)
		return err
	})
	if err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Files reads a folder that nobody writes: at most so many megabytes, and nothing but files.
func Files(dir string, megabytes int) (map[string][]byte, error) {
	out, sum, n := map[string][]byte{}, int64(0), 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if n++; err == nil && n > mostFiles {
			err = fmt.Errorf("it left more than %d files", mostFiles)
		}
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("it left %q, which is not a file", name)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if sum += info.Size(); sum > int64(megabytes)<<20 {
			return fmt.Errorf("it left more than %d MB", megabytes)
		}
		out[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
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
