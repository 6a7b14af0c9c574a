package kolonien

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// outlook reckons anew, from the map alone, what a home finds: how many areas its fleet
// makes to the nearest free coast, and how many free ones it reaches in so many.
func outlook(s *realm.State, home, steps int) (near, lands int) {
	reached := map[int]bool{home: true}
	for n, edge := 1, []int{home}; len(edge) > 0; n++ {
		var next []int
		for _, at := range edge {
			for _, b := range s.Areas[at-1].Beside {
				a := &s.Areas[b-1]
				if reached[b] || s.Areas[at-1].Ground != realm.Sea && a.Ground != realm.Sea {
					continue
				}
				reached[b] = true
				if a.Ground == realm.Sea {
					next = append(next, b)
				} else if a.Ground == realm.Land && a.Natives == nil && a.Haven == nil {
					if near == 0 {
						near = n
					}
					if n <= steps {
						lands++
					}
				}
			}
		}
		edge = next
	}
	return near, lands
}

// Rules §1.7: whatever is drawn, all homes are alike: the way to the nearest free coast
// differs by one area at most, free land within two years' sail (6 areas) by one.
func TestStartsAreFair(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {9, 6}, {8, 6}, {6, 5}, {20, 14}} {
		for seed := range byte(12) {
			founded, err := Rules().Found(game.Founding{Seed: game.Seed{seed, 7}, Width: size[0], Height: size[1]})
			if err != nil {
				t.Fatal(size, seed, err)
			}
			w := founded.(*World)
			for n := 1; ; n++ {
				next, number, err := w.Join(game.Joining{Name: "R" + strconv.Itoa(n), Lang: phrase.De,
					Computer: game.UTF8}, game.Seed{byte(n)})
				if err != nil {
					break
				}
				if w = next.(*World); number != n {
					t.Fatalf("realm %d is the %d.", number, n)
				}
			}
			if n, want := len(w.at.State.Realms), min(8, w.at.State.Height); n != want {
				t.Errorf("%v, seed %d: %d realms, want %d", size, seed, n, want)
			}
			var nears, lands []int
			for _, r := range w.at.State.Realms {
				near, land := outlook(w.at.State, r.Home, 6)
				nears, lands = append(nears, near), append(lands, land)
			}
			if slices.Max(nears)-slices.Min(nears) > 1 || slices.Max(lands)-slices.Min(lands) > 1 ||
				slices.Min(lands) == 0 {
				t.Errorf("%v, seed %d: coasts %v areas away, %v free areas", size, seed, nears, lands)
			}
			if broken := w.Broken(); len(broken) > 0 {
				t.Error(broken)
			}
		}
	}
}

// Seats are the founding's: in whatever order and under whatever seeds realms join, the
// first has the first.
func TestSeatsAreFixed(t *testing.T) {
	founded, err := Rules().Found(game.Founding{Seed: game.Seed{4}})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range byte(5) {
		w, _, err := founded.Join(game.Joining{Name: "Eins"}, game.Seed{seed})
		if err != nil {
			t.Fatal(err)
		}
		s := w.(*World).at.State
		if got := s.Areas[s.Realms[0].Home-1].Beside[0]; got != s.Seats[0] {
			t.Errorf("the home lies at %d, the first seat is %d", got, s.Seats[0])
		}
	}
}

// Where no map has fair seats the error names a size that works, and that does.
func TestUnfairMapsNameASize(t *testing.T) {
	rules, found := Rules(), 0
	for seed := range byte(40) {
		f := game.Founding{Seed: game.Seed{seed}, Width: 6, Height: 6,
			Tables: []byte("[rules]\nrealms_most = 6\nnatives_every = 1\nland_share = 150\nfleet_steps = 2\n")}
		_, err := rules.Found(f)
		if err == nil {
			continue
		}
		_, after, named := strings.Cut(err.Error(), "; maps of ")
		if !named {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		words := strings.Fields(after)
		f.Width, _ = strconv.Atoi(words[0])
		f.Height, _ = strconv.Atoi(words[2])
		if _, again := rules.Found(f); again != nil {
			t.Errorf("seed %d: %v; but %v", seed, err, again)
		}
		found++
	}
	if found == 0 {
		t.Error("every founding went well: the test shows nothing")
	}
	f := game.Founding{Tables: []byte("[rules]\nnatives_every = 1\nhaven_every = 1\nland_share = 100\ncontinents = " +
		"1\nfleet_steps = 1\n")}
	if _, err := rules.Found(f); err == nil || !strings.Contains(err.Error(), "realms_most") {
		t.Errorf("a world without free coasts: %v", err)
	}
}
