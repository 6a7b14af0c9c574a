package march

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// Plans turns the lines of $A into marches. An army without a line holds: V+ and no step. Realm 0's armies do what
// they do between turns.
func Plans(t *realm.Turn) {
	block := t.Room.Marches(t.State.ArmyCount())
	for a := range t.State.EachArmy {
		a.March, block = &block[0], block[1:]
		a.March.Command = realm.Defend
		if a.Realm != 0 {
			a.Flag = realm.Shown
		} else if a.Command != 0 {
			a.March.Command = a.Command
		}
	}
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
			if a := t.State.Army(number, o.Army); a != nil {
				Take(t, a, at, o)
			}
		})
	}
}

// Take gives an army its order. A command that its kind cannot carry out makes the whole line void. Of two lines for
// one army the later one counts.
func Take(t *realm.Turn, a *realm.Army, at orders.Position, o order.ArmyOrder) {
	if needs, least := Least(t, a, o.Command); needs && least == 0 {
		t.Refuse(a.Realm, at, phrase.P("cannot-command",
			phrase.Str("army", a.Name.String()), phrase.Str("command", string(rune(o.Command)))))
		return
	}
	m := a.March
	m.At, m.Plan, m.Command, m.Special, m.Kind = at, o.Plan, o.Command, o.Special, o.SpecialKind()
	a.Flag = o.Flag
}

// Least is the strength that a command needs (T03), if it needs one. It is 0 for a kind of army that cannot carry it
// out at all.
func Least(t *realm.Turn, a *realm.Army, c realm.Command) (needs bool, least int64) {
	row := t.Row(a)
	switch c {
	case realm.Plunder:
		return true, row.Plunder
	case realm.Conquer:
		return true, row.Conquer
	case realm.Destroy:
		return true, row.Destroy
	}
	return false, 0
}
