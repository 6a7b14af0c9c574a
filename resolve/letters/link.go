package letters

import (
	"errors"
	"fmt"
	"strings"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/reports"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// A table by link: the game master's web server has the page of the game, and for each realm a file that only the link
// in its letter opens. Player and substitute have a link each. Both end with the next report, and with the password.

// ByLink reports whether letters have links to tables.
func ByLink(k *world.Setup) bool {
	version, _ := PageOf(k)
	return version != "" && k.Settings.TableURL != ""
}

// pageURL returns the address of the game's page on the web, or "" if it is nowhere.
func pageURL(k *world.Setup) string {
	if !ByLink(k) {
		return ""
	}
	return strings.TrimSuffix(k.Settings.TableURL, "/") + "/" + k.Rules.Name() + ".html"
}

// awaits returns the turn that a realm's table is for: the one after its newest report.
func awaits(tx *store.Tx, realm int) int { return max(0, reports.Newest(tx, realm)) + 1 }

// LinkTo returns the link to a realm's table, for whoever plays it by a record.
func LinkTo(k *world.Setup, tx *store.Tx, realm int, rec roster.RealmRecord) (string, error) {
	if err := secrets.MakeLinkSecret(tx, k.Random()); err != nil {
		return "", err
	}
	link, found, err := secrets.LinkFor(tx, realm, awaits(tx, realm), rec.Salt)
	if !found {
		return "", err
	}
	return pageURL(k) + "#" + link.Opens.String(), nil
}

// SayLink adds the link to a realm's table below a sentence about it, and what it opens to whom.
func SayLink(t *wording.Text, link string) {
	t.Line("")
	t.Line("  " + link)
	t.Line("")
	t.Say("link-means")
}

// linked adds the link to the letter with a report, for whoever plays the realm by a record.
func (b beside) linked(rec roster.RealmRecord) error {
	if !ByLink(b.World.Setup) {
		return nil
	}
	link, err := LinkTo(b.World.Setup, b.Tx, b.r.Number, rec)
	if err != nil || link == "" {
		return err
	}
	t := &wording.Text{Book: wording.Words(b.r.Lang)}
	t.Line("")
	t.Say("link-table")
	SayLink(t, link)
	b.e.Closing += t.Body.String()
	return nil
}

// LinkFiles are the files that the links of a world open.
type LinkFiles struct {
	Stamp  string            // of what they hold: another one means that they are old
	Names  []string          // those that may lie there, also some of the turn before
	Sealed map[string][]byte // by name; nil if they are not old
}

// FilesByLink returns the files that links open now. known is the stamp of those that lie there. All are sealed anew
// together and have the same size, so that neither size nor time says whose they are. The file of the turn before stays
// as long as the letter with the next link has not left. While a turn is held, ok is false: all stays as it is.
func FilesByLink(w *world.World, known string) (f LinkFiles, ok bool, err error) {
	err = w.View(func(tx *store.Tx) error {
		if held := chronicle.Held(tx); held.Turn > 0 {
			return nil
		}
		ok = true
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		opens, err := linksOf(w, tx, c, &f)
		if err != nil || f.Stamp == known {
			return err
		}
		f.Sealed, err = sealedFor(w, tx, c, opens)
		return err
	})
	return f, ok, err
}

// linksOf returns the links to each realm's table, and fills in names and stamp. The stamp covers all that a table shows
// but letters that were passed on at once: they come by mail, and into the file with the next orders of anybody.
func linksOf(w *world.World, tx *store.Tx, c chronicle.Current, f *LinkFiles) (opens map[int][]secrets.Link, err error) {
	p := w.Schedule(tx, c)
	version, _ := PageOf(w.Setup)
	stamp := fmt.Appendln(nil, w.Settings.Program, version, pageURL(w.Setup), w.Settings.Address, c.Generation,
		p.Deadline.UTC(), store.SumOf(c.Tables))
	opens = map[int][]secrets.Link{}
	for _, r := range c.World.Realms() {
		turn := awaits(tx, r.Number)
		links, err := readersOf(w, tx, c.Turn, r.Number, turn)
		if err != nil {
			return nil, err
		}
		text, spoken := ordersOf(tx, turn, r.Number)
		waits, err := outbox.In(tx).Reports(r.Number, turn-1)
		if err != nil {
			return nil, err
		}
		if waits { // the letter with the next link
			former, err := readersOf(w, tx, c.Turn, r.Number, turn-1)
			if err != nil {
				return nil, err
			}
			f.name(former)
		}
		if len(links) > 0 {
			f.name(links)
			opens[r.Number], stamp = links, fmt.Appendln(stamp, links, spoken, len(text), text)
		}
	}
	f.Stamp = store.SumOf(stamp)
	return opens, nil
}

// name adds the names of the files that links open.
func (f *LinkFiles) name(links []secrets.Link) {
	for _, l := range links {
		f.Names = append(f.Names, l.Opens.File())
	}
}

// readersOf returns the links to a realm's table of a turn, for its player and for a substitute in the turn that awaits
// orders now.
func readersOf(w *world.World, tx *store.Tx, now, realm, turn int) (links []secrets.Link, err error) {
	rec := w.People.Person(tx, realm)
	if rec.Vacant() {
		return nil, nil
	}
	salts := [][]byte{rec.Salt}
	if s := rec.Standing(now); s != nil {
		salts = append(salts, s.Salt)
	}
	for _, salt := range salts {
		link, found, err := secrets.LinkFor(tx, realm, turn, salt)
		if err != nil {
			return nil, err
		}
		if found {
			links = append(links, link)
		}
	}
	return links, nil
}

// sealedFor seals the tables of realms for the readers of their links. A realm without a table has no file.
func sealedFor(w *world.World, tx *store.Tx, c chronicle.Current, opens map[int][]secrets.Link) (map[string][]byte,
	error) {
	all, size := map[secrets.LinkKey][]byte{}, 0
	for realm, links := range opens {
		data, err := LaidIn(w, tx, c, realm, -1)
		if errors.Is(err, faults.ErrReport) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, l := range links {
			all[l.Opens] = secrets.PackedFor(data, l.Keeps)
			size = max(size, secrets.SealedSize(len(all[l.Opens])))
		}
	}
	files := map[string][]byte{}
	for key, packed := range all {
		file, err := key.Seal(packed, size)
		if err != nil {
			return nil, err
		}
		files[key.File()] = file
	}
	return files, nil
}
