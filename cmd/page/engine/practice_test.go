package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// setting is a practice of at most four realms.
func setting(t testing.TB, seed string) string {
	return string(raw(t, Setting{Seed: seed, Lang: phrase.En, Player: "You",
		Realms: []string{"Fenmark", "Graumark", "Arrak", "Moor"}}))
}

// In each game that the machine can play, a practice is founded, and turns are played with the orders that are ready. What
// comes back is opened as any table. The same seed and orders give the same game.
func TestPractise(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		e := New(rb)
		p, err := e.Practise(setting(t, "7"))
		if rb.Bot() == nil {
			if len(e.Lessons(phrase.De)) > 0 {
				t.Errorf("%s teaches what cannot be practised", rb.Name())
			}
			if err == nil || err.Error() != "no-practice" {
				t.Errorf("%s: %v", rb.Name(), err)
			}
			continue
		}
		if n := len(e.Lessons(phrase.De)); n != lessons {
			t.Errorf("%s has %d lessons", rb.Name(), n)
		}
		laid, join := rb.Bot().Practice(nil)
		realms := min(join, 4)
		numbers, _ := rb.Tables(laid.Tables)
		for turn := range 3 {
			if err != nil {
				t.Fatalf("%s: turn %d: %v", rb.Name(), turn, err)
			}
			last := p.Tables[len(p.Tables)-1]
			opened, err := e.Open(raw(t, last))
			if err != nil || !opened.Takes || last.First == "" {
				t.Fatalf("%s: turn %d: %+v, %v", rb.Name(), turn, opened, err)
			}
			if len(opened.Realms) != realms {
				t.Errorf("%s: turn %d has %d realms", rb.Name(), turn, len(opened.Realms))
			}
			if last.Tables != string(numbers) {
				t.Errorf("%s: turn %d has other numbers than its founding", rb.Name(), turn)
			}
			if turn > 0 && last.Facts.Turn == 0 {
				t.Errorf("%s: turn %d: no facts", rb.Name(), turn)
			}
			if c, err := e.Check(last.First); err != nil || c.Bad > 0 {
				t.Errorf("%s: turn %d: %+v, %v\n%s", rb.Name(), turn, c, err, last.First)
			}
			before := string(raw(t, p.Practice))
			again, err := New(rb).EndTurn(before, last.First)
			if err != nil {
				t.Fatal(err)
			}
			p, err = e.EndTurn(before, last.First)
			if err == nil && string(raw(t, p)) != string(raw(t, again)) {
				t.Errorf("%s: turn %d comes out in two ways", rb.Name(), turn)
			}
			said := false // each own turn does its lesson, or says why it stays open
			for _, says := range p.Tables[len(p.Tables)-1].Learnt {
				said = said || strings.HasPrefix(says, fmt.Sprintf("Lesson %d is done: ", turn+1)) ||
					strings.HasPrefix(says, fmt.Sprintf("Lesson %d stays open. ", turn+1))
			}
			if !said || p.Practice.Own != turn+1 {
				t.Errorf("%s: turn %d, the %d-th: the page says %q", rb.Name(), turn, p.Practice.Own,
					p.Tables[len(p.Tables)-1].Learnt)
			}
		}
	}
}

// What is no practice of these rules is refused with a code.
func TestPractiseRefuses(t *testing.T) {
	e := New(worlds.Rulebooks()[0])
	p, err := e.Practise(setting(t, "7"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Practice)
		code   string
	}{
		{func(p *Practice) { p.Rulebook = "chess" }, "broken"}, {func(p *Practice) { p.Rules-- }, "practice-old"},
		{func(p *Practice) { p.State = p.State[:len(p.State)/2] }, "broken"}, {func(p *Practice) { p.State = nil }, "broken"},
	} {
		other := p.Practice
		c.change(&other)
		if _, err := e.EndTurn(string(raw(t, other)), ""); err == nil || err.Error() != c.code {
			t.Errorf("%s: %v", c.code, err)
		}
	}
	for _, wrong := range []string{"", "{}", "[]", `{"seed":"7","realms":["A","A"]}`} {
		if _, err := e.Practise(wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
	var long Setting
	long.Seed, long.Realms = "7", make([]string, mostRealms+1)
	text, _ := json.Marshal(long)
	if _, err := e.Practise(string(text)); err == nil {
		t.Error("too many realms are accepted")
	}
}

// BenchmarkEndTurn is a turn of six realms.
func BenchmarkEndTurn(b *testing.B) {
	for _, rb := range worlds.Rulebooks() {
		e := New(rb)
		p, err := e.Practise(string(raw(b, Setting{Seed: "7", Lang: phrase.En, Player: "You",
			Realms: []string{"Fenmark", "Graumark", "Arrak", "Moor", "Heath", "Dale"}})))
		if err != nil {
			continue
		}
		b.Run(rb.Name(), func(b *testing.B) {
			kept := string(raw(b, p.Practice))
			for b.Loop() {
				if _, err := e.EndTurn(kept, p.Tables[0].First); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
