package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// oddsOf are the sentences of a receipt about odds, by line.
func oddsOf(c game.Checked) map[int]string {
	out := map[int]string{}
	for _, f := range c.InForce {
		if strings.HasPrefix(f.What.Code, "odds") {
			out[f.Line] = fmt.Sprint(f.What)
		}
	}
	return out
}

// What nobody can see of a foe changes no odds (law 6), be it a realm or nobody's: its culture, experience, points,
// orders, treasury, and helpers out of sight. The reader's own experience does.
func TestOddsTellNothingUnseen(t *testing.T) {
	for _, mode := range []string{tables.ByStrength, tables.InRows} {
		for _, foe := range []int{0, 2} {
			w, sheet := assembled(t, mode, 2, 3)
			foes := w.at.State.Armies[2]
			w.at.State.Armies[2], w.at.State.Armies[foe] = nil, foes
			for _, a := range foes {
				a.Realm = foe
			}
			before := oddsOf(w.Check(sheet))
			if len(before) != 34 {
				t.Fatalf("%s: %d odds", mode, len(before))
			}
			s := w.at.State.Clone()
			s.Realms[2].Culture, s.Realms[2].Gold = "steppe", 1_000_000
			s.SetTreaty(2, 3, 'P')
			for _, a := range s.Armies[foe] {
				a.KK, a.Points, a.Command = 20, 0, realm.Plunder
			}
			if after := oddsOf(w.with(s).Check(sheet)); fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%s, realm %d: the odds tell of hidden things:\n%v\n%v", mode, foe, before, after)
			}
			for _, a := range s.Armies[1] {
				a.KK = 20
			}
			if after := oddsOf(w.with(s).Check(sheet)); fmt.Sprint(before) == fmt.Sprint(after) {
				t.Errorf("%s, realm %d: experience changes nothing", mode, foe)
			}
		}
	}
}

// An army's odds do not depend on the other lines, unless those step along: the page asks for a drafted march alone.
// Beyond a number of blows the line says that it was not computed, however the battles differ.
func TestOddsOfALineAlone(t *testing.T) {
	for _, mode := range []string{tables.ByStrength, tables.InRows} {
		w, sheet := assembled(t, mode, 1, 10)
		all, not := oddsOf(w.Check(sheet)), 0
		for i, line := range strings.Split(strings.TrimSpace(sheet.Text), "\n") {
			if i == 0 {
				continue
			}
			alone := oddsOf(w.Check(game.Sheet{Realm: 1, Turn: sheet.Turn, Text: "$A\n" + line}))[2]
			switch {
			case strings.Contains(all[i+1], "odds-not"):
				not++
			case alone == "" || alone != all[i+1]:
				t.Errorf("%s, %s: %s\nalone: %s", mode, line, all[i+1], alone)
			}
		}
		if (not > 0) != (mode == tables.InRows) {
			t.Errorf("%s: %d battles are not computed", mode, not)
		}
	}
}

// Those who fight one battle have one computed for all: 34 armies in groups of ten.
func TestOddsOfOneBattleAreOne(t *testing.T) {
	w, sheet := assembled(t, tables.InRows, 10, 10)
	for line, said := range oddsOf(w.Check(sheet)) {
		if strings.Contains(said, "odds-not") {
			t.Errorf("line %d: %s", line, said)
		}
	}
}

// The page says beside a drafted march what the receipt says of it.
func TestMarchSaysItsOdds(t *testing.T) {
	w, sheet := assembled(t, tables.ByStrength, 3, 3)
	known, _ := open(t, w, 1)
	name := strings.Join(strings.Fields(strings.Split(sheet.Text, "\n")[1])[:2], " ")
	march := known.(game.Planner).March(1, game.Mover{Army: name}, directions("2"), sheet.Text, phrase.En)
	want := ""
	for _, f := range w.Check(sheet).InForce {
		if f.Line == 2 && strings.HasPrefix(f.What.Code, "odds") {
			want = w.at.Rules.Words(phrase.En).Say(f.What)
		}
	}
	if len(march.Tries) == 0 || len(march.Tries[0].Says) != 1 || want == "" || march.Tries[0].Says[0].Text != want {
		t.Errorf("%+v, want %q", march, want)
	}
}
