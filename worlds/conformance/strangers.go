package conformance

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// Apart is what the suite must know about a game to find realms that have nothing to do with each other. Realms have
// met in any case if they are told of the same event, or if one is named in the other's report. Who meets somebody
// also meets all whom they have met.
type Apart struct {
	// Met reports whether one of two realms could notice something of the other in a turn: saw it, met it, was drawn
	// in the same lot. If in doubt, it returns true.
	Met func(before game.World, out game.Outcome, one, other int) bool
	// Public removes from a report, and from what Known returns, what everybody may know about a realm, such as its
	// treasury. Nil: there is nothing of that kind.
	Public func(text string, of game.Realm) string
	// Founding is a world for strangers, with the example's realms; nil: the example's own.
	Founding *game.Founding
	// Sheet writes orders for realms that keep to themselves; nil: the example's own.
	Sheet func(w game.World, realm int, d *game.Dice) string
}

// strangerTurns are played after a sheet was left out or replaced, since a mistake in one turn may show only in a
// later one.
const strangerTurns = 3

// strangers: leave out or replace the sheet of one realm. Everything that another realm gets stays the same, byte for
// byte, unless it saw or met that realm (laws 5 and 6).
func strangers(tb *table, bad fail) {
	if tb.ex.Apart == nil {
		return
	}
	if f, sheet := tb.ex.Apart.Founding, tb.ex.Apart.Sheet; f != nil || sheet != nil {
		ex := tb.ex
		if f != nil {
			ex.Founding = *f
		}
		if sheet != nil {
			ex.Sheet = sheet
		}
		tb = newTable(tb.rb, ex)
	}
	tried := 0
	for turns, w := range tb.turns(6) {
		sheets := tb.sheets(w)
		for i, s := range sheets {
			if Whole() || (turns+i)%2 == 0 { // otherwise one of both, by turns
				without := slices.Delete(slices.Clone(sheets), i, i+1)
				tried += tb.heldApart(w, s.Realm, sheets, without, bad)
			}
			if Whole() || (turns+i)%2 == 1 {
				other := slices.Clone(sheets)
				other[i].Text = tb.ex.replaced(w, s, tb.dice(w, "another sheet", int64(s.Realm)))
				tried += tb.heldApart(w, s.Realm, sheets, other, bad)
			}
		}
	}
	if tried == 0 {
		bad("no realm ever was a stranger to another: the law was not tried")
	}
}

// replaced returns another sheet of the same realm.
func (ex *Example) replaced(w game.World, s game.Sheet, d *game.Dice) string {
	if ex.Sheet != nil {
		return ex.Sheet(w, s.Realm, d)
	}
	return mutate(s.Text, d)
}

// heldApart plays a world with the sheets as they are, and again with another sheet of one realm, or none. Both then
// go on in the same way. It returns how many reports were compared.
func (tb *table) heldApart(w game.World, changed int, these, those []game.Sheet, bad fail) (tried int) {
	one, two := w, w
	known := circles{}
	shown := [2]map[int]*game.Shown{{}, {}} // of both, since records go on from turn to turn
	for _, r := range w.Realms() {
		known[r.Number] = r.Number
		for i := range shown {
			shown[i][r.Number] = &game.Shown{}
			shortOf(w.Welcome, r.Number, shown[i][r.Number])
		}
	}
	for turn := range strangerTurns {
		a, b := one.Resolve(these, tb.turnSeed(one), 1, nil), two.Resolve(those, tb.turnSeed(one), 1, nil)
		if p, q := a.Next().Asked(), b.Next().Asked(); p.Phase != q.Phase || p.Over != q.Over ||
			!slices.Equal(p.Realms, q.Realms) || !slices.Equal(p.Winners, q.Winners) {
			return tried // everybody may know what is asked next, and of whom
		}
		tb.meet(known, one, a)
		tb.meet(known, two, b)
		for _, viewer := range w.Realms() {
			if known.same(viewer.Number, changed) || tb.writesTo(changed, viewer.Number, these) ||
				tb.writesTo(changed, viewer.Number, those) {
				continue
			}
			tried++
			was, is := tb.gets(known, one, a, these, changed, viewer), tb.gets(known, two, b, those, changed, viewer)
			for i, g := range []gotten{was, is} {
				out := [2]game.Outcome{a, b}[i]
				short := tb.unranked([]byte(shortOf(out.Report, viewer.Number, shown[i][viewer.Number])), out.Next(), viewer)
				g["short report"] = tb.private(known, short, out.Next(), changed)
			}
			if what := was.differs(is); what != "" {
				bad("turn %d: another sheet of realm %d, which realm %d neither saw nor met, changes %s in turn "+
					"%d:\n%s\n---\n%s",
					w.Asked().Turn, changed, viewer.Number, what, w.Asked().Turn+turn, was["report"], is["report"])
				return tried
			}
		}
		one, two = a.Next(), b.Next()
		if one.Asked().Over {
			return tried
		}
		these = tb.sheets(one)
		those = these
	}
	return tried
}

// gotten is everything that a realm gets in a turn, and with its next orders.
type gotten map[string]any

func (g gotten) differs(h gotten) string {
	for _, name := range slices.Sorted(maps.Keys(g)) {
		if !reflect.DeepEqual(g[name], h[name]) {
			return "its " + name
		}
	}
	return ""
}

// private is a text without what everybody may know about the realms that met the changed one.
func (tb *table) private(known circles, text []byte, now game.World, changed int) string {
	told := string(text)
	for _, of := range now.Realms() {
		if tb.ex.Apart.Public != nil && known.same(of.Number, changed) {
			told = tb.ex.Apart.Public(told, of)
		}
	}
	return told
}

func (tb *table) gets(known circles, before game.World, out game.Outcome, sheets []game.Sheet, changed int,
	viewer game.Realm) gotten {
	r, next := out.Report(viewer.Number, nil), out.Next()
	private := func(text []byte) string { return tb.private(known, text, next, changed) }
	g := gotten{"report": private(r.Text), "summary": private(tb.unranked(r.Summary, next, viewer)),
		"refusals": out.Refused(viewer.Number), "files": r.Files, "news": r.News, "template": next.Template(viewer.Number),
		"title": next.Title(viewer.Lang), "chart": next.Chart(viewer.Number, viewer.Lang),
		"knowledge": private(next.Known(viewer.Number)),
		"facts":     known.without(out, viewer.Number, changed),
	}
	if a := next.Asked(); slices.Contains(a.Realms, viewer.Number) {
		g["receipt"] = next.Check(game.Sheet{Realm: viewer.Number, Turn: a.Turn,
			Text: tb.sensible(next, viewer.Number)})
	}
	if c, is := before.(game.Comparer); is {
		told := []game.Crossing{}
		for _, x := range c.Compare(sheets) {
			if x.Realm == viewer.Number {
				told = append(told, x)
			}
		}
		g["crossings"] = told
	}
	return g
}

// unranked returns the body of a mail without the reader's place, which is public.
func (tb *table) unranked(text []byte, now game.World, reader game.Realm) []byte {
	public := now.Standings()
	if public == nil {
		return text
	}
	rows := public.Rows
	for _, r := range rows {
		if r.Realm == reader.Number {
			return bytes.Replace(text, []byte(ranked(tb.rb.Words(reader.Lang), r.Place, len(rows))), nil, 1)
		}
	}
	return text
}

// without returns a realm's facts without what is public about others: the standings, and the rows of the realms of a
// circle in the list of realms.
func (c circles) without(out game.Outcome, reader, circle int) string {
	if out.Facts(reader) == nil {
		return ""
	}
	f := *out.Facts(reader)
	f.Standings = nil
	f.Realms = slices.DeleteFunc(slices.Clone(f.Realms),
		func(r game.FactRealm) bool { return c.same(r.Number, circle) })
	return string(encoded(&f))
}

// writesTo reports whether a realm's sheet has a message for another.
func (tb *table) writesTo(from, to int, sheets []game.Sheet) bool {
	for _, s := range sheets {
		if s.Realm != from {
			continue
		}
		for _, l := range s.Orders(tb.rb.Language()).Lines {
			if m, is := l.Order.(orders.Message); is && (m.To == "A" || m.To == "G" || m.To == strconv.Itoa(to)) {
				return true
			}
		}
	}
	return false
}

// meet joins the circles of those who met in a turn.
func (tb *table) meet(known circles, before game.World, out game.Outcome) {
	for _, e := range out.Annals().Events() {
		for _, r := range e.Realms {
			known.join(e.Realms[0], r)
		}
	}
	realms := out.Next().Realms()
	for _, a := range realms {
		told := ""
		for _, b := range realms {
			if b.Number == a.Number || known.same(a.Number, b.Number) {
				continue
			}
			if told == "" {
				r := out.Report(a.Number, nil)
				told = string(r.Text) + string(r.Summary)
			}
			said := told
			if tb.ex.Apart.Public != nil {
				said = tb.ex.Apart.Public(told, b)
			}
			if strings.Contains(said, b.Name) || tb.ex.Apart.Met(before, out, a.Number, b.Number) {
				known.join(a.Number, b.Number)
			}
		}
	}
}

// circles are the realms, each with the number of the circle of those who met.
type circles map[int]int

func (c circles) same(a, b int) bool { return c[a] == c[b] }

func (c circles) join(a, b int) {
	from, to := c[b], c[a]
	for r, circle := range c {
		if circle == from {
			c[r] = to
		}
	}
}
