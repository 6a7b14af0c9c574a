package mailing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/program"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
)

// NothingPublic says that nothing is public in the world of a folder.
func NothingPublic(dir string) error {
	return complaint.No("public-nothing", phrase.Str("file", filepath.Join(dir, settings.File)),
		phrase.Str("words", settings.Listed(public.Parts)))
}

// gameOf is what is public of a world, for a folder.
func gameOf(w *folder.Opened, to string) (g public.Game, err error) {
	if g.Page, g.Story, err = gamemaster.StoryOf(w.World); err != nil {
		return g, w.Wrong(err)
	}
	if len(g.Page.Public) == 0 {
		return g, NothingPublic(w.Settings.Dir)
	}
	g.Name = public.Each(func(lang phrase.Lang) string { return w.World.Rulebook().Words(lang).T("game") })
	g.Try = pages.Version(g.Page.Rulebook) != ""
	if to == filepath.Clean(w.Settings.PublicTo) {
		g.URL = strings.TrimSuffix(w.Settings.PublicURL, "/")
	}
	return g, nil
}

// Shown returns what is public of a world that is served at public_url, as files, and its card for the list of worlds,
// whose address is home. files is nil if all is as it was with the known stamp, and empty if nothing is public.
func Shown(w *folder.Opened, known, home string) (stamp string, files map[string][]byte, card public.Card, err error) {
	now, err := gamemaster.StatusOf(w.World, w.Call.Now())
	if err != nil {
		return "", nil, card, w.Wrong(err)
	}
	if stamp = stampOf(now, w.Settings); stamp == known {
		return stamp, nil, card, nil
	}
	if len(w.Settings.Public) == 0 {
		return stamp, map[string][]byte{}, card, nil
	}
	g, err := gameOf(w, w.Settings.PublicTo)
	if err != nil {
		return "", nil, card, err
	}
	g.Form, g.Home, g.URL = true, home, strings.TrimSuffix(w.Settings.PublicURL, "/")
	files, err = g.Files()
	return stamp, files, g.Card(), err
}

// note is the file by which a folder of public files is known again: whose they are, and which. Whoever may read them may
// read it, so it says no more.
const note = ".weltentor.json"

type noted struct {
	World string   `json:"world"`
	Files []string `json:"files"`
}

// notedIn reads the note of a folder; without one it is empty.
func notedIn(to string) (n noted) {
	raw, err := os.ReadFile(filepath.Join(to, note))
	if err != nil || json.Unmarshal(raw, &n) != nil {
		return noted{}
	}
	return n
}

// card is the file by which the list of worlds knows a world. It is there only in a folder of such a list.
const card = ".card.json"

// inSite reports whether a folder is in one that lists worlds, as PublishAll makes it.
func inSite(to string) bool {
	n := notedIn(filepath.Dir(to))
	return filepath.Dir(to) != to && n.World == "" && len(n.Files) > 0
}

// Publish writes what is public of a world into a folder for a web server. All files are written beside it before the
// first of them is put in its place, so that a full disk leaves the old ones. Unchanged files are left alone, and what
// was written before and is no longer public is removed. changed is false if nothing was to be done. If the folder is
// in one that lists worlds, the list is written, too.
func Publish(w *folder.Opened, to string) (changed bool, err error) {
	to = filepath.Clean(to)
	listed := inSite(to)
	g, err := gameOf(w, to)
	switch {
	case err == nil && listed:
		g.Home = "../index.html"
	case err != nil && len(g.Page.Public) == 0 && g.Page.World != "":
		if retract(to) && listed {
			return true, cmp.Or(list(filepath.Dir(to)), err)
		}
		return false, err
	case err != nil:
		return false, err
	}
	if changed, err = publish(to, g); err == nil && listed {
		err = list(filepath.Dir(to))
	}
	return changed, err
}

func publish(to string, g public.Game) (changed bool, err error) {
	if g.Home != "" && !g.Page.GameOver {
		if g.Ended, err = endedBeside(to); err != nil {
			return false, err
		}
	}
	files, err := g.Files()
	if err != nil {
		return false, err
	}
	if g.Home != "" {
		if files[card], err = json.Marshal(g.Card()); err != nil {
			return false, fmt.Errorf("the card of %s: %w", g.Page.World, err)
		}
	}
	if err := foreign(to, files); err != nil {
		return false, err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return false, unwritten(to, err)
	}
	if g.Try { // before the page that leads there
		html, _, _ := pages.Page(g.Page.Rulebook)
		tries, page := filepath.Join(to, public.Practice), map[string][]byte{}
		page["index.html"] = pages.Practice(html)
		if err := foreign(tries, page); err != nil {
			return false, err
		}
		if _, err = publishAll(tries, page, noted{g.Page.World, []string{"index.html"}}); err != nil {
			return false, err
		}
	}
	return publishAll(to, files, noted{g.Page.World, slices.Sorted(maps.Keys(files))})
}

// endedBeside is the card of a game in a folder beside one of a list, which is over; nil: none is.
func endedBeside(to string) (*public.Card, error) {
	cards, err := cardsIn(filepath.Dir(to))
	i := slices.IndexFunc(cards, func(c public.Card) bool { return c.Over && c.Map != "" && c.Folder != filepath.Base(to) })
	if i < 0 {
		return nil, err
	}
	return &cards[i], err
}

// list writes the page that lists the worlds in the folders of one, by the cards beside their pages. Several worlds may
// do so at once: whoever is last has read all cards.
func list(to string) error {
	cards, err := cardsIn(to)
	for err == nil {
		var page []byte
		if page, err = public.Index(cards); err != nil {
			break
		}
		files := map[string][]byte{"index.html": page}
		if err = foreign(to, files); err != nil {
			break
		}
		if _, err = publishAll(to, files, noted{Files: []string{"index.html"}}); err != nil {
			break
		}
		was := cards
		if cards, err = cardsIn(to); reflect.DeepEqual(was, cards) {
			break
		}
	}
	return err
}

// cardsIn reads the cards in the folders of one.
func cardsIn(to string) (cards []public.Card, err error) {
	files, err := filepath.Glob(filepath.Join(to, "*", card))
	if err != nil {
		return nil, fmt.Errorf("the worlds in %s: %w", to, err)
	}
	for _, file := range files {
		var c public.Card
		raw, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(raw, &c)
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		c.Folder = filepath.Base(filepath.Dir(file))
		cards = append(cards, c)
	}
	return cards, nil
}

// retract removes what was written into a folder, by its note, and the page for practice below it.
func retract(to string) (any bool) {
	if tries := filepath.Join(to, public.Practice); notedIn(tries).World != "" {
		any = retract(tries)
		os.Remove(tries)
	}
	for _, name := range append(notedIn(to).Files, note) {
		if filepath.Base(name) == name {
			any = os.Remove(filepath.Join(to, name)) == nil || any
		}
	}
	return any
}

// PublishAll writes several worlds into folders of one, each called like its own, with a page that lists them.
func PublishAll(c *call.Call, dirs []string, to string) error {
	games, names := map[string]public.Game{}, folderNames(dirs)
	for i, dir := range dirs {
		w, err := folder.Look(c, dir)
		if err != nil {
			return err
		}
		name := names[i]
		g, err := gameOf(w, filepath.Join(to, name))
		if err != nil {
			return err
		}
		if _, twice := games[name]; twice {
			return complaint.Usage("public-twice", phrase.Str("name", name))
		}
		g.Home = "../index.html"
		games[name] = g
	}
	// Those that are over come first: the others show one of them.
	for _, over := range []bool{true, false} {
		for name, g := range games {
			if g.Page.GameOver != over {
				continue
			}
			if _, err := publish(filepath.Join(to, name), g); err != nil {
				return err
			}
		}
	}
	return list(to)
}

// folderNames are the names of folders. Those of one name have the name of the folder that they are in before it.
func folderNames(dirs []string) (names []string) {
	times := map[string]int{}
	for _, dir := range dirs {
		times[world.FolderName(dir)]++
	}
	for _, dir := range dirs {
		name := world.FolderName(dir)
		if whole, err := filepath.Abs(dir); times[name] > 1 && err == nil {
			name = world.FolderName(filepath.Dir(whole)) + "-" + name
		}
		names = append(names, name)
	}
	return names
}

// foreign refuses to replace a file of a folder that was not written here, and to write into a world's own folder.
func foreign(to string, files map[string][]byte) error {
	if _, err := os.Lstat(filepath.Join(to, disk.SettingsName)); err == nil {
		return complaint.Usage("public-world", phrase.Str("folder", to))
	}
	ours := notedIn(to).Files
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(to, name)
		if _, err := os.Lstat(file); err == nil && !slices.Contains(ours, name) && !lies(to, name, files[name]) {
			return complaint.Usage("public-foreign", phrase.Str("file", file))
		}
	}
	return nil
}

// publishAll puts files into a folder: the page after what it names. Then what is no longer among them goes, and the
// note is last. Until then the note names the old files and the new ones, so that a run that is killed leaves none that
// nobody knows. Everything is written beside its place before anything is put there.
func publishAll(to string, files map[string][]byte, n noted) (changed bool, err error) {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return false, unwritten(to, err)
	}
	clean(to)
	was := notedIn(to)
	gone := slices.DeleteFunc(slices.Clone(was.Files), func(name string) bool {
		_, stays := files[name]
		return stays || filepath.Base(name) != name
	})
	last, err := json.Marshal(n)
	if err != nil {
		return false, fmt.Errorf("the note of the public files: %w", err)
	}
	puts := map[string][]byte{}
	for name, data := range files {
		if !lies(to, name, data) {
			puts[name] = data
		}
	}
	if !lies(to, note, last) {
		puts[note] = last
		if puts[both], err = json.Marshal(noted{World: n.World, Files: slices.Concat(gone, n.Files)}); err != nil {
			return false, fmt.Errorf("the note of the public files: %w", err)
		}
	}
	if len(puts) == 0 {
		return false, nil
	}
	beside, done, err := writeBeside(to, puts)
	if err != nil {
		return false, err
	}
	defer done()
	order := map[string]int{both: -1, "index.html": 1, note: 2}
	names := slices.Sorted(maps.Keys(puts))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(order[a], order[b]) })
	for _, name := range names {
		as := name
		switch name {
		case both:
			as = note
		case note:
			for _, old := range gone {
				os.Remove(filepath.Join(to, old))
			}
		}
		if err := os.Rename(filepath.Join(beside, name), filepath.Join(to, as)); err != nil {
			return changed, unwritten(filepath.Join(to, as), err)
		}
		changed = true
	}
	return changed, nil
}

// lies reports whether a file of a folder has this data already.
func lies(to, name string, data []byte) bool {
	old, err := os.ReadFile(filepath.Join(to, name))
	return err == nil && bytes.Equal(old, data)
}

// both is the note as long as not all files are in their places.
const both = ".both.json"

// unfinished begins the names of folders in which files are written beside their places.
const unfinished = ".public-"

// writeBeside writes files into a folder in the one in which they belong. done removes it with what is left there.
func writeBeside(to string, files map[string][]byte) (beside string, done func(), err error) {
	if beside, err = os.MkdirTemp(to, unfinished+"*"); err != nil {
		return "", nil, unwritten(to, err)
	}
	held, err := os.Open(beside)
	if err == nil {
		disk.Flock(held.Fd()) // where a folder cannot be locked, clean goes by its age
	}
	done = func() {
		os.RemoveAll(beside)
		held.Close()
	}
	for name, data := range files {
		if err := written(filepath.Join(beside, name), data); err != nil {
			done()
			return "", nil, unwritten(filepath.Join(to, name), err)
		}
	}
	return beside, done, nil
}

// written writes a file that everybody may read, down to the disk.
func written(file string, data []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("make it: %w", err)
	}
	_, err = f.Write(data)
	return cmp.Or(err, f.Chmod(0o644), f.Sync(), f.Close())
}

// clean removes what runs have left that were killed: nobody holds it.
func clean(to string) {
	left, _ := filepath.Glob(filepath.Join(to, unfinished+"*"))
	for _, old := range left {
		f, err := os.Open(old)
		if err != nil {
			continue
		}
		at, err := f.Stat()
		if disk.Flock(f.Fd()) == nil || err == nil && time.Since(at.ModTime()) > time.Hour {
			os.RemoveAll(old)
		}
		f.Close()
	}
}

// unwritten complains about a file that could not be written.
func unwritten(file string, err error) error {
	what := phrase.P("public-unwritten", phrase.Str("file", file))
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: err}
}

// patience is how long public_after may take.
const patience = time.Minute

// publishes writes the public files and the tables that letters link to, as far as they are old. Then the game master's
// own program runs, if a file has changed. If anything fails, the game master gets a letter about it, once a day, and
// nothing else comes of it.
func (m *Mailer) publishes(now gamemaster.Status) error {
	s := m.Settings
	target := s.PublicTo
	changed, err := m.tables()
	none := len(s.Public) == 0 && s.Table != "" // nothing is public but the tables, which is no fault
	if !none || notedIn(s.PublicTo).World != "" {
		public, failed := m.refreshes(stampOf(now, s))
		if none {
			failed = nil
		}
		changed, err = changed || public, cmp.Or(err, failed)
	}
	if changed && len(s.PublicAfter) > 0 && err == nil {
		target = filepath.Base(s.PublicAfter[0])
		ctx, cancel := context.WithTimeout(m.Call.Ctx, patience)
		defer cancel()
		var said string
		if _, said, err = program.Run(ctx, s.Dir, s.PublicAfter, nil); ctx.Err() != nil {
			err = fmt.Errorf("it does not end within %v", patience)
		} else if err != nil {
			err = errors.New(program.Complained(err, said))
		}
	}
	if err == nil || m.Call.Ctx.Err() != nil {
		return nil
	}
	words := texts.Book(phrase.Lang(s.GM.Lang)).Say(phrase.P("public-failed", phrase.Str("target", target),
		phrase.Str("why", err.Error())))
	return m.World.Alarm(outbox.Unnotified, "public "+target, words, m.Call.Now())
}

// refreshes writes the public files, unless they show the state of this stamp already. What they show is kept in the
// world: everybody may read a file beside them, and the stamp covers more than what is public.
func (m *Mailer) refreshes(stamp string) (changed bool, err error) {
	to, was := m.Settings.PublicTo, ""
	if err := m.World.View(func(tx *store.Tx) error {
		was = public.Written(tx)
		return nil
	}); err != nil || was == sumOf(stamp, to) {
		return false, err
	}
	if changed, err = Publish(m.Opened, to); err != nil {
		return changed, err
	}
	return changed, m.World.Update(func(tx *store.Tx) error {
		public.Write(tx, sumOf(stamp, to))
		return nil
	})
}

// sumOf is the sum of a stamp, and of a folder's files as its note names them: a folder that somebody has changed, or one
// from after the backup of the world, has another.
func sumOf(stamp, to string) string {
	b := bytes.NewBufferString(stamp)
	for _, name := range append(notedIn(to).Files, note) {
		raw, _ := os.ReadFile(filepath.Join(to, filepath.Base(name)))
		fmt.Fprintf(b, "\n%s %d\n%s", name, len(raw), raw)
	}
	return store.SumOf(b.Bytes())
}

// stampOf is the state of a world as far as its public files show it: another one means that they are old.
func stampOf(after gamemaster.Status, s *settings.Settings) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, call.Release, after.Turn, after.Over, after.Held != nil, after.Deadline.UTC(), after.Name, s.Public, s.Map,
		s.Signup, s.Practice, s.Observe, s.Address, s.Zone, s.HideBots, s.PublicURL)
	for _, r := range after.Realms {
		fmt.Fprintln(&b, r.Number, r.Name, !r.Sent.IsZero(), r.Vacant)
	}
	return store.SumOf(b.Bytes())
}
