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
	var one, two Shown
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
	if !bytes.Equal(one.Bytes(), two.Bytes()) || len(one.Bytes()) != 3*8 {
		t.Errorf("%x and %x", one.Bytes(), two.Bytes())
	}
	again, err := ReadShown(one.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if again.Under("de short"); again.Empty() || again.News(owner("1")) || !bytes.Equal(again.Bytes(), one.Bytes()) {
		t.Error("what was shown is news after it was stored")
	}
	if again.Under("en short"); !again.Empty() || !again.News(owner("1")) {
		t.Error("another language forgets nothing")
	}
	if _, err := ReadShown(one.Bytes()[:17]); err == nil {
		t.Error("a record that is cut off is read")
	}
}
