package rulekit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Reword says facts in the words of another book of the same rulebook. What players wrote stays as it is. So does what
// the former book would not say in the very same words: data of an older version lack codes, and its sentences may have
// changed since.
func Reword(f *game.Facts, from, to *phrase.Book) {
	w := rewording{from: from, to: to, terms: f.Terms}
	f.Lang, f.Terms = to.Lang, nil
	w.title(&f.Title, &f.Titled)
	w.headline(&f.Headline)
	for i := range f.Needs {
		w.said(&f.Needs[i].Said)
		for k := range f.Needs[i].More {
			w.said(&f.Needs[i].More[k])
		}
	}
	for i := range f.Refused {
		w.said(&f.Refused[i].Said)
	}
	for i := range f.Weeks {
		w.week(&f.Weeks[i], f.Realm.Number)
	}
	for i := range f.Battles {
		w.battle(&f.Battles[i])
	}
	w.words(&f.Realm.Words)
	for i := range f.Realms {
		w.words(&f.Realms[i].Words)
	}
	for i := range f.Fields {
		w.words(&f.Fields[i].Words)
	}
	w.armies(f.Armies)
	for i := range f.Money {
		m := &f.Money[i]
		m.Text = w.sentence("money."+m.Code, w.word("money."+m.Kind, m.Text))
	}
	if f.Standings != nil {
		for i := range f.Standings.Columns {
			c := &f.Standings.Columns[i]
			c.Text = w.sentence("public."+c.Code, c.Text)
		}
	}
	for i := range f.Parts {
		w.title(&f.Parts[i].Title, &f.Parts[i].Titled)
		for k := range f.Parts[i].Said {
			w.said(&f.Parts[i].Said[k])
		}
	}
	for name, terms := range w.terms {
		for _, t := range terms {
			w.said(&t)
			f.Term(w.figure(name), t)
		}
	}
	nameFigures(f, to)
}

// rewording is a Reword under way.
type rewording struct {
	from, to *phrase.Book
	terms    map[string][]game.Said
}

func (w *rewording) headline(h *game.FactHeadline) {
	if headlined(w.from, h) != h.Text {
		return
	}
	w.said(&h.When)
	for i := range h.Clauses {
		w.said(&h.Clauses[i])
	}
	h.Text = headlined(w.to, h)
}

func (w *rewording) week(week *game.FactWeek, own int) {
	w.title(&week.Title, &week.Titled)
	for i := range week.Events {
		w.said(&week.Events[i].Said)
	}
	for i := range week.Sightings {
		for k := range week.Sightings[i].By {
			by := &week.Sightings[i].By[k]
			*by = w.name(own, *by)
		}
		w.armies(week.Sightings[i].Armies)
	}
}

func (w *rewording) battle(b *game.FactBattle) {
	w.said(&b.Result)
	for i := range b.Course {
		w.said(&b.Course[i])
	}
	for i := range b.Sides {
		side := &b.Sides[i]
		for k := range side.Armies {
			side.Armies[k].Name = w.name(side.Armies[k].Realm, side.Armies[k].Name)
		}
		for k := range side.Factors {
			side.Factors[k].Name = w.sentence(side.Factors[k].Code, side.Factors[k].Name)
		}
	}
}

func (w *rewording) armies(list []game.FactArmy) {
	for i := range list {
		list[i].Name = w.name(list[i].Realm, list[i].Name)
		w.words(&list[i].Words)
		w.armies(list[i].Parts)
	}
}

// name is what an army is called: some games name armies, or call them by a word of the book.
func (w *rewording) name(realm int, name string) string {
	before := strconv.Itoa(realm) + "."
	return strings.TrimPrefix(w.to.Named(before+w.from.Unnamed(before, w.word("name", name))), before)
}

// figure is the name of a figure, in which an army's may be.
func (w *rewording) figure(name string) string {
	base, of, has := strings.Cut(name, ".")
	if !has {
		return name
	}
	return base + "." + w.to.Named(w.from.Unnamed("", of))
}

func (w *rewording) words(words *map[string]string) {
	if *words == nil {
		return
	}
	anew := make(map[string]string, len(*words))
	for name, word := range *words {
		anew[w.figure(name)] = w.word(name, word)
	}
	*words = anew
}

// shapes make a word or a title of a sentence.
var shapes = []func(string) string{func(s string) string { return s }, joined, strings.TrimSpace, Label}

// reshaped is what is made of a sentence that is said anew. text is what was made of it before; if it was made of
// another one, it stays.
func reshaped(text, was, is string) string {
	for _, shape := range shapes {
		if shape(was) == text {
			return shape(is)
		}
	}
	return text
}

// word is a word of that name, or several.
func (w *rewording) word(name, word string) string {
	for _, t := range w.terms[name] {
		for _, shape := range shapes {
			if shape(t.Text) == word {
				w.said(&t)
				return shape(t.Text)
			}
		}
	}
	for _, between := range []string{", ", "+"} {
		if parts := strings.Split(word, between); len(parts) > 1 {
			for i := range parts {
				parts[i] = w.word(name, parts[i])
			}
			return strings.Join(parts, between)
		}
	}
	return word
}

// sentence says a sentence without arguments.
func (w *rewording) sentence(code, text string) string {
	if !w.from.Has(code) {
		return text
	}
	return reshaped(text, w.from.T(code), w.to.T(code))
}

// title says a title anew, with its sentence.
func (w *rewording) title(title *string, titled *game.Said) {
	if titled.Code == "" {
		return
	}
	was := titled.Text
	w.said(titled)
	*title = reshaped(*title, was, titled.Text)
}

// mostOpen is how many arguments of a sentence may be open: words that may be keys of the book, and numbers of which the
// sentence shows only whether they are 1.
const mostOpen = 6

// said says a sentence anew, if the former book says it in the same words.
func (w *rewording) said(s *game.Said) {
	what, open := phrase.P(s.Code), []int(nil)
	put := func(a phrase.Arg, is bool) {
		if what.Args = append(what.Args, a); is && len(open) < mostOpen {
			open = append(open, len(what.Args)-1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Args)) {
		if v := s.Args[name]; v.Worded {
			put(phrase.Str(name, w.from.Unnamed("", v.Word)), w.from.Has(v.Word))
		} else {
			put(phrase.Num(name, v.Number), false)
		}
	}
	for _, name := range w.from.Names(s.Code) {
		if _, told := s.Args[name]; !told {
			put(phrase.Num(name, 1), true)
		}
	}
	for others := range 1 << len(open) { // all keys first: what a player wrote is seldom one
		for i, at := range open {
			a, other := &what.Args[at], others>>i&1
			switch {
			case a.Kind == phrase.Number:
				a.N = int64(1 + other)
			case other == 0:
				a.Kind = phrase.Term
			default:
				a.Kind = phrase.Word
			}
		}
		if w.from.Say(what) == s.Text {
			w.anew(s, what)
			return
		}
	}
}

// anew puts a sentence into the words of the other book.
func (w *rewording) anew(s *game.Said, what phrase.Phrase) {
	s.Args = maps.Clone(s.Args) // a battle may share them with its event
	for i, a := range what.Args {
		switch _, told := s.Args[a.Name]; {
		case !told || a.Kind != phrase.Word:
		case a.Name == "listed":
			what.Args[i].S = relisted(a.S, w.from, w.to)
			s.Args[a.Name] = worded(what.Args[i].S)
		default:
			s.Args[a.Name] = worded(w.to.Named(a.S))
		}
	}
	s.Text = w.to.Say(what)
}
