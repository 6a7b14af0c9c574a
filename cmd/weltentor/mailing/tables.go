package mailing

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weltentor/cmd/page/pages"
	"weltentor/orders/lazy"
	"weltentor/resolve/notices"
	"weltentor/resolve/world"
)

// tablesIn is the folder below public_to that table_url is the address of.
const tablesIn = "t"

// sealedName is the form of the names of sealed files.
var sealedName = lazy.Pattern(`^[0-9a-f]{32}\.bin$`)

// tables writes what the links in letters open: the page of the game, and the sealed files. All are written before the
// first is put in its place. Then those go that no link opens any more. Where there are no links, what was written before
// goes. No name says whose a file is, and the note names no sealed file.
func (m *Mailer) tables() (changed bool, err error) {
	to := filepath.Join(m.Settings.PublicTo, tablesIn)
	if !notices.ByLink(m.World.Setup) {
		if notedIn(to).World == "" {
			return false, nil
		}
		err := swept(to, nil)
		retract(to)
		return true, err
	}
	f, err := notices.FilesByLink(m.World, sealedIn(to), m.Call.Now())
	if f == nil || err != nil {
		return false, m.Wrong(err)
	}
	files, _, err := PageFiles(m.World, false)
	if err != nil {
		return false, err
	}
	open := slices.Sorted(maps.Keys(files))
	maps.Copy(files, f.Sealed)
	if changed, err = publishAll(to, files, noted{m.World.Settings.Name, open}); err != nil {
		return changed, err
	}
	if err := swept(to, f.Sealed); err != nil {
		return changed, err
	}
	return changed, m.Wrong(notices.Sealed(m.World, f))
}

// PageFiles are the page for tables by link, and what belongs to it; none if the world has no links. If it is served by
// this program, and may send letters, it has a version that these name; otherwise that is "".
func PageFiles(w *world.World, served bool) (files map[string][]byte, version string, err error) {
	if !notices.ByLink(w.Setup) {
		return nil, "", nil
	}
	_, built := notices.PageOf(w.Setup)
	html, game := built(), w.Rulebook().Name()
	files, err = pages.ByLink(game, w.Settings.Name, html)
	if err == nil && served && w.Settings.PageSends {
		version = pages.Sending(game, html, files)
	}
	return files, version, err
}

// sealedIn lists the sealed files of a folder.
func sealedIn(to string) (names []string) {
	files, _ := os.ReadDir(to)
	for _, file := range files {
		if sealedName().MatchString(file.Name()) {
			names = append(names, file.Name())
		}
	}
	return names
}

// swept removes the sealed files of a folder, but those that stay.
func swept(to string, stay map[string][]byte) (err error) {
	for _, name := range sealedIn(to) {
		if _, stays := stay[name]; !stays {
			err = cmp.Or(err, os.Remove(filepath.Join(to, name)))
		}
	}
	return err
}
