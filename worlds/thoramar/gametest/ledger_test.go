package gametest

import (
	"testing"

	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Law 9 is held by the ledger only if it sees each kind of change: one by one,
// made behind the rules' back.
func TestTheLedgerSees(t *testing.T) {
	for name, change := range map[string]func(*Arena, *realm.Army){
		"owner":    func(a *Arena, _ *realm.Army) { a.Field(a.XY(0, 0)).Owner = 2 },
		"razed":    func(a *Arena, _ *realm.Army) { a.Field(a.XY(0, 0)).Building = nil },
		"damage":   func(a *Arena, _ *realm.Army) { a.Field(a.XY(0, 0)).Building.Damage = tables.Heavy },
		"built":    func(a *Arena, _ *realm.Army) { a.Field(a.XY(2, 0)).Building = &realm.Building{Kind: "BRG"} },
		"edge":     func(a *Arena, _ *realm.Army) { a.State.SetEdge(a.XY(2, 0), 2, realm.Road, true) },
		"gold":     func(a *Arena, _ *realm.Army) { a.State.Realms[1].Gold++ },
		"loot":     func(a *Arena, _ *realm.Army) { a.Earn(1, "harvest", 5); a.State.Realms[1].Gold++ },
		"men":      func(_ *Arena, k *realm.Army) { k.Men-- },
		"gone":     func(a *Arena, k *realm.Army) { a.RemoveArmy(k) },
		"new":      func(a *Arena, _ *realm.Army) { a.Army(1, "K.M 2", 100, 0, 0) },
		"defected": func(a *Arena, k *realm.Army) { a.ChangeRealm(k, 2) },
		"nothing":  nil,
	} {
		a := NewArena(t)
		home := a.Field(a.XY(0, 0))
		home.Owner, home.Building = 1, &realm.Building{Kind: "HST"}
		a.Field(a.XY(2, 0)).Owner = 1
		k := a.Army(1, "K.M 1", 500, 0, 0)
		l := readLedger(a.Turn)
		want := 0
		if change != nil {
			want = 1
			change(a, k)
		}
		if got := len(l.unexplained(a.Turn)); (got > 0) != (want > 0) {
			t.Errorf("%s: the ledger lists %d changes", name, got)
		}
	}
}
