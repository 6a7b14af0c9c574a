package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// brief writes the short report: the board, what happened, castles and units as they are, and what has changed of
// buildings and bank.
func (o Told) brief(p *page) {
	whole := p.Shown.Empty()
	p.Head()
	p.Blank()
	p.Line("", phrase.P("short.turn", o.title().Args...), phrase.P("short.also"), p.upNext())
	p.TaleHere()
	if o.Turn.Number == 1 && len(p.s.Realms) > 2 {
		p.Blank()
		p.chances()
	}
	p.Title("report.board")
	p.hexes()
	p.Say("", "short.legend", phrase.Str("list", p.signs(true)))
	p.Title("short.events")
	p.happened(o.events(p.realm))
	p.Voided("short.refused", o.Refused(p.realm), o.Written(p.realm))
	p.castles()
	p.people()
	title := "short.changed"
	if whole {
		title = "short.built"
	}
	p.Part(title, func() {
		for _, list := range [2][]string{p.changedBuildings(o.Before), p.changedBank(o.Before)} {
			if len(list) > 0 {
				p.Text("", strings.Join(list, " "))
			}
		}
	})
	p.Post("report.letters", p.realm, o.Letters(), func(n int) string { return p.s.Realm(n).Name })
	p.End("report.end")
}

// upNext says whose turn it is now, in short.
func (p *page) upNext() phrase.Phrase {
	row := p.next()
	if row.Code != "report.over" {
		row.Code = "short." + strings.TrimPrefix(row.Code, "report.")
	}
	return row
}

// castles writes two lines for each realm: castle and walls, and what it has.
func (p *page) castles() {
	p.Title("report.realms")
	for i := range p.s.Realms {
		rows := p.castle(&p.s.Realms[i])
		code := "short.castle"
		if p.s.Realms[i].Fallen {
			code = "short.castle-fallen"
		}
		row := phrase.P(code, slices.Concat(rows[0].Args, rows[1].Args)...)
		if utf8.RuneCountInString(p.Book.Say(row)) > frame.Width { // no count of a wall is alone in a line
			p.Line("", phrase.P("short.castle-of", row.Args...))
			row.Code += "-hits"
		}
		p.Line("", row)
		p.Line("", rows[2])
	}
}

// people writes all units on the board, a paragraph for each realm.
func (p *page) people() {
	p.Title("report.units")
	for i := range p.s.Realms {
		var list []string
		for _, u := range p.s.Of(i + 1) {
			code := "short.unit"
			if u.Settler {
				code = "short.settler"
			}
			row := p.Book.Say(phrase.P(code, p.unit(u).Args...))
			for _, state := range p.states(u) {
				row += p.Book.Say(phrase.P("short."+strings.TrimPrefix(state.Code, "report."), state.Args...))
			}
			list = append(list, row+".")
		}
		if len(list) > 0 {
			p.Say("", "short.units", num("realm", i+1), phrase.Str("list", strings.Join(list, " ")))
		}
	}
}

// changedBuildings are sentences about the buildings that are news: what is built where, who has it and had it before,
// counters, and damage.
func (p *page) changedBuildings(before realm.Position) (out []string) {
	for _, b := range before.State.Buildings {
		if p.s.Building(b.At) == nil {
			p.News(buildingFacts(p, b, "")...) // an event has told of its end
		}
	}
	var damaged []string
	for _, b := range p.s.Buildings {
		if b.Hits > 0 {
			damaged = append(damaged, p.Book.Say(phrase.P("short.damage-one", p.s.PlaceArg("place", b.At), num("hits", b.Hits),
				num("most", p.at.Tables.BuildingOf(b.Kind).Hits))))
		}
		args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), p.s.PlaceArg("place", b.At), num("pips", b.Counter),
			num("power", b.Values.Power), num("range", b.Values.Range)}
		state, was := p.holder(p.s, b), ""
		if old := before.State.Building(b.At); old != nil && (old.Site == 0 || old.Site != b.Owner) { // whose builders, whose building
			if s := p.holder(before.State, old); p.Shown.Has(buildingFacts(p, old, s)[0]) {
				was = s
			}
		}
		args = append(args, phrase.Str("state", state), phrase.Str("was", was))
		facts := buildingFacts(p, b, state)
		held, counted := p.News(facts[0]), p.News(facts[1])
		switch {
		case held && was != "":
			out = append(out, p.Book.Say(phrase.P("short.held-now", args...)))
		case held && b.Kind == tables.Fortress && b.Site == 0:
			out = append(out, p.Book.Say(phrase.P("short.held-fortress", args...)))
		case held:
			out = append(out, p.Book.Say(phrase.P("short.held", args...)))
		}
		switch {
		case counted && b.Counter > 0:
			out = append(out, p.Book.Say(phrase.P("short.counter", args...)))
		case counted:
			out = append(out, p.Book.Say(phrase.P("short.counter-none", args...)))
		}
	}
	list := strings.Join(damaged, ", ")
	switch news := p.News(game.Fact{Subject: "buildings", Attribute: "damage", Value: "x" + list}); {
	case news && list != "":
		out = append(out, p.Book.Say(phrase.P("short.damage", phrase.Str("list", list))))
	case news && len(p.s.Buildings) > 0:
		out = append(out, p.Book.Say(phrase.P("short.damage-none")))
	}
	return out
}

// buildingFacts are who has a building, and what its counter shows. Without a state there is no such building.
func buildingFacts(p *page, b *realm.Building, state string) []game.Fact {
	at, pips := p.counted(b.At), b.Counter
	if state == "" {
		pips = 0
	} else {
		state = string(b.Kind) + " " + state
	}
	return []game.Fact{{Subject: "building " + at, Attribute: "state", Value: state}, pipsFact(at, pips)}
}

// pipsFact is the fact what a building's counter shows. 0 says that there is none.
func pipsFact(at string, pips int64) game.Fact {
	f := game.Fact{Subject: "building " + at, Attribute: "pips"}
	if pips > 0 {
		f.Value = frame.Digits(pips)
	}
	return f
}

// holder says who has a building, or builds it.
func (p *page) holder(s *realm.State, b *realm.Building) string {
	switch u := s.Crew(b); {
	case b.Site != 0:
		return p.Book.Say(phrase.P("short.site", num("realm", b.Site)))
	case b.Owner != 0:
		return p.Book.Say(phrase.P("short.owner", num("realm", b.Owner)))
	case u == nil:
		return p.Book.Say(phrase.P("short.nobody"))
	default:
		return u.Name()
	}
}

// changedBank says which numbers of the bank are news, and what they were.
func (p *page) changedBank(before realm.Position) []string {
	var list []string
	then := bankRows(before)
	for i, now := range bankRows(p.at) {
		fact := func(n int64) game.Fact {
			return game.Fact{Subject: "bank", Attribute: strconv.Itoa(i), Value: frame.Digits(n)}
		}
		old := then[i].Arg("number").N
		known := p.Shown.Has(fact(old))
		if !p.News(fact(now.Arg("number").N)) {
			continue
		}
		item := p.Book.Say(now)
		if known {
			item += p.Book.Say(phrase.P("short.before", num("number", old)))
		}
		list = append(list, item)
	}
	if len(list) == 0 {
		return nil
	}
	return []string{p.Book.Say(phrase.P("short.bank", phrase.Str("list", strings.Join(list, ", "))))}
}

// bankRows are the numbers of the bank.
func bankRows(at realm.Position) []phrase.Phrase {
	rows := []phrase.Phrase{phrase.P("short.bank-dice", num("number", at.State.Bank)),
		phrase.P("short.bank-weakening", num("number", max(at.State.Supply(at.Tables), 0)))}
	for i := range at.Tables.Tile {
		row := &at.Tables.Tile[i]
		rows = append(rows, phrase.P("short.tile", phrase.Key("building", row.Sides[0].Key()),
			phrase.Key("other", row.Sides[len(row.Sides)-1].Key()), num("number", max(at.State.Stock(row), 0))))
	}
	return rows
}
