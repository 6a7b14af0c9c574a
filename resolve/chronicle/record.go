package chronicle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/replay"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// TurnRecord is a resolved turn, with all that is needed to play it again. Sums
// are SHA-256 in hex.
type TurnRecord struct {
	Rulebook string       `json:"rulebook"`
	Rules    int          `json:"rules"` // version
	Schema   int          `json:"schema"`
	Seed     string       `json:"seed"`
	At       time.Time    `json:"at"`
	Tables   string       `json:"tables"`
	Before   string       `json:"before"`
	Sheets   string       `json:"sheets"`
	After    string       `json:"after"`
	Events   string       `json:"events"`
	Former   string       `json:"former"` // hash of the turn before, "" of the first
	Hash     string       `json:"hash"`
	Settings SettingsCopy `json:"settings"`
	Tales    string       `json:"tales,omitempty"` // sum; "" where nobody kept them

	Undone []string         `json:"undone,omitempty"` // hashes of turns taken back since the one before
	Logged *logbook.Last    `json:"logged,omitempty"` // the turn's entry in the logbook; nil before schema 3
	Sealed *game.SealedTurn `json:"sealed,omitempty"` // what its seal is made from; nil before there were seals
}

// SettingsCopy has the settings that played a part in a turn.
type SettingsCopy struct {
	Name     string      `json:"name"`
	Address  string      `json:"address"`
	Zone     string      `json:"zone"`
	Deadline Deadline    `json:"deadline"`
	Early    bool        `json:"early"`
	Master   string      `json:"master"`
	Lang     phrase.Lang `json:"lang"`
}

// Chain is the turn's hash. It does not cover when the turn was resolved, nor under which settings.
func (r TurnRecord) Chain(turn int) string {
	return r.public().Chain(turn, r.Former, fmt.Sprintf("%s %d", r.Rulebook, r.Rules), r.Seed)
}

// public is the part of the record that its hash is over, without what the whole world shares.
func (r TurnRecord) public() replay.Record {
	return replay.Record{Schema: r.Schema, Tables: r.Tables, Before: r.Before, Sheets: r.Sheets, After: r.After,
		Events: r.Events, Undone: r.Undone}
}

// SheetsSum is over the sheets as the turn reads them: no matter when and with
// which letter they came.
func SheetsSum(sheets []game.Sheet) string {
	h := sha256.New()
	for _, s := range sheets {
		s.Files = slices.Clone(s.Files)
		for i := range s.Files {
			s.Files[i].Data = nil
		}
		h.Write(append(store.MustJSON(s), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// LastResolved returns when the last turn was resolved. It is zero before the first.
func LastResolved(tx *store.Tx) time.Time {
	return ResolvedAt(tx, store.Turn(tx)-1)
}

// ResolvedAt returns when a turn was resolved. It is zero if it was not.
func ResolvedAt(tx *store.Tx, turn int) time.Time {
	if turn < 1 {
		return time.Time{}
	}
	rec, _ := Record(tx, turn)
	return rec.At
}
