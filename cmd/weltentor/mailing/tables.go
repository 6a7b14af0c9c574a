package mailing

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"weltentor/cmd/table/pages"
	"weltentor/resolve/letters"
)

// tablesIn is the folder below public_to that table_url is the address of.
const tablesIn = "t"

// sealedName is the form of the names of sealed files.
var sealedName = regexp.MustCompile(`^[0-9a-f]{32}\.bin$`)

// tables writes what the links in letters open: the page of the game, and for each realm a sealed file. All are written
// before the first is put in its place. Then those go that no link opens any more. Where there are no links, what was
// written before goes. The name of a realm is in no name of a file and not in the note.
func (m *Mailer) tables() (changed bool, err error) {
	to := filepath.Join(m.Settings.PublicTo, tablesIn)
	was := notedIn(to)
	if !letters.ByLink(m.World.Setup) {
		if was.Stamp == "" {
			return false, nil
		}
		err := swept(to, nil)
		retract(to)
		return true, err
	}
	f, ok, err := letters.FilesByLink(m.World, was.Stamp)
	if err != nil {
		return false, m.Wrong(err)
	}
	if !ok {
		return false, nil
	}
	if f.Stamp != was.Stamp {
		_, html := letters.PageOf(m.World.Setup)
		files, err := pages.ByLink(m.World.Rulebook().Name(), m.World.Settings.Name, html())
		if err != nil {
			return false, err
		}
		open := slices.Sorted(maps.Keys(files))
		maps.Copy(files, f.Sealed)
		if changed, err = publishAll(to, files, noted{World: m.World.Settings.Name, Stamp: f.Stamp, Files: open}); err != nil {
			return changed, err
		}
	}
	return changed, swept(to, f.Names)
}

// swept removes the sealed files of a folder, but those that stay.
func swept(to string, stay []string) error {
	files, err := os.ReadDir(to)
	for _, file := range files {
		if name := file.Name(); err == nil && sealedName.MatchString(name) && !slices.Contains(stay, name) {
			err = os.Remove(filepath.Join(to, name))
		}
	}
	return err
}
