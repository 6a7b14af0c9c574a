package craft

import (
	"weltentor/worlds/thoramar/realm"
)

// Breed lets wild herds grow by their share, rounded up, up to the most that live together (decision 10).
func Breed(t *realm.Turn) {
	for _, a := range t.State.Armies[0] {
		row := t.Tables.FindMonster(a.Name.Unit)
		if row == nil || a.Men >= row.Cap {
			continue
		}
		a.Men = min(row.Cap, a.Men+(a.Men*t.Tables.Rules.HerdGrowth+999)/1000)
	}
}
