package craft

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Sorcery settles the turn for sorcerers, priests and demons (decision 10), in this order: demons are held, sorcerers
// train, those too weak are gone, demons fade, mighty ones may break free.
func Sorcery(t *realm.Turn) {
	for number := range t.State.Armies {
		if number == 0 {
			continue
		}
		for _, z := range t.State.OfType(number, 'Z') {
			if holds(t, z) {
				z.Men = max(0, z.Men-t.Tables.Rules.Training)
				exhausted(t, z)
			}
		}
		for _, p := range t.State.OfType(number, 'P') {
			exhausted(t, p)
		}
	}
	for number := range t.State.Armies {
		for _, d := range t.State.OfType(number, 'D') {
			if withstands(t, d) && fades(t, d) && number != 0 {
				BreakFree(t, d)
			}
		}
	}
}

// holds pays for the demons that are in reach; the others are free. A sorcerer that cannot pay dies, and all its
// demons are free. Then it returns false.
func holds(t *realm.Turn, z *realm.Army) bool {
	var cost int64
	for _, d := range realm.Demons(t, z) {
		if t.Grid.Distance(z.At, d.At) > t.Tables.Rules.HoldReach {
			t.TellArmy(z, "demon-lost", phrase.Str("other", d.Name.String()), phrase.At("field", d.At))
			realm.SetFree(t, d)
			continue
		}
		cost += holdCost(t, d.Name.Unit)
	}
	if cost > z.Men {
		t.TellArmy(z, "hold-unpaid", phrase.Num("needed", cost), phrase.Num("points", z.Men))
		t.RemoveArmy(z)
		return false
	}
	z.Men -= cost
	return true
}

// exhausted removes a priest or sorcerer with fewer points than T03 requires.
func exhausted(t *realm.Turn, a *realm.Army) {
	if a.Men < t.Row(a).Min {
		t.TellArmy(a, "points-spent", phrase.At("field", a.At), phrase.Num("points", a.Men))
		t.RemoveArmy(a)
	}
}

// withstands applies blessed land to an arch-demon that has been there since before this turn. If the land was blessed
// just now, even again, it has been applied already (decision 10). It reports whether the demon is still there.
func withstands(t *realm.Turn, d *realm.Army) bool {
	if d.Name.Unit != tables.ArchDemon || d.Since >= t.State.Turn ||
		int64(t.Field(d.At).Blessed) >= t.Tables.Rules.BlessTurns {
		return true
	}
	return fight.Consecrated(t, d)
}

// fades takes what a demon loses each turn outside its own world (manual, "Die Dämonen"), and reports whether anything
// of it is left.
func fades(t *realm.Turn, d *realm.Army) bool {
	lost := t.Tables.Rules.FadeCommon
	if d.Name.Unit == tables.ArchDemon {
		lost = t.Tables.Rules.FadeArch
	}
	field := phrase.At("field", d.At)
	if d.Men <= lost {
		t.TellArmy(d, "demon-vanished", field)
		t.RemoveArmy(d)
		return false
	}
	d.Men -= lost
	t.TellArmy(d, "demon-fades", phrase.Num("men", lost), phrase.Num("left", d.Men))
	return true
}

// DoubtPoints warns of what the turn's end will do to a sorcerer that carries out its line: the cost of holding its
// demons, all within reach, and of training.
func DoubtPoints(t *realm.Turn, z *realm.Army) {
	if t.Receipt == nil || z.Name.Type != 'Z' || z.March.Shatters() {
		return
	}
	hold := holdsFor(t, z)
	if left := PointsLeft(t, z); left < t.Row(z).Min {
		t.CaveatArmy(z, "will-be-spent", phrase.Num("points", z.Men), phrase.Num("hold", hold),
			phrase.Num("training", t.Tables.Rules.Training), phrase.Num("need", t.Row(z).Min))
	}
}

// holdsFor is what it would cost a sorcerer to hold all its demons if they were in reach.
func holdsFor(t *realm.Turn, z *realm.Army) (points int64) {
	for _, d := range realm.Demons(t, z) {
		points += holdCost(t, d.Name.Unit)
	}
	return points
}

// PointsLeft is the points that the turn's end leaves a sorcerer that holds all its demons. For any other army it is
// the men.
func PointsLeft(t *realm.Turn, a *realm.Army) int64 {
	if a.Name.Type != 'Z' {
		return a.Men
	}
	return a.Men - holdsFor(t, a) - t.Tables.Rules.Training
}
