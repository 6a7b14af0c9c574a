package gametest

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Coven is a world of magic on the arena's plain: three realms with land,
// sorcerers, priests, soldiers and demons, free demons and elephants among them,
// and orders of all kinds of magic, good and bad.
func Coven(test *testing.T, seed byte) (realm.Position, []game.Sheet) {
	a := NewArena(test)
	d := game.Seed{seed}.Throw(0, 0, "coven")
	a.State.Turn = int(d.Between(3, 7)) // an autumn among them
	a.Number = a.State.Turn
	anywhere := func() (x, y int) {
		return a.Grid.Relative(Middle, game.Place(d.N(int64(a.Grid.Size()))))
	}
	for p := range a.State.Fields {
		f := &a.State.Fields[p]
		if f.Owner = int16(d.N(4)); d.N(5) == 0 {
			f.Blessed = uint8(d.Between(1, 4))
		}
	}
	a.State.SetTreaty(1, 2, []realm.Treaty{realm.Partner, realm.Pact, realm.NoTreaty}[d.N(3)])
	var sheets []game.Sheet
	for number := 1; number <= 3; number++ {
		a.State.Realms[number].Gold = d.N(20000)
		text := []byte("$A\n")
		line := func(n string, special string) {
			text = append(text, n...)
			text = append(text, ' ')
			for range realm.Weeks {
				text = append(text, '0'+byte(d.N(7)*d.N(2)))
			}
			command := "VA"[d.N(2)]
			if n[0] == 'D' {
				command = "VAPP"[d.N(4)]
			}
			text = fmt.Appendf(text, " %c%s %s\n", command, []string{"+", "-", ""}[d.N(3)], special)
		}
		for i := 1; i <= 12; i++ {
			x, y := anywhere()
			zb := fmt.Sprint("Z.B ", i)
			a.Army(number, zb, d.Between(5, 200), x, y)
			if d.N(2) == 0 {
				n := fmt.Sprint("D.N ", i)
				a.Army(number, n, d.Between(1, 60), x, y).Master = ArmyName(zb)
				line(n, "")
			}
			if d.N(3) == 0 {
				n := fmt.Sprint("D.E ", i)
				a.Army(number, n, d.Between(1, 70), x, y).Master = ArmyName(zb)
				line(n, "")
			}
			tx, ty := anywhere()
			switch d.N(3) {
			case 0:
				line(zb, fmt.Sprintf("D.%c %d %d", "NE"[d.N(2)], 20+i, d.Between(1, 60)))
				line(fmt.Sprintf("D.N %d", 20+i), "")
			case 1:
				line(zb, fmt.Sprint(tx, " ", ty))
			}
			a.Army(number, fmt.Sprint("Z.M ", i), d.Between(5, 200), tx, ty)
			nx, ny := anywhere()
			line(fmt.Sprint("Z.M ", i), fmt.Sprint(nx, " ", ny))
			a.Army(number, fmt.Sprint("Z.S ", i), d.Between(5, 100), x, y)
			line(fmt.Sprint("Z.S ", i), fmt.Sprintf("K.L %d", d.Between(1, 14)))
			a.Army(number, fmt.Sprint("P.K ", i), d.Between(1, 40), tx, ty)
			line(fmt.Sprint("P.K ", i), "")
			a.Army(number, fmt.Sprint("P.H ", i), d.Between(1, 40), nx, ny)
			line(fmt.Sprint("P.H ", i), fmt.Sprint(nx, " ", ny))
			a.Army(number, fmt.Sprint("K.L ", i), d.Between(100, 3000), nx, ny)
			line(fmt.Sprint("K.L ", i), "")
			fx, fy := anywhere()
			if number == 1 {
				a.Army(0, fmt.Sprintf("%s %d", []string{"D.N", "D.E"}[d.N(2)], i), d.Between(1, 30), fx, fy)
			} else if number == 2 {
				a.Army(0, fmt.Sprint("K.L ", i), d.Between(100, 1500), fx, fy)
			}
		}
		sheets = append(sheets, game.Sheet{Realm: number, Turn: a.State.Turn, Text: string(text)})
	}
	a.State.Realms[0].Origin = 0
	return realm.Position{Rules: Rules, Tables: a.Tables, State: a.State}, sheets
}
