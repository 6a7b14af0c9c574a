package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// knownExample is a tournament of three.
func knownExample() Example {
	ex := smallExample(6, "$A\nhoch 4\n")
	ex.Joinings = nil
	for _, name := range []string{"Anna", "Bob", "Cilli"} {
		ex.Joinings = append(ex.Joinings, game.Joining{Name: name, Player: name, Lang: phrase.De, Computer: game.UTF8})
	}
	ex.Apart = DuelApart
	ex.Sheet = func(w game.World, _ int, _ *game.Dice) string {
		if w.Asked().Phase == "results" {
			return "$S\nFreigabe\n"
		}
		return "$A\nhoch 4\n"
	}
	ex.Unseen = throughFaults(DuelUnseen(""))
	return ex
}

// throughFaults keeps the faults of a world when a hook changes the world.
func throughFaults(unseen func(game.World, int, *game.Dice) game.World) func(game.World, int, *game.Dice) game.World {
	return func(w game.World, realm int, d *game.Dice) game.World {
		was, is := w.(faultyWorld)
		if !is {
			return unseen(w, realm, d)
		}
		other := unseen(was.World, realm, d)
		if other == nil {
			return nil
		}
		return faultyWorld{other, was.f}
	}
}

// The laws about what a realm knows find each fault, and none in the rulebook as it is.
func TestKnownLawsCatch(t *testing.T) {
	const answers, silent, comesDamaged = "what a realm knows answers as the world does",
		"what a realm knows says nothing of the unseen", "what a realm knows may come damaged"
	calls, lawfully := 0, map[string]string{}
	learned := func(change func(*faultyKnown)) faults { return faults{learned: change} }
	known := func(change func(w game.World, realm int, known []byte) []byte) faults { return faults{known: change} }
	opens := func(change func([]byte, func([]byte) (game.Known, error)) (game.Known, error)) faults {
		return faults{opens: change}
	}
	for _, c := range []struct {
		law, told string
		f         faults
	}{
		{answers, "is not there and knows", known(func(w game.World, _ int, known []byte) []byte {
			return []byte("{}")
		})},
		{answers, "is there and knows nothing", known(func(game.World, int, []byte) []byte { return nil })},
		{answers, "one thing, and then another", known(func(_ game.World, _ int, known []byte) []byte {
			if calls++; known == nil {
				return nil
			}
			return append(known, strings.Repeat(" ", calls)...)
		})},
		{answers, "does not open", opens(func([]byte, func([]byte) (game.Known, error)) (game.Known, error) {
			return nil, errors.New("known: closed")
		})},
		{answers, "what is asked", learned(func(k *faultyKnown) { k.asked.Turn = 77 })},
		{answers, "the title", learned(func(k *faultyKnown) { k.title = "Zug" })},
		{answers, "the list of realms", learned(func(k *faultyKnown) { k.realms = []game.Realm{} })},
		{answers, "the template", learned(func(k *faultyKnown) { k.template = "$A\n" })},
		{answers, "the receipt of", learned(func(k *faultyKnown) { k.checked = &game.Checked{From: 9} })},
		{answers, "the text of a receipt", learned(func(k *faultyKnown) { k.checked = &game.Checked{} })},
		{answers, "in force of two letters", learned(func(k *faultyKnown) { k.merged = &game.Sheet{} })},
		{silent, "knows of a change it cannot see", known(func(w game.World, _ int, known []byte) []byte {
			return append(known, w.State()...)
		})},
		{silent, "knows of a change it cannot see", known(func(w game.World, _ int, known []byte) []byte {
			return fmt.Append(known, len(w.State())) // a size reveals something, too
		})},
		{comesDamaged, "OpenKnown panics", opens(func(known []byte, open func([]byte) (game.Known, error)) (game.Known,
			error) {
			if len(known) == 0 {
				panic("empty")
			}
			return open(known)
		})},
		{comesDamaged, "it panics", opens(func(known []byte, open func([]byte) (game.Known, error)) (game.Known,
			error) {
			k, err := open(known)
			if err == nil || !strings.HasPrefix(err.Error(), "known: ") || len(known) < 50 ||
				!bytes.HasPrefix(known, []byte(`{"Schema":1,"Realm"`)) {
				return k, err
			}
			return faultyKnown{}, nil
		})},
		{comesDamaged, "were opened", opens(func(_ []byte, open func([]byte) (game.Known, error)) (game.Known, error) {
			return faultyKnown{}, nil
		})},
		{comesDamaged, "bytes of memory", opens(func(known []byte, open func([]byte) (game.Known, error)) (game.Known,
			error) {
			if len(known) > 99_999 {
				known = append(make([]byte, 0, 100<<20), known...)
			}
			return open(known)
		})},
		{comesDamaged, "give the error", opens(func(known []byte, open func([]byte) (game.Known, error)) (game.Known,
			error) {
			if _, err := open(known); err != nil {
				return nil, errors.New("no")
			}
			return open(known)
		})},
		{"strangers change nothing", "its knowledge", known(func(w game.World, _ int, _ []byte) []byte {
			return w.State()
		})},
	} {
		t.Run(c.law+": "+c.told, func(t *testing.T) {
			l := lawNamed(t, c.law)
			if _, held := lawfully[c.law]; !held {
				lawfully[c.law] = verdict(l, duel.Rules(), knownExample())
			}
			if said := lawfully[c.law]; said != "" {
				t.Fatalf("the lawful rulebook is blamed: %s", said)
			}
			if said := verdict(l, faultyRules{lawful, c.f}, knownExample()); !strings.Contains(said, c.told) {
				t.Errorf("%q was not found, only: %.2000s", c.told, said)
			}
		})
	}
}

// A hook is found that changes what the realm knows, changes nothing, or breaks the world.
func TestUnseenIsHeld(t *testing.T) {
	ownGuard := func(w game.World, realm int, _ *game.Dice) game.World {
		out := w.Resolve([]game.Sheet{{Realm: realm, Turn: w.Asked().Turn, Text: "$A\ntief 2\n"}}, game.Seed{}, 1, nil)
		return out.Next()
	}
	same := func(w game.World, _ int, _ *game.Dice) game.World { return w }
	none := func(game.World, int, *game.Dice) game.World { return nil }
	constant := faults{known: func(game.World, int, []byte) []byte { return []byte("{}") }}
	constant.facts = func(f game.Facts) game.Facts { return game.Facts{Schema: f.Schema} }
	telling := constant
	telling.facts = nil
	mute := constant
	mute.template = func(string) string { return "$A\n" }
	for told, c := range map[string]struct {
		f      faults
		unseen func(game.World, int, *game.Dice) game.World
	}{
		"knows of a change it cannot see":     {faults{}, ownGuard},
		"the facts of realm 1 tell of":        {telling, ownGuard},
		"the template of realm 1 tells":       {constant, ownGuard},
		"the receipt of realm 1 tells":        {mute, ownGuard},
		"changed nothing":                     {faults{}, same},
		"0 changes":                           {faults{}, none},
		"the world that Unseen gives is brok": {faults{broken: []string{"money lost"}}, DuelUnseen("")},
		"the example has no Unseen":           {faults{}, nil},
	} {
		ex := knownExample()
		if ex.Unseen = nil; c.unseen != nil {
			ex.Unseen = throughFaults(c.unseen)
		}
		said := verdict(lawNamed(t, "what a realm knows says nothing of the unseen"), faultyRules{lawful, c.f}, ex)
		if !strings.Contains(said, told) {
			t.Errorf("%q was not found, only: %.2000s", told, said)
		}
	}
}

// What is public must not say who owes orders if a realm cannot see that. It may be secret who does.
func TestWhoOwesOrdersIsHeld(t *testing.T) {
	for _, secret := range []bool{false, true} {
		calls := 0
		f := faults{asked: func(a game.Asked) game.Asked {
			calls++
			a.Free, a.Secret = a.Realms[:min(calls%4, len(a.Realms))], secret
			return a
		}}
		said := verdict(lawNamed(t, "what a realm knows says nothing of the unseen"), faultyRules{lawful, f}, knownExample())
		if strings.Contains(said, "what is public tells realm") == secret || secret && said != "" {
			t.Errorf("secret %v: %.1000s", secret, said)
		}
	}
}
