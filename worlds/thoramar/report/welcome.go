package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Welcome is report 0 (decision 1): the capital and the ring around it, what the realm owns and can do. near has the
// neighbours of each place, or is nil if they were not computed yet. shown records what it shows, or is nil.
func Welcome(at realm.Position, near [][6]game.Place, number int, shown *game.Shown) game.Report {
	w := newcomer(at, near, number)
	w.whole.welcome(Title(at, w.reader.Book.Lang))
	if shown != nil { // records what a short report would leave out
		shown.Under(form(w.account.r))
		new(selection).choose(&w.reader, w.account, shown)
	}
	report, body := w.text.Report(), &w.mail
	body.Broad = true
	r := w.account.r
	body.Say("", "welcome.greeting", phrase.Num("realm", number), phrase.Str("name", r.Name),
		phrase.Str("player", r.Player))
	body.Blank()
	body.Say("", "welcome.gold", phrase.Num("gold", r.Gold))
	report.Summary = body.Out
	report.Files = cultureTexts(at, r, func(r *realm.Realm) bool { return r.TextTurn < at.State.Turn })
	return report
}

// newcomer is a writer that has begun the report 0 of a realm. near has the neighbours of each place, or is nil if they
// were not computed yet.
func newcomer(at realm.Position, near [][6]game.Place, number int) *Writer {
	t := turn.On(at, game.Seed{})
	t.Near = near
	t.Watch.Survey(t.Turn)
	t.Weeks[0].Record(t.Turn)
	t.Weeks[0].Letter(realmTags(len(t.State.Realms)))
	for i := range t.Weeks[1:] { // nothing has moved
		t.Weeks[i+1] = t.Weeks[0]
	}
	w := NewWriter(&Season{After: at, Shared: Share(at, t)})
	w.begin(number)
	w.account.findSighted(realm.Weeks)
	w.whole.begin(&w.text, w.account)
	return w
}

// welcome writes report 0.
func (w *whole) welcome(title string) {
	p, parts := w.page, parts{w.page}
	rulekit.WriteHead(p.Text)
	p.Blank()
	// sentences whose lines all begin at the left, as in plain text
	prose := func(code string, args ...phrase.Arg) {
		p.Out = rulekit.AppendKept(p.Out, p.Book.Append(nil, phrase.P(code, args...), p.Places), "")
	}
	prose("welcome.title", phrase.Str("title", title))
	p.Blank()
	p.heading("welcome.view")
	w.sightings(1, w.a.week(1))
	w.wrote.yields = parts.yields()
	p.heading("report.statistics")
	parts.statistics(true)
	w.wrote.capacities = parts.capacities()
	parts.money()
	parts.armies()
	parts.strengths(false)
	p.Out = append(legend(p.a.t.Turn, p.Out, p.a.realm, p.Book), '\n')
	prose("legend.settings")
	prose("report.numbers")
	p.Blank()
	p.Say("", "report.end")
}

// Facts is report 0 as data: its sightings are those of week 0.
func Facts(at realm.Position, near [][6]game.Place, number int) *game.Facts {
	if number == 0 || at.State.Realm(number) == nil {
		return nil
	}
	w := newcomer(at, near, number)
	w.whole.welcome(Title(at, w.reader.Book.Lang))
	d := newData(w.reader.Notes(0, titled(at.State.Turn)), w.account, &w.whole.wrote)
	d.week(0)
	d.sightings(0, 1)
	d.yields()
	d.capacities()
	d.money()
	d.armies()
	d.strengths()
	return d.done()
}
