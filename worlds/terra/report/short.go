package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// brief writes the mail phase in short: battles first, with the lines to copy, then
// what else happened, the treasury and the armies, and of fields and foreigners only what is new.
func (o Phase) brief(p *page) {
	p.Opening(roundTitle(o.Before))
	told := o.told(p.realm.Number)
	t := sorted(told)
	for _, e := range told {
		p.FactEvent(e, e.Phrase)
	}
	p.happenings(t, p.fights(t))
	o.refused(p)
	p.treasury(t.money)
	p.armies()
	before := newPage(o.Before, p.realm.Number)
	p.newFields(before)
	p.Part("short.seen", func() { p.newcomers(before) })
	p.ladder()
	p.Post("report.letters", p.realm.Number, o.Letters(), p.name)
	if !p.realm.NoMap {
		p.atlas("short.map")
	}
	p.End("report-end")
}

// say puts a sentence into words, with fields as the reader counts them.
func (p *page) say(what phrase.Phrase) string { return string(p.Book.Append(nil, what, p.view)) }

// treasury writes what came and went, and what is left if no sentence has said that.
func (p *page) treasury(money []phrase.Phrase) {
	p.Title("short.treasury")
	said := int64(-1)
	for _, what := range money {
		if a := what.Arg("treasury"); a.Name != "" {
			said = a.N
		}
	}
	if said != p.realm.Treasury {
		money = append(money, phrase.P("short.left", phrase.Num("treasury", p.realm.Treasury)))
	}
	p.Paragraph("  ", money)
}

// ground is the fact of what the report says of an own field, or one in sight.
func (p *page) ground(at game.Place, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "field " + p.Place(int64(at)), Value: p.say(row)}
}

// newFields writes the own fields whose garrison or state is news, with the garrison before, and sums up all.
func (p *page) newFields(before *page) {
	fields := p.at.State.FieldsOf(p.realm.Number)
	if fields == 0 && before.at.State.FieldsOf(p.realm.Number) == 0 {
		return
	}
	p.Title("short.fields")
	l, was := p.at.State.Links(p.realm.Number), before.at.State.Links(p.realm.Number)
	g, kept, now, then := gathered{page: p}, 0, int64(0), int64(0)
	var lost []string
	for _, at := range p.ordered() {
		f, old := &p.at.State.Fields[at], &before.at.State.Fields[at]
		own, owned := f.Owner == p.realm.Number, old.Owner == p.realm.Number
		if owned {
			then += old.Garrison
		}
		if !own {
			if owned {
				lost = append(lost, p.Place(int64(at)))
			}
			continue
		}
		now += f.Garrison
		known := owned && p.Shown.Has(p.ground(at, before.ownField(was, at)))
		switch row := p.ownField(l, at); {
		case !p.News(p.ground(at, row)):
			kept++
		case known && f.Garrison != old.Garrison:
			g.add(int(f.Terrain), at, f.Owner, phrase.P("short.field", append(row.Args, phrase.Num("before", old.Garrison))...))
		default:
			g.add(int(f.Terrain), at, f.Owner, row)
		}
	}
	g.write()
	if len(lost) > 0 {
		p.Say("  ", "short.fields-lost", phrase.Str("fields", strings.Join(lost, ", ")))
	}
	args := []phrase.Arg{phrase.Num("kept", kept), phrase.Num("fields", fields), phrase.Num("garrisons", now),
		phrase.Num("before", then)}
	p.Paragraph("  ", sums(kept == fields && now == then, now != then, kept, args))
}

// sums are the sentences that sum up the own fields.
func sums(alike, changed bool, kept int, args []phrase.Arg) (out []phrase.Phrase) {
	if alike {
		return []phrase.Phrase{phrase.P("short.fields-alike", args...)}
	}
	if kept > 0 {
		out = append(out, phrase.P("short.fields-kept", args...))
	}
	if changed {
		return append(out, phrase.P("short.fields-sum-before", args...))
	}
	return append(out, phrase.P("short.fields-sum", args...))
}

// spotted are the foreign armies in sight, by nation and number, and the sentences about fields of others in sight.
type spotted struct {
	armies map[realm.Unit]phrase.Phrase
	order  []realm.Unit
	fields map[game.Place]phrase.Phrase
}

// spot looks around.
func (p *page) spot() spotted {
	s := spotted{armies: map[realm.Unit]phrase.Phrase{}, fields: map[game.Place]phrase.Phrase{}}
	for _, at := range p.ordered() {
		if !p.seen[at] {
			continue
		}
		for _, u := range p.at.State.Foreign(p.realm.Number, at) {
			s.armies[u], s.order = p.seenArmy(u, at), append(s.order, u)
		}
		if p.at.State.Fields[at].Owner != p.realm.Number {
			s.fields[at] = p.seenField(at)
		}
	}
	return s
}

// marching is the fact of what the report says of a foreign army.
func (p *page) marching(u realm.Unit, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "army " + strconv.Itoa(u.Realm) + " " + strconv.Itoa(u.Army), Value: p.say(row)}
}

// newcomers writes the foreign armies and fields of which something in sight is new, and those that are out of sight.
// before is the page of the phase's beginning: of that, only what the reader was shown counts.
func (p *page) newcomers(before *page) {
	now, was := p.spot(), before.spot()
	for _, u := range now.order {
		if row := now.armies[u]; p.News(p.marching(u, row)) {
			p.Line("  ", row)
		}
	}
	g := gathered{page: p}
	var gone []string
	for _, u := range was.order {
		if _, seen := now.armies[u]; !seen && p.News(p.marching(u, phrase.Phrase{})) {
			gone = append(gone, p.say(phrase.P("short.army", was.armies[u].Args...)))
		}
	}
	for _, at := range p.ordered() {
		row, seen := now.fields[at]
		old, known := was.fields[at]
		known = known && p.Shown.Has(p.ground(at, old))
		switch {
		case p.at.State.Fields[at].Owner == p.realm.Number && p.seen[at]: // an own field
		case !seen:
			if known && p.News(game.Fact{Subject: "field " + p.Place(int64(at))}) {
				gone = append(gone, p.Place(int64(at)))
			}
		case p.News(p.ground(at, row)):
			g.foreign(at, p.since(row, old, known))
		}
	}
	g.write()
	if len(gone) > 0 {
		p.Say("  ", "short.gone", phrase.Str("list", strings.Join(gone, ", ")))
	}
}

// since is the sentence about a field in sight, with its garrison before.
func (p *page) since(row, old phrase.Phrase, known bool) phrase.Phrase {
	if !known || row.Arg("garrison").N == old.Arg("garrison").N {
		return row
	}
	return phrase.P("short."+row.Code, append(row.Args, phrase.Num("before", old.Arg("garrison").N))...)
}

// ladder writes what everybody knows about each nation, who leads, and what ends the campaign.
func (p *page) ladder() {
	p.Title("report-nations")
	for i := range p.at.State.Realms {
		p.Line("  ", p.nationRow(&p.at.State.Realms[i], "nation"))
	}
	said := p.leaders(Standings(p.at).Rows)
	if !p.at.State.Over {
		end := goal(p.at)
		said = append(said, phrase.P("short."+end.Code, end.Args...))
	}
	p.Paragraph("", said)
}

// leaders names who leads by fields, with the treasury where they are equal, and by treasury. rows are in the order of the
// first.
func (p *page) leaders(rows []game.Standing) []phrase.Phrase {
	if len(rows) == 0 || rows[0].Numbers[0] == 0 {
		return nil
	}
	richest := slices.MaxFunc(rows, func(a, b game.Standing) int {
		return cmp.Or(cmp.Compare(min(a.Numbers[0], 1), min(b.Numbers[0], 1)), cmp.Compare(a.Numbers[1], b.Numbers[1]))
	})
	code := "short.leads"
	if richest.Realm == rows[0].Realm {
		code = "short.leads-both"
	}
	return []phrase.Phrase{phrase.P(code, phrase.Str("fields", rows[0].Name), phrase.Str("treasury", richest.Name))}
}
