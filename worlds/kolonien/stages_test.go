package kolonien

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/battle"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
)

// die shows one number all the time, within what may be thrown.
type die int64

func (d die) Between(lo, hi int64) int64 { return max(lo, min(int64(d), hi)) }

// In the worlds of all cases, a text staged from a world fights as the combat of the year does: with the same dice the
// same side wins, after as many rounds, and as much is left.
func TestStagedCombatsAreThoseOfTheYear(t *testing.T) {
	fought := map[string]int{}
	for _, path := range cases.Files(t, "testdata/*.txtar") {
		if strings.Contains(path, "combat-") {
			continue
		}
		cases.Run(t, []string{path}, func(text *cases.Case) {
			w := buildCase(text).world
			for i := range w.at.State.Realms {
				for k := range w.at.State.Realms[i].Leaders {
					l := &w.at.State.Realms[i].Leaders[k]
					for _, area := range append([]int{l.At}, w.at.State.Areas[l.At-1].Beside...) {
						if w.at.State.Areas[area-1].Ground != realm.Land {
							continue
						}
						for _, f := range fight.Foes(w.at, i+1, area) {
							fought[kindOf(f)]++
							sameCombat(text.Test, w.at, i+1, l, area, f)
						}
					}
				}
			}
		})
	}
	for _, kind := range []string{"realm", "natives", "haven"} {
		if fought[kind] < 5 {
			t.Errorf("%d combats with %s", fought[kind], kind)
		}
	}
}

func kindOf(f fight.Foe) string {
	switch {
	case f.Natives:
		return "natives"
	case f.Haven:
		return "haven"
	}
	return "realm"
}

// sameCombat fights a combat by the year and by its text.
func sameCombat(t *testing.T, at realm.Position, whose int, l *realm.Leader, area int, f fight.Foe) {
	t.Helper()
	us, them := fight.ArmyOf(at, whose, l, area), fight.Against(at, whose, area, &f)
	if fight.Prepare(at, area, &us, &them); us.Side.Units() == 0 || them.Side.Units() == 0 {
		return
	}
	text := battle.Staged(at, phrase.De, whose, l, area, f)
	partly := strings.Contains(text, "; angenommen: eine Zuflucht")
	b, problems := battle.Read(at.Rules, at.Tables, text)
	for _, p := range problems {
		if p.What.Code == "battle.room" {
			return // a case has an army that is too large for the rules
		}
		t.Fatalf("line %d: %s, of\n%s", p.Line, at.Rules.Words(phrase.De).Say(p.What), text)
	}
	for face := int64(1); face <= 6; face += 5 {
		year := fight.Combat{Sides: [2]fight.Side{us.Side.Clone(), them.Side.Clone()}, Encounter: fight.Encounter{
			Tables: at.Tables, Period: at.Tables.Rules.Period(at.State.Turn), Dice: die(face)}}
		told := b.(*battle.Single).Combat(game.Seed{}, nil)
		told.Dice = die(face)
		how := func(c *fight.Combat) string {
			end := c.Fight()
			return fmt.Sprint(end.Winner, end.Rounds, c.Sides[0].Units(), c.Sides[1].Units())
		}
		if got, want := how(&told), how(&year); got != want && !partly {
			t.Errorf("the text ends %s, the year %s:\n%s", got, want, text)
		}
	}
}

// What a realm knows, in the second period, which begins with year 6. There is no refuge: neither a colony beside nor a
// fleet. Of others it is said what is assumed, and others' leaders attack what is its own.
func TestStages(t *testing.T) {
	w := buildCase(cases.New(t, `-- world --
turn 6
land 8 9
colony 8 1 level 2 fort 1 port MIL 2
leader 1 Cortez 2 8 medic INF 4 CAV 1
stand 1 Cortez attacke ja
stand 1 Cortez rueckzug verlust 30
leader 2 Drake 3 9 medic INF 3
natives 9 tribe N-INF 3
`)).world
	known, err := Rules().OpenKnown(w.Known(1), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	got := known.(game.Stager).Stages(1, game.Facts{}, game.Stand{}, phrase.En)
	want := []game.Stage{{Title: "Cortez attacks in 9: realm 2 (Reich_2)",
		Text: `; Cortez attacks in 9: realm 2 (Reich_2)
Period 2
$Attacker
charge yes
retreat loss 30
Leader Cortez 2
Medic
INF 4 CAV 1
$Defender
; assumed: combat orders as without a line, no medic
Refuge no
Leader Drake 3
INF 3
`}, {Title: "Cortez attacks in 9: natives", Text: `; Cortez attacks in 9: natives
Period 2
$Attacker
charge yes
retreat loss 30
Leader Cortez 2
Medic
INF 4 CAV 1
$Defender
Natives Tribe
Refuge no
N-INF 3
`}, {Title: "Attack of Drake (realm 2) in 8", Text: `; Attack of Drake (realm 2) in 8
Period 2
$Attacker
; assumed: combat orders as without a line, no medic
Refuge no
Leader Drake 3
INF 3
$Defender
Palisade
Port
Refuge no
charge yes
retreat loss 30
Garrison MIL 2
Leader Cortez 2
Medic
INF 4 CAV 1
`}}
	if len(got) != len(want)+1 {
		t.Fatalf("it stages\n%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("it stages\n%s\n%s\nwant\n%s", got[i].Title, got[i].Text, want[i].Text)
		}
	}
	if other := known.(game.Stager).Stages(2, game.Facts{}, game.Stand{}, phrase.En); other != nil {
		t.Errorf("for another realm it stages %v", other)
	}
}
