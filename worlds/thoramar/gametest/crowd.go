package gametest

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Crowd founds a world with so many realms, gives each so many armies on the
// land around its capital, and writes sheets that move every army.
func Crowd(tb testing.TB, width, height, realms, armies int) (realm.Position, []game.Sheet) {
	tb.Helper()
	seed := game.Seed{7}
	var who []game.Joining
	for r := 1; r <= realms; r++ {
		who = append(who, game.Joining{Name: fmt.Sprint("Reich ", r), Player: fmt.Sprint("Spieler ", r),
			Lang: phrase.Langs[r%2]})
	}
	p := joined(tb, seed, width, height, who...)
	sheets := make([]game.Sheet, realms)
	for r := 1; r <= realms; r++ {
		dice := seed.Throw(0, 0, "crowd", int64(r))
		text := []byte("$A\n")
		for i := range armies {
			a := &realm.Army{
				Realm: r, Name: realm.ArmyName{Unit: []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'K', Class: 'M'},
					{Type: 'R', Class: 'L'}, {Type: 'R', Class: 'M'}}[i%4], ID: int32(i + 1)},
				Men: dice.Between(150, 3000), At: Stroll(p, p.State.Realms[r].Origin, dice, 25, nil), Fit: -1, Since: 1,
				Start: game.Nowhere,
				Flag:  []realm.Flag{realm.Shown, realm.NoSign, realm.Hidden}[dice.N(3)],
			}
			a.Points = p.Tables.FindUnit(a.Name.Unit).Move
			var plan []byte
			Stroll(p, a.At, dice, realm.Weeks, &plan)
			text = fmt.Appendf(text, "%v %s %s\n", a.Name, plan, []string{"V+", "V", "V-"}[dice.N(3)])
			list := p.State.Armies[r]
			at := realm.ArmyPlace(list, a.Name)
			p.State.Armies[r] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
		}
		sheets[r-1] = game.Sheet{Realm: r, Turn: 1, Text: string(text)}
	}
	return p, sheets
}

// Stroll walks over land that can be walked, and gives where it ends.
func Stroll(p realm.Position, at game.Place, dice *game.Dice, steps int, plan *[]byte) game.Place {
	height := func(q game.Place) int { return p.Tables.Terrain[p.State.Fields[q].Terrain].Height }
	for range steps {
		var ways []game.Direction
		for d := game.Direction(1); d <= 6; d++ {
			q := p.State.Grid.Step(at, d)
			if q != game.Nowhere && height(q) > 0 && height(q)-height(at) <= 1 && height(at)-height(q) <= 1 {
				ways = append(ways, d)
			}
		}
		if len(ways) == 0 {
			if plan != nil {
				*plan = append(*plan, '0')
			}
			continue
		}
		d := ways[dice.N(int64(len(ways)))]
		at = p.State.Grid.Step(at, d)
		if plan != nil {
			*plan = append(*plan, '0'+byte(d))
		}
	}
	return at
}

// WildSheet writes lines of all sections about fields near the capital and
// armies that may or may not be there.
func WildSheet(dice *game.Dice) string {
	var b strings.Builder
	n := func(lo, hi int64) int64 { return dice.Between(lo, hi) }
	pick := func(list ...string) string { return list[dice.N(int64(len(list)))] }
	xy := func() string {
		y := n(-2, 2)
		x := n(-2, 2)
		if y&1 != 0 && x == 0 {
			x = 1
		}
		return fmt.Sprint(x, " ", y)
	}
	b.WriteString("$B\n")
	for range 6 {
		fmt.Fprintln(&b, pick("STD", "BRG", "FES", "HST", "TSL", "TPL", "MIN"), pick("0 0", xy()),
			"Ort_"+pick("A", "B"))
		fmt.Fprintln(&b, pick("S", "W", "B"), pick("0 0", xy()), n(1, 6))
	}
	b.WriteString("$R\n")
	for range 6 {
		fmt.Fprintf(&b, "%s%s %d %d %s\n", pick("", "+"), pick("K.L", "K.M", "R.M", "F.L", "S.L", "P.K"), n(1, 12),
			n(1, 3000), pick("0 0", xy()))
	}
	b.WriteString("$G\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 9), n(1, 200000))
	}
	b.WriteString("$L\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 7), xy())
	}
	b.WriteString("$V\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 9), pick("K", "A", "P"))
	}
	b.WriteString("$A\n")
	for i := range 8 {
		fmt.Fprintf(&b, "%s %d %d%d00000000000 %s%s%s\n", pick("K.L", "K.M", "R.L", "R.M"), i+1, n(0, 6), n(0, 6),
			pick("V", "A", "P", "E", "Z"), pick("+", "-", ""), pick("", "", " K.M 77 400", " K.L 1", " STD", " S 4"))
	}
	b.WriteString("$S\nReichsname " + pick("Reich 2", "Neu") + "\n$N\n#" + fmt.Sprint(n(1, 9)) + "\nText\n#E\n")
	return b.String()
}
