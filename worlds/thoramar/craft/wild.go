package craft

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Wild draws what realm 0's armies do this turn (decision 4.7). Herds roam their habitat, each kind by its temper;
// free demons roam and plunder; militia stays and defends. On land blessed this turn monsters are peaceful (manual,
// "Der Priester der Heimat"). Nobody knows these plans: a receipt uses what can be seen of wild armies, which is their
// command.
func Wild(t *realm.Turn) {
	for _, a := range t.State.Armies[0] {
		if a.March == nil {
			a.March = &realm.March{}
		}
		m := a.March
		m.Plan, m.Command, m.Broken = realm.Plan{}, realm.Defend, false // those that were just freed roam too
		switch a.Name.Type {
		case 'M':
			row := t.Tables.FindMonster(a.Name.Unit)
			if soothed := int64(t.Field(a.At).Blessed) >= t.Tables.Rules.BlessTurns; row != nil && !soothed {
				m.Command = realm.Command(row.Command[0]) // the temper of its kind
			}
			roam(t, a)
		case 'D':
			m.Command = realm.Plunder
			roam(t, a)
		}
		a.Command = m.Command
	}
}

// roam draws a plan: in each week a rest or one of the six directions, as long as points last. An impossible step, or
// one out of a herd's habitat, becomes a rest.
func roam(t *realm.Turn, a *realm.Army) {
	if t.Receipt != nil {
		return // drawn with a seed that no receipt knows
	}
	dice := t.Dice(a.Subject()...)
	at, points := a.At, a.Points
	for week := 0; week < realm.Weeks && points > 0; week++ {
		if dice.Chance(t.Tables.Rules.HerdRest) {
			continue
		}
		d := game.Direction(dice.Between(1, 6))
		to, cost, why := t.Step(0, a.Name.Unit, at, d)
		if why != "" || a.Herd() && !realm.Habitat(t.Tables, a.Name.Unit, t.State, to) {
			continue
		}
		a.March.Plan[week] = d
		at, points = to, points-cost
	}
}
