package report

import (
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/game"
)

// §15.3: where three play, the report 0 of who comes as the third or later, and the first
// turn's report of all, say how who fells no castle can win; where two do, and later, nobody
// needs it.
func TestTheFirstReportSaysHowToWin(t *testing.T) {
	for _, players := range []int{2, 3} {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, players)
		told := func(text []byte) bool {
			return strings.Contains(strings.Join(strings.Fields(string(text)), " "),
				"wessen Burg und Mauern zusammen die wenigsten Treffer haben") ||
				strings.Contains(strings.Join(strings.Fields(string(text)), " "),
					"whose castle and walls together have the fewest hits")
		}
		if told(Welcome(p).Report(players, nil).Text) != (players > 2) {
			t.Errorf("%d players: the last one's report 0 tells it: %t", players, players < 3)
		}
		first := play(p, game.Seed{2})
		second := play(first.After, game.Seed{3})
		for whose := 1; whose <= players; whose++ {
			if told(first.Report(whose, nil).Text) != (players > 2) || told(second.Report(whose, nil).Text) {
				t.Errorf("%d players: realm %d reads\n%s", players, whose, first.Report(whose, nil).Text)
			}
		}
	}
}

// §15.2, §16.1: whose castle has fallen is passed over: he gets no report of later turns, and
// does not win, wherever he stands among the others and however few hits he has.
func TestTheFallenArePassedOver(t *testing.T) {
	for fallen := 1; fallen <= 3; fallen++ {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 3)
		s := p.State.Clone()
		for i := range s.Realms {
			s.Realms[i].Hits = int64(2 + i)
		}
		s.Realms[fallen-1].Hits, s.Realms[fallen-1].Fallen = 0, true
		want := 1
		if fallen == 1 {
			want = 2
		}
		if got := s.LeastDamaged(); len(got) != 1 || got[0] != want {
			t.Errorf("realm %d has fallen: %v win, want %d", fallen, got, want)
		}
		told := play(p.With(s), game.Seed{2}).Realms()
		for whose := 1; whose <= 3; whose++ {
			has := false
			for _, n := range told {
				has = has || n == whose
			}
			if has == (whose == fallen) {
				t.Errorf("realm %d has fallen: %v get reports", fallen, told)
			}
		}
	}
}
