package sight_test

import (
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// TestHowArmiesLook: flags of $A, and the limits of T03 "Spionage" (K 200, R
// 100, P 25; sorcerers 100 by decision 8). F and ships have none: they cannot hide.
func TestHowArmiesLook(t *testing.T) {
	for _, c := range []struct {
		realm int
		name  string
		men   int64
		flag  realm.Flag
		want  sight.Look
	}{
		{2, "K.M 1", 1, realm.Shown, sight.Signed},
		{2, "K.M 1", 1, realm.NoSign, sight.Unsigned},
		{2, "K.M 1", 200, realm.Hidden, sight.Unseen},
		{2, "K.M 1", 201, realm.Hidden, sight.Unsigned},
		{2, "R.L 1", 100, realm.Hidden, sight.Unseen},
		{2, "R.L 1", 101, realm.Hidden, sight.Unsigned},
		{2, "P.H 1", 25, realm.Hidden, sight.Unseen},
		{2, "P.H 1", 26, realm.Hidden, sight.Unsigned},
		{2, "Z.B 1", 100, realm.Hidden, sight.Unseen},
		{2, "Z.B 1", 101, realm.Hidden, sight.Unsigned},
		{2, "F.L 1", 100, realm.Hidden, sight.Unsigned},
		{0, "K.L 1", 50, realm.Hidden, sight.Signed},
		{1, "K.M 1", 100, realm.Hidden, sight.Signed}, // one's own
	} {
		a := gametest.NewArena(t)
		army := a.Army(c.realm, c.name, c.men, 0, 0)
		army.Flag = c.flag
		a.Week = 1
		if got := sight.Visible(a.Turn.Turn, 1, army); got != c.want {
			t.Errorf("realm %d's %s of %d with flag %q looks %d, want %d", c.realm, c.name, c.men, c.flag, got, c.want)
		}
	}
}

// TestFightersAreSeen: who fights is seen by all involved, in that week only.
func TestFightersAreSeen(t *testing.T) {
	a := gametest.NewArena(t)
	spy := a.Army(2, "K.M 1", 150, 2, 0)
	spy.Flag, spy.March = realm.Hidden, &realm.March{}
	a.Army(1, "K.M 1", 1000, 1, 0)
	a.Week, a.Phase = 1, "move"
	a.Expose(spy, 1, 2)
	for viewer, want := range map[int]sight.Look{1: sight.Signed, 2: sight.Signed, 3: sight.Unseen} {
		if got := sight.Visible(a.Turn.Turn, viewer, spy); got != want {
			t.Errorf("realm %d sees %d, want %d", viewer, got, want)
		}
	}
	a.Turn.Watch.Look(a.Turn.Turn)
	a.Week = 2
	a.Turn.Watch.Look(a.Turn.Turn)
	for i, want := range []sight.Look{sight.Signed, sight.Unseen} {
		w := &a.Weeks[i]
		from, _ := w.At(spy.At)
		if got := w.Looks(1, from); got != want {
			t.Errorf("week %d: realm 1 saw %d, want %d", i+1, got, want)
		}
		if got := w.Looks(3, from); got != sight.Unseen {
			t.Errorf("week %d: realm 3 saw %d, it was not involved", i+1, got)
		}
	}
}

// TestSpiesAreFound: in a field with a foreign army or building a hidden army is
// found, without sign, in a tenth of the weeks; in an empty field never, and
// before week 1 never.
func TestSpiesAreFound(t *testing.T) {
	a := gametest.NewArena(t)
	for id := 1; id <= 100; id++ {
		with := a.Army(2, "K.M "+string(rune('0'+id/100))+string(rune('0'+id/10%10))+string(rune('0'+id%10)), 150, 0, 0)
		with.Flag = realm.Hidden
		alone := a.Army(3, "K.M "+string(rune('0'+id/100))+string(rune('0'+id/10%10))+string(rune('0'+id%10)), 150, 4,
			0)
		alone.Flag = realm.Hidden
	}
	a.Army(1, "K.M 1", 1000, 0, 0)
	a.Field(a.XY(0, 2)).Owner = 1
	for _, army := range a.State.Armies[2] {
		if sight.Visible(a.Turn.Turn, 1, army) != sight.Unseen {
			t.Fatal("found before week 1")
		}
	}
	found := 0
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		a.Turn.Watch.Look(a.Turn.Turn)
		w := &a.Weeks[a.Week-1]
		for i := range w.Spots {
			l := w.Looks(1, int32(i))
			switch {
			case w.Spots[i].Realm == 3 && l != sight.Unseen:
				t.Fatal("found in an empty field")
			case w.Spots[i].Realm == 2 && l == sight.Signed:
				t.Fatal("a found spy shows no sign")
			case w.Spots[i].Realm == 2 && l == sight.Unsigned:
				found++
			}
		}
	}
	// 100 spies in 13 weeks: 1300 draws at 10 %, 130 expected; 4 standard
	// deviations of sqrt(1300 × 0.1 × 0.9) = 10.8 are 43.
	if found < 130-43 || found > 130+43 {
		t.Errorf("found %d of 1300, want about 130", found)
	}
}

// TestBuildingsFindSpies: the owner's building looks for spies as an army does,
// his bare land does not.
func TestBuildingsFindSpies(t *testing.T) {
	for _, built := range []bool{true, false} {
		a := gametest.NewArena(t)
		a.Field(a.XY(0, 0)).Owner = 1
		if built {
			a.Field(a.XY(0, 0)).Building = &realm.Building{Kind: "BRG"}
		}
		spy := a.Army(2, "K.M 1", 150, 0, 0)
		spy.Flag = realm.Hidden
		found := false
		for turn := 1; turn <= 20; turn++ { // 260 draws: none with 0.9^260 < 10^-11
			a.State.Turn, a.Number = turn, turn
			for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
				found = found || sight.Visible(a.Turn.Turn, 1, spy) == sight.Unsigned
			}
		}
		if found != built {
			t.Errorf("building %v: found %v", built, found)
		}
	}
}

// TestWhoSeesAField: its owner, armies in it and beside it that are not cargo,
// a capital beside it that stands.
func TestWhoSeesAField(t *testing.T) {
	a := gametest.NewArena(t)
	at := a.XY(0, 0)
	a.Field(at).Owner = 1
	a.Army(2, "K.M 1", 500, 2, 0) // two fields away
	if got := sight.Watchers(a.Turn.Turn, at); !slices.Equal(got, []int{1}) {
		t.Errorf("watched by %v, want its owner only", got)
	}
	a.Army(3, "K.M 1", 500, 1, 1)
	cargo := a.Army(2, "K.M 2", 500, 1, 0)
	cargo.Aboard = gametest.ArmyName("S.L 1")
	capital := a.Field(a.XY(-1, 1))
	capital.Owner, capital.Building = 4, &realm.Building{Kind: "HST", New: true}
	if got := sight.Watchers(a.Turn.Turn, at); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("watched by %v, want 1 and 3", got)
	}
	capital.Building.New = false
	if got := sight.Watchers(a.Turn.Turn, at); !slices.Equal(got, []int{1, 3, 4}) {
		t.Errorf("watched by %v, want 1, 3 and 4", got)
	}
	for number, want := range map[int]bool{1: true, 2: false, 3: true, 4: true} {
		if got := sight.LooksAt(a.Turn.Turn, number, at); got != want {
			t.Errorf("realm %d looks at the field: %v, want %v", number, got, want)
		}
	}
}

// TestSeenLandIsRemembered: what an army saw on its way stays known.
func TestSeenLandIsRemembered(t *testing.T) {
	a := gametest.NewArena(t)
	scout := a.Army(1, "R.L 1", 100, 0, 0)
	a.Week = 1
	a.Turn.Watch.Look(a.Turn.Turn)
	a.MoveArmy(scout, a.XY(1, 0))
	a.Week = 2
	a.Turn.Watch.Look(a.Turn.Turn)
	seen := a.State.Realms[1].Seen
	for _, c := range []struct {
		x, y int
		want bool
	}{{0, 0, true}, {-1, 0, true}, {1, 0, true}, {2, 0, true}, {2, 1, true}, {3, 0, false}, {-2, 0, false}} {
		if p := a.XY(c.x, c.y); seen.Has(p) != c.want {
			t.Errorf("field %d/%d known: %v, want %v", c.x, c.y, seen.Has(p), c.want)
		}
	}
	if a.State.Realms[2].Seen.Has(a.XY(0, 0)) || game.Nowhere == a.XY(0, 0) {
		t.Error("a realm without armies saw something")
	}
}

// Finds are read by halving, so they stand in order; of two looks at one army the
// better counts.
func TestFindsAreInOrder(t *testing.T) {
	w := sight.Week{Spots: make([]sight.Spot, 9),
		Finds: []sight.Find{{Spot: 7, Viewer: 2, Look: sight.Unsigned}, {Spot: 3, Viewer: 5, Look: sight.Unsigned},
			{Spot: 3, Viewer: 1, Look: sight.Unsigned}, {Spot: 7, Viewer: 2, Look: sight.Signed}, {Spot: 3, Viewer: 5,
				Look: sight.Unsigned}, {Spot: 0, Viewer: 4, Look: sight.Signed}}}
	for i := range w.Spots {
		w.Spots[i].Realm = 9
	}
	w.SortFinds()
	if want := []sight.Find{{Spot: 0, Viewer: 4, Look: sight.Signed}, {Spot: 3, Viewer: 1, Look: sight.Unsigned},
		{Spot: 3, Viewer: 5, Look: sight.Unsigned}, {Spot: 7, Viewer: 2, Look: sight.Signed}}; !slices.Equal(w.Finds,
		want) {
		t.Fatalf("finds are %v, want %v", w.Finds, want)
	}
	for i := range w.Spots {
		for viewer := 1; viewer <= 5; viewer++ {
			want := sight.Unseen
			for _, f := range w.Finds {
				if int(f.Spot) == i && int(f.Viewer) == viewer {
					want = f.Look
				}
			}
			if got := w.Looks(viewer, int32(i)); got != want {
				t.Errorf("spot %d looks %d to realm %d, want %d", i, got, viewer, want)
			}
		}
	}
}
