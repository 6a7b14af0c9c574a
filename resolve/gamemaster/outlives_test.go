package gamemaster_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// filled is a record with something in each field. A new one is filled here, and each test says what becomes of it.
func filled(t *testing.T) roster.RealmRecord {
	t.Helper()
	at := worldtest.Day0.Add(time.Hour)
	stood := &roster.Substitute{Mail: "stood@old.example", Until: 1, Salt: []byte("s"), Hash: []byte("h")}
	old := roster.RealmRecord{
		Mail: []string{"r1@example.org"}, Salt: []byte("salt"), Hash: []byte("hash"),
		AbsentUntil: 3, Missed: 2, Graced: 1, Substitute: stood, Stood: "last@old.example", Ended: stood,
		Missing: &roster.Missing{At: 1, Did: []string{string(deadlines.LetsMachinePlay)}}, Remind: 5, Idle: true, Closes: true, Muted: true,
		Bot:    &game.Manner{Style: "miner", Strength: game.Weak},
		Kept:   true,
		Moved:  &roster.Moved{Old: "moved@old.example", Until: at.Add(24 * time.Hour)},
		Lost:   []roster.Leaver{{Mail: "lost@old.example", At: worldtest.Day0}},
		Past:   []roster.Stretch{{Player: "Older", Mail: []string{"past@old.example"}, Until: worldtest.Day0}},
		Own:    roster.Stretch{From: worldtest.Day0},
		Left:   []roster.Leaver{{Mail: "left@old.example", Player: "Older", At: worldtest.Day0}},
		Retold: roster.Retold{Turn: 1, Sum: "sum"}, Used: []string{"pause"}, Template: true, Picture: true, Data: true,
		Table: true, NoTale: true, NoAdvice: true, Pages: []roster.Page{{Version: "1", To: "r1@example.org"}},
	}
	for f := range reflect.TypeFor[roster.RealmRecord]().Fields() {
		if reflect.ValueOf(old).FieldByIndex(f.Index).IsZero() {
			t.Fatalf("%s is not filled: does it outlive the player? See RealmRecord", f.Name)
		}
	}
	return old
}

// What is known about a realm's player goes with the player. Only that the machine plays, whether nobody is offered the
// realm then, and what says who had the realm, outlives them, and of somebody who is forgotten the addresses go, too.
func TestWhatOutlivesAPlayer(t *testing.T) {
	t.Parallel()
	at, old := worldtest.Day0.Add(time.Hour), filled(t)
	fates := map[string]struct {
		happens  func(b *worldtest.Game) error
		outlives []string
	}{
		"handed over": {func(b *worldtest.Game) error {
			return players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example", Lang: phrase.En}, at)
		}, []string{"Bot", "Past", "Own", "Left"}},
		"free":      {func(b *worldtest.Game) error { return players.Vacate(b.World, 1, at) }, []string{"Bot", "Kept", "Past", "Own", "Left"}},
		"forgotten": {func(b *worldtest.Game) error { _, err := gamemaster.PlayerOf(b.World, 1).Forget(true, at); return err }, []string{"Bot", "Kept", "Past", "Own"}},
	}
	for name, fate := range fates {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		must(t, b.Update(func(tx *store.Tx) error {
			roster.Put(tx, 1, old)
			return nil
		}))
		must(t, fate.happens(b))
		now := b.Person(1)
		for f := range reflect.TypeFor[roster.RealmRecord]().Fields() {
			was, is := reflect.ValueOf(old).FieldByIndex(f.Index), reflect.ValueOf(now).FieldByIndex(f.Index)
			switch outlives := slices.Contains(fate.outlives, f.Name); {
			case outlives && is.IsZero():
				t.Errorf("%s: %s is lost", name, f.Name)
			case !outlives && !is.IsZero() && reflect.DeepEqual(was.Interface(), is.Interface()):
				t.Errorf("%s: %s stays: %v", name, f.Name, is.Interface())
			}
		}
	}
}

// What a turn changes in a realm's record, undo takes back. People have set the rest, and it stays.
func TestWhatUndoTakesBack(t *testing.T) {
	t.Parallel()
	changed := []string{"AbsentUntil", "Bot", "Graced", "Idle", "Kept", "Missed", "Missing", "Retold"}
	stays := []string{"Closes", "Data", "Ended", "Hash", "Left", "Lost", "Mail", "Moved", "Muted", "NoAdvice", "NoTale",
		"Own", "Pages", "Past", "Picture", "Remind", "Salt", "Stood", "Substitute", "Table", "Template",
		"Used"}
	b, turned, now := worldtest.Found(t, worldtest.Tiny{}, 2), roster.RealmRecord{}, roster.RealmRecord{}
	must(t, b.Update(func(tx *store.Tx) error {
		roster.Put(tx, 1, roster.RealmRecord{})
		deadlines.KeepStandings(tx, 1)
		roster.Put(tx, 1, filled(t))
		turned, _ = roster.Get(tx, 1)
		deadlines.RestoreStandings(tx, 1, nil, nil)
		now, _ = roster.Get(tx, 1)
		return nil
	}))
	for f := range reflect.TypeFor[roster.RealmRecord]().Fields() {
		was, is := reflect.ValueOf(turned).FieldByIndex(f.Index), reflect.ValueOf(now).FieldByIndex(f.Index)
		switch {
		case slices.Contains(changed, f.Name) == slices.Contains(stays, f.Name):
			t.Errorf("%s: does a turn change it? Then undo takes it back, by deadlines.Standing", f.Name)
		case slices.Contains(changed, f.Name) && !is.IsZero():
			t.Errorf("%s is not taken back: %v", f.Name, is.Interface())
		case slices.Contains(stays, f.Name) && !reflect.DeepEqual(was.Interface(), is.Interface()):
			t.Errorf("%s is lost: %v", f.Name, is.Interface())
		}
	}
}
