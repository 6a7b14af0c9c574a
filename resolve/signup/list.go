// Package signup stores who has no realm: those who would like to play, and those who only get the newspaper. Forms
// that were filled in by mail go in, and places on the waiting list come out. Applicants takes forms with it, and
// players seats people from the list.
package signup

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// Record is somebody who wants to play, as they confirmed it.
type Record struct {
	Player  string      `json:"player"`
	Name    string      `json:"name"` // of the realm
	Kind    string      `json:"kind,omitempty"`
	Culture string      `json:"culture,omitempty"`
	Lang    phrase.Lang `json:"lang"`
	Mail    string      `json:"mail"`
	At      time.Time   `json:"at,omitzero"` // confirmed

	NameAsked time.Time `json:"name_asked,omitzero"` // when told that the realm's name is taken

	// Asked are the fields with a wish that is not offered. They are asked again until an answer chooses something
	// else. Only a token's record has some.
	Asked []string `json:"asked,omitempty"`
}

// Row is a place on the waiting list, as the game master sees it.
type Row struct {
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
var waiting = store.Records[Record]("signups")

// Get reads who has a number on the list; found is false if nobody has.
func Get(tx *store.Tx, id int) (r Record, found bool) {
	return waiting.Get(tx, store.U32(id))
}

// Put stores somebody under their number again, after a change.
func (r Record) Put(tx *store.Tx, id int) { waiting.Put(tx, store.U32(id), r) }

// Drop takes a number off the list.
func Drop(tx *store.Tx, id int) { waiting.Remove(tx, store.U32(id)) }

// WaitingList lists everybody who waits for a realm, in the order of the list.
func WaitingList(tx *store.Tx) (rows []Row) {
	for key, r := range waiting.Each(tx, nil) {
		rows = append(rows, Row{int(binary.BigEndian.Uint32(key)), r.Player, r.Name, r.Kind, r.Culture, r.Lang, r.Mail,
			r.At})
	}
	return rows
}

// numbered counts everybody who has ever been on the list.
const numbered store.Number = "signups"

// Wait puts somebody at the end of the list.
func (r Record) Wait(tx *store.Tx) (id int) {
	id = int(numbered.Next(tx))
	r.Put(tx, id)
	return id
}

// Find finds a number on the list; 0 is the next one.
func Find(tx *store.Tx, id int) (Row, error) {
	rows := WaitingList(tx)
	at := slices.IndexFunc(rows, func(r Row) bool { return r.ID == id })
	if id == 0 && len(rows) > 0 {
		at = 0
	}
	if at < 0 {
		return Row{}, fmt.Errorf("%w: %d", faults.ErrSignup, id)
	}
	return rows[at], nil
}

// Leave takes somebody off the list, and returns how often they were on it.
func Leave(tx *store.Tx, his func(mail string) bool) (n int) {
	for key, r := range waiting.Each(tx, nil) {
		if his(r.Mail) {
			waiting.Remove(tx, key)
			n++
		}
	}
	return n
}
