package kolonien

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Three realms on a small map, at each other's throats from the first year on, whose
// lines are often wrong: what their receipts call an error no year does.
func TestReceiptsOfTheReckless(t *testing.T) {
	for seed := range byte(conformance.Often(1, 2)) {
		conformance.Run(t, Rules(), conformance.Example{
			Daily:    daily,
			Fights:   []string{"combat", "sea-combat"},
			Reckoned: []string{"before", "after"},
			Stays:    []string{"own-orders"},
			Founding: game.Founding{Seed: game.Seed{seed}, Width: 6, Height: 5,
				Tables: []byte("[rules]\nnatives_every = 3\nhaven_every = 6\n")},
			Joinings:   joinings,
			Turns:      20,
			Unforeseen: unforeseen,
			Edits:      sensibleEdits,
			Bots:       machineGames,
			SomeEdits:  true, // there are no colonies to give away
			Sheet:      func(w game.World, realm int, d *game.Dice) string { return reckless(w.(*World), realm, d) },
		})
	}
}

// The same in worlds full of armies and fleets that stand beside each other.
func TestReceiptsInTheThick(t *testing.T) {
	done := 0
	worlds := int64(conformance.Often(80, 250))
	for i := range worlds {
		d := game.Seed{11}.Throw(0, 0, "thick", i)
		w := thick(t, d)
		var sheets []game.Sheet
		for _, r := range w.at.State.Realms {
			sheets = append(sheets, game.Sheet{Realm: r.Number, Turn: w.at.State.Turn, Text: reckless(w, r.Number, d)})
		}
		out := w.Resolve(sheets, game.Seed{byte(i)}, 1, nil)
		for _, s := range sheets {
			checked := w.Check(s)
			done += len(checked.InForce)
			for _, p := range checked.Undone(out.Refused(s.Realm)) {
				t.Errorf("world %d: realm %d, line %d is an error (%s) and done:\n%s\n%s", i, s.Realm, p.Line,
					w.at.Rules.Words("en").Say(p.What), s.Text, described(w))
			}
		}
		for _, b := range out.Next().Broken() {
			t.Errorf("world %d: %s", i, b)
		}
	}
	if done < int(10*worlds) {
		t.Errorf("only %d lines were in force", done)
	}
}

// thick draws a world in which everybody is near everybody.
func thick(t *testing.T, d *game.Dice) *World {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("-- world --\nland 8 9 10 14 15 16 20 21")
	land := []int{8, 9, 10, 14, 15, 16, 20, 21}
	for a := 1; a <= 3; a++ {
		for o := a + 1; o <= 3; o++ {
			line("treaty %d %d %c", a, o, "KKAP"[d.N(4)])
		}
	}
	for _, at := range land {
		switch d.N(6) {
		case 0, 1, 2:
			line("colony %d %d level 1 MIL %d", at, d.Between(1, 3), d.N(3))
		case 3:
			line("natives %d tribe N-INF %d", at, d.Between(1, 4))
		}
	}
	for r := 1; r <= 3; r++ {
		for f := range 2 {
			line("fleet %d %d %d TRA %d ESK %d", r, f+1, []int{1, 2, 3, 7, 8, 13, 20, 26}[d.N(8)], d.Between(1, 3),
				d.N(3))
		}
		for _, name := range []string{"Anna", "Bert", "Carl"} {
			line("leader %d %s %d %d INF %d CAV %d", r, name, d.Between(1, 3), land[d.N(int64(len(land)))], d.N(4),
				d.N(3))
		}
	}
	c := buildCase(cases.New(t, b.String()+"-- tables --\n[rules]\ndice_sides = 6\n"))
	for i := range c.world.at.State.Realms {
		for k := range c.world.at.State.Realms[i].Leaders {
			c.world.at.State.Realms[i].Leaders[k].Orders.Withdraw.When = realm.When(d.N(3))
		}
	}
	return c.world
}

// reckless writes orders that can often not be done.
func reckless(w *World, realm int, d *game.Dice) string {
	r := &w.at.State.Realms[realm-1]
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$V\n%d %c", 1+realm%3, "PAKK"[d.N(4)])
	line("%d %c", 1+(realm+1)%3, "PAK"[d.N(3)])
	line("$B")
	for _, l := range r.Leaders {
		line("%d Kolonie", l.At)
	}
	line("$R\n%d INF %d\n$A", r.Home, d.Between(1, 3))
	leader := func() string { return r.Leaders[d.N(int64(len(r.Leaders)))].Name }
	fleet := func() int64 { return d.Between(1, int64(len(r.Fleets)+1)) }
	near := func(at int) int {
		if beside := w.at.State.Areas[at-1].Beside; !d.Chance(150) {
			return beside[d.N(int64(len(beside)))]
		}
		return at
	}
	for range d.Between(2, 9) {
		switch n := d.N(10); {
		case len(r.Leaders) == 0 || n < 2 && len(r.Fleets) > 0:
			from := w.at.State.Realms[realm-1].Home
			if len(r.Fleets) > 0 {
				from = r.Fleets[d.N(int64(len(r.Fleets)))].At
			}
			line("Flotte_%d %d", fleet(), near(near(from)))
		case n < 5:
			name := leader()
			line("%s %d", name, near(r.Leader(name).At))
		case n == 5:
			line("%s an Flotte_%d", leader(), fleet())
		case n == 6:
			line("%s von Flotte_%d", leader(), fleet())
		case n == 7:
			line("%s %s %s %d", leader(), []string{"gibt", "nimmt"}[d.N(2)], tables.Kind(d.N(4)).Code(),
				d.Between(1, 3))
		case n == 8:
			line("%s %s %s %d %s", leader(), []string{"gibt", "nimmt"}[d.N(2)], tables.Kind(d.N(4)).Code(),
				d.Between(1, 3), leader())
		case d.Chance(500):
			line("Flotte_%d zu Flotte_%d", fleet(), fleet())
		default:
			line("Flotte_%d gibt TRA 1 Flotte_%d", fleet(), fleet())
		}
	}
	if len(r.Leaders) > 0 {
		line("$K\n%s verluste kein", r.Leaders[0].Name)
	}
	return b.String()
}
