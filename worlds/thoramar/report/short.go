package report

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// short writes the short report: what happened, grouped by whom it was with, then what a player orders from, then what
// is new of what was seen. Rows are those of the whole report, each under its observer's own row.
type short struct {
	page
	tale  chronicler
	news  selection
	atlas *atlas

	// memory
	tidings []tiding        // what happened
	course  []phrase.Phrase // how the fights among that went
	anchors []anchor        // the own rows
	onLand  []bool          // by army sighted: it is among those on own land
	joined  []int           // by battle: the first of those that are told together
}

// begin begins a report, whose selection is still to be made.
func (w *short) begin(t *rulekit.Text, a *account) {
	w.page, w.tale = page{t, a}, chronicler{more: w.tale.more}
	w.anchors, w.course = w.anchors[:0], w.course[:0]
	w.onLand = append(w.onLand[:0], make([]bool, len(a.sighted))...)
	w.joined = w.joined[:0]
	for i := range a.battles {
		w.joined = append(w.joined, a.battles[i].first)
	}
}

// write writes the turn.
func (w *short) write() {
	parts := parts{w.page}
	w.within(headMost, func() { w.head(&w.tale, nil) })
	w.within(afterMost, w.grouped)
	w.within(afterMost+headMost, w.voided)
	w.within(tablesMost, w.newYields)
	w.section("report.treaties", parts.treaties)
	w.section("report.capacities", func() { w.within(mapMost-1<<20, func() { parts.capacities() }) })
	parts.money()
	parts.armies()
	w.comings()
	w.within(mapMost, w.newSightings)
	w.within(reportMost, func() { w.section("report.letters", func() { parts.letters() }) })
	if w.a.t.Info[w.a.realm] {
		parts.strengths(true)
	}
	w.within(reportMost, func() { writeMap(w.page, w.atlas, true) })
	w.tale.closes(rulekit.Map(w.anchors, func(a anchor) game.Place { return a.at }))
	w.Say("", "report.end")
}

// section writes a part under its heading, without a blank line between them. A part in which nothing is has none.
func (w *short) section(heading string, write func()) {
	w.Below(func() { w.Say("", heading) }, write)
}

// voided quotes the lines that were not done.
func (w *short) voided() {
	refused := w.a.season.Refused(w.a.realm)
	if len(refused) == 0 {
		return
	}
	w.Say("", "short.refused")
	w.Refused("", refused, w.a.season.Written(w.a.realm))
	w.Blank()
}

// newYields writes the yields that are new or have changed, which fields are gone, and the rest in one sentence. The
// table of terrains comes in autumn, and in the first turns.
func (w *short) newYields() {
	var fresh []lot
	var below []phrase.Phrase
	owned, alike := 0, true
	for i, l := range w.a.lots {
		if !l.owned {
			continue
		}
		f := &w.a.t.State.Fields[l.place]
		alike = alike && f.Yield == tables.FullYield
		if owned++; w.news.yields[i] {
			fresh = append(fresh, l)
		} else if f.Yield != tables.FullYield {
			below = append(below, phrase.P("short.below", phrase.At("field", l.place), phrase.Num("percent", f.Yield)))
		}
	}
	w.Say("", "report.yields")
	parts{w.page}.cells(fresh)
	var said []phrase.Phrase
	var gone []phrase.Phrase // fields that the realm owned before the turn
	for _, at := range w.a.season.before[w.a.realm] {
		if int(w.a.t.State.Fields[at].Owner) != w.a.realm {
			gone = append(gone, phrase.P("short.field", phrase.At("field", at)))
		}
	}
	if len(gone) > 0 {
		said = append(said, phrase.P("short.gone", phrase.Num("n", len(gone)), phrase.Str("fields", joined(w.Reader, gone, ", "))),
			phrase.P("short.also"))
	}
	switch {
	case len(below) > 0:
		said = append(said, phrase.P("short.yields-below", phrase.Str("fields", joined(w.Reader, below, ", "))))
	case len(fresh) < owned && alike && owned > 1:
		said = append(said, phrase.P("short.yields-alike", phrase.Num("n", owned)))
	case len(fresh) < owned:
		said = append(said, phrase.P("short.yields-full", phrase.Num("n", owned-len(fresh))))
	}
	if len(said) > 0 {
		w.Line("", said...)
	}
	w.worths(realm.Season(w.a.t.Number) == "autumn" || w.news.first || w.a.t.Number <= earlyTurns)
}

// worths writes the yearly income of the land, with that before the turn if it has changed, and by terrain if wanted.
func (w *short) worths(whole bool) {
	w.Say("", "report.statistics")
	parts{w.page}.statistics(whole)
	now, before := w.a.landWorth(w.a.owned()), w.a.landWorth(w.a.season.before[w.a.realm])
	if now != before {
		w.Out = w.Out[:len(w.Out)-2] // the line end and the blank line
		w.Out = append(w.Out, ' ')
		w.put("short.before", phrase.Str("gold", strconv.FormatInt(before, 10))) // as in the table
		w.Out = append(w.Out, "\n\n"...)
	}
}

// comings says which own armies are gone since the turn before, with the men that they had, and which are new.
func (w *short) comings() {
	was, is := w.a.season.was.Armies[w.a.realm], w.a.t.State.Armies[w.a.realm]
	gone, come := missing(was, is, "short.army-gone"), missing(is, was, "short.army-new")
	args := []phrase.Arg{phrase.Str("gone", joined(w.Reader, gone, ", ")), phrase.Str("come", joined(w.Reader, come, ", "))}
	switch {
	case len(gone)+len(come) == 0:
		return
	case len(come) == 0:
		w.Say("", "short.armies-gone", args...)
	case len(gone) == 0:
		w.Say("", "short.armies-new", args...)
	default:
		w.Say("", "short.armies", args...)
	}
	w.Blank()
}

// missing says which armies of a realm's list are not in another.
func missing(list, other []*realm.Army, code string) (out []phrase.Phrase) {
	for a := range sight.Muster(list) {
		if i := realm.ArmyPlace(other, a.Name); i == len(other) || other[i].Name != a.Name {
			out = append(out, phrase.P(code, phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men)))
		}
	}
	return out
}

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and it records what the
// report shows.
type selection struct {
	first  bool      // nothing was shown yet: the report takes nothing for known
	yields []bool    // by lot: its yield is news
	met    []int     // armies among those sighted whose realm is seen for the first time
	ground [][7]bool // by post: whether the row of the field, or of a neighbour, is news

	shown  *game.Shown
	fields []compared // by number of a place around
}

// compared is a field whose row is compared with what was shown of it.
type compared struct {
	name  string  // as the reader counts it; "": the row was not compared yet
	fresh bool    // nothing was shown of it before
	edges [7]bool // by direction: the edge was compared
}

// choose selects what is news of an account.
func (s *selection) choose(r *rulekit.Reader, a *account, shown *game.Shown) {
	s.shown, s.first = shown, shown.Empty()
	s.yields, s.met, s.ground = s.yields[:0], s.met[:0], s.ground[:0]
	for i := range a.lots {
		s.yields = append(s.yields, a.lots[i].owned && shown.News(yieldFact(r, a, &a.lots[i])))
	}
	s.fields = append(s.fields[:0], make([]compared, len(a.around))...)
	for i := range a.posts {
		s.ground = append(s.ground, s.survey(r, a, a.posts[i].at))
	}
	for i := range a.sighted {
		if number := int(a.sighted[i].army.realm); number >= 1 && shown.News(game.Fact{
			Subject: "realm " + strconv.Itoa(number), Attribute: "seen", Value: "yes"}) && !s.first {
			s.met = append(s.met, i)
		}
	}
}

// yieldFact is the fact what an own field yields.
func yieldFact(r *rulekit.Reader, a *account, l *lot) game.Fact {
	f := &a.t.State.Fields[l.place]
	value := strconv.Itoa(int(f.Yield))
	if f.Blessed > 0 {
		value += "^"
	}
	return game.Fact{Subject: r.Place(int64(l.place)), Attribute: "yield", Value: value}
}

// survey finds out what of the land is news from a field.
func (s *selection) survey(r *rulekit.Reader, a *account, at game.Place) (news [7]bool) {
	news[0] = s.newGround(r, a, at)
	state := ""
	if g := &a.t.Ground[at]; g.State != '-' {
		state = string(rune(g.State))
	}
	news[0] = s.newOn(&s.fields[a.numberOf(at)], "state", state) || news[0]
	for d := game.Direction(1); d <= 6; d++ {
		news[0] = s.newEdge(a, at, d) || news[0]
	}
	for i, q := range a.t.Near[at] {
		if q != game.Nowhere {
			news[i+1] = s.newGround(r, a, q)
			news[i+1] = s.newEdge(a, q, game.Direction(i+1).Opposite()) || news[i+1]
		}
	}
	return news
}

// newGround reports whether what a field's row begins with is news: terrain, owner, building. It is news once in a report.
func (s *selection) newGround(r *rulekit.Reader, a *account, at game.Place) bool {
	f, g := &s.fields[a.numberOf(at)], &a.t.Ground[at]
	if f.name != "" {
		return false
	}
	f.name = r.Place(int64(at))
	known, news := s.shown.Note(game.Fact{Subject: f.name, Attribute: "ground",
		Value: a.t.Tables.Terrain[g.Terrain].Code + a.season.tags[g.Owner] + string(g.Kind[:])})
	f.fresh = !known
	return news
}

// newEdge reports whether what is on an edge of a field is news. It is news once in a report.
func (s *selection) newEdge(a *account, at game.Place, d game.Direction) bool {
	f := &s.fields[a.numberOf(at)]
	if f.edges[d] {
		return false
	}
	f.edges[d] = true
	value := ""
	if edge := *a.t.Ground[at].Edge(d); edge != noEdge {
		value = string(edge[:])
	}
	return s.newOn(f, edgeNames[d], value)
}

// newOn reports whether what is on a field is news. What was on it is shown only together with its ground. So where the
// ground is shown for the first time, nothing can be gone.
func (s *selection) newOn(f *compared, attribute, value string) bool {
	return (value != "" || !f.fresh) && s.shown.News(game.Fact{Subject: f.name, Attribute: attribute, Value: value})
}

// noEdge is an edge on which there is nothing.
var noEdge = [4]byte{'-', '-', '-', '-'}

// edgeNames are the attributes of a field for its edges, by direction.
var edgeNames = [7]string{"", "1", "2", "3", "4", "5", "6"}
