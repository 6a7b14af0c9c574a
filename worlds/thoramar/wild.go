package thoramar

import "weltentor/worlds/game"

// wild draws what realm 0's armies do this turn (decision 4.7): herds roam their
// habitat, each kind by its temper; free demons roam and plunder; militia stands
// and defends. On land blessed this turn monsters are peaceful (manual, "Der
// Priester der Heimat"). Nobody knows these plans: a receipt goes by what wild armies are
// seen to do, which is their command.
func wild(t *Turn) {
	for _, a := range t.state.Armies[0] {
		if a.march == nil {
			a.march = &march{}
		}
		m := a.march
		m.plan, m.command, m.broken = Plan{}, Defend, false // who was set free just now roams too
		switch a.Name.Type {
		case 'M':
			if !t.soothed(a) {
				m.command = t.temper(a)
			}
			t.roam(a)
		case 'D':
			m.command = Plunder
			t.roam(a)
		}
		a.Command = m.command
	}
}

// temper is the command of a kind of wild monsters.
func (t *Turn) temper(a *Army) Command {
	if row := t.tables.monster(a.Name.Unit); row != nil {
		return Command(row.Command[0])
	}
	return Defend
}

// roam draws a plan: in each week a rest or one of the six directions, while
// points last. A step that cannot be made, or leads out of a herd's habitat, is
// a rest.
func (t *Turn) roam(a *Army) {
	if t.receipt != nil {
		return // drawn by a seed that no receipt knows
	}
	dice := t.dice(a.subject()...)
	at, points := a.At, a.Points
	for week := 0; week < Weeks && points > 0; week++ {
		if dice.Chance(t.tables.Rules.HerdRest) {
			continue
		}
		d := game.Direction(dice.Between(1, 6))
		to, cost, why := t.step(0, a.Name.Unit, at, d)
		if why != "" || a.herd() && !t.tables.habitat(a.Name.Unit, t.state, to) {
			continue
		}
		a.march.plan[week] = d
		at, points = to, points-cost
	}
}
