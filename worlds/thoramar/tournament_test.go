package thoramar

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/report"
)

const (
	tournamentTurns = 20
	tournamentSeeds = 40
	greatestShare   = 35 // percent of the worlds that one way to play may win
)

// TestTournament has seven ways to play meet on one world, with the balanced numbers.
// In its short form it holds that rivals give only orders their receipts take, and that
// the same seed gives the same end. The whole,
//
//	TOURNAMENT=full go test ./worlds/thoramar -run TestTournament -v
//
// plays 40 seeds and says which way won how many: none more than 35 %, none never.
func TestTournament(t *testing.T) {
	if os.Getenv("TOURNAMENT") != "full" {
		for i := 1; i <= 2; i++ {
			one, winner := tournament(t, i, 6)
			other, again := tournament(t, i, 6)
			if !bytes.Equal(one.State(), other.State()) || winner != again {
				t.Errorf("seed %d ends in two ways", i)
			}
		}
		return
	}
	wins, points := map[string]int{}, map[string]int64{}
	for i := 1; i <= tournamentSeeds; i++ {
		w, winner := tournament(t, i, tournamentTurns)
		wins[winner]++
		for k := range rivals {
			points[rivals[(k+i)%len(rivals)].name] += worth(w, k+1)
		}
	}
	for _, r := range rivals {
		share := wins[r.name] * 100 / tournamentSeeds
		t.Logf("%-9s won %2d of %d, on average worth %d", r.name, wins[r.name], tournamentSeeds,
			points[r.name]/tournamentSeeds)
		if share > greatestShare || wins[r.name] == 0 {
			t.Errorf("%s wins %d %%: want more than 0 and at most %d", r.name, share, greatestShare)
		}
	}
}

// tournament plays one world, whose seats go round from seed to seed, and names the
// winner.
func tournament(t *testing.T, number, turns int) (*World, string) {
	t.Helper()
	seed, err := game.ParseSeed(fmt.Sprint("tournament ", number))
	if err != nil {
		t.Fatal(err)
	}
	rules := Rules()
	numbers, err := rules.Tables([]byte(`set = "balanced"`))
	if err != nil {
		t.Fatal(err)
	}
	found, err := rules.Found(game.Founding{Seed: seed, Width: 60, Height: 45, Tables: numbers})
	if err != nil {
		t.Fatal(err)
	}
	seat := func(k int) *rival { return &rivals[(k+number)%len(rivals)] }
	for k := range rivals {
		if found, _, err = found.Join(game.Joining{Name: "Land " + seat(k).name, Player: seat(k).name},
			seed); err != nil {
			t.Fatal(err)
		}
	}
	w, lines, refused := found.(*World), 0, 0
	for range turns {
		var sheets []game.Sheet
		for k := range rivals {
			if w.at.State.Realms[k+1].Fallen {
				continue
			}
			sheet, wrong := seat(k).plays(w, k+1, &table{seed: seed.Sub("rivals")})
			if n := w.Check(sheet).Errors(); n > 0 {
				t.Errorf("seed %d, turn %d: the receipt of the %s has %d errors", number, w.at.State.Turn, seat(k).name, n)
			}
			lines, refused = lines+bytes.Count([]byte(sheet.Text), []byte("\n")), refused+wrong
			sheets = append(sheets, sheet)
		}
		w = w.Resolve(sheets, seed, 1, nil).Next().(*World)
	}
	if refused*10 > lines {
		t.Errorf("seed %d: %d lines refused, %d taken: the rivals do not know the rules", number, refused, lines)
	}
	best := 0
	for k := range rivals {
		if worth(w, k+1) > worth(w, best+1) {
			best = k
		}
	}
	return w, seat(best).name
}

// worth is what the tournament counts: a realm's treasury, 6,000 GS a field, and half the
// price of what stands on them.
func worth(w *World, realm int) int64 { return report.Worth(w.at, realm) }
