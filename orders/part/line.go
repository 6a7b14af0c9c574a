package part

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Line is how lines of one kind of order are read and written.
type Line[T orders.Order] struct{ its *line }

// Print appends an order as its line, in the words of a language.
func (l *Line[T]) Print(dst []byte, o T, lang phrase.Lang) []byte {
	in := l.its.room()
	defer l.its.spare.Store(in)
	*in.order.(*T) = o
	return l.its.print(dst, in, lang, false)
}

// Read reads a line: what a section's Line gives.
func (l *Line[T]) Read(text string) (orders.Order, []orders.Problem) { return l.its.Read(text) }

func (l *Line[T]) line() *line { return l.its }

// Declared is a Line, whatever its orders are.
type Declared interface{ line() *line }

// line is a Line, whatever its orders are: the compiler makes what depends on a type again for each, in every package.
type line struct {
	set      *Set
	order    reflect.Type
	shown    string
	examples []string
	tags     atomic.Pointer[made] // nil until a line is read or written
	spare    atomic.Pointer[room] // nil while somebody is at it
}

func (l *line) line() *line { return l }

// room is an order whose parts are being read or written. One is kept: a turn has tens of thousands of lines.
type room struct {
	reading Reading
	order   any           // a pointer to it
	parts   reflect.Value // it
	about   []byte
}

// room gives one, with what the last line has left in it.
func (l *line) room() *room {
	if r := l.spare.Swap(nil); r != nil {
		return r
	}
	order := reflect.New(l.order)
	return &room{order: order.Interface(), parts: order.Elem()}
}

// read gives the order that was read.
func (r *room) read() orders.Order { return r.parts.Interface().(orders.Order) }

// made reads the tags, the first time.
func (l *line) made() *made {
	m := l.tags.Load()
	if m == nil {
		m = l.set.make(l.order, l.shown)
		l.tags.Store(m)
	}
	return m
}

// made is what the tags of an order say.
type made struct {
	grammar *orders.Grammar // nil: the line is taken step by step
	fields  []field
	checks  bool // the order has a Check
	named   bool // the order has a Key, or is Called
}

// checker is an order that checks what crosses its parts, stepper one that takes what stands behind them.
type (
	checker interface{ Check(r *Reading) }
	stepper interface{ Check(r *orders.Reading) }
)

// keyed is an order that says what it is about.
type keyed interface{ Key() string }

// called is an order that says so in other words in each language; the German ones are its key.
type called interface{ Called(phrase.Lang) string }

// field is a part of an order.
type field struct {
	Field
	part     kind
	index    int    // -1: it is no field of the order but a word that is always there
	from, to int    // its tokens; of what is left of the line both are 0
	form     string // as orders.Shape reads it
	tight    bool   // no blank before it
	key      bool
}

// New declares a kind of order by the tags of T. A problem shows the line that is shown. The examples are good lines
// for whoever learns to write them, without any it is that line. What is wrong with the tags is our bug and panics
// when a line is first read or written.
func New[T orders.Order](set *Set, shown string, examples ...string) *Line[T] {
	if len(examples) == 0 {
		examples = []string{shown}
	}
	return &Line[T]{&line{set: set, order: reflect.TypeFor[T](), shown: shown, examples: examples}}
}

// make reads the tags of an order.
func (s *Set) make(order reflect.Type, shown string) *made {
	check := reflect.TypeFor[checker]()
	if s.Steps {
		check = reflect.TypeFor[stepper]()
	}
	m := &made{checks: reflect.PointerTo(order).Implements(check),
		named: order.Implements(reflect.TypeFor[keyed]()) || order.Implements(reflect.TypeFor[called]())}
	var slots []orders.Slot
	for i := range order.NumField() {
		tag := order.Field(i).Tag
		name, optional := strings.CutSuffix(tag.Get("part"), "?")
		if name == "" {
			continue
		}
		f := field{index: i, Field: Field{Name: order.Field(i).Name, Want: tag.Get("want"), Optional: optional,
			Min: number(tag.Get("min"), 0), Max: number(tag.Get("max"), orders.Biggest)}}
		f.part = s.find(name, order.Field(i).Type)
		if f.part == nil {
			panic(fmt.Sprintf("%s.%s: no part %q means a %s", order, f.Name, name, order.Field(i).Type))
		}
		if f.Name == "_" {
			f.index = -1
		}
		if !s.Steps {
			its := f.part.slots(&f.Field)
			if its[0].Grammar != orders.RestOfLine {
				f.from, f.to = len(slots), len(slots)+len(its)
			}
			slots = append(slots, its...)
		}
		var named bool
		if f.form, named = tag.Lookup("form"); !named {
			f.form = f.part.form(&f.Field)
		}
		head, _, _ := strings.Cut(f.form, "=")
		f.tight = strings.Contains(head, "~")
		_, f.key = tag.Lookup("key")
		m.fields = append(m.fields, f)
	}
	if !s.Steps {
		m.grammar = orders.NewGrammar(s.Words, shown, slots...)
	}
	return m
}

// find gives the part of a name, of the rulebook's or of those that all have.
func (s *Set) find(name string, means reflect.Type) kind {
	for _, p := range append([]Part{s.Parts[name]}, common[name]...) {
		if p != nil && reflect.TypeOf(p.kind().meaning()) == reflect.PointerTo(means) {
			return p.kind()
		}
	}
	return nil
}

// number is a number of a tag.
func number(tag string, otherwise int64) int64 {
	if tag == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(tag, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// Read is that of a Line.
func (l *line) Read(text string) (orders.Order, []orders.Problem) {
	if l.set.Steps {
		return Either(l, func(*orders.Reading) Declared { return l })(text)
	}
	return l.read(text, false)
}

func (l *line) read(text string, again bool) (orders.Order, []orders.Problem) {
	m := l.made()
	in := l.room()
	defer l.spare.Store(in)
	in.parts.SetZero()
	r := &in.reading
	*r = Reading{Text: text, Example: l.shown, made: m, line: l, again: again, tokens: r.tokens}
	r.Wrong = m.grammar.Parse(text, &r.tokens)
	for i := 0; i < len(m.fields) && !r.stopped; i++ {
		f := &m.fields[i]
		if t := f.of(r.tokens); r.Wrong == nil || f.to > 0 && t[0].Value != "" {
			f.part.read(r, &f.Field, t, f.in(in.parts))
		}
	}
	if m.checks && !r.stopped {
		in.order.(checker).Check(r)
	}
	if r.Wrong != nil && !r.Failed {
		r.Add(l.set.instead(text, *r.Wrong))
	}
	orders.SpeakExamples(r.Problems, l.set.Spoken)
	if r.Failed {
		return nil, r.Problems
	}
	return in.read(), r.Problems
}

func (s *Set) instead(text string, wrong orders.Problem) orders.Problem {
	if s.Instead != nil {
		if p, better := s.Instead(text); better {
			return p
		}
	}
	return wrong
}

// nothing is what a part reads that is no field of its order.
var nothing any = new(struct{})

// in points to what a part reads, of an order.
func (f *field) in(order reflect.Value) any {
	if f.index < 0 {
		return nothing
	}
	return order.Field(f.index).Addr().Interface()
}

// of are the tokens of a part.
func (f *field) of(t orders.Tokens) []orders.Token {
	if f.to == 0 {
		return t.Rest
	}
	return t.Each[f.from:f.to]
}

// print is Print of all parts, or of the keys alone.
func (l *line) print(dst []byte, in *room, lang phrase.Lang, keys bool) []byte {
	fields, start := l.made().fields, len(dst)
	for i := range fields {
		f := &fields[i]
		if keys && !f.key {
			continue
		}
		before := len(dst)
		if before > start && !f.tight {
			dst = append(dst, ' ')
		}
		empty := len(dst)
		if dst = f.part.print(dst, f.in(in.parts), lang); len(dst) == empty {
			dst = dst[:before]
		}
	}
	return dst
}

// key is what an order is about; "": of such orders none replaces another. In a language it is as readers call it.
func (l *line) key(o orders.Order, lang phrase.Lang) string {
	if reflect.TypeOf(o) != l.order {
		return ""
	}
	switch o := o.(type) {
	case called:
		return o.Called(cmp.Or(lang, phrase.De))
	case keyed:
		if lang == "" {
			return o.Key()
		}
		return strings.TrimSpace(o.Key()) // it may be told from others by a blank
	}
	in := l.room()
	defer l.spare.Store(in)
	in.parts.Set(reflect.ValueOf(o))
	in.about = l.print(in.about[:0], in, lang, true)
	return string(in.about)
}

// keyed tells whether some order of the kind may replace another.
func (l *line) keyed() bool {
	m := l.made()
	return m.named || slices.ContainsFunc(m.fields, func(f field) bool { return f.key })
}

// forms are the ways to write such a line.
func (l *line) forms() []string {
	if f, is := reflect.Zero(l.order).Interface().(interface{ Forms() []string }); is {
		return f.Forms()
	}
	var parts []string
	for _, f := range l.made().fields {
		parts = append(parts, f.form)
	}
	return []string{strings.Join(parts, " ")}
}

// Section is a section of such lines: what the rulebook does not say of it, the lines do. One of lines of several kinds
// has a Line that tells them apart.
func Section(s orders.Section, lines ...Declared) orders.Section {
	shows := s.Examples == nil
	for _, declared := range lines {
		l := declared.line()
		for _, form := range l.forms() {
			s.Forms = append(s.Forms, orders.Shape(form))
		}
		if shows {
			s.Examples = append(s.Examples, l.examples...)
		}
		if l.keyed() && s.Key == nil {
			s.Key = func(o orders.Order) string { return about(o, "", lines) }
			s.Called = func(o orders.Order, lang phrase.Lang) string { return about(o, lang, lines) }
		}
	}
	if s.Line == nil {
		if len(lines) > 1 {
			panic(fmt.Sprintf("section %c has lines of several kinds, and no Line that tells them apart", s.Letter))
		}
		s.Line = lines[0].line().Read
	}
	return s
}

// about is what an order of some lines is about, in a language as readers call it.
func about(o orders.Order, lang phrase.Lang, lines []Declared) string {
	for _, l := range lines {
		if about := l.line().key(o, lang); about != "" {
			return about
		}
	}
	return ""
}

// Either reads lines of several kinds: which looks at what stands in front and tells of what kind the line is, nil where
// it has told what is wrong. It shows the example of first, until a kind is known.
func Either(first Declared, which func(r *orders.Reading) Declared) func(text string) (orders.Order, []orders.Problem) {
	shows := first.line()
	return func(text string) (orders.Order, []orders.Problem) {
		o, problems := orders.ReadLine(text, shows.shown, func(r *orders.Reading) orders.Order {
			if l := which(r); l != nil {
				return l.line().take(r)
			}
			return nil
		})
		orders.SpeakExamples(problems, shows.set.Spoken)
		return o, problems
	}
}

// Taken is how a part is taken that needs to know nothing of its field.
func Taken[V any](take func(r *orders.Reading) V) func(*orders.Reading, *Field) V {
	return func(r *orders.Reading, _ *Field) V { return take(r) }
}

// take takes the parts one by one, up to the first mistake.
func (l *line) take(r *orders.Reading) orders.Order {
	m := l.made()
	in := l.room()
	defer l.spare.Store(in)
	in.parts.SetZero()
	r.Example = l.shown
	for i := range m.fields {
		if f := &m.fields[i]; r.Problem == nil && (!f.Optional || r.More()) {
			f.part.take(r, &f.Field, f.in(in.parts))
		}
	}
	if m.checks && r.Problem == nil {
		in.order.(stepper).Check(r)
	}
	return in.read()
}
