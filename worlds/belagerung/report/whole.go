package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// whole writes the whole report.
type whole struct {
	*rulekit.Text
	a *account
}

// writeWhole writes the turn: what was refused, what happened, how things are, the letters, whose turn it is.
func writeWhole(t *rulekit.Text, a *account) {
	w := whole{t, a}
	w.Begin(a.undone, a.written, a.turn.title())
	if a.first() {
		w.Blank()
		w.Line("", chances(a))
	}
	for _, e := range a.told {
		w.Tale.Hear(meanings.Of(e.Code), e.Phrase)
	}
	w.Events(a.told)
	w.standing()
	w.Post("report.letters", a.letters)
	w.Blank()
	w.Line("", next(a))
	w.Say("", "report.end")
}

// writeWelcome writes report 0.
func writeWelcome(t *rulekit.Text, a *account) {
	greet(t, a)
	whole{t, a}.standing()
	rulekit.EndWelcome(t, func() { prices(t, a.at.Tables) }, "report.end")
}

// greet writes the greeting, which is the body of report 0's mail, too.
func greet(t *rulekit.Text, a *account) {
	rulekit.WriteHead(t)
	t.Blank()
	t.Line("", greeting(a))
	if len(a.s.Realms) > 2 {
		t.Line("", chances(a))
	}
}

// standing writes how things are: realms, units, buildings, the bank, the board.
func (w whole) standing() {
	w.realms()
	w.units()
	w.buildings()
	w.Title("report.bank")
	w.Lines("", bankRows(w.a.at))
	w.Title("report.board")
	hexes(w.Text, w.a.at)
	w.Blank()
	w.Say("", "report.legend")
	w.Say("", "report.legend-built", phrase.Str("list", signs(w.Book, w.a.at, false)))
}

// realms writes for each realm its castle, its walls in direction 1 to 6, and its treasure.
func (w whole) realms() {
	w.Title("report.realms")
	for i := range w.a.s.Realms {
		w.Lines("", castleRows(w.a, &w.a.s.Realms[i]))
	}
}

// units lists all units on the board by realm.
func (w whole) units() {
	w.Title("report.units")
	for i := range w.a.s.Realms {
		for _, u := range w.a.s.Of(i + 1) {
			w.Line("", unitRow(w.Reader, w.a, u))
			w.Lines("", stateRows(w.a, u))
		}
	}
}

// buildings lists the buildings on the board, by place.
func (w whole) buildings() {
	w.Title("report.buildings")
	if len(w.a.s.Buildings) == 0 {
		w.Say("", "report.no-buildings")
	}
	for _, b := range w.a.s.Buildings {
		w.Lines("", buildingRows(w.a, b))
	}
}
