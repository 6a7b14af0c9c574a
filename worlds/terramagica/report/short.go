package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/sight"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// brief writes the short report: what happened, then what a player orders from, then what is new of what was seen.
func (o Week) brief(p *page) {
	p.Head()
	p.Blank()
	p.Say("", "report.turn", num("turn", o.Turn.Number))
	p.TaleHere()
	told, purse, fought := o.Told(p.realm), phrase.Phrase{}, false
	for _, e := range told {
		fought = fought || e.Code == "battle"
		if e.Code == "income" {
			purse = e.Phrase
		}
	}
	edits := slices.IndexFunc(told, func(e *game.Event) bool { return e.Phase != game.EditPhase })
	if edits < 0 {
		edits = len(told)
	}
	p.Part("phase."+game.EditPhase, func() { p.happened(told[:edits]) })
	p.Title("short.events")
	empty := len(p.Out)
	if p.happened(told[edits:]); len(p.Out) == empty {
		p.Say("", "short.quiet")
	}
	p.Voided("short.refused", o.Refused(p.realm), o.Written(p.realm))
	p.coffer(o.Turn.Purses[p.realm], purse.Arg("mana"))
	p.armies()
	was := view{o.Before.State, sight.Sees(o.Before.State, p.realm)}
	p.Part("short.own-provinces", func() { p.owned(was) })
	p.Part("short.news", func() { p.fresh(was, told) })
	p.Part("report.realms", p.news)
	p.Post("report.letters", p.realm, o.Letters(), func(n int) string { return p.s.Realms[n].Name })
	p.chart("short.legend")
	if fought {
		p.Blank()
		p.Say("", "short.rounds-in-full")
	}
	p.End("report.end")
}

// happened writes what happened: a battle in a few lines, and what gold and mana say themselves not at all.
func (p *page) happened(told []*game.Event) {
	for i := 0; i < len(told); i++ {
		e := told[i]
		switch {
		case e.Code == "battle":
			d, n := duelOf(told[i:])
			for _, e := range told[i : i+n] {
				p.Tell(e.Phrase)
			}
			p.battle(&d)
			i += n - 1
			continue
		case strings.HasPrefix(e.Code, "conquered"):
			p.News(ownerFact(int(e.Arg("province").N), int(e.Arg("realm").N)))
		}
		p.Tell(e.Phrase)
		if e.Code == "income" || e.Code == "upkeep" {
			continue
		}
		same := func(code string) bool { // an event of the code about the same army and province
			return slices.ContainsFunc(told, func(o *game.Event) bool {
				return o.Code == code && o.Arg("army") == e.Arg("army") && o.Arg("province") == e.Arg("province")
			})
		}
		switch {
		case e.Code == "takes-next" && same("marched"): // the march has said it
		case e.Code == "marched" && same("takes-next"):
			p.Say("", "short.marched-takes", e.Args...)
		default:
			p.Line("", e.Phrase)
		}
	}
}

// coffer writes the week's gold, and mana with what came in.
func (p *page) coffer(b turn.Purse, mana phrase.Arg) {
	p.Title("report.purse")
	code := "report.purse-line"
	if mana.N > 0 {
		code = "short.purse-line"
	}
	p.Say("", code, num("tax", b.Tax), num("booty", b.Booty), num("built", b.Built), num("recruited", b.Recruited),
		num("upkeep", b.Upkeep), num("gold", p.r.Gold), num("mana", p.r.Mana), num("more", mana.N))
}

// view is the world before the turn, and which provinces the realm saw in full.
type view struct {
	s    *realm.State
	sees []bool
}

// people says how many people a province had before the turn, if the realm has read that number. It notes the present
// one, and reports whether that is news.
func (p *page) people(was view, number int) (before int64, known, news bool) {
	before = was.s.Province(number).People
	known = was.sees[number-1] && p.Shown.Has(peopleFact(number, before))
	return before, known, p.News(peopleFact(number, p.s.Province(number).People))
}

// owned writes the realm's own provinces: with walls and ways where these are news.
func (p *page) owned(was view) {
	for _, number := range p.s.Own(p.realm) {
		q := p.s.Province(number)
		ground := p.News(p.ground(number)...)
		change := ""
		if before, known, news := p.people(was, number); known && news {
			change = fmt.Sprintf(" (%+d)", q.People-before)
		}
		if ground {
			p.seen(number)
			continue
		}
		code := "short.own"
		if p.r.Home == number {
			code = "short.home"
		}
		p.Say("", code, append(p.view(number), phrase.Str("change", change))...)
	}
}

// fresh writes what is new of what the realm sees: provinces of others with the armies there, foreign armies in its own
// provinces, its neighbours and fortifications elsewhere.
func (p *page) fresh(was view, told []*game.Event) {
	for i := range p.s.Provinces {
		if p.sees[i] {
			p.freshAt(was, i+1, told)
		}
	}
	for i := range p.s.Provinces {
		if number := i + 1; !p.sees[i] && p.News(p.ground(number)...) {
			code := "report.fortified-line"
			switch {
			case !sight.Borders(p.s, p.sees, number):
			case p.s.Provinces[i].Terrain == tables.Sea:
				code = "report.neighbour-sea"
			default:
				code = "report.neighbour"
			}
			p.Say("", code, p.place(number)...)
		}
	}
}

// freshAt writes what is new in a province that the realm sees. An own province has its row elsewhere.
func (p *page) freshAt(was view, number int, told []*game.Event) {
	q := p.s.Province(number)
	own := q.Owner == p.realm
	there := p.foreign(p.in(number))
	gone := p.gone(was, number, told)
	changed := p.News(p.armiesFact(number, there))
	before, known, news := p.people(was, number)
	code := ""
	switch {
	case !own && p.News(p.ground(number)...):
		p.seen(number)
	case !own && news && known:
		code = "short.people-before"
	case !own && news:
		code = "short.people"
	case !changed && !(own && len(there) > 0) || len(there) == 0 && len(gone) > 0:
	case q.Terrain == tables.Sea:
		code = "report.neighbour-sea"
	case own:
		code = "short.place-own"
	default:
		code = "short.place"
	}
	if code != "" {
		p.Say("", code, append(p.view(number), num("before", before))...)
	}
	if len(there) > 0 && (changed || own) {
		for _, a := range there {
			p.Say("  ", "short.army", phrase.Str("army", a.Called()), phrase.Str("men", p.men(a)))
		}
	} else if changed && len(gone) == 0 {
		p.Say("  ", "short.army-none")
	}
	for _, a := range gone {
		p.Say("  ", "short.gone", phrase.Str("army", a.Called()))
	}
}

// foreign are the armies of a list that are not the reader's.
func (p *page) foreign(list []*realm.Army) []*realm.Army {
	return slices.DeleteFunc(slices.Clone(list), func(a *realm.Army) bool { return a.Realm == p.realm })
}

// gone are the armies that the realm has seen in a province before the turn, and sees nowhere now, unless an event has
// said what became of them.
func (p *page) gone(was view, number int, told []*game.Event) []*realm.Army {
	before := p.foreign(was.s.In(number))
	if !was.sees[number-1] || !p.Shown.Has(p.armiesFact(number, before)) {
		return nil
	}
	return slices.DeleteFunc(before, func(a *realm.Army) bool {
		now := p.s.Army(a.Realm, a.Name)
		return now != nil && p.sees[now.At-1] || slices.ContainsFunc(told, func(e *game.Event) bool {
			return e.Arg("army").S == a.Called() && (slices.Contains(fates, e.Code) || e.Code == "drowned" || e.Code == "army-gone")
		})
	})
}

// news writes what is new of the realms.
func (p *page) news() {
	for i := range p.s.Realms[1:] {
		if row := p.row(&p.s.Realms[i+1]); p.News(p.rowFact(row)) {
			p.Line("", row)
		}
	}
	if row, running := p.enough(); running && p.News(game.Fact{Subject: "game", Attribute: "enough", Value: p.Book.Say(row)}) {
		p.Line("", row)
	}
}

// record notes what a whole report shows.
func (p *page) record() {
	for i := range p.s.Provinces {
		p.News(p.ground(i + 1)...)
		if p.sees[i] {
			p.News(peopleFact(i+1, p.s.Provinces[i].People))
			p.News(p.armiesFact(i+1, p.foreign(p.in(i+1))))
		}
	}
	for i := range p.s.Realms[1:] {
		p.News(p.rowFact(p.row(&p.s.Realms[i+1])))
	}
	row, _ := p.enough()
	p.News(game.Fact{Subject: "game", Attribute: "enough", Value: p.Book.Say(row)})
}

// ground are the facts of a province that last: all know its walls, neighbours its owner, and who sees it its ways.
func (p *page) ground(number int) []game.Fact {
	q, subject := p.s.Province(number), subjectOf(number)
	walls := ""
	if len(q.Walls) > 0 {
		walls = p.walls(q)
	}
	facts := []game.Fact{{Subject: subject, Attribute: "walls", Value: walls}}
	if p.sees[number-1] || sight.Borders(p.s, p.sees, number) {
		facts = append(facts, ownerFact(number, q.Owner))
	}
	if !p.sees[number-1] {
		return facts
	}
	home := ""
	if q.Owner > 0 && p.s.Realms[q.Owner].Home == number {
		home = "home"
	}
	return append(facts, game.Fact{Subject: subject, Attribute: "home", Value: home},
		game.Fact{Subject: subject, Attribute: "ways", Value: realm.PathText(q.Ways)})
}

func subjectOf(number int) string { return "province " + strconv.Itoa(number) }

// ownerFact is the fact whose a province is.
func ownerFact(number, owner int) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "owner", Value: strconv.Itoa(owner)}
}

// peopleFact is the fact how many people live in a province.
func peopleFact(number int, people int64) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "people", Value: frame.Digits(people)}
}

// armiesFact is the fact which foreign armies are in a province, with which men.
func (p *page) armiesFact(number int, there []*realm.Army) game.Fact {
	list := frame.Map(there, func(a *realm.Army) string { return a.Called() + ": " + p.men(a) })
	return game.Fact{Subject: subjectOf(number), Attribute: "armies", Value: strings.Join(list, "; ")}
}

// rowFact is the fact how a realm stands.
func (p *page) rowFact(row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "realm " + frame.Digits(row.Arg("realm").N), Attribute: "row", Value: p.Book.Say(row)}
}
