package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Welcome is report 0 (decision 1): the capital and the ring around it, what the realm owns and can do. near has the
// neighbours of each place, or is nil if they were not computed yet. shown records what it shows, or is nil.
func Welcome(at realm.Position, near [][6]game.Place, number int, shown *game.Shown) game.Report {
	p := newcomer(at, near, number)
	p.welcome(Title(at, p.Book.Lang))
	if shown != nil {
		p.Shown = shown // records what a short report would leave out
		p.Shown.Under(p.form())
		p.findSighted()
		for i := range p.lot {
			p.News(p.yield(&p.lot[i]))
		}
		p.firstSeen(nil)
	}
	report := p.Report(number, nil)
	p.Out, p.Broad = nil, true // the body of the mail
	p.Say("", "welcome.greeting", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name),
		phrase.Str("player", p.r.Player))
	p.Blank()
	p.Say("", "welcome.file")
	p.Say("", "welcome.gold", phrase.Num("gold", p.r.Gold))
	report.Summary = p.Out
	report.Files = cultureTexts(p.o.After, p.r, func(r *realm.Realm) bool { return r.TextTurn < at.State.Turn })
	return report
}

// newcomer is the empty page of a report 0. near has the neighbours of each place, or is nil if they were not computed
// yet.
func newcomer(at realm.Position, near [][6]game.Place, number int) *page {
	t := turn.On(at, game.Seed{})
	t.Near = near
	t.Watch.Survey(t.Turn)
	t.Weeks[0].Record(t.Turn)
	t.Weeks[0].Letter(realmTags(len(t.State.Realms)))
	for i := range t.Weeks[1:] { // nothing has moved
		t.Weeks[i+1] = t.Weeks[0]
	}
	return NewPage(&Season{After: at, Shared: Share(at, t)}, number)
}

func (p *page) welcome(title string) {
	p.Head()
	p.Blank()
	// sentences whose lines all begin at the left, as in plain text
	prose := func(code string, args ...phrase.Arg) {
		p.Out = frame.AppendKept(p.Out, p.Book.Append(nil, phrase.P(code, args...), p.Places), "")
	}
	prose("welcome.title", phrase.Str("title", title))
	p.Blank()
	p.heading("welcome.view")
	p.sightings(&p.t.Weeks[0])
	p.yields()
	p.heading("report.statistics")
	p.statistics(true)
	p.capacities()
	p.money()
	p.armies()
	p.strengths()
	p.Out = append(legend(p.t.Turn, p.Out, p.realm, p.Book), '\n')
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
	p := newcomer(at, near, number)
	p.Ask(0, titled(at.State.Turn))
	p.Notes.Week(0)
	p.welcome(p.Facts.Title)
	return p.Notes.Answer()
}
