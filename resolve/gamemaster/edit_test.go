package gamemaster_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A change by hand is in the world at once. It is in the next report of the realm that is told, and in no other. The
// turn is replayed with it, before and after it was resolved.
func TestAChangeByHand(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 2)
	told, err := gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, worldtest.Day0.Add(time.Hour))
	if must(t, err); !slices.Equal(told, []int{1}) {
		t.Errorf("told to %v", told)
	}
	b.Verified()
	_, err = gamemaster.Edit(b.World, []string{"set", "2", "90"}, worldtest.Why, true, worldtest.Day0.Add(2*time.Hour))
	must(t, err)
	b.Verified()
	if sent := b.Sent("", worldtest.Day0.Add(3*time.Hour)); slices.ContainsFunc(sent, func(d outbox.Draft) bool {
		return strings.Contains(d.Text, "500")
	}) {
		t.Error("somebody is told before the turn")
	}
	b.Reopen(worldtest.Handful{}) // with nothing remembered
	b.Advance(worldtest.Friday)
	b.Verified()
	one, err := turns.Report(b.World, 1, 1)
	must(t, err)
	two, err := turns.Report(b.World, 2, 1)
	must(t, err)
	if text := string(one.Text); !strings.Contains(text, "treasury: 500\n") && !strings.Contains(text,
		"Schatz: 500\n") || !strings.Contains(text, "By hand: 500\n") || strings.Contains(text, "fault") ||
		strings.Contains(text, "90") {
		t.Errorf("realm 1 reads:\n%s", text)
	}
	if text := string(two.Text); !strings.Contains(text, "By hand: 90\nBy hand: a fault of the rules0\n") ||
		strings.Contains(text, "500") {
		t.Errorf("realm 2 reads:\n%s", text)
	}
	events := b.Events(1)
	if len(events) != 3 || events[0].Code != "gold" || events[2].Code != game.WhyEdited {
		t.Errorf("%+v", events)
	}
	log, err := b.History(0)
	must(t, err)
	log = slices.DeleteFunc(log, func(e logbook.Entry) bool { return e.What.Code != "log.edit" })
	if len(log) != 2 || log[0].By != logbook.Command || log[0].Aside.Why != "a fault of the rules" ||
		wording.Words(phrase.En).Say(log[0].What) != "changed by hand: set 1 500" {
		t.Errorf("the logbook has %+v", log)
	}
	// Somebody who takes the realm over reads of it, too: the report is written anew.
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org"}, worldtest.Friday.Add(time.Hour)))
	b.Verified()
}

// A change is refused without a reason, by the rules, if it breaks them, and in a game without verbs. Then the world
// is as it was.
func TestAChangeByHandIsRefused(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 1)
	state := func() (state []byte) {
		must(t, b.View(func(tx *store.Tx) error {
			state = bytes.Clone(tx.Bucket([]byte("turns")).Bucket(store.U32(1)).Get([]byte("before")))
			return nil
		}))
		return state
	}
	before := state()
	for _, c := range []struct {
		gold, why string
		kind      error
	}{{"5", "", faults.ErrEdit}, {"5", "\n\t", faults.ErrEdit}, {"5", strings.Repeat("y", world.LongestWhy+1), faults.ErrEdit},
		{"7", worldtest.Why, faults.ErrRules}, {"8", worldtest.Why, faults.ErrRules}} {
		_, err := gamemaster.Edit(b.World, []string{"set", "1", c.gold}, c.why, false, worldtest.Day0)
		worldtest.WantError(t, err, c.kind)
	}
	_, err := gamemaster.Edit(b.World, []string{"set", "1", "13"}, worldtest.Why, false, worldtest.Day0)
	var fault *phrase.Fault
	if !errors.As(err, &fault) || fault.In(phrase.En) != "We dig 13 deep." {
		t.Errorf("the rules refuse with %v", err)
	}
	if !bytes.Equal(state(), before) {
		t.Error("a change that was refused has changed the world")
	}
	b.Verified()
	plain := worldtest.Found(t, worldtest.Tiny{}, 1)
	_, err = gamemaster.Edit(plain.World, []string{"set", "1", "5"}, worldtest.Why, false, worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrEdit)
	_, err = gamemaster.Verbs(plain.World)
	worldtest.WantError(t, err, faults.ErrEdit)
	if verbs, err := gamemaster.Verbs(b.World); err != nil || len(verbs) != 1 {
		t.Errorf("%v, %v", verbs, err)
	}
}

// verify finds a change that was altered in the store, or that readers were told otherwise.
func TestVerifyFindsAnotherChange(t *testing.T) {
	t.Parallel()
	for name, alter := range map[string]func(*chronicle.Edit){
		"its arguments": func(e *chronicle.Edit) { e.Args[1] = "501" },
		"its verb":      func(e *chronicle.Edit) { e.Verb = "give" },
		"what is told":  func(e *chronicle.Edit) { e.Events[0].Realms = []int{2} },
	} {
		b := worldtest.Found(t, worldtest.Handful{}, 2)
		_, err := gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, worldtest.Day0)
		must(t, err)
		must(t, b.Update(func(tx *store.Tx) error {
			var j chronicle.Join
			key, joins := store.Pair(1, 2), tx.Bucket([]byte("joins"))
			must(t, json.Unmarshal(joins.Get(key), &j))
			alter(j.Edit)
			store.PutJSON(joins, key, j)
			return nil
		}))
		v, err := turns.Verify(b.World)
		if must(t, err); !slices.ContainsFunc(v.Wrong, func(s string) bool { return strings.Contains(s, "by hand") }) {
			t.Errorf("%s altered: %v", name, v.Wrong)
		}
	}
}
