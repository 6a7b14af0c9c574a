package terramagica

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// around counts anew the people within two ways of a home, the home's own with them.
func around(s *realm.State, home int) int64 {
	var seen []int
	for _, at := range append([]int{home}, s.Province(home).Ways...) {
		seen = append(append(seen, at), s.Province(at).Ways...)
	}
	slices.Sort(seen)
	sum := int64(0)
	for _, at := range slices.Compact(seen) {
		sum += s.Province(at).People
	}
	return sum
}

// Rules §2.4: the homes the founding fixes never touch, and the people within two ways of
// one are at most half as many again as of another. They are the first that are given.
func TestHomesAreAlike(t *testing.T) {
	for _, c := range []struct{ width, height, homes int }{{0, 0, 5}, {8, 6, 4}, {16, 12, 8}, {6, 5, 3}, {20, 20, 8}} {
		for seed := range byte(10) {
			w := game.World(founded(t, game.Founding{
				Seed: game.Seed{seed, 3}, Width: c.width, Height: c.height,
				Tables: fmt.Appendf(nil, "[rules]\nhomes = %d\n", c.homes),
			}))
			people := make([]int64, c.homes)
			for n := range c.homes {
				s := w.(*World).at.State
				if len(s.Seats) != c.homes {
					t.Fatalf("%+v, seed %d: seats %v", c, seed, s.Seats)
				}
				people[n] = around(s, s.Seats[n]) - s.Province(s.Seats[n]).People + 6000
			}
			for n := range c.homes {
				next, _, err := w.Join(game.Joining{Name: fmt.Sprint("R", n), Player: "P", Lang: phrase.De},
					game.Seed{byte(n)})
				if err != nil {
					t.Fatal(err)
				}
				w = next
			}
			s := w.(*World).at.State
			for i, r := range s.Realms[1:] {
				if r.Home != s.Seats[i] {
					t.Errorf("%+v, seed %d: realm %d lives in %d, its seat is %d", c, seed, r.Number, r.Home,
						s.Seats[i])
				}
				for _, other := range s.Realms[1:] {
					if slices.Contains(s.Province(r.Home).Ways, other.Home) {
						t.Errorf("%+v, seed %d: homes %d and %d touch", c, seed, r.Home, other.Home)
					}
				}
			}
			if low, high := slices.Min(people), slices.Max(people); high*2 > low*3 {
				t.Errorf("%+v, seed %d: people about the homes %v", c, seed, people)
			}
		}
	}
}

// Where no map allows it the best is taken, and founding does not fail: on a world of nine
// provinces eight homes must touch. A seat that is taken is passed over.
func TestHomesWhereNothingIsFair(t *testing.T) {
	w := founded(t, game.Founding{Seed: game.Seed{1}, Width: 3, Height: 3})
	if n := len(w.at.State.Seats); n == 0 {
		t.Fatal("no seats")
	}
	first := w.at.State.Seats[0]
	w.at.State.Realms = append(w.at.State.Realms, realm.Realm{Person: rulekit.Person{Number: 1, Name: "A"}})
	w.at.State.Armies = append(w.at.State.Armies,
		[]*realm.Army{{Realm: 1, Name: "X", At: first, Stacks: []realm.Stack{{Unit: "Soldat", Number: 1}}}})
	next, _, err := w.Join(game.Joining{Name: "B", Player: "P"}, game.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	if home := next.(*World).at.State.Realms[2].Home; home == first {
		t.Errorf("the home %d is where another's army stands", home)
	}
	w.at.State.Seats = nil // a world founded before there were seats
	if _, _, err := w.Join(game.Joining{Name: "B", Player: "P"}, game.Seed{}); err != nil {
		t.Error(err)
	}
}
