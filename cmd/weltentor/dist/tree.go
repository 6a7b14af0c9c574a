package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed units/*
var units embed.FS

// file is one file of an installed tree: its path below the prefix, and its content.
type file struct {
	path string
	mode os.FileMode
	data []byte
}

// family is a family of systems, by the packages that they install.
type family struct {
	packager  string // what nfpm calls it; "": none, an archive that is unpacked anywhere
	functions string // where zsh looks for completions
	licences  string // the file of the licences
	systemd   bool   // it may have systemd
}

// unpacked is what `make install` installs, and an archive has.
var unpacked = family{"", "share/zsh/site-functions", "share/doc/weltentor/LICENSE", true}

// families are the kinds of packages that a release has for each kind of Linux.
var families = []family{
	{"deb", "share/zsh/vendor-completions", "share/doc/weltentor/copyright", true},
	{"rpm", "share/zsh/site-functions", "share/licenses/weltentor/LICENSE", true},
	{"archlinux", "share/zsh/site-functions", "share/licenses/weltentor/LICENSE", true},
	{"apk", "share/zsh/site-functions", "share/licenses/weltentor/LICENSE", false},
}

// program returns the program for a system, which is built once.
func (m *material) program(s system) ([]byte, error) {
	to := filepath.Join(m.scratch, s.os+"-"+s.arch)
	if _, err := os.Stat(to); err != nil {
		if err := build(s, to); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(to)
}

// tree returns the files below a prefix.
func (m *material) tree(s system, prefix string, of family) ([]file, error) {
	binary, err := m.program(s)
	if err != nil {
		return nil, err
	}
	files := []file{
		{"bin/weltentor", 0o755, binary},
		{"share/man/man1/weltentor.1.gz", 0o644, packed(m.generated["en.1"])},
		{"share/man/de/man1/weltentor.1.gz", 0o644, packed(m.generated["de.1"])},
		{"share/bash-completion/completions/weltentor", 0o644, m.generated["bash"]},
		{of.functions + "/_weltentor", 0o644, m.generated["zsh"]},
		{"share/fish/vendor_completions.d/weltentor.fish", 0o644, m.generated["fish"]},
		{of.licences, 0o644, m.licences},
	}
	for _, page := range []string{"gm-start.de.md", "gm-start.en.md", "gm-trouble.de.md", "gm-trouble.en.md",
		"gm-reference.de.md", "gm-reference.en.md", "player.de.md", "player.en.md", "data.en.md",
		"fleet.en.md", "fleet.yaml", "report.schema.json", "table.schema.json", "changes.md"} {
		text, err := os.ReadFile(filepath.Join("docs", page))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"share/doc/weltentor/" + page, 0o644, text})
	}
	if s.os == "linux" && of.systemd {
		files = append(files, unitFiles(prefix)...)
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return files, nil
}

// unitFiles returns the timers and services of systemd, which name the program by its full path, and the system user
// for those who want one.
func unitFiles(prefix string) (files []file) {
	user := "lib/systemd/user/"
	if prefix != "/usr" && prefix != "/usr/local" {
		user = "share/systemd/user/" // as in ~/.local: systemd looks nowhere else there
	}
	for name, to := range map[string]string{
		"user.service":         user + "weltentor@.service",
		"user.timer":           user + "weltentor@.timer",
		"system.service":       "lib/systemd/system/weltentor@.service",
		"system.timer":         "lib/systemd/system/weltentor@.timer",
		"user.run.service":     user + "weltentor-run.service",
		"system.run.service":   "lib/systemd/system/weltentor-run.service",
		"system.fleet.service": "lib/systemd/system/weltentor-fleet.service",
		"sysusers.conf":        "share/weltentor/sysusers.conf",
	} {
		text, err := units.ReadFile(path.Join("units", name))
		if err != nil {
			panic(err) // it is embedded
		}
		text = bytes.ReplaceAll(text, []byte("/usr/bin/weltentor"), []byte(path.Join(prefix, "bin/weltentor")))
		files = append(files, file{to, 0o644, text})
	}
	return files
}

// packed packs a text with gzip, without name and time.
func packed(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// put writes files into a folder, with the time of the commit. Existing files are replaced in one step, so that a
// running program is not changed.
func (m *material) put(files []file, dir string) error {
	for _, f := range files {
		to := filepath.Join(dir, f.path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to+".new", f.data, f.mode); err != nil {
			return err
		}
		if err := os.Chmod(to+".new", f.mode); err != nil { // whatever the umask is
			return err
		}
		if err := os.Chtimes(to+".new", m.when, m.when); err != nil {
			return err
		}
		if err := os.Rename(to+".new", to); err != nil {
			return err
		}
	}
	return nil
}

// install installs the program and what belongs to it below a prefix of this machine.
func (m *material) install(root, prefix string) error {
	if !filepath.IsAbs(prefix) {
		return fmt.Errorf("PREFIX=%s does not start with /", prefix)
	}
	files, err := m.tree(host, prefix, unpacked)
	if err != nil {
		return err
	}
	return m.put(files, filepath.Join(root, prefix))
}

// licences returns our licence, and those of everything linked into the program.
func licences() ([]byte, error) {
	var b bytes.Buffer
	add := func(what, dir string) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		found := false
		for _, e := range entries {
			name := strings.ToUpper(e.Name())
			if e.IsDir() || !strings.HasPrefix(name, "LICENSE") && !strings.HasPrefix(name, "COPYING") &&
				!strings.HasPrefix(name, "NOTICE") && !strings.HasPrefix(name, "PATENTS") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s (%s)\n\n%s\n\n", what, e.Name(), bytes.TrimSpace(text))
			found = true
		}
		if !found {
			return fmt.Errorf("%s has no licence in %s", what, dir)
		}
		return nil
	}
	if err := add("Weltentor", "."); err != nil {
		return nil, err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := add("Go", strings.TrimSpace(string(goroot))); err != nil {
		return nil, err
	}
	linked, err := output("go", "list", "-tags", engines, "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/weltentor")
	if err != nil {
		return nil, err
	}
	modules := strings.Split(strings.TrimSpace(string(linked)), "\n")
	slices.Sort(modules)
	for _, module := range slices.Compact(modules) {
		words := strings.SplitN(module, " ", 3)
		if len(words) < 3 {
			continue // a package of the standard library
		}
		if err := add(words[0]+" "+words[1], words[2]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
