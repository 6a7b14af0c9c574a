package terramagica

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/battle"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
)

// stagesOf are the battles that a realm may have in mind, by what it knows.
func stagesOf(t *testing.T, w *World, whose int, lang phrase.Lang) (game.Stager, []game.Stage) {
	t.Helper()
	known, err := Rules().OpenKnown(w.Known(whose), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	return known.(game.Stager), known.(game.Stager).Stages(whose, game.Facts{}, lang)
}

// The battle at the end of a march is the one that the army would fight if it stood beside the province already.
func TestMarchesAreStaged(t *testing.T) {
	world := func(at string) *World {
		return newCaseWorld(t, "", "province 1 owner=1\narmy 1 Nord "+at+" Ritter:20\narmy 1 Wacht 5 Ritter:1\narmy 2 Sued 5 Miliz:10\n")
	}
	m := game.Meeting{Army: "Nord", From: "6", At: "5"}
	got := world("3").Meet(1, game.Facts{}, m, phrase.En)
	_, beside := stagesOf(t, world("6"), 1, phrase.En)
	if len(got) != 1 || !slices.Contains(beside, got[0]) {
		t.Errorf("it stages %+v, beside the province %+v", got, beside)
	}
	for _, none := range []game.Meeting{{Army: "Nord", From: "3", At: "5"}, {Army: "Nord", From: "5", At: "6"},
		{Army: "Sued", From: "6", At: "5"}, {Army: "Nord", From: "?", At: "?"}} {
		if got := world("3").Meet(1, game.Facts{}, none, phrase.En); got != nil {
			t.Errorf("%+v stages %+v", none, got)
		}
	}
}

// What a realm knows is written as it would be lined up; of others it is said what is assumed. In a home the avatar
// stands by its armies, behind the walls.
func TestStages(t *testing.T) {
	w := newCaseWorld(t, "", "army 1 Nord 3 Ritter:20%6/2/Halten Soldat:100\narmy 2 Sued 3 Miliz:10%5\n"+
		"realm 2 home=3\nprovince 3 owner=2 walls=Mauer\narmy 3 Ost 12 Soldat:9\n")
	_, got := stagesOf(t, w, 1, phrase.De)
	want := []game.Stage{{
		Title: "Euer Angriff in Provinz 3 auf Reich 2",
		Text: `; Euer Angriff in Provinz 3 auf Reich 2
$Angreifer
Soldat 100 1 Sturmangriff
Ritter 20 +6 2 Halten
$Verteidiger
Miliz 10 1 Halten ; angenommen: ohne Erfahrung, Reihe und Taktik wie ohne Befehl
Avatar
Mauer
`}, {
		Title: "Angriff von Reich 2 in Provinz 3",
		Text: `; Angriff von Reich 2 in Provinz 3
; Die Angreifer kommen aus den Mauern: Sie stehen hier bei den Verteidigern.
$Angreifer
Soldat 100 1 Halten
Ritter 20 +6 2 Halten
$Verteidiger
Miliz 10 1 Sturmangriff ; angenommen: ohne Erfahrung, Reihe und Taktik wie ohne Befehl
Avatar
Mauer
`}}
	if len(got) != len(want)+1 || !reflect.DeepEqual(got[:len(want)], want) {
		t.Errorf("it stages\n%v\nwant\n%v", got, want)
	}
	for _, s := range got {
		if _, problems := w.ReadBattle(s.Text); len(problems) > 0 {
			t.Errorf("%v in\n%s", problems, s.Text)
		}
	}
	// into an own province beside, into which another has come; out of one that is not seen nobody is known to come
	w = newCaseWorld(t, "", "army 1 Nord 2 Soldat:100\narmy 2 Sued 3 Miliz:10\n"+
		"province 3 owner=1\narmy 2 West 6 Miliz:5\n")
	var titles []string
	_, got = stagesOf(t, w, 1, phrase.En)
	for _, s := range got {
		titles = append(titles, s.Title)
	}
	titled := "Your attack from province 2 in province 3 on realm 2, " +
		"Attack of realm 2 from province 3 in province 2, An example"
	if strings.Join(titles, ", ") != titled {
		t.Errorf("it stages %q, want %q", titles, titled)
	}
}

// A text staged from what the whole world holds is lined up as the week's battle is, by the world's own numbers.
func TestStagedBattlesAreLinedUpAsTheWeeks(t *testing.T) {
	w := newCaseWorld(t, "[battle]\nrounds = 9\n[avatar]\nrow = 4\n",
		"army 1 Nord 2 Ritter:20%6/2/Halten Soldat:100\narmy 2 Sued 2 Miliz:10%5 Elefant:3\nstatus 1 Nord angriff 2\n")
	for _, s := range w.Stages(1, game.Facts{}, phrase.En) {
		b, problems := w.ReadBattle(s.Text)
		if len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, s.Text)
		}
		war := fight.NewWar(w.at.With(w.at.State.Clone()), new(frame.Turn))
		fight.Wound(war)
		want := fight.LineUp(war, fight.Muster(war, fight.Intent{Army: war.State.Army(1, "Nord"), Realm: 2})).Battle
		if strings.HasPrefix(s.Title, "Attack") {
			continue // the other way round
		}
		got := b.(*battle.Single).Battle
		for side := range want.Sides {
			for i := range want.Sides[side] {
				want.Sides[side][i].Army = ""
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("it is lined up\n%+v\nwant\n%+v", got, want)
		}
		won := rows.Fight(&want, &w.at.Tables.Battle, rows.Dice{Seed: game.Seed{4}, Turn: 1}).Winner == rows.Attackers
		if code := b.Fight(game.Seed{4}).Winner().Code; won != (code == "rows.attackers-won") {
			t.Errorf("%s, by the week's numbers the attackers win: %t", code, won)
		}
		return
	}
	t.Error("nothing is staged")
}

// Experience makes soldiers stronger: of equals the side wins that has it.
func TestBattleFileExperience(t *testing.T) {
	b, problems := Rules().ReadBattle("$A\nSoldat 200 +40\n$V\nSoldat 200\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	o := game.OddsOf(b, game.Seed{1}, 100, func() bool { return true })
	if o.Endings[0].Winner.Code != "rows.attackers-won" || o.Endings[0].Times < 95 {
		t.Errorf("%+v", o.Endings)
	}
	_, problems = Rules().ReadBattle("$A\nSoldat 200 +\nSoldat 9 +1001\n$V\nSoldat 200\n")
	if len(problems) != 2 || problems[0].What.Code != "missing" || problems[1].What.Code != "range" {
		t.Errorf("%v", problems)
	}
}

// A battle of the report is staged with the stacks that were mustered, as many as they were before, and with the walls'
// hit points of then. What the report hides or no line can say is left out; without a side nothing is staged.
func TestReportedBattlesAreStaged(t *testing.T) {
	w := newCaseWorld(t, "", "army 1 Nord 2 Ritter:20\n")
	unit := w.at.Tables.Unit[0].Unit
	fighter := func(kind string, before int64) game.FactFighter { return game.FactFighter{Kind: kind, Before: before} }
	wall := game.Said{Code: "rows.wall", Args: map[string]game.FactValue{
		"wall": {Word: "wall." + w.at.Tables.Wall[0].Wall, Worded: true}, "hp": {Number: 700}}}
	facts := game.Facts{Battles: []game.FactBattle{
		{At: "3", Sides: []game.FactSide{{Armies: []game.FactFighter{fighter(unit, 9)}}, {}}},
		{At: "3", Course: []game.Said{wall}, Sides: []game.FactSide{
			{Armies: []game.FactFighter{fighter(unit, 30), fighter("avatar", 0), fighter("?", 4)}},
			{Armies: []game.FactFighter{fighter(unit, 5), fighter("avatar", 0), fighter(unit, 0)}},
		}},
	}}
	got := w.Stages(1, facts, phrase.En)
	name := order.NameIn(phrase.En, unit)
	const assumed = " ; assumed: no experience, row and tactic as without orders\n"
	want := "; The reported battle in province 3\n$Attackers\n" + name + " 30" + assumed +
		"; The avatar of the attackers is missing here.\n$Defenders\n" + name + " 5" + assumed + "Avatar\n" +
		order.NameIn(phrase.En, w.at.Tables.Wall[0].Wall) + " 700\n"
	if len(got) != 2 || got[0].Battle != 2 || got[1].Battle != 0 || got[0].Text != want {
		t.Fatalf("it stages\n%+v\nwant first\n%s", got, want)
	}
	if _, problems := w.ReadBattle(got[0].Text); len(problems) > 0 {
		t.Errorf("%v in\n%s", problems, got[0].Text)
	}
}
