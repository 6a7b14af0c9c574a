package thoramar

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// hall is a small world in which realm 1's armies walk among those of the
// others, which stand where they are, some of them hidden.
func hall(t *testing.T, seed byte) (*World, []game.Sheet) {
	t.Helper()
	w, sheets := crowd(t, 60, 40, 4, 8)
	w.at.State.Armies[0] = nil // herds carry what they met out of sight into sight
	dice := game.Seed{seed}.Throw(0, 0, "hall")
	for r := 2; r <= 4; r++ {
		text := []byte("$A\n")
		for _, a := range w.at.State.Armies[r] {
			flag := []string{"V+", "V", "V-"}[dice.N(3)]
			if flag == "V-" {
				a.Men = dice.Between(60, 100) // a spy for K and R alike
			}
			text = fmt.Appendf(text, "%v 0000000000000 %s\n", a.Name, flag)
			// near realm 1, so that much is seen
			a.At = gametest.Stroll(w.at, w.at.State.Realms[1].Origin, dice, int(dice.N(16)), nil)
		}
		sheets[r-1].Text = string(text)
	}
	w.at.State.Realms[1].Settings.Short, w.at.State.Realms[1].Settings.Map = dice.N(2) == 0, true
	w.at.State.Fields[w.at.State.Realms[2].Origin].Building.Used = 500
	return w, sheets
}

// seenBy is what a realm looked at in the weeks of a turn, and where it had an
// army or land.
func (o *outcome) seenBy(realm int) (looked, shared map[game.Place]bool) {
	looked, shared = map[game.Place]bool{}, map[game.Place]bool{}
	look := func(p game.Place) {
		looked[p] = true
		for _, q := range o.shared.Turn.Near[p] {
			looked[q] = true
		}
	}
	for i := range o.shared.Turn.Weeks {
		for _, s := range o.shared.Turn.Weeks[i].Of(realm) {
			look(o.shared.Turn.Weeks[i].Spots[s].Place)
			shared[o.shared.Turn.Weeks[i].Spots[s].Place] = true
		}
	}
	for p := range o.shared.Turn.Ground {
		if int(o.shared.Turn.Ground[p].Owner) == realm {
			looked[game.Place(p)] = true
			shared[game.Place(p)] = true
		}
	}
	for _, p := range o.shared.Turn.Capitals[realm] {
		look(p)
	}
	return looked, shared
}

// spotOf is how an army that stood still looked to realm 1 at best.
func (o *outcome) spotOf(number int, name realm.ArmyName) sight.Look {
	best := sight.Unseen
	for i := range o.shared.Turn.Weeks {
		w := &o.shared.Turn.Weeks[i]
		for _, s := range w.Of(number) {
			if w.Spots[s].Name() == name {
				best = max(best, w.Looks(1, s))
			}
		}
	}
	return best
}

func firstDifference(a, b []byte) string {
	la, lb := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(la), len(lb)) {
		if !bytes.Equal(la[i], lb[i]) {
			at := 0
			for at < min(len(la[i]), len(lb[i])) && la[i][at] == lb[i][at] {
				at++
			}
			from := max(0, at-60)
			return fmt.Sprintf("line %d was %.120q, is %.120q", i+1, la[i][from:], lb[i][from:])
		}
	}
	return fmt.Sprintf("%d lines were, %d are", len(la), len(lb))
}

// TestSeenThingsAreTold: the same changes where realm 1 looks do change its
// report, or the law above would hold of an empty page.
func TestSeenThingsAreTold(t *testing.T) {
	w, sheets := hall(t, 3)
	o := w.Resolve(sheets, game.Seed{3}, 1, nil).(*outcome)
	want := o.Report(1, nil).Text
	looked, _ := o.seenBy(1)
	told := 0
	for r := 2; r <= 4; r++ {
		for i, a := range w.at.State.Armies[r] {
			if !looked[a.At] || o.spotOf(r, a.Name) == sight.Unseen {
				continue
			}
			s := w.at.State.Clone()
			s.Armies[r][i].Men++
			got := w.with(s).Resolve(sheets, game.Seed{3}, 1, nil).Report(1, nil).Text
			if bytes.Equal(got, want) {
				t.Errorf("one man more in %d.%v, seen, and not told", r, a.Name)
			}
			told++
		}
	}
	if told == 0 {
		t.Fatal("realm 1 saw nobody")
	}
}

// TestReportsSideBySide: reports asked for at the same time are the same as one
// after the other.
func TestReportsSideBySide(t *testing.T) {
	w, sheets := hall(t, 5)
	o := w.Resolve(sheets, game.Seed{5}, 1, nil)
	var all sync.WaitGroup
	got := make([][]byte, 16)
	for i := range got {
		all.Go(func() { got[i] = o.Report(1+i%4, nil).Text })
	}
	all.Wait()
	for i := range got {
		if want := o.Report(1+i%4, nil).Text; !bytes.Equal(got[i], want) {
			t.Errorf("realm %d: %s", 1+i%4, firstDifference(want, got[i]))
		}
	}
}

// TestOtherLanguagesChangeWordsOnly: codes and numbers of a played turn are the
// same in both languages.
func TestOtherLanguagesChangeWordsOnly(t *testing.T) {
	w, sheets := hall(t, 6)
	lines := map[phrase.Lang]int{}
	for _, lang := range phrase.Langs {
		s := w.at.State.Clone()
		s.Realms[1].Lang, s.Realms[1].Settings.Short = lang, false
		text := w.with(s).Resolve(sheets, game.Seed{6}, 1, nil).Report(1, nil).Text
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			if bytes.Contains(line, []byte(" : ")) && bytes.Contains(line, []byte("/")) {
				lines[lang]++
			}
		}
	}
	if lines[phrase.De] != lines[phrase.En] || lines[phrase.De] < 100 {
		t.Errorf("%d lines of sightings in German, %d in English", lines[phrase.De], lines[phrase.En])
	}
}
