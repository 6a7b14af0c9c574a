package conformance

import (
	"bytes"
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// named: the rulebook has what the store and the command line print and keep about it.
func named(tb *table, bad fail) {
	if !plainName.MatchString(tb.rb.Name()) || tb.rb.Name() != strings.ToLower(tb.rb.Name()) {
		bad("a rulebook called %q", tb.rb.Name())
	}
	if tb.rb.Version() < 1 {
		bad("versions count from 1, not %d", tb.rb.Version())
	}
	for _, code := range []string{"game", "game-what", "game-turns", "game-template"} {
		tb.worded(phrase.P(code), bad)
	}
}

// choices: each kind and culture that a world lists can be had, none is listed twice, and no name in any language
// means two of them.
func choices(tb *table, bad fail) {
	w := tb.found()
	for what, list := range [][]game.Choice{w.Kinds(), w.Cultures()} {
		of := map[string]string{}
		for _, choice := range list {
			if of[choice.Code] == choice.Code || choice.Code == "" {
				bad("choices %q repeat, or one has no name", game.Codes(list))
			}
			for _, name := range tb.names(choice, bad) {
				if other := of[orders.Fold(name)]; other != "" && other != choice.Code {
					bad("%q is both %s and %s", name, other, choice.Code)
				}
				of[orders.Fold(name)] = choice.Code
			}
			j := tb.ex.Joinings[0]
			if what == 0 {
				j.Kind = choice.Code
			} else {
				j.Culture = choice.Code
			}
			if _, _, err := w.Join(j, tb.seed.Sub("choice")); err != nil {
				bad("%q is listed, and not to be had: %v", choice.Code, err)
			}
		}
	}
}

// names returns what a choice may be called, and checks that its description exists in each language.
func (tb *table) names(c game.Choice, bad fail) []string {
	names := []string{c.Code}
	for _, lang := range phrase.Langs {
		names = append(names, c.Named(tb.rb.Words(lang)))
	}
	for _, p := range []phrase.Phrase{c.Word, c.Line} {
		if p.Code != "" {
			tb.worded(p, bad)
		}
	}
	return names
}

// tables: the effective tables, given as a world's own, give themselves again, and unknown keys are refused.
func tables(tb *table, bad fail) {
	for _, own := range append([][]byte{nil, tb.ex.Founding.Tables}, sets(tb.rb, bad)...) {
		once, err := tb.rb.Tables(own)
		if err != nil {
			bad("tables %q: %v", own, err)
			return
		}
		twice, err := tb.rb.Tables(once)
		if err != nil {
			bad("the effective tables are refused: %v", err)
		} else if !bytes.Equal(once, twice) {
			bad("the effective tables of the effective tables differ")
		}
	}
	const unknown = "no-such-key-anywhere"
	if _, err := tb.rb.Tables([]byte(unknown + " = 1\n")); err == nil || !strings.Contains(err.Error(), unknown) {
		bad("an unknown key gives: %v", err)
	}
	if _, err := tb.rb.Tables([]byte("[[[")); err == nil {
		bad("a text that is no TOML was taken")
	}
}

// sets returns the line that names each set of numbers of the rulebook. Each set must differ from the standard
// numbers.
func sets(rb game.Rulebook, bad fail) (lines [][]byte) {
	standard, err := rb.Tables(nil)
	if err != nil {
		bad("tables: %v", err)
	}
	for _, name := range rb.Sets() {
		line := fmt.Appendf(nil, "set = %q\n", name)
		if of, err := rb.Tables(line); err != nil || bytes.Equal(of, standard) {
			bad("the set %q is offered, and gives the standard numbers, %v", name, err)
		}
		lines = append(lines, line)
	}
	return lines
}

// founding: the same founding gives the same bytes. The fresh world has no realms, and asks for turn 1.
func founding(tb *table, bad fail) {
	one, other := tb.found(), tb.found()
	if !bytes.Equal(one.State(), other.State()) {
		bad("the same founding gave two worlds")
	}
	if _, err := tb.rb.Found(game.Founding{Tables: tb.tables, Moved: &game.Moved{Turn: 1}}); err == nil {
		bad("a game without files has moved in")
	}
	if n := len(one.Realms()); n != 0 {
		bad("a fresh world has %d realms", n)
	}
	if a := one.Asked(); len(a.Realms) != 0 || a.Turn != 1 {
		bad("a fresh world asks %v for turn %d", a.Realms, a.Turn)
	}
	for _, b := range one.Broken() {
		bad("a fresh world is broken: %s", b)
	}
}

// joining: realms get their numbers, keep what they asked for, and get a report 0. The world before they joined stays
// as it was.
func joining(tb *table, bad fail) {
	w := tb.found()
	for i, j := range tb.ex.Joinings {
		before := w.State()
		next, number, err := w.Join(j, tb.seed.Sub("join"))
		if err != nil {
			bad("%s: %v", j.Name, err)
			return
		}
		again, _, _ := w.Join(j, tb.seed.Sub("join"))
		if !bytes.Equal(next.State(), again.State()) {
			bad("%s joined twice in two ways", j.Name)
		}
		if !bytes.Equal(w.State(), before) {
			bad("joining changed the world before it")
		}
		w = next
		realms := w.Realms()
		if len(realms) != i+1 {
			bad("%d realms after %d joined", len(realms), i+1)
			return
		}
		r := realms[i]
		if r.Number != number || r.Name != j.Name || r.Player != j.Player || r.Lang != j.Lang ||
			r.Computer != j.Computer || r.Fallen {
			bad("%+v joined, realm %d is %+v", j, number, r)
		}
		tb.reported(w.Welcome(number, nil), number, bad)
		tb.asked(w, bad)
		for _, b := range w.Broken() {
			bad("broken after %s joined: %s", j.Name, b)
		}
	}
	j := tb.ex.Joinings[0]
	j.Name, j.Kind = "Sonst", "no-such-kind"
	if _, _, err := w.Join(j, tb.seed); err == nil {
		bad("a realm of an unknown kind joined")
	}
	j.Kind, j.Culture = "", "no-such-culture"
	if _, _, err := w.Join(j, tb.seed); err == nil {
		bad("a realm of an unknown culture joined")
	}
}

// sized: where a rulebook proposes maps, a world on each can be founded, and as many realms can join as it was asked for.
// Whoever asks for more gets no smaller map, until no map suits so many.
func sized(tb *table, bad fail) {
	before := 0
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 20, 50} {
		f := game.Founding{Seed: tb.seed.Sub(fmt.Sprint("size", n))}
		var ok bool
		if f.Width, f.Height, ok = tb.rb.SizeFor(n); !ok {
			if f.Width != 0 || f.Height != 0 {
				bad("no map suits %d realms, and it has %d × %d fields", n, f.Width, f.Height)
			}
			continue
		}
		if f.Width*f.Height < before {
			bad("%d realms get %d × %d fields, and fewer got %d", n, f.Width, f.Height, before)
		}
		before = f.Width * f.Height
		w, err := tb.rb.Found(f)
		for i := 0; i < n && err == nil; i++ {
			j := game.Joining{Name: fmt.Sprint("Reich ", i+1), Player: fmt.Sprint("P", i+1), Lang: phrase.De}
			w, _, err = w.Join(j, tb.seed.Sub("join"))
		}
		if err != nil {
			bad("%d × %d fields for %d realms: %v", f.Width, f.Height, n, err)
			return
		}
	}
	if w, h, ok := tb.rb.SizeFor(100_000); ok && w > 0 {
		bad("there is a map of %d × %d fields for 100000 realms", w, h)
	}
}

// opening: a world that is opened from its bytes is the same world and goes on in the same way. Bytes that are not a
// world give an error, not a panic.
func opening(tb *table, bad fail) {
	for turns := range 4 {
		w := tb.after(turns)
		opened, err := tb.rb.Open(w.State(), tb.tables)
		if err != nil {
			bad("after %d turns: %v", turns, err)
			return
		}
		if !bytes.Equal(opened.State(), w.State()) {
			bad("after %d turns the opened world has other bytes", turns)
		}
		if w.Asked().Over {
			continue
		}
		was, is := tb.play(w, tb.sheets(w)), tb.play(opened, tb.sheets(w))
		if what := was.differs(is); what != "" {
			bad("after %d turns the opened world plays on otherwise: %s", turns, what)
		}
	}
	state := tb.after(1).State()
	for _, wrong := range [][]byte{nil, []byte("{"), []byte("no world"), state[:len(state)/2]} {
		if _, err := tb.rb.Open(wrong, tb.tables); err == nil {
			bad("%d bytes of no world were opened", len(wrong))
		}
	}
}
