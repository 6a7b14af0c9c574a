// Package roster owns the lists of people: who plays each realm (RealmRecord), who waits for one, and who only reads
// the newspaper. Of a password there is only the argon2id hash, which is slow on purpose. So a right password is
// remembered as long as a Roster lives, and a batch of mails hashes it once. The first of a realm's addresses gets the
// reports; its player may write from all of them. Who plays is changed in package players.
package roster

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// realms has the record of each realm's player, by number.
var realms = store.Records[RealmRecord]("realms")

// Get reads what is known of a realm's player; found is false if there is no such realm.
func Get(tx *store.Tx, realm int) (rec RealmRecord, found bool) {
	return realms.Get(tx, store.U32(realm))
}

// Known reports whether there is such a realm.
func Known(tx *store.Tx, realm int) bool { return realms.Has(tx, store.U32(realm)) }

// Put stores what is known of a realm's player.
func Put(tx *store.Tx, realm int, rec RealmRecord) { realms.Put(tx, store.U32(realm), rec) }

// Each walks the records of all realms by number. Whoever walks them may store them.
func Each(tx *store.Tx) iter.Seq2[int, RealmRecord] {
	return func(yield func(realm int, rec RealmRecord) bool) {
		for key, rec := range realms.Each(tx, nil) {
			if !yield(int(binary.BigEndian.Uint32(key)), rec) {
				return
			}
		}
	}
}

// Roster is what is known of the realms and their players, as the store has it. It remembers what was read and proven
// for as long as a command runs.
type Roster struct {
	read    map[int]decodedRecord // by realm
	Senders map[string]Sender     // by address; nil: not known at present
	proving sync.Mutex            // guards Proven
	Proven  map[[32]byte]bool     // correct passwords, so that each is hashed once a run
}

// NewRoster returns one that remembers nothing yet.
func NewRoster() *Roster {
	return &Roster{read: map[int]decodedRecord{}, Proven: map[[32]byte]bool{}}
}

// ForgetSenders forgets who writes from which address.
func (r *Roster) ForgetSenders() { r.Senders = nil }

// decodedRecord is a realm's record and what it was decoded from.
type decodedRecord struct {
	raw []byte
	RealmRecord
}

// Records walks the records of all realms by number. None of them may change meanwhile.
func (r *Roster) Records(tx *store.Tx) iter.Seq2[int, RealmRecord] {
	return func(yield func(number int, rec RealmRecord) bool) {
		for k, raw := range realms.From(tx, nil) {
			if number := int(binary.BigEndian.Uint32(k)); !yield(number, r.decode(number, raw)) {
				return
			}
		}
	}
}

// Person returns what is known of a realm, or an empty record if there is no such realm.
func (r *Roster) Person(tx *store.Tx, realm int) (rec RealmRecord) {
	if raw := realms.Raw(tx, store.U32(realm)); raw != nil {
		rec = r.decode(realm, raw)
	}
	return rec
}

// decode reads a realm's record. Every letter asks whose it is and who is still missing. So each record is decoded
// only once while it stays the same.
func (r *Roster) decode(realm int, raw []byte) RealmRecord {
	if known, ok := r.read[realm]; ok && bytes.Equal(known.raw, raw) {
		return known.RealmRecord
	}
	fresh := new(RealmRecord) // a plain variable would be put on the heap each time
	if err := json.Unmarshal(raw, fresh); err != nil {
		panic(&store.Undecoded{What: fmt.Sprintf("what is known of realm %d", realm), Why: err})
	}
	fresh.Mail = address.Distinct(fresh.Mail) // the game master may have typed them otherwise
	r.read[realm], r.Senders = decodedRecord{bytes.Clone(raw), *fresh}, nil
	return *fresh
}

// Sender is what is known of the person who writes from an address.
type Sender struct {
	Charset string // as Charset gives it; "" if the address is nobody's
	Realms  map[int]RealmRecord
}

// LetGo is the player who was let go, or whose address was replaced (lost), and whose letters from an address are still
// answered. The realm is 0 if there is none.
func (r *Roster) LetGo(tx *store.Tx, mail string, now time.Time) (realm int, was Leaver, lost bool) {
	for number, rec := range r.Records(tx) {
		for _, l := range slices.Concat(rec.Left, rec.Lost) {
			if address.Same(l.Mail, mail) && now.Sub(l.At) < heardOut && !now.Before(l.At) {
				realm, was, lost = number, l, slices.Contains(rec.Lost, l)
			}
		}
	}
	return realm, was, lost
}

// RealmRow is a realm as the game master sees it.
type RealmRow struct {
	Number int         `json:"number"`
	Name   string      `json:"name"`
	Player string      `json:"player"`
	Mail   []string    `json:"mail"` // the first one gets the reports
	Lang   phrase.Lang `json:"lang"`
	Fallen bool        `json:"fallen,omitempty"`

	Computer game.Computer `json:"computer"` // of the player: how the texts are probably written

	AbsentUntil int `json:"absent_until,omitempty"` // the last turn its player is away for (PAUSE); 0 none
	Missed      int `json:"missed,omitempty"`       // turns in a row without orders, up to the last one

	Substitute string `json:"substitute,omitempty"`       // address of the substitute, if there is one
	Until      int    `json:"substitute_until,omitempty"` // the substitute's last turn

	Bot    *game.Manner `json:"bot,omitempty"`    // how the machine plays it
	Kept   bool         `json:"kept,omitempty"`   // so the game master wants it, and it is offered to nobody
	Muted  bool         `json:"muted,omitempty"`  // its messages go with the reports only, as the game master wants
	Vacant bool         `json:"vacant,omitempty"` // nobody plays it: its player was let go
}

// Absent reports whether the realm's player has announced an absence for a turn. Orders sent in spite of it count.
func (r RealmRow) Absent(turn int) bool { return turn <= r.AbsentUntil }

// Local reports whether somebody plays the realm at the machine that runs the game, without an address.
func (r RealmRow) Local() bool { return r.Vacant && r.Player != "" && r.Bot == nil }

// RealmRows lists the realms of a world by number.
func RealmRows(tx *store.Tx, world game.World) []RealmRow {
	var rows []RealmRow
	for _, r := range world.Realms() {
		rec, _ := Get(tx, r.Number)
		row := RealmRow{Number: r.Number, Name: r.Name, Player: r.Player,
			Mail: address.Distinct(rec.Mail), Lang: r.Lang, Fallen: r.Fallen,
			Computer: r.Computer, AbsentUntil: rec.AbsentUntil, Missed: rec.Missed, Muted: rec.Muted, Bot: rec.Bot, Kept: rec.Kept,
			Vacant: rec.Vacant()}
		if s := rec.Standing(world.Asked().Turn); s != nil {
			row.Substitute, row.Until = s.Mail, s.Until
		}
		rows = append(rows, row)
	}
	return rows
}
