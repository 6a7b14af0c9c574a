package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// whole writes the whole report.
type whole struct {
	*rulekit.Text
	a *account
}

// writeWhole writes the year: what was refused, what happened, combats round by round, what the realm has, what it sees,
// the map, the letters.
func writeWhole(t *rulekit.Text, a *account) {
	w := whole{t, a}
	rulekit.WriteOpening(t, titleOf(a.year.Before))
	writeRefused(t, a)
	w.Title("report-events")
	w.happened()
	w.standing()
	w.sightings()
	writeNations(t, a, nil)
	if !a.realm.NoMap {
		w.chart()
	}
	w.Post("report.letters", a.year.Letters())
	w.End("report-end")
}

// writeWelcome writes report 0.
func writeWelcome(t *rulekit.Text, a *account) {
	w := whole{t, a}
	greet(t, a)
	w.standing()
	writeNations(t, a, nil)
	w.chart()
	t.Blank()
	t.Say("", "legend.map") // the signs of the map, which is above
	rulekit.EndWelcome(t, func() { writeLegend(t, a.at.Tables) }, "report-end")
}

// greet writes the greeting, which is the body of report 0's mail, too.
func greet(t *rulekit.Text, a *account) {
	t.Lines("", greeting(a))
}

// writeRefused writes the lines that were not done.
func writeRefused(t *rulekit.Text, a *account) {
	t.Part("short.refused", func() { t.Refused("  ", a.undone, a.written()) })
}

// happened writes the events that the realm is told. How a combat ended comes before its rounds.
func (w whole) happened() {
	for i, e := range w.a.told {
		what := w.a.said(e)
		Event(w.Text, what)
		hear(w.Text, what)
		if e.Code == "combat" || e.Code == "sea-combat" {
			w.Line("    ", ended(w.Book, w.a, w.a.told[i:]))
			tellBout(w.Text, w.a, newBout(w.a.realm.Number, w.a.told[i:]), what)
		}
	}
	if len(w.a.told) == 0 {
		w.Say("  ", "report-quiet")
	}
}

// Event writes an event. The rounds of a combat are indented.
func Event(t *rulekit.Text, what phrase.Phrase) {
	indent := "  "
	switch code := what.Code; {
	case code == "combat" || code == "sea-combat":
		t.Blank()
	case code == "combat.round", code == "combat.won", strings.HasPrefix(code, "roster"):
		indent = "    "
	case code == "combat.bonus":
		indent = "          "
	case fight.Protocol(code):
		indent = "      "
	}
	t.Line(indent, what)
}

// standing writes what the realm has: treasury, leaders, fleets, colonies, and its standing orders.
func (w whole) standing() {
	w.Title("report-own")
	w.Line("  ", moneyRow(w.a))
	writeHoldings(w.Text, w.a)
	all := commanders(w.Book, w.a)
	if len(all) > 0 {
		w.Say("  ", "own-orders")
	}
	for _, c := range all {
		w.Wrap("    ", c.line(c.all()))
	}
}

// writeHoldings writes leaders, fleets and colonies.
func writeHoldings(t *rulekit.Text, a *account) {
	for _, h := range holdings(a) {
		if !h.silent {
			t.Line(h.indent, h.row)
		}
	}
}

// sightings writes the people that the realm sees in its own areas and beside them.
func (w whole) sightings() {
	w.Title("report-seen")
	list := spots(w.a)
	for _, s := range list {
		w.Line("  ", s.row)
	}
	if len(list) == 0 {
		w.Say("  ", "seen-none")
	}
}

// writeNations writes what everybody knows about all realms, and their relations to the reader and to each other.
func writeNations(t *rulekit.Text, a *account, before *realm.State) {
	t.Title("report-nations")
	for i := range a.at.State.Realms {
		t.Line("  ", nationRow(a, i, before))
		if row, said := wishes(a, i+1); said {
			t.Line("    ", row)
		}
	}
	t.Lines("  ", relations(a))
}

// chart writes the map with the homes. See writeMap.
func (w whole) chart() {
	w.Title("report-map")
	writeMap(w.Text, w.a, true)
	w.Say("", "map-legend")
	w.Say("", "map-homes")
	for i := range w.a.at.State.Realms {
		home := w.a.at.State.Realms[i].Home
		w.Say("", "map-home", phrase.Num("realm", i+1), phrase.Num("home", home),
			phrase.Num("sea", w.a.at.State.Areas[home-1].Beside[0]), phrase.Str("signs", realm.OrDash(presence(w.a, home))))
	}
}
