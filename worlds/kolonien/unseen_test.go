package kolonien

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// affairs are what all know of a world, or may meet: who owns what, what stands there,
// natives and pirates, glory, treaties. Where they differ, reports may.
func affairs(s *realm.State) any {
	type place struct {
		owner, level, fort int
		port               bool
		natives            realm.Natives
		haven              realm.Haven
	}
	var places []place
	for i := range s.Areas {
		p := place{}
		if h := s.Areas[i].Haven; h != nil {
			p.haven = *h
		}
		if c := s.Areas[i].Colony; c != nil {
			p.owner, p.level, p.fort, p.port = c.Owner, c.Level, c.Fort, c.Port
		}
		if n := s.Areas[i].Natives; n != nil {
			p.natives = *n
		}
		places = append(places, p)
	}
	var glory []int
	var stances [][]realm.Stance
	for i := range s.Realms {
		glory, stances = append(glory, s.Realms[i].Glory), append(stances, s.Realms[i].Stances)
	}
	return []any{places, glory, stances}
}

// spotted tells whether a realm sees another's people, or natives or pirates that may
// have met them, in the areas it sees.
func spotted(s *realm.State, whose, other int) bool {
	r := &s.Realms[other-1]
	for i := range r.Leaders {
		if sight.Sees(s, whose, r.Leaders[i].At) {
			return true
		}
	}
	for i := range r.Fleets {
		if sight.Sees(s, whose, r.Fleets[i].At) {
			return true
		}
	}
	return false
}

// Law 6 for a year in which all march and fight: replace the sheet of a realm of which
// nobody of mine sees anything, and report, refusals and the next receipt stay the same,
// byte for byte. Only what all are told may differ; where it does, the year is passed over.
func TestUnseenSheetsChangeNothing(t *testing.T) {
	compared, fights := 0, 0
	for seed := range byte(conformance.Often(5, 12)) {
		founded, err := Rules().Found(game.Founding{Seed: game.Seed{seed}, Width: 20, Height: 12,
			Tables: []byte("[rules]\nglory_won = 0\nfleet_steps = 5\n")})
		if err != nil {
			t.Fatal(err)
		}
		var w game.World = founded
		for _, j := range joinings {
			if w, _, err = w.Join(j, game.Seed{seed}); err != nil {
				t.Fatal(err)
			}
		}
		for year := range 8 {
			now := w.(*World)
			var sheets []game.Sheet
			for r := 1; r <= 3; r++ {
				d := game.Seed{seed}.Throw(now.at.State.Turn, 0, "sheet", int64(r))
				sheets = append(sheets, game.Sheet{Realm: r, Turn: now.at.State.Turn, Text: sensible(now, r, d)})
			}
			for other := 1; other <= 3; other++ {
				for viewer := 1; viewer <= 3; viewer++ {
					if viewer != other && year > 1 {
						n, m := unlikeSheet(t, now, sheets, viewer, other, game.Seed{seed})
						compared, fights = compared+n, fights+m
					}
				}
			}
			w = w.Resolve(sheets, game.Seed{seed}, 1, nil).Next()
		}
	}
	if compared < 20 || fights < 3 {
		t.Errorf("only %d years were compared, %d with combats of both", compared, fights)
	}
}

// unlikeSheet plays a year with and without one realm's moves and compares what another
// gets; it gives whether they could be compared, and whether the viewer fought.
func unlikeSheet(t *testing.T, w *World, sheets []game.Sheet, viewer, other int, seed game.Seed) (compared,
	fought int) {
	without := append([]game.Sheet(nil), sheets...)
	text := []byte(without[other-1].Text)
	i, j := bytes.Index(text, []byte("$A\n")), bytes.Index(text, []byte("$N\n"))
	without[other-1].Text = string(text[:i]) + string(text[j:])
	one, two := w.Resolve(sheets, seed, 1, nil), w.Resolve(without, seed, 1, nil)
	a, b := one.Next().(*World), two.Next().(*World)
	if bytes.Equal(a.State(), b.State()) || !reflect.DeepEqual(affairs(a.at.State), affairs(b.at.State)) {
		return 0, 0
	}
	for _, s := range []*realm.State{w.at.State, a.at.State, b.at.State} {
		if spotted(s, viewer, other) {
			return 0, 0
		}
	}
	if third := 6 - viewer - other; !reflect.DeepEqual(a.at.State.Realms[third-1], b.at.State.Realms[third-1]) {
		return 0, 0 // the third has met the other, and the viewer may see what came of it
	}
	for _, e := range slices.Concat(one.Annals().Events(), two.Annals().Events()) {
		if e.For(viewer) && (e.Code == "combat" || e.Code == "sea-combat") {
			fought = 1
			for _, arg := range e.Args {
				if arg.N == int64(other) && (arg.Name == "realm-us" || arg.Name == "realm-them") {
					return 0, 0 // met, and gone again
				}
			}
		}
	}
	if x, y := one.Report(viewer, nil), two.Report(viewer, nil); !bytes.Equal(x.Text, y.Text) ||
		!bytes.Equal(x.Summary, y.Summary) {
		t.Errorf("year %d: what realm %d orders changes the report of realm %d:\n%s\n---\n%s", w.at.State.Turn, other,
			viewer, x.Text, y.Text)
	}
	if !reflect.DeepEqual(one.(*outcome).Facts(viewer), two.(*outcome).Facts(viewer)) {
		t.Errorf("year %d: what realm %d orders changes the facts of realm %d", w.at.State.Turn, other, viewer)
	}
	if !reflect.DeepEqual(one.Refused(viewer), two.Refused(viewer)) {
		t.Errorf("year %d: what realm %d orders changes what is refused to realm %d", w.at.State.Turn, other, viewer)
	}
	next := game.Sheet{Realm: viewer, Turn: a.at.State.Turn, Text: sensible(a, viewer, seed.Throw(99, 0, "next"))}
	if !reflect.DeepEqual(a.Check(next), b.Check(next)) {
		t.Errorf("year %d: what realm %d orders changes the next receipt of realm %d", w.at.State.Turn, other, viewer)
	}
	return 1, fought
}

// Dice are of those who fight: two others who meet and sink each other in an area before,
// unseen, change no throw of a fight that comes after them there (rules §1.5).
func TestDiceAreOfThoseWhoFight(t *testing.T) {
	c := newCase(t, `
-- world --
land 20 26 27
fleet 1 1 4 ESK 3
stand 1 Flotte_1 rueckzug nie
fleet 2 1 17 ESK 1
stand 2 Flotte_1 rueckzug nie
fleet 3 1 16 ESK 1
stand 3 Flotte_1 rueckzug nie
treaty 2 3 K
treaty 1 3 P
haven 20 P-MIL 1 P2 3
-- tables --
[rules]
dice_sides = 6
fleet_steps = 6
glory_won = 0
`)
	w := c.world
	w.at.State.Areas[19].Haven.Away = 16
	own := game.Sheet{Realm: 1, Turn: 1, Text: "$A\nFlotte_1 16\n"}
	compared := 0
	for seed := range byte(200) {
		with := w.Resolve([]game.Sheet{own, {Realm: 2, Turn: 1, Text: "$A\nFlotte_1 16\n"}}, game.Seed{seed}, 1, nil)
		without := w.Resolve([]game.Sheet{own}, game.Seed{seed}, 1, nil)
		a, b := with.Next().(*World).at.State, without.Next().(*World).at.State
		if len(a.Realms[1].Fleets)+len(a.Realms[2].Fleets) > 0 ||
			slices.ContainsFunc(with.Annals().Events(), func(e game.Event) bool {
				return e.Code == "sea-combat" && e.For(2) &&
					slices.ContainsFunc(e.Args, func(x phrase.Arg) bool { return x.Name == "realm-them" && x.N == 0 })
			}) {
			continue // somebody is left, or the pirates were met
		}
		compared++
		if !reflect.DeepEqual(a.Realms[0], b.Realms[0]) {
			t.Errorf("seed %d: others' fight changes realm 1:\n%+v\n%+v", seed, a.Realms[0], b.Realms[0])
		}
	}
	if compared < 5 {
		t.Errorf("compared only %d", compared)
	}
}
