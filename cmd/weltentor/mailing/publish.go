package mailing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/program"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/site"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
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
	g.Name = public.Each(func(lang phrase.Lang) string { return w.World.Rulebook().Words(lang).T("game") })
	return g, nil
}

// note is the file by which a folder of public files is known again: whose they are, of which state, and which.
const note = ".weltentor.json"

type noted struct {
	World string   `json:"world"`
	Stamp string   `json:"stamp,omitempty"`
	Files []string `json:"files"`
}

// notedIn reads the note of a folder; without one it is empty.
func notedIn(to string) (n noted) {
	raw, err := os.ReadFile(filepath.Join(to, note))
	if err == nil {
		err = json.Unmarshal(raw, &n)
	}
	if err != nil {
		return noted{}
	}
	return n
}

// Publish writes what is public of a world into a folder for a web server. All files are written beside it before the
// first of them is put in its place, so that a full disk leaves the old ones. Unchanged files are left alone, and what
// was written before and is no longer public is removed. changed is false if nothing was to be done.
func Publish(w *folder.Opened, to, stamp string) (changed bool, err error) {
	g, err := gameOf(w)
	if err != nil {
		if len(g.Page.Public) == 0 && g.Page.World != "" {
			retract(to)
		}
		return false, err
	}
	if filepath.Dir(to) != to && len(notedIn(filepath.Dir(to)).Files) > 0 {
		g.Home = "../index.html"
	}
	return publish(to, g, stamp)
}

func publish(to string, g site.Game, stamp string) (changed bool, err error) {
	files, err := g.Files()
	if err != nil {
		return false, err
	}
	was := notedIn(to)
	for _, name := range was.Files {
		if _, stays := files[name]; !stays && filepath.Base(name) == name {
			os.Remove(filepath.Join(to, name))
		}
	}
	return publishAll(to, files, noted{g.Page.World, stamp, slices.Sorted(maps.Keys(files))})
}

// retract removes what was written into a folder, by its note.
func retract(to string) (any bool) {
	for _, name := range append(notedIn(to).Files, note) {
		if filepath.Base(name) == name {
			any = os.Remove(filepath.Join(to, name)) == nil || any
		}
	}
	return any
}

// PublishAll writes several worlds into folders of one, each called like its own, with a page that lists them.
func PublishAll(c *call.Call, dirs []string, to string) error {
	var cards []site.Card
	for _, dir := range dirs {
		w, err := folder.Look(c, dir)
		if err != nil {
			return err
		}
		g, err := gameOf(w)
		if err != nil {
			return err
		}
		name := world.FolderName(dir)
		if slices.ContainsFunc(cards, func(c site.Card) bool { return c.Folder == name }) {
			return fault.Usage("public-twice", phrase.Str("name", name))
		}
		g.Home = "../index.html"
		cards = append(cards, site.Card{Game: g, Folder: name})
	}
	for _, card := range cards {
		if _, err := publish(filepath.Join(to, card.Folder), card.Game, ""); err != nil {
			return err
		}
	}
	page, err := site.Index(cards)
	if err != nil {
		return err
	}
	_, err = publishAll(to, map[string][]byte{"index.html": page}, noted{Files: []string{"index.html"}})
	return err
}

// publishAll puts files into a folder: the page after what it names, and the note last.
func publishAll(to string, files map[string][]byte, n noted) (changed bool, err error) {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return false, unwritten(to, err)
	}
	left, _ := filepath.Glob(filepath.Join(to, ".public-*")) // by a run that was killed
	for _, old := range left {
		if at, err := os.Stat(old); err == nil && time.Since(at.ModTime()) > time.Hour {
			os.RemoveAll(old)
		}
	}
	beside, err := os.MkdirTemp(to, ".public-*")
	if err != nil {
		return false, unwritten(to, err)
	}
	defer os.RemoveAll(beside)
	raw, err := json.Marshal(n)
	if err != nil {
		return false, fmt.Errorf("the note of the public files: %w", err)
	}
	files = maps.Clone(files)
	files[note] = raw
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool {
		was, err := os.ReadFile(filepath.Join(to, name))
		return err == nil && bytes.Equal(was, files[name])
	})
	last := map[string]int{"index.html": 1, note: 2}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(last[a], last[b]) })
	for _, name := range names {
		file := filepath.Join(beside, name)
		if err := cmp.Or(os.WriteFile(file, files[name], 0o644), os.Chmod(file, 0o644)); err != nil {
			return false, unwritten(filepath.Join(to, name), err)
		}
	}
	for _, name := range names {
		if err := os.Rename(filepath.Join(beside, name), filepath.Join(to, name)); err != nil {
			return changed, unwritten(filepath.Join(to, name), err)
		}
		changed = changed || name != note
	}
	return changed, nil
}

// unwritten complains about a file that could not be written.
func unwritten(file string, err error) error {
	what := phrase.P("public-unwritten", phrase.Str("file", file))
	return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
}

// patience is how long public_after may take.
const patience = time.Minute

// publishes writes the public files and the tables that letters link to, if the settings want it and something has
// changed since. Then the game master's own program runs. If anything fails, the game master gets a letter about it, once
// a day, and nothing else comes of it.
func (m *Mailer) publishes(now master.Status) error {
	s := m.Settings
	if s.PublicTo == "" {
		return nil
	}
	target := s.PublicTo
	changed, err := m.tables()
	was, stamp := notedIn(s.PublicTo).Stamp, stampOf(now, s)
	if none := len(s.Public) == 0 && s.Table != ""; was != stamp && (!none || was != "") {
		public, failed := Publish(m.Opened, s.PublicTo, stamp)
		if none { // nothing is public but the tables, which is no fault
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

// stampOf is the state of a world as far as its public files show it: another one means that they are old.
func stampOf(after master.Status, s *settings.Settings) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, call.Release, after.Turn, after.Over, after.Held != nil, after.Deadline.UTC(), after.Name, s.Public, s.Map,
		s.Signup, s.Practice, s.Address, s.Zone, s.HideBots)
	for _, r := range after.Realms {
		fmt.Fprintln(&b, r.Number, r.Name, !r.Sent.IsZero(), r.Vacant)
	}
	return store.SumOf(b.Bytes())
}
