package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Herds wander, stay where they live (Broken says so after every phase) and
// breed up to the cap; an unlucky one may fall, none comes from nowhere.
func TestHerdsRoamTheirHabitat(t *testing.T) {
	p := gametest.Fresh(t, "roam", 60, 40, 3)
	start := map[realm.ArmyName]game.Place{}
	for _, a := range p.State.Armies[0] {
		start[a.Name] = a.At
	}
	for run := range 12 {
		play := turn.Begin(p, nil, game.Seed{byte(run)})
		gametest.Watched(t, play)
		p = p.With(play.State)
	}
	moved, herds, grown := 0, 0, 0
	for _, a := range p.State.Armies[0] {
		if a.Name.Type != 'M' {
			continue
		}
		at, ok := start[a.Name]
		if !ok {
			t.Errorf("%s was not there", a.Name)
		}
		herds++
		if a.At != at {
			moved++
		}
		if a.Men > p.Tables.FindMonster(a.Name.Unit).Herd {
			grown++
		}
	}
	if moved*2 < herds || grown*2 < herds || herds < 50 {
		t.Errorf("of %d herds %d moved and %d grew", herds, moved, grown)
	}
}

// Herds out of sight may be more, fewer or elsewhere: no receipt changes (law 6).
func TestReceiptsKnowNoHiddenHerds(t *testing.T) {
	p, sheets := gametest.Crowd(t, 60, 40, 4, 8)
	clear := sight.Locate(p.State).Clear(p.Tables, 1)
	say := func(at realm.Position) string {
		got := gametest.Check(at, sheets[0])
		out := ""
		for _, p := range got.Problems {
			out += at.Rules.Words("de").Say(p.What) + "\n"
		}
		for _, f := range got.InForce {
			out += at.Rules.Words("de").Say(f.What) + "\n"
		}
		return out
	}
	want := say(p)
	s := p.State.Clone()
	changed := 0
	for _, a := range s.Armies[0] {
		if clear.Has(a.At) {
			continue
		}
		a.Men++
		for d := game.Direction(1); d <= 6; d++ {
			if to := s.Grid.Step(a.At, d); to != game.Nowhere && !clear.Has(to) &&
				realm.Habitat(p.Tables, a.Name.Unit, s, to) {
				a.At = to
				changed++
				break
			}
		}
	}
	if changed < 50 {
		t.Fatalf("only %d herds were moved", changed)
	}
	if got := say(p.With(s)); got != want {
		t.Errorf("the receipt was\n%s\nand is\n%s", want, got)
	}
}
