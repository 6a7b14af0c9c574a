package thoramar

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// The facts of a report tell what the report tells, neither more nor less: read from its text row by row, in the years
// of twelve realms and in staged worlds.
func TestFactsAreTheReport(t *testing.T) {
	turns := 48
	if testing.Short() {
		turns = 12
	}
	every, staged := conformance.Often(12, 3), conformance.Often(2, 1)
	for i, s := range append(playedYears(t, turns), stagedCases(t)...) {
		if i < turns && i%every != every-1 || i >= turns && i%staged > 0 {
			continue
		}
		o := s.w.Resolve(s.sheets, game.Seed{1}, 1, nil).(*outcome)
		for _, number := range o.Realms() {
			r := &o.After.at.State.Realms[number]
			r.Lang, r.Settings.Short = phrase.De, false
			text, facts := o.Report(number, nil).Text, o.Facts(number)
			same(t, read(string(text)), told(facts))
			if t.Failed() {
				t.Fatalf("state %d, turn %d, realm %d", i, o.shared.Turn.Number, number)
			}
			for name, word := range facts.Names {
				if strings.HasPrefix(word, "`") {
					t.Fatalf("%q has no words", name)
				}
			}
			r.Settings.Short = true
			if short := o.Facts(number); !reflect.DeepEqual(short.Weeks, facts.Weeks) {
				t.Fatalf("state %d, realm %d: the weeks of the short report are others", i, number)
			}
		}
	}
}

// An army that the reader saw, and that a later fight of the turn destroyed before their eyes, is on nobody's map.
func TestTheDestroyedAreOnNoMap(t *testing.T) {
	fell := 0
	for _, s := range playedYears(t, 24) {
		o := s.w.Resolve(s.sheets, game.Seed{1}, 1, nil).(*outcome)
		for _, number := range o.Realms() {
			facts := o.Facts(number)
			for _, b := range facts.Battles {
				for _, f := range append(b.Sides[0].Armies, b.Sides[1].Armies...) {
					if f.Fate != "destroyed" || f.Realm == number || f.Name == "" {
						continue
					}
					fell++
					for _, a := range facts.Armies {
						if a.Realm == f.Realm && a.Name == f.Name && a.Values["week"] <= int64(b.Week) {
							t.Errorf("turn %d, realm %d: %d.%s fell in week %d and stands at %s", o.shared.Turn.Number, number, f.Realm, f.Name, b.Week, a.At)
						}
					}
				}
			}
		}
	}
	if fell < 20 {
		t.Errorf("only %d armies fell", fell)
	}
}

// What a realm of a game's middle years is sent as data, with what it knows and the world's tables, is at most 64 KB
// when it is packed.
func TestFactsAreSmall(t *testing.T) {
	most := 0
	for _, s := range playedYears(t, 48) {
		if s.w.at.State.Turn%8 != 0 {
			continue
		}
		o := s.w.Resolve(s.sheets, game.Seed{1}, 1, nil).(*outcome)
		for _, number := range o.Realms() {
			facts, err := json.Marshal(o.Facts(number))
			if err != nil {
				t.Fatal(err)
			}
			all := append(append(facts, o.After.Known(number)...), s.w.at.Tables.Text()...)
			var packed bytes.Buffer
			w, _ := flate.NewWriter(&packed, flate.DefaultCompression)
			if _, err := w.Write(all); err != nil {
				t.Fatal(err)
			}
			w.Close()
			most = max(most, packed.Len())
		}
	}
	t.Logf("at most %d bytes", most)
	if most < 5_000 || most > 64<<10 {
		t.Errorf("packed they have up to %d bytes, at most 65536 are right", most)
	}
}

// written are facts as they are sent.
func written(f *game.Facts) []byte {
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		panic(err)
	}
	return text
}
