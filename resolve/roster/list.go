package roster

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Applicant is somebody who wants to play, as they confirmed it.
type Applicant struct {
	Player  string      `json:"player"`
	Name    string      `json:"name"` // of the realm
	Kind    string      `json:"kind,omitempty"`
	Culture string      `json:"culture,omitempty"`
	Lang    phrase.Lang `json:"lang"`
	Mail    string      `json:"mail"`
	At      time.Time   `json:"at,omitzero"` // confirmed

	NameAsked time.Time `json:"name_asked,omitzero"` // when told that the realm's name is taken
	Invited   bool      `json:"invited,omitempty"`   // by the game master, also into a game that takes nobody who asks

	// Asked are the fields with a wish that is not offered. They are asked again until an answer chooses something
	// else. Only a token's record has some.
	Asked []string `json:"asked,omitempty"`
}

// ApplicantRow is a place on the waiting list, as the game master sees it.
type ApplicantRow struct {
	ID      int         `json:"id"`
	Player  string      `json:"player"`
	Name    string      `json:"name"` // of the realm they would like
	Kind    string      `json:"kind,omitempty"`
	Culture string      `json:"culture,omitempty"`
	Lang    phrase.Lang `json:"lang"`
	Mail    string      `json:"mail"`
	At      time.Time   `json:"at"` // since when they have waited
}

// waiting has the people on the list by their number, in the order of the list.
var waiting = store.Records[Applicant]("signups")

// Waiting reads who has a number on the list; found is false if nobody has.
func Waiting(tx *store.Tx, id int) (r Applicant, found bool) {
	return waiting.Get(tx, store.U32(id))
}

// Put stores somebody under their number again, after a change.
func (r Applicant) Put(tx *store.Tx, id int) { waiting.Put(tx, store.U32(id), r) }

// DropWaiting takes a number off the list.
func DropWaiting(tx *store.Tx, id int) { waiting.Remove(tx, store.U32(id)) }

// WaitingList lists everybody who waits for a realm, in the order of the list.
func WaitingList(tx *store.Tx) (rows []ApplicantRow) {
	for key, r := range waiting.Each(tx, nil) {
		rows = append(rows, ApplicantRow{int(binary.BigEndian.Uint32(key)), r.Player, r.Name, r.Kind, r.Culture, r.Lang, r.Mail,
			r.At})
	}
	return rows
}

// numbered counts everybody who has ever been on the list.
const numbered store.Number = "signups"

// Wait puts somebody at the end of the list.
func (r Applicant) Wait(tx *store.Tx) (id int) {
	id = int(numbered.Next(tx))
	r.Put(tx, id)
	return id
}

// FindWaiting finds a number on the list; 0 is the next one.
func FindWaiting(tx *store.Tx, id int) (ApplicantRow, error) {
	rows := WaitingList(tx)
	at := slices.IndexFunc(rows, func(r ApplicantRow) bool { return r.ID == id })
	if id == 0 && len(rows) > 0 {
		at = 0
	}
	if at < 0 {
		return ApplicantRow{}, fmt.Errorf("%w: %d", faults.ErrSignup, id)
	}
	return rows[at], nil
}

// LeaveList takes somebody off the list, and returns how often they were on it.
func LeaveList(tx *store.Tx, his func(mail string) bool) (n int) {
	for key, r := range waiting.Each(tx, nil) {
		if his(r.Mail) {
			waiting.Remove(tx, key)
			n++
		}
	}
	return n
}

// Newcomer is a realm that is to be added, with the address of its player.
type Newcomer struct {
	game.Joining
	Mail string
}

// Proper says why a realm, its player or the address cannot be called this in any world.
func (n Newcomer) Proper() error {
	if err := address.Proper(n.Mail); err != nil {
		return err
	}
	if _, err := EnteredName(n.Name); err != nil {
		return err
	}
	if n.Player == "" { // a rulebook decides whether a player may have no name
		return nil
	}
	_, err := EnteredName(n.Player)
	return err
}

// Added is a realm that AddRealms has added.
type Added struct {
	Number   int
	Password string // as its letter gives it
}

// Refusal says why one entry of a list cannot be added.
type Refusal struct {
	At  int // its place in the list
	Err error
}

// Refusals are all entries of a list that cannot be added.
type Refusals []Refusal

// Error returns the first one's.
func (r Refusals) Error() string { return r[0].Err.Error() }

// Row is the newcomer as if they had waited.
func (n Newcomer) Row() ApplicantRow {
	row := ApplicantRow{Player: n.Player, Name: n.Name, Kind: n.Kind, Culture: n.Culture, Lang: n.Lang, Mail: n.Mail}
	if row.Lang == "" {
		row.Lang = phrase.Langs[0]
	}
	return row
}

// WrongRealmName says why somebody who waits, or asks to, may not give their realm a name. The name may be forbidden
// everywhere (package name). Or it may belong to a realm, or to one that somebody else waits for. The realm's number
// is unknown in advance, so the sentence does not mention it. An empty code means that the name is allowed.
func WrongRealmName(tx *store.Tx, world game.World, wish string) phrase.Phrase {
	others := realmNames(world)
	for _, r := range WaitingList(tx) {
		others = append(others, r.Name)
	}
	return name.WrongFor(wish, 0, others...)
}

// EnteredName returns the name of a realm or player that the game master has entered, as it is written. The error says why
// it is not a name.
func EnteredName(s string) (string, error) {
	s = name.Neat(s)
	if wrong := name.Wrong(s); wrong.Code != "" {
		return s, &phrase.Fault{Kind: faults.ErrName, What: wrong, Words: wording.Words}
	}
	return s, nil
}

// LostName says why somebody on the list can no longer have the name they wished for: while they waited, a realm got
// it, or one like it. An empty code means that they still can.
func LostName(world game.World, wish string) phrase.Phrase {
	return name.WrongFor(wish, 0, realmNames(world)...)
}

func realmNames(world game.World) (names []string) {
	for _, r := range world.Realms() {
		names = append(names, r.Name)
	}
	return names
}
