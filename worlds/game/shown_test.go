package game

import (
	"bytes"
	"testing"
)

// owner is the fact that a realm owns the field 4/6.
func owner(realm string) Fact { return Fact{"field 4/6", "owner", realm} }

// A fact is news the first time, and when its value changes: also when it changes back.
func TestNewsIsWhatWasNotShown(t *testing.T) {
	var s Shown
	for i, step := range []struct {
		owner string
		news  bool
	}{{"", false}, {"1", true}, {"1", false}, {"2", true}, {"2", false}, {"1", true}, {"", true}, {"", false}, {"1", true}} {
		if got := s.News(owner(step.owner)); got != step.news {
			t.Errorf("step %d: owner %s is news: %v", i, step.owner, got)
		}
	}
	if s.News() {
		t.Error("a line without facts is news")
	}
	if !s.News(owner("1"), Fact{"field 4/6", "state", "I"}) {
		t.Error("a line of which one fact is news is none")
	}
	for _, other := range []Fact{{"field 4/", "6owner", "1"}, {"field 4/6owner", "", "1"}, {"owner", "field 4/6", "1"}} {
		if !s.News(other) {
			t.Errorf("%v passes for another fact", other)
		}
	}
}

// A record comes back from its bytes, which do not depend on the order of facts. Another language or length forgets it.
func TestShownKeepsWhatItHas(t *testing.T) {
	one, two := shownBefore(t, nil), shownBefore(t, nil)
	if !one.Empty() {
		t.Error("a record of nothing is not empty")
	}
	one.Under("de short")
	if !one.Empty() {
		t.Error("a record of which nothing but the language is known is not empty")
	}
	one.News(owner("1"), Fact{"money", "gold", "5"})
	two.Under("de short")
	two.News(Fact{"money", "gold", "4"})
	two.News(Fact{"money", "gold", "5"})
	two.News(owner("1"))
	if !bytes.Equal(one.Bytes(), two.Bytes()) || len(one.Bytes()) != 1+3*16 {
		t.Errorf("%x and %x", one.Bytes(), two.Bytes())
	}
	again := shownBefore(t, one.Bytes())
	if again.Under("de short"); again.Empty() || again.News(owner("1")) || !bytes.Equal(again.Bytes(), one.Bytes()) {
		t.Error("what was shown is news after it was stored")
	}
	if again.Under("en short"); !again.Empty() || !again.News(owner("1")) {
		t.Error("another language forgets nothing")
	}
	for _, cut := range [][]byte{one.Bytes()[:18], append([]byte{2}, one.Bytes()[1:]...)} {
		if s, err := ReadShown(Seed{7}, 3, cut); err == nil || !s.Empty() {
			t.Errorf("%x is read as a record", cut)
		}
	}
}

// shownBefore is a record of realm 3 from its bytes.
func shownBefore(t *testing.T, raw []byte) *Shown {
	t.Helper()
	s, err := ReadShown(Seed{7}, 3, raw)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A value is news whatever its writer has chosen: these two had one digest while it had 32 bits and no key, so that the
// name Zaam2d2B hid an army.
func TestNobodyChoosesWhatIsNoNews(t *testing.T) {
	armies := func(list string) Fact { return Fact{"province 7", "armies", list} }
	one, two := armies("0.Wache32: 48 militiamen; 2.Guardx: 150 soldiers"),
		armies("0.Wache32: 48 militiamen; 2.Guardx: 150 soldiers; 2.Zaam2d2B: 3000 soldiers")
	s := shownBefore(t, nil)
	if s.News(one); s.Has(two) || !s.News(two) {
		t.Error("an army with a chosen name is no news")
	}
}

// Digests have the key of a world and a realm: what another one's record has is never the same, fact by fact.
func TestDigestsAreARealmsOwn(t *testing.T) {
	met := map[string]bool{}
	for _, of := range []struct {
		seed  Seed
		realm int
	}{{Seed{7}, 3}, {Seed{7}, 4}, {Seed{8}, 3}} {
		s, err := ReadShown(of.seed, of.realm, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.News(owner("1"))
		raw := s.Bytes()
		if what, value := string(raw[1:9]), string(raw[9:]); met[what] || met[value] {
			t.Errorf("realm %d of seed %s has a digest of another's record", of.realm, of.seed)
		} else {
			met[what], met[value] = true, true
		}
	}
}

// A record of before had eight bytes for an attribute, without a key. It counts as nothing shown.
func TestOldRecordsHaveShownNothing(t *testing.T) {
	for n := range 3 {
		if s := shownBefore(t, make([]byte, 8*n)); !s.Empty() || !s.News(owner("1")) {
			t.Errorf("an old record of %d attributes has shown something", n)
		}
	}
}
