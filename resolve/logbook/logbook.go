// Package logbook owns what has happened to a world: one entry for every letter, turn, setting and command that changed
// something. No entry is ever changed. Each has a sum over itself and the entry before, so Check finds what is missing
// or was altered.
//
// Entries name players by the numbers of their realms. Names, addresses and reasons are stored aside, in records that
// can be erased. An entry has only a sum of its record, made with the world's seed, so that nobody can guess a name
// from it. Begin with Write.
package logbook

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// By is who did something. Its values are stored, so they never change.
type By string

// The possible actors.
const (
	Command  By = "command" // the game master, on the command line
	Timer    By = "timer"   // cron, when it was time
	Master   By = "master"  // the game master, by mail
	Player   By = "player"  // the player of the entry's realm
	Stranger By = "stranger"
	Server   By = "server" // a mail server
)

// Entry is something that happened.
type Entry struct {
	Number uint64        `json:"-"` // from 1
	At     time.Time     `json:"at,omitzero"`
	Turn   int           `json:"turn"` // the turn that awaited orders
	By     By            `json:"by"`
	Realm  int           `json:"realm,omitempty"` // of the player who did it, or whom it is about
	What   phrase.Phrase `json:"what"`
	Beside string        `json:"beside,omitempty"` // HMAC-SHA-256 of the record aside, in hex; "" if there is none
	Sum    string        `json:"sum"`              // SHA-256 of the sum before and of all fields above, in hex
	Aside  Aside         `json:"-"`
}

// Told returns the realms whose players the game master wrote to, if the entry is about that.
func (e Entry) Told() (realms []int) {
	if !strings.HasPrefix(e.What.Code, "log.told") {
		return nil
	}
	for _, a := range e.What.Args {
		if a.Name != "realms" {
			continue
		}
		for number := range strings.SplitSeq(a.S, ", ") {
			if n, err := strconv.Atoi(number); err == nil {
				realms = append(realms, n)
			}
		}
	}
	return realms
}

// Aside is the erasable part of an entry.
type Aside struct {
	Name   string `json:"name,omitempty"`   // of a player or a realm
	Mail   string `json:"mail,omitempty"`   // that player's address
	Letter string `json:"letter,omitempty"` // SHA-256 of the raw mail, in hex
	Door   string `json:"door,omitempty"`   // how the letter came from the page; "": by mail
	Why    string `json:"why,omitempty"`    // the game master's reason
	Text   string `json:"text,omitempty"`   // any other text that names somebody
}

// Hand is who acts, when and why, for all entries that do not say otherwise.
type Hand struct {
	By  By
	At  time.Time // when the command began
	Why string
}

// Last is the newest entry: its number, which is how many there are, and its sum.
type Last struct {
	Entries uint64 `json:"entries"`
	Sum     string `json:"sum"`
}

// Entries and what lies aside of them have their number as their key.
var (
	entries = store.Records[Entry]("log")
	asides  = store.Records[Aside]("aside")
)

const newest store.Slot[Last] = "log"

// LastOf reads the newest entry. It is zero if there is none.
func LastOf(tx *store.Tx) Last {
	last, _ := newest.Get(tx)
	return last
}

// Write adds an entry, for the turn that awaits orders. It sets number, sums and turn.
func Write(tx *store.Tx, e Entry) Last {
	last := LastOf(tx)
	e.Number, e.Turn, e.At = last.Entries+1, store.Turn(tx), e.At.UTC()
	key := store.U64(e.Number)
	if e.Aside != (Aside{}) {
		e.Beside = beside(tx, e)
		asides.Put(tx, key, e.Aside)
	}
	e.Sum = e.sum(last.Sum)
	entries.InOrder(tx)
	entries.Put(tx, key, e)
	last = Last{e.Number, e.Sum}
	newest.Put(tx, last)
	return last
}

func (e Entry) sum(before string) string {
	e.Sum = ""
	return store.SumOf(fmt.Appendf(nil, "weltentor log %d\nafter %s\n%s\n", e.Number, before, store.MustJSON(e)))
}

// beside is the sum of the erasable part of an entry.
func beside(tx *store.Tx, e Entry) string {
	h := hmac.New(sha256.New, store.Seed(tx))
	fmt.Fprintf(h, "%d\n%s\n", e.Number, store.MustJSON(e.Aside))
	return hex.EncodeToString(h.Sum(nil))
}

// Entries yields the entries from a number on, with their erasable parts. It ends with the first error.
func Entries(tx *store.Tx, from uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for k := range entries.From(tx, store.U64(from)) {
			e, err := entry(tx, k)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func entry(tx *store.Tx, key []byte) (e Entry, err error) {
	wrong := store.Readable(func() {
		if e, _ = entries.Get(tx, key); len(key) != 8 {
			err = fmt.Errorf("%w: log: key %x", faults.ErrDamaged, key)
			return
		}
		e.Number = binary.BigEndian.Uint64(key)
		e.Aside, _ = asides.Get(tx, key)
	})
	return e, cmp.Or(wrong, err)
}

// Check yields what is wrong with the logbook: entries that are missing or were changed. Records aside may have been
// erased, but not changed.
func Check(tx *store.Tx) iter.Seq[error] {
	return func(yield func(error) bool) {
		var last, read Last
		if err := store.Readable(func() { last = LastOf(tx) }); err != nil {
			yield(err)
			return
		}
		for e, err := range Entries(tx, 0) {
			switch {
			case err != nil:
			case e.Number != read.Entries+1:
				err = fmt.Errorf("log: entry %d is missing", read.Entries+1)
			case e.sum(read.Sum) != e.Sum:
				err = fmt.Errorf("log: entry %d is not what was written", e.Number)
			case e.Aside != (Aside{}) && beside(tx, e) != e.Beside:
				err = fmt.Errorf("log: what lies aside of entry %d is not what was written", e.Number)
			}
			if err != nil {
				yield(err)
				return
			}
			read = Last{e.Number, e.Sum}
		}
		if read != last {
			yield(fmt.Errorf("log: it ends with entry %d, and should with %d", read.Entries, last.Entries))
		}
	}
}

// Erase erases the records aside of all entries that fit, and returns how many.
func Erase(tx *store.Tx, fits func(Entry) bool) (n int, err error) {
	var keys [][]byte
	for e, err := range Entries(tx, 0) {
		if err != nil {
			return 0, err
		}
		if e.Aside != (Aside{}) && fits(e) {
			keys = append(keys, store.U64(e.Number))
		}
	}
	for _, k := range keys {
		asides.Remove(tx, k)
	}
	return len(keys), nil
}

// Keeper writes and reads a world's logbook, for the commands.
type Keeper struct {
	Disk *store.Store
	hand Hand
}

// SetActor sets who does what follows.
func (k *Keeper) SetActor(h Hand) { k.hand = h }

// Note writes an entry. Who did it, when, and why come from Acts, unless the entry says so.
func (k *Keeper) Note(tx *store.Tx, e Entry) (Last, error) {
	if e.By == "" || e.By == k.hand.By {
		e.By, e.Aside.Why = cmp.Or(e.By, k.hand.By, Command), cmp.Or(e.Aside.Why, k.hand.Why)
	}
	if e.At.IsZero() {
		e.At = k.hand.At
	}
	return Write(tx, e), nil
}

// History lists the entries from a number on.
func (k *Keeper) History(from uint64) (list []Entry, err error) {
	err = k.Disk.View(func(tx *store.Tx) error {
		for e, err := range Entries(tx, from) {
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		return nil
	})
	return list, err
}

// Since lists the entries of a later state of a world that an earlier state does not have.
func Since(earlier, later *store.Tx) (list []Entry, err error) {
	for e, err := range Entries(later, 0) {
		if err != nil {
			return nil, err
		}
		same, err := entry(earlier, store.U64(e.Number))
		if err != nil {
			return nil, err
		}
		if same.Sum != e.Sum {
			list = append(list, e)
		}
	}
	return list, nil
}

// Setting is one of a world's settings.
type Setting struct {
	Name, Value string
	Aside       bool // its value names somebody
}

const settings store.Slot[map[string]string] = "settings"

// NoteSettings records which settings have changed since the store was last changed. If none were recorded before, it
// only remembers them.
func (k *Keeper) NoteSettings(tx *store.Tx, now []Setting) error {
	was, found := settings.Get(tx)
	kept, changed := map[string]string{}, !found
	for _, s := range now {
		kept[s.Name] = s.Value
		if !found || was[s.Name] == s.Value {
			continue
		}
		changed = true
		e := Entry{By: Command, What: phrase.P("log.setting", phrase.Str("name", s.Name),
			phrase.Str("was", was[s.Name]), phrase.Str("value", s.Value))}
		if s.Aside {
			e.What, e.Aside.Text = phrase.P("log.setting-aside", phrase.Str("name", s.Name)), s.Value
		}
		if _, err := k.Note(tx, e); err != nil {
			return err
		}
	}
	if changed {
		settings.Put(tx, kept)
	}
	return nil
}
