package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// assembled is a world in which 34 armies of realm 1, group of them to a field, each have so many foes in the next
// field, and a sheet that attacks them all.
func assembled(tb testing.TB, mode string, group, foes int) (*World, game.Sheet) {
	w := freshWorld(tb, "odds", 80, 60, 4)
	numbers := *w.at.Tables
	numbers.Battle = mode
	s := w.at.State.Clone()
	tla, _ := numbers.FindTerrain("tla")
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: tla, Yield: tables.FullYield}
	}
	for n := range s.Armies {
		s.Armies[n] = nil
	}
	units := []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'R', Class: 'M'}, {Type: 'K', Class: 'S'}}
	out := &World{at: realm.Position{Rules: w.at.Rules, Tables: &numbers, State: s}}
	var text strings.Builder
	text.WriteString("$A\n")
	id := int32(0)
	put := func(number int, u tables.Unit, men int64, at game.Place) realm.ArmyName {
		id++
		a := &realm.Army{Realm: number, Name: realm.ArmyName{Unit: u, ID: id}, Men: men, At: at,
			Points: numbers.FindUnit(u).Move, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown}
		out.put(a)
		return a.Name
	}
	for n := 0; n < 34; n += group {
		from := s.Grid.At(10+(n/group%8)*10*2/2, 6+n/group/8*6)
		to := s.Grid.Step(from, 2)
		for k := range min(group, 34-n) {
			name := put(1, units[k%3], int64(2000+10*n+k), from)
			fmt.Fprintf(&text, "%v 2 A+\n", name)
		}
		for k := range foes {
			put(2, units[k%3], int64(2000*group/foes+7*n+3*k+120), to)
		}
	}
	return out, game.Sheet{Realm: 1, Turn: s.Turn, Text: text.String()}
}

// BenchmarkOdds is a receipt of 34 marches that all meet somebody.
func BenchmarkOdds(b *testing.B) {
	for _, mode := range []string{tables.ByStrength, tables.InRows} {
		for _, c := range [][2]int{{1, 1}, {1, 3}, {1, 10}, {3, 3}, {10, 10}} {
			b.Run(fmt.Sprint(mode, " ", c[0], ":", c[1]), func(b *testing.B) {
				w, sheet := assembled(b, mode, c[0], c[1])
				b.ReportAllocs()
				said := map[string]int{}
				for b.Loop() {
					clear(said)
					for _, f := range w.Check(sheet).InForce {
						said[f.What.Code]++
					}
				}
				for _, code := range []string{"odds", "odds-beside", "odds-not"} {
					b.ReportMetric(float64(said[code]), code)
				}
			})
		}
	}
}
