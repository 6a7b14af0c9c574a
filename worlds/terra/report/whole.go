package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// whole writes the whole report.
type whole struct {
	*rulekit.Text
	a *account
}

// writeWhole writes the mail phase: what was refused, what happened, what the nation has, what it sees, the nations, the
// map, the letters.
func writeWhole(t *rulekit.Text, a *account) {
	w := whole{t, a}
	rulekit.WriteOpening(t, roundTitle(a.phase.Before))
	writeRefused(t, a)
	w.happened()
	w.pendings()
	w.body()
	w.Post("report.letters", a.phase.Letters())
	w.End("report-end")
}

// writeWelcome writes report 0.
func writeWelcome(t *rulekit.Text, a *account) {
	greet(t, a)
	whole{t, a}.body()
	t.Blank()
	t.Say("", "legend.map")
	rulekit.EndWelcome(t, func() { writeLegend(t, a.at.Tables) }, "report-end")
}

// greet writes the greeting, which is the body of report 0's mail, too.
func greet(t *rulekit.Text, a *account) {
	t.Lines("", greeting(a))
}

// writeRefused writes the lines that were not done, or only in part.
func writeRefused(t *rulekit.Text, a *account) {
	t.Part("short.refused", func() { t.Refused("  ", a.none, a.written()) })
	t.Part("report-in-part", func() { t.Refused("  ", a.inPart, a.written()) })
}

// happened writes the events that the nation is told.
func (w whole) happened() {
	w.Title("report-events")
	for _, e := range w.a.told {
		hear(w.Text, e.Phrase)
		indent := "  "
		switch {
		case heads(e.Code):
			w.Blank()
		case below(e.Code):
			indent = "    "
		}
		w.Line(indent, e.Phrase)
	}
	if len(w.a.told) == 0 {
		w.Say("  ", "report-quiet")
	}
}

// pendings writes the battles to report.
func (w whole) pendings() {
	head, list := toReport(w.a)
	if len(list) == 0 {
		return
	}
	w.Title("report-to-tell")
	w.Line("  ", head)
	for _, b := range list {
		w.Line("    ", b.against)
		w.Line("      ", b.line)
	}
}

// body writes what a nation has and sees, and what everybody knows.
func (w whole) body() {
	writeArmies(w.Text, w.a)
	w.fields()
	w.sightings()
	w.nations()
	if !w.a.realm.NoMap {
		writeMap(w.Text, w.a, "map-legend")
	}
}

// writeArmies writes the own armies.
func writeArmies(t *rulekit.Text, a *account) {
	rows := ownArmyRows(a)
	if len(rows) == 0 {
		return
	}
	t.Title("report-armies")
	t.Lines("  ", rows)
}

// fields writes the own fields: garrisons, income, and which are contested or cut off. Fields that are alike share a line.
func (w whole) fields() {
	if w.a.at.State.FieldsOf(w.a.realm.Number) == 0 {
		return
	}
	w.Title("report-fields")
	l, g := w.a.at.State.Links(w.a.realm.Number), gathered{Text: w.Text}
	for _, at := range w.a.ordered() {
		if w.a.owns(at) {
			g.add(int(w.a.at.State.Fields[at].Terrain), at, ownField(w.a, l, at))
		}
	}
	g.write()
}

// sightings writes what the nation sees: foreign armies, and the garrisons of foreign fields.
func (w whole) sightings() {
	w.Title("report-seen")
	before, s := len(w.Out), spot(w.a)
	for _, u := range s.order {
		w.Line("  ", s.armies[u])
	}
	g := gathered{Text: w.Text}
	for _, at := range w.a.ordered() {
		if row, seen := s.fields[at]; seen {
			g.foreign(w.a, at, row)
		}
	}
	g.write()
	if len(w.Out) == before {
		code := "seen-none"
		if w.a.realm.King {
			code = "seen-none-king"
		}
		w.Say("  ", code)
	}
}

// nations writes what everybody knows about each nation: fields, treasury, income of the last round, and record. The
// reader's own line also has the greatest income that its fields can yield (§11.4). Then it sums up what the reader has,
// and says what ends the campaign and when.
func (w whole) nations() {
	w.Title("report-nations")
	for i := range w.a.at.State.Realms {
		w.Line("  ", nationRow(w.a, &w.a.at.State.Realms[i], "nation-own"))
	}
	w.rankings(Standings(w.a.at))
	if row, landed := standingRow(w.a); landed {
		w.Line("", row)
	}
	if !w.a.at.State.Over {
		w.Line("", goal(w.a.at))
	}
}

// rankings writes the places of the nations with land: by fields, which decide the campaign, and by treasury.
func (w whole) rankings(standings *game.Standings) {
	const fields, treasury = 0, 1 // columns of the standings
	landed := slices.DeleteFunc(standings.Rows, func(s game.Standing) bool { return s.Numbers[fields] == 0 })
	if len(landed) == 0 {
		return
	}
	richest := game.Ranked(landed, func(a, b game.Standing) int {
		return cmp.Compare(b.Numbers[treasury], a.Numbers[treasury])
	})
	w.Say("", "ranking-fields", phrase.Str("nations", placed(landed)))
	w.Say("", "ranking-treasury", phrase.Str("nations", placed(richest)))
}

// placed lists nations with their places: "1. Bovistan, 2. Drenn, 2. Elm".
func placed(rows []game.Standing) string {
	out := make([]string, len(rows))
	for i, s := range rows {
		out[i] = strconv.Itoa(s.Place) + ". " + s.Name
	}
	return strings.Join(out, ", ")
}
