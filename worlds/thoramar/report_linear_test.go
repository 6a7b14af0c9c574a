package thoramar

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// mass is a world in which realm 1 has so many armies: all in one field, or each in a field
// of its own with a field between it and the next.
func mass(t testing.TB, armies int, together bool) *World {
	w := freshWorld(t, "mass", 200, 114, 2)
	tla, _ := w.at.Tables.FindTerrain("tla")
	for i := range w.at.State.Fields {
		f := &w.at.State.Fields[i]
		f.Terrain, f.Rivers, f.Building = tla, 0, nil
	}
	home := w.at.State.Realms[1].Origin
	w.at.State.Fields[home].Building = &realm.Building{Kind: "HST", Name: "Ort"}
	w.at.State.Fields[w.at.State.Realms[2].Origin].Building = &realm.Building{Kind: "HST", Name: "Ort"}
	w.at.State.Armies[0] = nil
	w.at.State.Realms[1].Settings.Short, w.at.State.Realms[1].Settings.Map = false, false
	at := home
	kinds := strings.Fields("K.L K.M K.S R.L R.M R.S F.L F.M F.S P.H P.K Z.M Z.S Z.B")
	kinds = kinds[:max(2, (armies+tables.MaxID-1)/tables.MaxID)]
	for i := range armies {
		if !together {
			at = game.Place(i * 14 % len(w.at.State.Fields))
		}
		kind := kinds[i%len(kinds)]
		name := realm.ArmyName{Unit: tables.Unit{Type: kind[0], Class: kind[2]}, ID: int32(i/len(kinds) + 1)}
		w.at.State.Armies[1] = append(w.at.State.Armies[1],
			&realm.Army{Realm: 1, Name: name, Men: 1000, At: at, Points: 4, Fit: -1, Since: 1, Start: game.Nowhere,
				Flag: realm.Shown})
	}
	sortArmies(w.at.State.Armies[1])
	return w
}

// A report of 1,500 armies in one field has at most twice the bytes of one of 1,500 that
// are scattered, and asks for at most twice the memory; and twice the armies in a field
// bring at most twice the text and a little.
func TestReportIsLinearInArmies(t *testing.T) {
	cost := func(armies int, together bool) (size int, allocated int64) {
		o := mass(t, armies, together).Resolve(nil, game.Seed{1}, 1, nil)
		size = len(o.Report(1, nil).Text)
		var before, after runtime.MemStats
		const times = 3
		runtime.ReadMemStats(&before)
		for range times {
			o.Report(1, nil)
		}
		runtime.ReadMemStats(&after)
		return size, int64(after.TotalAlloc-before.TotalAlloc) / times
	}
	one, oneMemory := cost(1500, true)
	many, manyMemory := cost(1500, false)
	t.Logf("1,500 armies in one field: %d bytes, %d allocated; scattered: %d and %d", one, oneMemory, many, manyMemory)
	if one > 2*many || oneMemory > 2*manyMemory {
		t.Errorf("in one field %d bytes, %d allocated, scattered %d and %d: more than twice", one, oneMemory, many,
			manyMemory)
	}
	half, _ := cost(750, true)
	if one > 2*half+half/10 {
		t.Errorf("750 armies in a field are %d bytes, 1,500 are %d", half, one)
	}
}

// No input makes a report above 16 MB: forty realms of 1,500 armies each, all where realm 1's
// own 1,500 look, who announce as much as a letter holds; realm 1's armies are scattered among
// them. What has no room is said to be missing, and realm 1's own tables stand there whole.
func TestGreatestReport(t *testing.T) {
	w := mass(t, 1500, false)
	first := w.at.State.Armies[1][0]
	text := "$N\n#A\n" + string(bytes.Repeat([]byte("Wort und Wort und Wort und wieder ein Wort.\n"), 1400)) + "#E\n"
	var sheets []game.Sheet
	for r := 2; r <= 40; r++ {
		if r > 2 {
			w.at.State.Realms = append(w.at.State.Realms,
				realm.Realm{Person: rulekit.Person{Number: r, Name: fmt.Sprint("R", r), Lang: phrase.De,
					Computer: game.UTF8},
					Kind: "normal", Culture: "plain", Origin: w.at.State.Realms[2].Origin, Joined: 1, Settings: founding.Untouched})
			w.at.State.Armies = append(w.at.State.Armies, nil)
		}
		for i := range 1500 {
			at := w.at.State.Armies[1][i].At // beside each own army, and a crowd beside the first
			if i < 100 {
				at = first.At
			}
			w.at.State.Armies[r] = append(w.at.State.Armies[r],
				&realm.Army{Realm: r, Name: realm.ArmyName{Unit: []tables.Unit{{Type: 'R', Class: 'L'},
					{Type: 'R', Class: 'M'}}[i%2], ID: int32(i/2 + 1)}, Men: 1000,
					At: at, Points: 4, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown})
		}
		sortArmies(w.at.State.Armies[r])
		sheet := game.Sheet{Realm: r, Turn: w.at.State.Turn, Text: text}
		if r == 2 { // and falls upon whom it stands with
			sheet.Text += "$A\nR.L 1 0 A+\nR.M 300 0 A+\n"
		}
		sheets = append(sheets, sheet)
	}
	o := w.Resolve(sheets, game.Seed{1}, 1, nil)
	for _, short := range []bool{false, true} {
		o.(*outcome).shared.Turn.State.Realms[1].Settings.Short = short
		report := o.Report(1, nil).Text
		t.Logf("short %t: %d bytes", short, len(report))
		if len(report) > 16<<20 {
			t.Errorf("short %t: the report has %d bytes", short, len(report))
		}
		for _, passage := range []string{"Hier fehlt etwas", "\nK.M 750 ", "Ende der Auswertung."} {
			if short && passage[0] == 'H' {
				continue // it has room
			}
			if !bytes.Contains(report, []byte(passage)) {
				t.Errorf("short %t: %q is not in the report", short, passage)
			}
		}
	}
}

// BenchmarkMass writes the report of 1,500 armies in one field, and of as many scattered.
func BenchmarkMass(b *testing.B) {
	for _, c := range []struct {
		name     string
		together bool
	}{{"one_field", true}, {"scattered", false}} {
		b.Run(c.name, func(b *testing.B) {
			w := mass(b, 1500, c.together)
			o := w.Resolve(nil, game.Seed{1}, 1, nil)
			b.ReportAllocs()
			for b.Loop() {
				b.SetBytes(int64(len(o.Report(1, nil).Text)))
			}
		})
		b.Run("turn_"+c.name, func(b *testing.B) {
			w := mass(b, 1500, c.together)
			b.ReportAllocs()
			for b.Loop() {
				w.Resolve(nil, game.Seed{1}, 1, nil).Report(1, nil)
			}
		})
	}
}

func sortArmies(list []*realm.Army) {
	slices.SortFunc(list, func(a, b *realm.Army) int { return a.Name.Compare(b.Name) })
}
