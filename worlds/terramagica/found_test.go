package terramagica

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/tables"
)

func founded(t *testing.T, f game.Founding) *World {
	t.Helper()
	w, err := Rules().Found(f)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*World)
}

// A world of 8 × 6 has 48 provinces: 48 × 0.3 = 14 of sea, 48 × 0.2 = 9 of rough land, both
// rounded down. What else touches the sea is coast and no other. People and guards
// are in their bounds; numbers run east and then south.
func TestFound(t *testing.T) {
	for seed := range byte(20) {
		s := founded(t, game.Founding{Seed: game.Seed{seed}}).at.State
		count := map[tables.Terrain]int{}
		for i := range s.Provinces {
			p := &s.Provinces[i]
			count[p.Terrain]++
			sea := slices.ContainsFunc(p.Ways, func(n int) bool { return s.Province(n).Terrain == tables.Sea })
			if sea != (p.Terrain == tables.Coast) && (p.Terrain == tables.Land || p.Terrain == tables.Coast) {
				t.Errorf("seed %d: province %d is %s, by the sea %t", seed, i+1, p.Terrain, sea)
			}
			guards := s.In(i + 1)
			switch {
			case p.Terrain == tables.Sea:
				if p.People != 0 || len(guards) != 0 {
					t.Errorf("%d people and %d guards at sea", p.People, len(guards))
				}
			case p.People < 2000 || p.People > 8000 || p.Most != p.People*3/2:
				t.Errorf("province %d has %d of %d people", i+1, p.People, p.Most)
			case len(guards) != 1 || guards[0].Men() < 30 || guards[0].Men() > 100 ||
				guards[0].Name != fmt.Sprint("Wache", i+1):
				t.Errorf("province %d is guarded by %v", i+1, guards)
			}
		}
		if len(s.Provinces) != 48 || count[tables.Sea] != 14 || count[tables.Hard] != 9 {
			t.Errorf("seed %d: %v", seed, count)
		}
	}
	// 1 touches 2 and the two below it: in a map of 6 rows the first is set off to the east.
	s := founded(t, game.Founding{}).at.State
	if got := fmt.Sprint(s.Province(1).Ways, s.Province(9).Ways,
		s.Province(10).Ways); got != "[2 9 10] [1 10 17] [1 2 9 11 17 18]" {
		t.Errorf("ways of 1, 9 and 10: %s", got)
	}
}

// Worlds that are too small or too big are refused with what would do.
func TestFoundRefused(t *testing.T) {
	for _, size := range [][2]int{{2, 6}, {8, 41}} {
		if _, err := Rules().Found(game.Founding{Width: size[0], Height: size[1]}); err == nil ||
			!strings.Contains(err.Error(), "possible are 3 to 40") {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// A realm begins with what §1.2 says, in a free province of easy land with two
// neighbours of land, more than three ways from the next as long as there is such.
func TestNewRealm(t *testing.T) {
	for seed := range byte(10) {
		var w game.World = founded(t, game.Founding{Seed: game.Seed{seed}, Width: 16, Height: 12})
		for n := 1; n <= 4; n++ {
			next, number, err := w.Join(game.Joining{Name: fmt.Sprint("R", n), Player: "P", Lang: phrase.En},
				game.Seed{seed, byte(n)})
			if err != nil || number != n {
				t.Fatal(number, err)
			}
			w = next
		}
		s := w.(*World).at.State
		for _, r := range s.Realms[1:] {
			p := s.Province(r.Home)
			if r.Gold != 1000 || r.Mana != 5 || p.Owner != r.Number || p.People != 6000 || p.Most != 9000 ||
				p.Terrain != tables.Land && p.Terrain != tables.Coast {
				t.Errorf("%+v in %+v", r, p)
			}
			here := s.In(r.Home)
			if len(here) != 1 || here[0].Called() != fmt.Sprint(r.Number, ".Guard") ||
				here[0].Stack("Soldat").Number != 100 || here[0].Stack("Bogenschuetze").Number != 50 {
				t.Errorf("realm %d begins with %v", r.Number, here)
			}
			steps := stepsFrom(s, r.Home, anywhere)
			for _, other := range s.Realms[1:] {
				if other.Number != r.Number && steps[other.Home-1] <= 3 {
					t.Errorf("seed %d: homes %d and %d are %d ways apart", seed, r.Number, other.Number,
						steps[other.Home-1])
				}
			}
		}
	}
}

// Joining fails, with its reason, when no province is free and for what there is not.
func TestJoinRefused(t *testing.T) {
	w := founded(t, game.Founding{Width: 3, Height: 3})
	for i := range w.at.State.Provinces {
		w.at.State.Provinces[i].Terrain = tables.Hard
	}
	for want, j := range map[string]game.Joining{
		"no room":                 {Name: "A", Player: "P"},
		"A name is missing":       {Name: " ", Player: "P"},
		"contains U+000A":         {Name: "A\nB", Player: "P"},
		"there are no kinds":      {Name: "A", Player: "P", Kind: "nomad"},
		"there are no cultures":   {Name: "A", Player: "P", Culture: "plain"},
		`no language "fr"`:        {Name: "A", Player: "P", Lang: "fr"},
		`there is no computer "X`: {Name: "A", Player: "P", Computer: "X"},
	} {
		if _, _, err := w.Join(j, game.Seed{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", j, err, want)
		}
	}
}

// A later file replaces the earlier one whole, but not if no line in it is good.
func TestMerge(t *testing.T) {
	w := founded(t, game.Founding{})
	good, better, bad := game.Sheet{Text: "$A\nNord 3\n"}, game.Sheet{Text: "$A\nSued 4\n"}, game.Sheet{Text: "$A\n?\n"}
	if got := w.Merge(good, better); got.Text != better.Text {
		t.Errorf("merged to %q", got.Text)
	}
	if got := w.Merge(good, bad); got.Text != good.Text {
		t.Errorf("merged to %q", got.Text)
	}
	if got := w.Merge(bad, better); got.Text != better.Text {
		t.Errorf("merged to %q", got.Text)
	}
}
