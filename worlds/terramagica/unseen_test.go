package terramagica

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// public is what every report tells: whose walls stand where, how many provinces each has,
// who lives and has fallen.
func public(s *realm.State) string {
	out := ""
	for i := range s.Provinces {
		out += fmt.Sprint(s.Provinces[i].Walls)
	}
	for _, r := range s.Realms[1:] {
		out += fmt.Sprint(s.Owned(r.Number), r.Fallen)
	}
	return out
}

// spotted tells whether a realm sees an army of another's, or what it owns, in what it
// sees whole or beside that.
func spotted(s *realm.State, whose, other int) bool {
	sees := realm.Sees(s, whose)
	for i := range s.Provinces {
		near := sees[i] || realm.Borders(s, sees, i+1)
		if near && s.Provinces[i].Owner == other {
			return true
		}
	}
	return slices.ContainsFunc(s.Armies[other], func(a *realm.Army) bool { return sees[a.At-1] })
}

// Law 6 for a week in which all march and fight: replace the sheet of a realm that nobody of
// mine sees or meets, and report, refusals and the next receipt stay the same, byte for
// byte. Only what all are told may differ; where it does, the week is passed over.
func TestUnseenSheetsChangeNothing(t *testing.T) {
	compared, fought := 0, 0
	for seed := range byte(3) {
		var w game.World = founded(t, game.Founding{Seed: game.Seed{seed}, Width: 12, Height: 11})
		for n := range 5 {
			next, _, err := w.Join(game.Joining{Name: fmt.Sprint("R", n), Player: "P"}, game.Seed{seed})
			if err != nil {
				t.Fatal(err)
			}
			w = next
		}
		for range 5 {
			now := w.(*World)
			sheets := now.someSheets(seed)
			out := now.Resolve(sheets, game.Seed{seed}, 1, nil).(*outcome)
			for i, sheet := range sheets {
				without := slices.Clone(sheets)
				_, mail, _ := strings.Cut(sheet.Text, "$N") // what is written to another reaches him
				without[i].Text = "$N" + mail
				other := now.Resolve(without, game.Seed{seed}, 1, nil).(*outcome)
				a, b := out.After.at.State, other.After.at.State
				if bytes.Equal(realm.Encode(a), realm.Encode(b)) || public(a) != public(b) {
					continue
				}
				for _, viewer := range out.Realms() {
					if viewer == sheet.Realm ||
						slices.ContainsFunc([]*realm.State{now.at.State, a, b},
							func(s *realm.State) bool { return spotted(s, viewer, sheet.Realm) }) {
						continue
					}
					compared++
					if slices.ContainsFunc(out.Annals().Events(),
						func(e game.Event) bool { return e.Code == "battle" && e.For(viewer) }) {
						fought++
					}
					if one, two := out.Report(viewer, nil), other.Report(viewer, nil); !bytes.Equal(one.Text, two.Text) ||
						!bytes.Equal(one.Summary, two.Summary) {
						t.Errorf("seed %d, week %d: what realm %d orders changes the report of realm %d\n%s\n---\n%s",
							seed, now.at.State.Turn, sheet.Realm, viewer, one.Text, two.Text)
					}
					if !reflect.DeepEqual(out.Refused(viewer), other.Refused(viewer)) {
						t.Errorf("seed %d, week %d: what realm %d orders changes what is refused to realm %d", seed,
							now.at.State.Turn, sheet.Realm, viewer)
					}
					next := game.Sheet{Realm: viewer,
						Text: sensibleSheet(out.After, viewer, game.Seed{seed}.Throw(99, 0, "next", int64(viewer)))}
					if !reflect.DeepEqual(out.After.Check(next), other.After.Check(next)) {
						t.Errorf("seed %d, week %d: what realm %d orders changes the next receipt of realm %d", seed,
							now.at.State.Turn, sheet.Realm, viewer)
					}
				}
			}
			w = out.Next()
		}
	}
	if compared < 20 || fought < 5 {
		t.Errorf("only %d weeks were compared, %d with battles", compared, fought)
	}
}

// The odds of a receipt hang on what is known and nothing else: another realm's
// treasury, the seed of the world and what nobody sees leave every line as it is, and a
// letter has a bounded number of them.
func TestOddsAreBounded(t *testing.T) {
	world, orders := "", "$A\n"
	for i := range 60 {
		world += fmt.Sprintf("army 1 N%d %d Soldat:%d Ritter:3 Miliz:4 Bogenschuetze:5\n", i, 1+i%12, 10+i)
		orders += fmt.Sprintf("N%d angriff 2\n", i)
	}
	for p := 1; p <= 12; p++ {
		world += fmt.Sprintf("army 2 S%d %d Soldat:20 Reiter:5 Bogenschuetze:4\n", p, p)
	}
	w := newCaseWorld(t, "", world)
	got := map[string]int{}
	for _, f := range w.Check(game.Sheet{Realm: 1, Turn: 1, Text: orders}).InForce {
		got[f.What.Code]++
	}
	// 4 + 3 stacks × 20 rounds × 100 fights are 14,000 blows: seven such battles in a letter.
	if got["odds"] != 7 || got["odds-not"] != 53 {
		t.Errorf("%d attacks are reckoned, %d not", got["odds"], got["odds-not"])
	}
}
