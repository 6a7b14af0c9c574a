package mailing

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/public"
	"weltentor/resolve/site"
)

// NothingPublic says that nothing is public in the world of a folder.
func NothingPublic(dir string) error {
	return fault.No("public-nothing", phrase.Str("file", filepath.Join(dir, settings.File)),
		phrase.Str("words", settings.Listed(public.Parts)))
}

// gameOf is what is public of a world.
func gameOf(w *folder.Opened) (g site.Game, err error) {
	if g.Page, g.Story, err = master.StoryOf(w.World); err != nil {
		return g, w.Wrong(err)
	}
	if len(g.Page.Public) == 0 {
		return g, NothingPublic(w.Settings.Dir)
	}
	g.Name = public.Words{}
	for _, lang := range phrase.Langs {
		g.Name[lang] = w.World.Rulebook().Words(lang).T("game")
	}
	return g, nil
}

// Publish writes what is public of a world into a folder for a web server. All files are written beside it before the
// first of them is put in its place, so that a full disk leaves the old ones. Unchanged files are left alone.
func Publish(w *folder.Opened, to string) error {
	g, err := gameOf(w)
	if err != nil {
		return err
	}
	files, err := g.Files()
	if err != nil {
		return err
	}
	return publishAll(to, files)
}

// publishAll puts files into a folder: the page last, since it names the others.
func publishAll(to string, files map[string][]byte) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return unwritten(to, err)
	}
	beside, err := os.MkdirTemp(to, ".public-*")
	if err != nil {
		return unwritten(to, err)
	}
	defer os.RemoveAll(beside)
	names := slices.Sorted(maps.Keys(files))
	names = slices.DeleteFunc(names, func(name string) bool {
		was, err := os.ReadFile(filepath.Join(to, name))
		return err == nil && bytes.Equal(was, files[name])
	})
	slices.SortStableFunc(names, func(a, b string) int {
		last := map[string]int{"index.html": 1}
		return cmp.Compare(last[a], last[b])
	})
	for _, name := range names {
		file := filepath.Join(beside, name)
		err := os.WriteFile(file, files[name], 0o644)
		if err == nil {
			err = os.Chmod(file, 0o644)
		}
		if err != nil {
			return unwritten(filepath.Join(to, name), err)
		}
	}
	for _, name := range names {
		if err := os.Rename(filepath.Join(beside, name), filepath.Join(to, name)); err != nil {
			return unwritten(filepath.Join(to, name), err)
		}
	}
	return nil
}

// unwritten complains about a file that could not be written.
func unwritten(file string, err error) error {
	what := phrase.P("public-unwritten", phrase.Str("file", file))
	return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
}
