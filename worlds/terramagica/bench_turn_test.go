package terramagica

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// benchWorlds are the worlds in which a turn is measured: one density, six
// provinces a realm, sea among them.
var benchWorlds = []struct{ width, height, realms int }{
	{8, 6, 8},
	{16, 15, 40},
	{32, 30, 160},
}

// BenchmarkTurn is a week of the rules: sheets read, turn resolved, every report
// written, the state put into bytes. Each realm has 16 armies of four units; all have
// statuses and most march, two of them fight for a neighbour's land. A report has the
// whole map and all fortifications: for 20 times the realms the reports have 31 times
// the text, and the turn is to take no longer than that.
func BenchmarkTurn(b *testing.B) {
	for _, h := range benchWorlds {
		b.Run(fmt.Sprintf("%dx%d/%d_realms", h.width, h.height, h.realms), func(b *testing.B) {
			w := hosted(b, h.width, h.height, h.realms)
			sheets := campaign(w)
			size, battles := 0, 0
			for _, e := range w.Resolve(sheets, game.Seed{1}, 1, nil).Annals().Events() {
				if e.Code == "battle" {
					battles++
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				o := w.Resolve(sheets, game.Seed{1}, 1, nil)
				size = 0
				for r := 1; r <= h.realms; r++ {
					size += len(o.Report(r, nil).Text)
				}
				size += len(o.Next().State())
			}
			if battles < h.realms {
				b.Fatalf("only %d battles", battles)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*h.realms), "µs/realm")
			b.ReportMetric(float64(battles), "battles/op")
			b.ReportMetric(float64(size), "report-bytes/op")
		})
	}
}

// What is in force, and what is not, is the same without the odds of battles, which alone are told otherwise.
func TestAcceptsIsCheckWithoutOdds(t *testing.T) {
	w := hosted(t, benchWorlds[0].width, benchWorlds[0].height, benchWorlds[0].realms)
	fought := 0
	for _, sheet := range campaign(w) {
		checked, accepted := w.Check(sheet), turn.Accepts(w.at, sheet)
		odds := func(f game.InForce) bool { return f.What.Code == "odds" || f.What.Code == "odds-not" }
		all := len(checked.InForce)
		checked.InForce, accepted.InForce = slices.DeleteFunc(checked.InForce, odds), slices.DeleteFunc(accepted.InForce, odds)
		fought += all - len(checked.InForce)
		if !reflect.DeepEqual(checked, accepted) {
			t.Errorf("realm %d: %+v, not %+v", sheet.Realm, accepted, checked)
		}
	}
	if fought == 0 {
		t.Error("nobody was told odds")
	}
}

// BenchmarkDesk is what the desk of one realm of each of these worlds costs.
func BenchmarkDesk(b *testing.B) {
	for _, h := range benchWorlds {
		b.Run(fmt.Sprintf("%d_realms", h.realms), func(b *testing.B) {
			w := hosted(b, h.width, h.height, h.realms)
			k, err := Rules().OpenKnown(w.Known(1), nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				k.(game.Planner).Desk(1, phrase.En)
			}
		})
	}
}

// BenchmarkCheck is what a receipt of one realm of each of these worlds costs.
func BenchmarkCheck(b *testing.B) {
	for _, h := range benchWorlds {
		b.Run(fmt.Sprintf("%d_realms", h.realms), func(b *testing.B) {
			w := hosted(b, h.width, h.height, h.realms)
			sheet := campaign(w)[0]
			for b.Loop() {
				w.Check(sheet)
			}
		})
	}
}

// hosted is a world all of whose realms own the land around their homes and have
// 16 armies: fourteen there, and two where the next realm lives.
func hosted(b testing.TB, width, height, realms int) *World {
	b.Helper()
	var w game.World
	w, err := Rules().Found(game.Founding{Seed: game.Seed{7}, Width: width, Height: height})
	for n := 1; n <= realms && err == nil; n++ {
		w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Reich ", n), Player: fmt.Sprint("Spieler ", n),
			Lang: phrase.Langs[n%2]}, game.Seed{byte(n)})
	}
	if err != nil {
		b.Fatal(err)
	}
	out := w.(*World)
	s := out.at.State
	for r := 1; r <= realms; r++ {
		home := s.Realms[r].Home
		for _, m := range s.Province(home).Ways {
			if p := s.Province(m); p.Owner == 0 && p.Terrain != tables.Sea {
				p.Owner = r
			}
		}
		s.Province(home).Walls = []string{"Palisade"}
	}
	for r := 1; r <= realms; r++ {
		at := append([]int{s.Realms[r].Home}, landAround(s, s.Realms[r].Home)...)
		next := s.Realms[1+r%realms].Home
		for i := range 16 {
			a := &realm.Army{Realm: r, Name: fmt.Sprintf("Heer%d", i), At: at[i%len(at)]}
			if i < 2 {
				a.At = append([]int{next}, landAround(s, next)...)[i%(1+len(landAround(s, next)))]
			}
			for k, unit := range []string{"Soldat", "Bogenschuetze", "Ritter", "Reiter"} {
				a.Take(out.at.Tables, unit, int64(40-10*k+i), int64(k))
			}
			s.Add(a)
		}
		s.Realms[r].Gold = 100_000
	}
	return out
}

// land are the neighbours of a province that are not sea.
func landAround(s *realm.State, number int) []int {
	var out []int
	for _, m := range s.Province(number).Ways {
		if s.Province(m).Terrain != tables.Sea {
			out = append(out, m)
		}
	}
	return out
}

// campaign are the sheets of all realms.
func campaign(w *World) []game.Sheet {
	var out []game.Sheet
	for _, r := range w.at.State.Realms[1:] {
		var text strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
		next := 1 + r.Number%(len(w.at.State.Realms)-1)
		line("$A")
		for i := range 16 {
			a := w.at.State.Army(r.Number, fmt.Sprintf("Heer%d", i))
			line("%s gemeinsam %d", a.Name, 1+next%(len(w.at.State.Realms)-1))
			line("%s angriff %d", a.Name, next)
			if i < 2 && w.at.State.Province(a.At).Owner != r.Number {
				line("%s erobere", a.Name)
			} else if ways := landAround(w.at.State, a.At); len(ways) > 0 {
				line("%s %d", a.Name, ways[i%len(ways)])
			}
		}
		line("$K\nHeer0 Ritter 2 Sturmangriff\nHeer1 Soldat 1 Vorruecken\n$R\nSoldat 20 Heer5\nReiter 5 "+
			"Heer6\n$B\n%d Mauer", r.Home)
		line("$N\n#%d\nGruß\n#E", next)
		out = append(out, game.Sheet{Realm: r.Number, Turn: w.at.State.Turn, Text: text.String()})
	}
	return out
}
