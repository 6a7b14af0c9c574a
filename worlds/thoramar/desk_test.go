package thoramar

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// A march along the way of a field in reach comes there in that week, with those points left. Where somebody stops it,
// it ends beside the field.
func TestReachIsMarched(t *testing.T) {
	t.Parallel()
	reached, met := 0, 0
	for n := range conformance.Often(6, 30) {
		seed := game.Seed{byte(n), 45}
		w, sheets := scene(freshWorld(t, fmt.Sprint("reach", n%3), 36, 30, 4), seed.Throw(0, 0, "scene"))
		k, _ := open(t, w, 1)
		p := k.(game.Planner)
		for _, a := range p.Desk(1, phrase.En).Armies {
			m := game.Mover{Army: a.Name}
			for _, r := range p.Reach(1, m, sheets[0].Text) {
				march := p.March(1, m, directions(r.Way), sheets[0].Text, phrase.En)
				if r.Meets {
					if met++; march.Stops == nil || len(march.Steps) != len(r.Way)-1 {
						t.Fatalf("scene %d: %s meets somebody in %s on %s, but %+v", n, a.Name, r.At, r.Way, march)
					}
					continue
				}
				reached++
				if last := len(march.Steps) - 1; march.Stops != nil || last < 0 || march.Steps[last].At != r.At ||
					march.Steps[last].Left != r.Left || march.Steps[last].Week != r.Week {
					t.Fatalf("scene %d: %s comes to %s by %s with %d, but %+v", n, a.Name, r.At, r.Way, r.Left, march)
				}
			}
		}
	}
	if reached < 500 || met < 20 {
		t.Errorf("%d fields reached, %d met: the test proves little", reached, met)
	}
}

func directions(way string) (out []game.Direction) {
	for i := range len(way) {
		out = append(out, game.Direction(way[i]-'0'))
	}
	return out
}

// A desk is the same each time it is asked for, and only its realm has one.
func TestDeskIsTheRealmsOwn(t *testing.T) {
	t.Parallel()
	w, _ := scene(freshWorld(t, "desk", 36, 30, 4), game.Seed{3}.Throw(0, 0, "scene"))
	k, _ := open(t, w, 1)
	p := k.(game.Planner)
	first, again := fmt.Sprintf("%+v", p.Desk(1, phrase.De)), fmt.Sprintf("%+v", p.Desk(1, phrase.De))
	if len(first) != len(again) {
		t.Errorf("a desk changes:\n%s\n%s", first, again)
	}
	if d := p.Desk(2, phrase.De); d.Weeks != 0 || d.Armies != nil {
		t.Errorf("the desk of another: %+v", d)
	}
	if m := p.March(2, game.Mover{Army: "K.L 1"}, directions("11"), "", phrase.De); m.Steps != nil || m.Stops != nil {
		t.Errorf("the march of another: %+v", m)
	}
	units := p.Desk(1, phrase.En).Units
	i := slices.IndexFunc(units, func(u game.Unit) bool { return u.Code == "K.M" })
	if i < 0 || units[i].Price[0].Amount != 10 || units[i].Once[0].Amount != 1000 || units[i].Sites[0].At != "0/0" ||
		units[i].Sites[0].Most != 10000 { // the capital's 100,000 GS a year, at 10 GS a man
		t.Errorf("medium warriors: %+v", units[i])
	}
}
