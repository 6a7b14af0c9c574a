package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// toldOf checks the facts of at most that many turns: their form, and their content against the report and the world.
func (t *telling) toldOf(now game.World, most int) {
	f := t.facts
	switch {
	case f.Schema != game.FactsSchema:
		t.bad("their schema is %d, not %d", f.Schema, game.FactsSchema)
	case f.Rulebook != t.rb.Name() || f.Rules != t.rb.Version():
		t.bad("they are of %s %d", f.Rulebook, f.Rules)
	case f.Turn < 0 || f.Turn > most:
		t.bad("they are of turn %d, and at most of %d", f.Turn, most)
	case f.Title == "":
		t.bad("their turn has no title")
	case f.Lang != t.reader.Lang:
		t.bad("they are in %s, not in %s", f.Lang, t.reader.Lang)
	case f.Realm.Number != t.reader.Number || f.Realm.Name != t.reader.Name || f.Realm.Player != t.reader.Player:
		t.bad("they are for %+v, not for %+v", f.Realm, t.reader)
	}
	t.encodes()
	t.inOrder(now.Realms())
	t.money()
	t.said()
	t.named()
	t.followed()
	t.numbers()
	t.called()
	t.stand(now)
}

// encodes: in JSON no list is missing, and decoding gives back what was encoded.
func (t *telling) encodes() {
	d := json.NewDecoder(bytes.NewReader(t.raw))
	d.DisallowUnknownFields()
	var back game.Facts
	if err := d.Decode(&back); err != nil {
		t.bad("they do not come back from JSON: %v", err)
		return
	}
	if was, is := printed(*t.facts), printed(back); was != is {
		t.bad("from JSON they come back otherwise:\n%s\n---\n%s", around([]byte(is), []byte(was)),
			around([]byte(was), []byte(is)))
	}
	var plain any
	if err := json.Unmarshal(t.raw, &plain); err != nil {
		t.bad("%v", err)
	}
	if at, is := missing(plain); is {
		t.bad("%q is null: a list that is empty is one all the same", at)
	}
}

// printed returns facts as Go prints them, with empty and missing lists and maps alike.
func printed(f game.Facts) string {
	var standings game.FactStandings
	if f.Standings != nil {
		standings, f.Standings = *f.Standings, nil
	}
	return fmt.Sprintf("%+v %+v", f, standings)
}

// missing returns the path to a null in a value from JSON.
func missing(v any, at ...string) (way string, is bool) {
	switch v := v.(type) {
	case nil:
		return strings.Join(at, "/"), true
	case []any:
		for i, one := range v {
			if way, is = missing(one, append(at, strconv.Itoa(i))...); is {
				return way, true
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if way, is = missing(v[name], append(at, name)...); is {
				return way, true
			}
		}
	}
	return "", false
}

// inOrder: weeks rise, realms are sorted by number and have their names, and no field is there twice. The reader's
// armies come first, and each says where it is or what it does.
func (t *telling) inOrder(realms []game.Realm) {
	f := t.facts
	for i, w := range f.Weeks {
		if w.Week < 0 || i > 0 && w.Week <= f.Weeks[i-1].Week {
			t.bad("week %d comes behind week %d", w.Week, f.Weeks[max(0, i-1)].Week)
		}
	}
	for i, r := range f.Realms {
		k := slices.IndexFunc(realms, func(o game.Realm) bool { return o.Number == r.Number })
		switch {
		case i > 0 && r.Number <= f.Realms[i-1].Number:
			t.bad("realm %d comes behind realm %d", r.Number, f.Realms[i-1].Number)
		case k < 0 || r.Name != realms[k].Name || r.Player != "" && r.Player != realms[k].Player:
			t.bad("there is no realm %+v", r)
		}
	}
	at := map[string]bool{}
	for _, l := range f.Fields {
		if l.At == "" || at[l.At] {
			t.bad("the field %q is there twice, or has no name", l.At)
		}
		if l.Own != (l.Owner == t.reader.Number) {
			t.bad("the field %s is realm %d's: their own is %t", l.At, l.Owner, l.Own)
		}
		at[l.At] = true
	}
	foreign := false
	for _, a := range f.Armies {
		own := a.Realm == t.reader.Number
		switch {
		case own && foreign:
			t.bad("the own army %q comes behind one of another", a.Name)
		case own && a.At == "" && len(a.Words) == 0:
			t.bad("the own army %q is nowhere, and does not say why", a.Name)
		case a.Unknown && a.Realm != 0:
			t.bad("army %q hides that it is realm %d's", a.Name, a.Realm)
		}
		foreign = foreign || !own
	}
}

// money: what comes in is not negative, what goes out not positive, and both have words.
func (t *telling) money() {
	for _, m := range t.facts.Money {
		known := slices.Contains([]string{"income", "outlay", "treasury", "account"}, m.Kind)
		if !known || m.Code == "" || m.Text == "" || strings.HasPrefix(m.Text, "`") ||
			m.Kind == "income" && m.Amount < 0 || m.Kind == "outlay" && m.Amount > 0 {
			t.bad("there is no such line of money: %+v", m)
		}
	}
}

// sentences returns all sentences in the facts.
func sentences(f *game.Facts) (out []game.Said) {
	for _, r := range f.Refused {
		out = append(out, r.Said)
	}
	for _, w := range f.Weeks {
		for _, e := range w.Events {
			out = append(out, e.Said)
		}
	}
	for _, b := range f.Battles {
		out = append(append(out, b.Result), b.Course...)
	}
	for _, p := range f.Parts {
		out = append(out, p.Said...)
	}
	return out
}

// said: each sentence is from the book and in the report, and its arguments can be read in it (law 6): numbers, words,
// and keys of the book.
func (t *telling) said() {
	book := t.rb.Words(t.facts.Lang)
	for _, s := range sentences(t.facts) {
		if !book.Has(s.Code) {
			t.bad("%q has no sentence", s.Code)
		}
		if text := tight(s.Text); text == "" || !strings.Contains(t.report, text) {
			t.bad("%q is not in the report", s.Text)
		}
		for name, v := range s.Args {
			if !readIn(book, s, v) {
				t.bad("the argument %s, %+v, cannot be read in %q", name, v, s.Text)
			}
		}
	}
	for _, w := range t.facts.Weeks {
		for _, e := range w.Events {
			if e.Phase == "" {
				t.bad("%q happened in no phase", e.Text)
			}
		}
	}
}

// readIn reports whether an argument can be read in a sentence. A 0 may leave out a part of it, and a 1 may select a
// word.
func readIn(book *phrase.Book, s game.Said, v game.FactValue) bool {
	if v.Worded {
		return strings.Contains(s.Text, v.Word) || book.Has(v.Word)
	}
	return v.Number == 0 || v.Number == 1 || numbersIn(s.Text)[digits(v.Number)]
}

// divided are numbers with marks between their thousands, and marks are those.
var (
	divided = regexp.MustCompile(`[0-9]{1,3}([.,][0-9]{3})+`)
	marks   = strings.NewReplacer(".", "", ",", "")
)

// numbersIn returns the whole numbers in a text, whether marks divide them or not.
func numbersIn(text string) map[string]bool {
	out := map[string]bool{}
	for _, n := range divided.FindAllString(text, -1) {
		out[marks.Replace(n)] = true
	}
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		out[n] = true
	}
	return out
}

func digits(n int64) string { return strings.TrimPrefix(strconv.FormatInt(n, 10), "-") }

// named: what players wrote, and the names of armies and players, are in the report.
func (t *telling) named() {
	has := func(what, name string) {
		if !strings.Contains(t.report, tight(orders.Legible(name))) {
			t.bad("%s %q is not in the report", what, name)
		}
	}
	for _, a := range t.facts.Armies {
		has("the army", a.Name)
	}
	for _, w := range t.facts.Weeks {
		for _, s := range w.Sightings {
			for _, name := range s.By {
				has("the army", name)
			}
			for _, a := range s.Armies {
				has("the army", a.Name)
			}
			if s.At == "" {
				t.bad("something was seen in week %d, and nobody knows where", w.Week)
			}
		}
	}
	for _, r := range t.facts.Realms {
		has("the player", r.Player)
	}
	for _, l := range t.facts.Letters {
		has("the letter", l.Text)
		has("the sender", l.Name)
		if (l.From == 0) != (l.Name == "") {
			t.bad("a letter is from realm %d, %q", l.From, l.Name)
		}
	}
}

// followed: an army has an ID exactly if it shows whose it is and its name, and then always the same. A field is seen
// once a week, so that a battle there finds what was seen of it.
func (t *telling) followed() {
	of := func(id string, realm int, name string, hides bool) {
		whose := strconv.Itoa(realm) + " " + name
		switch {
		case (id == "") != (name == "" || hides):
			t.bad("the army %q of realm %d can be followed by %q", name, realm, id)
		case id == "":
		case t.ids[id] == "" && t.ids[whose] == "":
			t.ids[id], t.ids[whose] = whose, id
		case t.ids[id] != whose || t.ids[whose] != id:
			t.bad("the army %q of realm %d is %q, which is %q", name, realm, id, t.ids[id])
		}
	}
	for _, a := range t.facts.Armies {
		of(a.ID, a.Realm, a.Name, a.Unknown)
	}
	for _, w := range t.facts.Weeks {
		seen := map[string]bool{}
		for _, s := range w.Sightings {
			if seen[s.At] {
				t.bad("%s is seen twice in week %d", s.At, w.Week)
			}
			seen[s.At] = true
			for _, a := range s.Armies {
				of(a.ID, a.Realm, a.Name, a.Unknown)
			}
		}
	}
	for _, b := range t.facts.Battles {
		for _, s := range b.Sides {
			for _, a := range s.Armies {
				of(a.ID, a.Realm, a.Name, false)
			}
		}
	}
}

// stand: the standings are the public ones.
func (t *telling) stand(now game.World) {
	want, is := now.Standings(), t.facts.Standings
	if is == nil {
		return // wholly requires them
	}
	if want == nil {
		t.bad("they have standings, and nothing is public")
		return
	}
	same := len(is.Columns) == len(want.Columns) && len(is.Rows) == len(want.Rows)
	for i := range want.Columns {
		same = same && is.Columns[i].Code == want.Columns[i] && is.Columns[i].Text != ""
	}
	for i, r := range want.Rows {
		same = same && is.Rows[i].Realm == r.Realm && is.Rows[i].Name == r.Name && is.Rows[i].Place == r.Place &&
			is.Rows[i].Fallen == r.Fallen && slices.Equal(is.Rows[i].Numbers, r.Numbers)
	}
	if !same {
		t.bad("their standings are %+v, public are %+v", *is, *want)
	}
}

// placed reports whether an event has a place, which each realm may number in its own way.
func placed(e game.Event) bool {
	return slices.ContainsFunc(e.Args, func(a phrase.Arg) bool { return a.Kind == phrase.Place })
}

// wholly: nothing is missing that the report tells about a turn: lines that were not done, events, standings. Events
// with places are skipped, since the suite does not know how the reader numbers them.
func (t *telling) wholly(out game.Outcome) {
	var lines, want []int
	for _, r := range t.facts.Refused {
		lines = append(lines, r.Line)
	}
	for _, p := range out.Refused(t.reader.Number) {
		want = append(want, p.Line)
	}
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(lines)), want) {
		t.bad("the lines %v were not done, and they tell of %v", want, lines)
	}
	said := map[string]bool{}
	for _, s := range sentences(t.facts) {
		said[tight(s.Text)] = true
	}
	book := t.rb.Words(t.facts.Lang)
	for _, e := range out.Annals().Events() {
		if !e.For(t.reader.Number) || placed(e) {
			continue
		}
		if text := tight(book.Say(e.Phrase)); strings.Contains(t.report, text) && !said[text] {
			t.bad("the report says %q, and they do not", book.Say(e.Phrase))
		}
	}
	if out.Next().Standings() != nil && t.facts.Standings == nil {
		t.bad("they have no standings")
	}
}
