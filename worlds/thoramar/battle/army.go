package battle

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// name reads an army's name.
func name(r *orders.Reading) realm.ArmyName {
	t, ok := r.Next("unit")
	if !ok {
		return realm.ArmyName{}
	}
	u, known := tables.ParseUnit(t.Value)
	if !known {
		r.Bad(t, orders.Guessed("order.unit", tables.NearUnits(t.Value), phrase.Str("got", orders.Clip(t.Value))))
	}
	return realm.ArmyName{Unit: u, ID: int32(r.Number("army-id", 1, tables.MaxID))}
}

// army reads `K.M 1 2000 +6 A 3 Sturmangriff V.L 1`: name and men, then experience, command, row and tactic, and the
// formation or the fleet that it is in. A formation itself has only a command.
func (f *text) army(side int, r *orders.Reading) {
	if _, begun := f.side[f.now[side]]; !begun || f.side[f.now[side]] != side {
		number := 1
		for other, there := f.side[number]; there && other != side; other, there = f.side[number] {
			number++
		}
		f.enter(side, number, "")
	}
	at := r.Peek()
	a := &soldiers{realm: f.now[side], name: name(r), command: realm.Attack}
	if side == fight.Defenders {
		a.command = realm.Defend
	}
	if a.name.Type != 'V' {
		a.men = r.Number("men", 1, mostMen)
	}
	if r.More() && r.Peek().Value == "+" {
		r.Skip()
		a.kk = int(r.Number("experience", 0, mostKK))
	}
	if t := r.Peek(); r.More() && orders.IsWord(t) {
		if _, unit := tables.ParseUnit(t.Value); !unit {
			a.command = command(r)
		}
	}
	if r.More() && orders.IsNumber(r.Peek()) {
		a.ranks = f.ranked(r, a.name)
	}
	key := formed{a.realm, a.name}
	if a.name.Type == 'V' {
		f.formed[key] = a.command
	}
	if r.More() {
		f.within(side, r, a)
	}
	if r.Problem == nil && f.names[key] {
		r.Bad(at, phrase.P("battle-file.twice", phrase.Str("army", a.name.String())))
	}
	f.grounded(r, at, a)
	if r.Problem != nil || len(r.Tokens) > 0 {
		return
	}
	f.names[key] = true
	if a.name.Type == 'V' {
		f.blame(key, at, r.Text)
		return
	}
	f.sides[side] = append(f.sides[side], a)
}

// blame notes where a formation or a fleet was first named.
func (f *text) blame(key formed, at orders.Token, in string) {
	if _, named := f.lines[key]; !named {
		f.lines[key] = lineOf{f.At(), at, in}
	}
}

// command reads V, A, P, E or Z, with its sign, which changes nothing in a fight.
func command(r *orders.Reading) realm.Command {
	t, _ := r.Next("command")
	got := strings.ToUpper(t.Value)
	if len(got) != 1 || !strings.Contains("VAPEZ", got) {
		r.Bad(t, orders.Guessed("order.command", order.NearCommands(t.Value),
			phrase.Str("got", orders.Clip(t.Value))))
		return 0
	}
	if s := r.Peek().Value; s == "+" || s == "-" {
		r.Skip()
	}
	return realm.Command(got[0])
}

// ranked reads `3 Sturmangriff`.
func (f *text) ranked(r *orders.Reading, army realm.ArmyName) *realm.TacticOrder {
	out := &realm.TacticOrder{Army: army, Row: int(r.Number("row", 1, int64(f.tables.Rules.RowsDeep)))}
	t, ok := r.Next("tactic")
	if !ok {
		return out
	}
	var all []string
	for _, tactic := range rows.Tactics {
		if orders.Among(t.Value, realm.TacticWords[tactic]) {
			out.Tactic = tactic
			return out
		}
		all = append(all, realm.TacticWords[tactic]...)
	}
	r.Bad(t, orders.Guessed("order.tactic", orders.Nearest(t.Value, all), phrase.Str("got", orders.Clip(t.Value))))
	return out
}
