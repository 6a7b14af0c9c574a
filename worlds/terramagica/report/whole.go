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

// writeWhole writes the week: what was refused, what happened, the gold, how things are, the letters.
func writeWhole(t *rulekit.Text, a *account) {
	w, c := whole{t, a}, chronicler{tale: &t.Tale, a: a}
	w.Begin(a.undone, a.written(), turnRow(a))
	for _, e := range a.told {
		c.hear(e.Phrase)
	}
	w.Events(a.told, "battle", "rows.round")
	w.Title("report.purse")
	w.Say("", "report.purse-line", purseArgs(a)...)
	w.standing()
	w.Post("report.letters", a.week.Letters())
	w.End("report.end")
}

// writeWelcome writes report 0.
func writeWelcome(t *rulekit.Text, a *account) {
	greet(t, a)
	whole{t, a}.standing()
	rulekit.EndWelcome(t, func() { writeLegend(t, a.at.Tables) }, "report.end")
}

// greet writes the greeting, which is the body of report 0's mail, too.
func greet(t *rulekit.Text, a *account) {
	rulekit.WriteHead(t)
	t.Blank()
	t.Line("", greeting(a))
}

// standing writes how things are after the week: provinces, armies, the map.
func (w whole) standing() {
	w.realms()
	w.provinces()
	writeArmies(w.Text, w.a)
	w.others()
	writeMap(w.Text, w.a, "report.legend")
}

func (w whole) realms() {
	w.Title("report.realms")
	for i := range w.a.s.Realms[1:] {
		w.Line("", realmRow(w.a, &w.a.s.Realms[i+1]))
	}
	if row, running := enough(w.a); running {
		w.Line("", row)
	}
}

// provinces lists the provinces that the realm sees in full, then those beside them, then the fortifications of all
// others, since everybody can look up where they are (§5.2).
func (w whole) provinces() {
	w.Title("report.provinces")
	w.list(func(number int) bool { return w.a.sees[number-1] })
	w.Title("report.neighbours")
	w.list(func(number int) bool { return !w.a.sees[number-1] && w.a.borders(number) })
	w.Part("report.fortified", func() { w.list(w.a.fortified) })
}

// list writes the rows of some provinces.
func (w whole) list(wanted func(number int) bool) {
	for i := range w.a.s.Provinces {
		if wanted(i + 1) {
			w.Line("", provinceRow(w.Reader, w.a, i+1))
		}
	}
}

// writeArmies lists the realm's own armies, with formation, march and statuses.
func writeArmies(t *rulekit.Text, a *account) {
	t.Title("report.armies")
	for _, army := range a.s.Armies[a.realm] {
		t.Line("", armyRow(a, army))
		for i := range army.Stacks {
			t.Line("", stackRow(a, &army.Stacks[i]))
		}
		if row, busy := busyRow(army); busy {
			t.Line("", row)
		}
		for _, s := range stances(t.Book, a, army) {
			t.Line("", s.row)
		}
	}
}

// others lists the foreign armies that the realm sees, by province.
func (w whole) others() {
	w.Title("report.others")
	for i := range w.a.s.Provinces {
		if !w.a.sees[i] {
			continue
		}
		for _, army := range w.a.foreign(w.a.in(i + 1)) {
			w.Say("", "report.foreign", phrase.Str("army", army.Called()), num("province", i+1),
				phrase.Str("men", men(w.Book, army)))
		}
	}
}
