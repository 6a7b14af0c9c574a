package thoramar

import (
	"fmt"
	"strings"

	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// blunder writes lines now and then that cannot be done, or not as they stand:
// players err.
func (p *player) blunder() {
	land := p.land()
	if len(land) == 0 {
		return
	}
	at, far := pick(p.d, land), p.State.Realms[p.own].Origin
	for try := 0; try < 20 && int(p.Field(far).Owner) == p.own; try++ {
		if far = pick(p.d, p.beside(far)); len(p.beside(far)) < 6 {
			far = p.State.Realms[p.own].Origin
		}
	}
	other := int(p.d.Between(1, int64(len(p.State.Realms)-1)))
	here, there := p.xy(at), p.xy(far)
	if p.chance(45) {
		lines := []string{
			"B STD " + there + " Fremd", "B HST " + here, "B MIN " + here, "B WTO " + here, "B TSL " + here, "B TPL " +
				here,
			"B STD 0 1", "B BRG 99 99", fmt.Sprint("B W ", there, " 1"),
			fmt.Sprint("B B ", here, " ", p.d.Between(1, 6)),
			fmt.Sprint("B S ", here, " 123456"), "B W " + here + " 123", "B BRG " + here, "B FES " + here, "B S " +
				here + " 111111111111", "B W " + here + " 123456",
			"R K.M 900 1000 " + here, "R K.L 901 3 0 0", "R P.H 900 5 0 0", "R S.L 900 10 0 0 1", "R S.M 901 10 0 0 4",
			"R Z.B 902 10 0 0", "R +Z.M 903 60 0 0",
			"R K.S 904 99999 0 0", "R F.L 905 1000 " + here, "R H.K 906 2500 0 0", "R H.K 907 100 0 0",
			"R H.S 908 10 0 0 2", "R K.M 909 2000 " + there,
			"R +K.M 1 100 0 0", "R K.L 1 100 0 0", "R H.S 909 10 0 0 5", "R R.S 910 500 0 0",
			fmt.Sprint("R S.L 911 10 ", here, " ", p.d.Between(1, 6)),
			fmt.Sprintf("G %d 999999999", other), "G 77 100", fmt.Sprintf("G %d 5", p.own),
			fmt.Sprintf("L %d %s", other, here),
			fmt.Sprintf("L %d 0 0", other), fmt.Sprintf("L %d %s", other, there), fmt.Sprintf("V %d K", other),
			fmt.Sprintf("V %d P", other), fmt.Sprintf("V %d A", p.own),
			fmt.Sprintf("S Reichsname %s", p.State.Realms[other].Name), "A K.M 999 1230000000000 A+",
			"A V.L 99 1100000000000 A+", "A Q.X 1 000 V",
			"A Z.B 1 000 Z+", "N #99\nIst da wer?\n#E", "S Reichsname ",
		}
		for range p.d.Between(1, 3) {
			l := pick(p.d, lines)
			p.line(l[0], "%s", l[2:])
		}
		for _, q := range land {
			if b := p.Field(q).Building; b != nil && b.Damage != tables.Intact && p.chance(20) {
				p.line('B', "%s %s", pick(p.d, []string{"FES", "STD", "HST"}), p.xy(q))
			}
		}
	}
	for _, a := range p.State.Armies[p.own] {
		if p.chance(7) {
			p.slip(a, there)
		}
	}
}

// slip is a wrong line for an army.
func (p *player) slip(a *realm.Army, there string) {
	n, still := a.Name, "0000000000000"
	var to []string
	mate := a // another of the realm, of the same unit if there is one
	for _, b := range p.State.Armies[p.own] {
		if b != a && (mate.Name.Unit != n.Unit || p.chance(30)) {
			mate = b
		}
	}
	kind := fmt.Sprintf("%v", n.Unit)
	switch n.Type {
	case 'Z':
		to = []string{"V- 30 30", "V- 2 2", "V- " + there, "V- K.M 77", "V- K.L 1", "V- S.L 1", "V- S.M 2"}
		if n.Class == 'B' {
			to = append(to, "V- D.N 1 5", "V- D.N 1 3", "V- D.E 1 1")
		}
	case 'P':
		to = []string{"V- 30 30", "V- 4 4", "V- " + there, "V- " + there, "V S.L 1", "V- V.L 1"}
	case 'H':
		to = []string{"V+ 2 0", "V+ 1 1", "V+ " + there, "V+ 99 99", "V+ " + mate.Name.String(), "V+ S.L 1", "V H.S 1",
			"A+"}
	case 'S':
		to = []string{"V+ " + kind + " 999", "V+ " + mate.Name.String(), "V+ " + kind + " 998 1", "V+ " + kind +
			" 997 2", "A+ V.S 1", "V+ V.S 1", "V+ V.S 2"}
	case 'D':
		to = []string{"E+", "P+", "Z+ HST", "Z S 1", "A+ 123", "A-"}
	case 'V':
		to = []string{"E+", "V+", "A+ 7"}
	default:
		to = []string{"V+ " + kind + " 999", "V+ " + mate.Name.String(), "V+ " + kind + " 998 999999", "V+ " + kind +
			" 1 200", "E+", "P+", "Z+ HST", "Z+ STD", "Z S 2",
			"V+ S.L 99", "V+ S.L 1", "V+ S.M 1", "E+ S.S 1", "A+ 321", "V+ V.L 1", "V+ V.L 2", "Z+ " +
				"W 3", "V+ S.M 2", "V+ S.S 2"}
	}
	special := pick(p.d, to)
	switch d := p.toWater(a.At); {
	case strings.Contains(special, " S.") && d != 0 && p.chance(80):
		still = fmt.Sprint(d)
	case p.chance(15):
		still = fmt.Sprint(p.d.Between(1, 6), p.d.Between(1, 6))
	case p.chance(30):
		still = (p.stray(a, 4) + still)[:realm.Weeks-int(p.d.N(5))]
	}
	p.order(n, still, special)
	if p.chance(10) && n.Type == 'K' && a.Men > 400 { // a half that already has its special
		m := p.free(n.Unit)
		p.line('A', "%v 0 V+ %v 150", n, m)
		p.line('A', "%v 0 V+ %v 100", m, p.free(n.Unit))
	}
}
