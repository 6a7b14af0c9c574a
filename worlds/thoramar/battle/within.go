package battle

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
)

// within reads the formation that an army is in, `V.L 1`, or the fleet that it is aboard, `S.M 2`.
func (f *text) within(side int, r *orders.Reading, a *soldiers) {
	at := r.Peek()
	in := name(r)
	if r.Problem != nil {
		return
	}
	args := []phrase.Arg{phrase.Str("army", a.name.String()), phrase.Str("other", in.String())}
	switch {
	case in.Type == 'V' && !realm.Joins(a.name, in):
		r.Bad(at, phrase.P("battle-file.joins", args...))
	case in.Type != 'V' && !realm.Boards(a.name, in):
		r.Bad(at, phrase.P("battle-file.boards", args...))
	case in.Type != 'V' && side == fight.Defenders && !f.sea():
		r.Bad(at, phrase.P("battle-file.lands", args...))
	}
	a.in = in
	key := formed{a.realm, in}
	if in.Type == 'V' {
		if _, told := f.formed[key]; !told {
			f.formed[key] = a.command
		}
	}
	f.blame(key, at, r.Text)
}

// grounded refuses ships on land, and armies on water without ships.
func (f *text) grounded(r *orders.Reading, at orders.Token, a *soldiers) {
	army := phrase.Str("army", a.name.String())
	lands := f.over && f.tables.Terrain[f.ground.from].Water()
	switch {
	case r.Problem != nil:
	case f.sea() && !a.name.Ship() && !a.aboard():
		r.Bad(at, phrase.P("battle-file.on-water", army))
	case !f.sea() && a.name.Ship():
		r.Bad(at, phrase.P("battle-file.on-land", army))
	case !f.sea() && f.side[a.realm] == fight.Attackers && a.name.Type != 'V' && a.aboard() != lands:
		r.Bad(at, phrase.P("battle-file.landing", army))
	}
}

// together refuses formations without a member, and armies aboard a fleet that the text does not have.
func (f *text) together() {
	for key, first := range f.lines {
		there := false
		for _, side := range f.sides {
			for _, a := range side {
				of := key.name.Type == 'V' && a.in == key.name || a.name == key.name
				there = there || a.realm == key.realm && of
			}
		}
		code := "battle-file.no-members"
		if key.name.Type != 'V' {
			code = "battle-file.no-fleet"
			there = there || !f.sea()
		}
		if !there {
			f.wrong(first, phrase.P(code, phrase.Str("army", key.name.String())), "battle-file.army-line")
		}
	}
	if f.over && f.sea() && !f.tables.Terrain[f.ground.from].Water() {
		f.wrong(f.west, phrase.P("battle-file.from-land"), "battle-file.from-line")
	}
	f.Sort()
}

// wrong notes what is wrong with a line that was read already. example is the key of a good line.
func (f *text) wrong(l lineOf, what phrase.Phrase, example string) {
	what.Args = append(what.Args, orders.Sample(orders.Shown), phrase.Key("example", example))
	f.Wrong(l.line, orders.ErrorAt(l.text, l.at, what))
}
