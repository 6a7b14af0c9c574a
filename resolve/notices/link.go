package notices

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A table by link: the game master's web server has the page of the game, and for each realm files that only the links
// in its letters open. Player and substitute have a link each. Both end with the next turn, and with the password.

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

// awaits returns the turn that links are for: the one that awaits orders, as far as players know. It is the same for all
// realms, also for one that gets no reports any more: otherwise the names of files would tell which these are.
func awaits(tx *store.Tx) int {
	if held := chronicle.Held(tx); held.Turn > 0 {
		return held.Turn
	}
	return store.Turn(tx)
}

// LinkTo returns the link to a realm's table, for whoever plays it by a record.
func LinkTo(k *world.Setup, tx *store.Tx, realm int, rec roster.RealmRecord) (string, error) {
	if err := secrets.MakeLinkSecret(tx, k.Random()); err != nil {
		return "", err
	}
	link, found, err := secrets.LinkFor(tx, realm, awaits(tx), rec.Salt)
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

// All files are sealed anew together, so that neither their times nor their bytes say whose have changed.
const (
	// longest is the time after which that is done, whether anything has changed or not.
	longest = time.Hour
	// room is how many packed bytes a file has for orders and letters, besides the largest table as the turn begins.
	room = 32 << 10
)

// sealing is what a world remembers of the files that its web server has.
type sealing struct {
	At     time.Time `json:"at"`
	Turn   int       `json:"turn"`             // that links were for
	Size   int       `json:"size"`             // of each file; 0: that turn has none yet
	Former []int     `json:"former,omitempty"` // realms whose files of the turn before are still there
}

const lastSealing store.Slot[sealing] = "table files"

// LinkFiles are the sealed files that a web server is to have, by name.
type LinkFiles struct {
	Sealed map[string][]byte
	as     sealing
}

// place is where a file lies for a reader of a realm in a turn.
type place struct {
	realm, turn int
	link        secrets.Link
	read        bool // somebody has the link, or may ask for it
}

// readers is how many have a link to a realm's table: its player, and a substitute.
const readers = 2

// saltsOf returns the salts of those who read a realm's table of a turn, the player's first; nil for nobody. Of a turn
// that is over, former, a substitute reads it whose last one it was.
func saltsOf(rec roster.RealmRecord, turn int, former bool) (salts [readers][]byte) {
	if rec.Vacant() {
		return salts
	}
	salts[0] = rec.Salt
	if s := rec.Standing(turn); s != nil {
		salts[1] = s.Salt
	} else if s := rec.Ended; former && s != nil && s.Until == turn {
		salts[1] = s.Salt
	}
	return salts
}

// FilesByLink returns the files that the web server is to have, or nil if those that are there stay. there are their
// names. All are sealed anew once an hour, after each turn, and when a link begins or ends. Each realm has as many files,
// whoever plays it: one for its player and one for a substitute, in this turn and in the one before. Those that nobody
// reads are sealed with keys that nobody has. All have one size. Sealed must be called once the files are in their place.
func FilesByLink(w *world.World, there []string, now time.Time) (f *LinkFiles, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		was, _ := lastSealing.Get(tx)
		is, err := was.next(w, tx, c.World.Realms())
		if err != nil {
			return err
		}
		places, err := is.places(w, tx, c.World.Realms())
		if err != nil {
			return err
		}
		var names []string
		for _, p := range places {
			names = append(names, p.link.Opens.File())
		}
		slices.Sort(names)
		since := now.Sub(was.At)
		if slices.Equal(names, slices.Sorted(slices.Values(there))) && since >= 0 && since < longest &&
			!chronicle.ResolvedAt(tx, is.Turn-1).After(was.At) {
			return nil
		}
		is.At = now.UTC()
		f = &LinkFiles{Sealed: map[string][]byte{}, as: is}
		return f.seal(w, tx, c, places)
	})
	return f, err
}

// Sealed remembers that files are in their place.
func Sealed(w *world.World, f *LinkFiles) error {
	return w.Update(func(tx *store.Tx) error {
		lastSealing.Put(tx, f.as)
		return nil
	})
}

// next is what is to be there now. After a turn all files of the turn before stay, each until the letter with the next
// link has left. One that nobody reads stays as long as any other: it must not be the first to go.
func (s sealing) next(w *world.World, tx *store.Tx, realms []game.Realm) (sealing, error) {
	if now := awaits(tx); now != s.Turn {
		follows := s.Turn > 0 && now == s.Turn+1
		if s = (sealing{Turn: now}); follows {
			for _, r := range realms {
				s.Former = append(s.Former, r.Number)
			}
		}
	}
	if len(s.Former) == 0 {
		return s, nil
	}
	waits, err := outbox.Open(tx).Reports(s.Turn - 1)
	if err != nil {
		return s, err
	}
	nobody, some := map[int]bool{}, false
	for _, realm := range s.Former {
		salts := saltsOf(w.People.Person(tx, realm), s.Turn-1, true)
		nobody[realm] = len(salts[0])+len(salts[1]) == 0
		some = some || waits[realm] && !nobody[realm]
	}
	s.Former = slices.DeleteFunc(slices.Clone(s.Former), func(realm int) bool {
		if nobody[realm] {
			return !some
		}
		return !waits[realm]
	})
	return s, nil
}

// places lists where files lie, four for each realm. A world that has never made a link has none.
func (s sealing) places(w *world.World, tx *store.Tx, realms []game.Realm) (all []place, err error) {
	if !secrets.HasLinks(tx) {
		return nil, nil
	}
	add := func(realm, turn, number int, salt []byte) {
		p := place{realm: realm, turn: turn}
		var wrong error
		if p.link, p.read, wrong = secrets.LinkFor(tx, realm, turn, salt); wrong == nil && !p.read {
			p.link.Opens, wrong = secrets.BlankKey(tx, realm, turn, number)
		}
		all, err = append(all, p), cmp.Or(err, wrong)
	}
	for _, r := range realms {
		rec := w.People.Person(tx, r.Number)
		for reader, salt := range saltsOf(rec, s.Turn, false) {
			add(r.Number, s.Turn, reader, salt)
		}
		for reader, salt := range saltsOf(rec, s.Turn-1, true) {
			if slices.Contains(s.Former, r.Number) {
				add(r.Number, s.Turn-1, reader, salt)
			} else {
				add(r.Number, s.Turn, readers+reader, nil)
			}
		}
	}
	return all, err
}

// laidIn makes a realm's table as a link of a turn shows it.
func laidIn(w *world.World, tx *store.Tx, c chronicle.Current, ledger *chronicle.Ledger, realm, turn int) (game.Table, error) {
	return laidBy(w, tx, c, ledger, realm, max(0, chronicle.NewestBefore(tx, realm, turn)))
}

// seal makes the files. A reader of a realm that has no table gets a file without data, which says that the link has
// ended.
func (f *LinkFiles) seal(w *world.World, tx *store.Tx, c chronicle.Current, places []place) error {
	type of struct{ realm, turn int }
	laid, ledger, largest := map[of]*game.Table{}, w.Archive().Ledger(tx), 0
	for _, p := range places {
		at := of{p.realm, p.turn}
		if !p.read || laid[at] != nil {
			continue
		}
		t, err := laidIn(w, tx, c, ledger, p.realm, p.turn)
		if errors.Is(err, faults.ErrReport) {
			continue
		}
		if err != nil {
			return err
		}
		t.At = f.as.At.In(w.Settings.Zone).Format(time.RFC3339)
		bare := t
		bare.Orders, bare.Spoken, bare.Passed, bare.Lacks = "", 0, nil, []string{game.LacksOrders, game.LacksLetters}
		laid[at], largest = &t, max(largest, packedSize(tableFile(bare)))
	}
	if f.as.Size == 0 {
		largest += room
	}
	f.as.Size = max(f.as.Size, secrets.SealedSize(largest))
	fits := map[of][]byte{}
	for at, t := range laid {
		fits[at] = fitted(*t, f.as.Size)
	}
	for _, p := range places {
		var packed []byte
		if data := fits[of{p.realm, p.turn}]; p.read && data != nil {
			packed = secrets.PackedFor(data, p.link.Keeps)
		}
		file, err := p.link.Opens.Seal(packed, f.as.Size)
		if err != nil {
			return err
		}
		f.Sealed[p.link.Opens.File()] = file
	}
	return nil
}

// packedSize is how many bytes data have as a sealed file has them, whoever reads it.
func packedSize(data []byte) int { return len(secrets.PackedFor(data, secrets.LinkKey{})) }

// fitted returns the data of a table for a file of a size that has room for the table itself. Orders that it has no room
// for are left out, and then of the letters that were passed on the older ones, half at a time.
func fitted(t game.Table, size int) []byte {
	var data []byte
	fits := func(t game.Table) bool {
		data = tableFile(t)
		return secrets.Fits(packedSize(data), size)
	}
	if fits(t) {
		return data
	}
	letters := t.Passed
	if t.Passed = nil; !fits(t) {
		t.Orders, t.Spoken, t.Lacks = "", 0, []string{game.LacksOrders}
	}
	for t.Passed = letters; !fits(t) && len(t.Passed) > 0; {
		if len(t.Passed) == len(letters) {
			t.Lacks = append(t.Lacks, game.LacksLetters)
		}
		t.Passed = t.Passed[(len(t.Passed)+1)/2:]
	}
	return data
}
