package thoramar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/battle"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// fightText fights a battle without luck.
func fightText(t *testing.T, text string) game.Fought {
	t.Helper()
	numbers := tables.StandardTables()
	numbers.Rules.DrawMin, numbers.Rules.DrawMax = 1000, 1000
	b, problems := battle.Read(text, numbers, Rules().Words)
	for _, p := range problems {
		t.Fatalf("%q, line %d: %s", text, p.Line, Rules().Words(phrase.En).Say(p.What))
	}
	return b.Fight(game.Seed{1})
}

// Battles from a text, worked out by hand. Without luck:
func TestBattleTexts(t *testing.T) {
	for _, c := range []struct {
		what, text, winner string
		left               [2]int64
	}{
		// r = 4000 ÷ 2000 = 2: the loser loses 50 %, the winner 6.25 %
		{"by men", "Von tla\n$A\nK.M 1 2000 A+\n$V\nK.M 1 1000\n", "attackers", [2]int64{937, 500}},
		{"together", "$A\nK.M 1 1000\n$V\nK.M 1 2000 V-\n", "defenders", [2]int64{500, 937}},
		{"nowhere to go", "Rueckzug nein\nVon tla\n$A\nK.M 1 2000\n$V\nK.M 1 1000\n", "attackers", [2]int64{937, 0}},
		{"a draw", "$A\nK.M 1 1000\n$V\nK.M 1 1000\n", "drawn", [2]int64{750, 750}},
		// as TestBattleModifiers: wall, river, uphill, riders in a wood
		{"all of the land", "Feld hwa\nVon tla WF\n$A\nR.M 1 1000\n$V\nK.M 1 1000\n", "defenders", [2]int64{487, 934}},
		{"a bridge", "Von tla F B\n$A\nK.M 1 2000\n$V\nK.M 1 1000\n", "attackers", [2]int64{937, 500}},
		// 1,000 × 2 × 0.75 = 1,500 against 1,000: 37.5 % and 11.1 %
		{"landing", "Von was\n$A\nK.M 1 1000 S.L 9\n$V\nK.L 1 1000\n", "attackers", [2]int64{889, 625}},
		// (500 × 2 + 500 × 2) × 1.2 = 2,400 against 1,600
		{"a mixed formation", "Von tla\n$A\nV.L 1 A\nR.L 1 500 V.L 1\nK.M 1 500 V.L 1\n$V\nK.L 1 1600\n",
			"attackers", [2]int64{889, 625}},
		// with a priest in it × 1.25, and × 1.1 for his war: 2,000 × 1.25 × 1.1 = 2,750 against 1,100:
		// r = 2.5 takes 62.5 % of the men, which is 687.5; 4 % of the others
		{"with a priest", "Von tla\n$A\nR.L 1 500 V.L 1\nK.M 1 500 V.L 1\nP.K 1 10 V.L 1\n$V\nK.L 1 1100\n",
			"attackers", [2]int64{960, 374}},
		// 1,000 × 2 × 1.1 × 1.75 = 3,850 against 1,925: r = 2, of 962.5 men 963 fall
		{"in a fortress", "Feld tla FES L\nVon tla\n$A\nK.L 1 1925\n$V\nK.M 1 1000 +10\n", "defenders",
			[2]int64{499, 937}},
		{"of another's", "Feld tla FES I\nBesitzer 7\nVon tla\n$A\nK.M 1 2000\n$V\nK.M 1 1000\n", "attackers",
			[2]int64{937, 500}},
		// riders of the steppe: 1,000 × 3 × 1.2 = 3,600 against 1,800
		{"of a people", "$A\nReich 3 steppe\nR.M 1 1000\n$V\nReich 0\nK.L 7 1800\n", "attackers", [2]int64{937, 500}},
		{"at sea", "Feld was\nVon tse\n$A\nS.L 1 1600\n$V\nS.L 1 800\nK.L 1 500 S.L 1\n", "attackers",
			[2]int64{937, 500}},
	} {
		f := fightText(t, c.text)
		got := f.Winner().Code
		if got != "battle-file."+c.winner && got != "battle-file."+c.winner+"-won" || f.Left() != c.left {
			t.Errorf("%s: %s, left are %d ‰, want %s and %d", c.what, got, f.Left(), c.winner, c.left)
		}
	}
}

// Two thousand beat one thousand whatever the luck: 4,000 × 0.9 = 3,600 are more than 2,000 × 1.1 = 2,200. As many
// against each other win, lose and part alike often; 1.05 times as strong, the stronger wins.
func TestBattleTextLuck(t *testing.T) {
	certain, _ := Rules().ReadBattle("Seed 5\n$A\nK.M 1 2000\n$V\nK.M 1 1000\n")
	if certain.Seed() != "5" {
		t.Errorf("seed %q", certain.Seed())
	}
	o := game.OddsOf(certain, game.Seed{1}, 500, func() bool { return true })
	if len(o.Endings) != 1 || o.Endings[0].Winner.Code != "battle-file.attackers-won" || o.Endings[0].Low < 990 {
		t.Errorf("%+v", o)
	}
	// the winner loses 250 ÷ r² ‰: r is from 1.637 to 2.444
	if l := o.Left[0]; l.P10 < 906 || l.P90 > 959 || l.P10 == l.P90 {
		t.Errorf("of the attackers are left %+v", l)
	}
	even, _ := Rules().ReadBattle("$A\nK.M 1 1000\n$V\nK.M 1 1000\n")
	o = game.OddsOf(even, game.Seed{1}, 2000, func() bool { return true })
	// luck of both is from 0.9 to 1.1: at r ≥ 1.05 about 30 of 100 fights are won by each side
	for _, e := range o.Endings {
		if e.Share < 250 || e.Share > 450 {
			t.Errorf("%s: %d ‰", e.Winner.Code, e.Share)
		}
	}
	if len(o.Endings) != 3 {
		t.Errorf("%+v", o.Endings)
	}
}

// The protocol says what the realms are told, each army by the name by which the attackers know it.
func TestBattleTextProtocol(t *testing.T) {
	f := fightText(t, "Von tla\n$Attackers\nRealm 3\nK.M 1 2000\n$Defenders\nRealm 7\nK.M 1 1000\nP.K 2 30\n"+
		"Realm 0\nM.M 4 100\n")
	// 4,000 against (2,000 + 100 × 10) × 1.1 = 3,300: r = 1.212. The beaten lose 30.3 % of 1,100, which is 333:
	// of the first 1,000 men 302; the winner 250 ÷ 1.212² = 170.19 ‰, which is 340.
	want := `Battle for field 0/0:
Attacker K.M 1: 2000 before, 1660 after.
Defender 0.M.M 4: 100 before, 69 after.
Defender 7.K.M 1: 1000 before, 698 after.
Defender 7.P.K 2: 30 before, 20 after.
The attackers win the battle for 0/0.
0.M.M 4 retreats from 0/0 to 1/-1.
7.K.M 1 retreats from 0/0 to 1/0.
7.P.K 2 retreats from 0/0 to 1/0.
`
	if got := string(f.Protocol(phrase.En)); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	if got := string(f.Protocol(phrase.De)); !strings.HasPrefix(got, "Kampf um Feld 0/0:\nAngreifer K.M 1: ") {
		t.Errorf("in German it says\n%s", got)
	}
}

// Every bad line is named, in both languages, and nothing is fought.
func TestBattleTextNamesBadLines(t *testing.T) {
	text := `Seed
Fld tla
Feld tlx
Feld tla BRG Q
Von tla X
Besitzer niemand
Rueckzug vielleicht
$Angreifer
Reich 3 step
K.M 1 2000 6 A
K.M 1 2000 B
K.M 2 2000 A 11 Halten
K.M 3 2000 A 3 Sturn
K.M 4
K.M 5 10 V.S 1
K.M 5 10 S.L 1
S.L 1 20
$Verteidiger
Reich 3
K.Q 1 2000
K.M 1 2000
K.M 1 2000
M.M 1 5 A weiter
`
	b, problems := Rules().ReadBattle(text)
	if b != nil {
		t.Error("a battle, in spite of errors")
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.What.Code))
	}
	conformance.Worded(t, Rules(), problems)
	want := []string{"1:5 missing", "2:1 battle-file.before", "3:6 battle-file.terrain", "4:14 unexpected",
		"5:9 unexpected", "6:10 unexpected", "7:10 unexpected", "9:9 battle-file.culture", "10:14 order.tactic",
		"11:12 order.command", "12:14 range", "13:16 order.tactic", "14:6 missing", "15:10 battle-file.joins",
		"16:1 battle-file.landing", "17:1 battle-file.on-land", "20:1 order.unit",
		"22:1 battle-file.twice", "23:11 order.unit"}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("named\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	for text, want := range map[string]string{
		"": "1 battle-text.nobody, 1 battle-text.nobody", "$A\nReich 4\n$V\nK.L 1 5": "4 battle-text.nobody",
		"$A\nV.L 1 A\n$V\nK.L 1 5":                          "2 battle-file.no-members",
		"Feld was\n$A\nS.L 1 5\nK.L 1 9 S.L 2\n$V\nS.L 1 5": "4 battle-file.no-fleet",
		"Feld was\nVon tla\n$A\nS.L 1 5\n$V\nS.L 1 5":       "2 battle-file.from-land",
		"Feld was\nVon was\n$A\nK.L 1 5\n$V\nS.L 1 5":       "4 battle-file.on-water",
		"Von was\n$A\nK.L 1 5\n$V\nK.L 1 5 S.L 1":           "3 battle-file.landing, 5 battle-file.lands",
		"$A\nK.L 1 5 H.S 1\n$V\nK.L 1 5":                    "2 battle-file.boards",
		"$A\nK.L 1 5\n$Verteidger\nReich 1\nK.L 1 5":        "3 battle-text.head, 4 battle-file.both-sides",
	} {
		_, problems := Rules().ReadBattle(text)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.What.Code))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %s, want %s", text, strings.Join(got, ", "), want)
		}
	}
}

// The good line that a problem shows is one in the words of who reads it, and is read.
func TestBattleTextExamples(t *testing.T) {
	for _, line := range []string{"Feld x", "Von x", "Besitzer x", "Rueckzug x", "Reihen x", "Seed",
		"$A\nK.M", "$A\nReich x"} {
		_, problems := Rules().ReadBattle(line)
		if len(problems) == 0 {
			t.Fatalf("%q is read", line)
		}
		for _, lang := range phrase.Langs {
			said := Rules().Words(lang).Say(problems[0].What)
			i := strings.LastIndex(said, ": ")
			shown := strings.TrimSuffix(said[i+2:], ".")
			text := shown + "\nVon tla\n$A\nK.L 9 10\n$V\nK.L 8 10\n"
			if strings.HasPrefix(line, "$A") {
				text = "$A\n" + shown + "\nK.L 9 10\n$V\nReich 9\nK.L 8 10\n"
			}
			if _, wrong := Rules().ReadBattle(text); len(wrong) > 0 {
				t.Errorf("%q in %s: %q is no good line: %v", line, lang, said, wrong)
			}
		}
	}
}

// FuzzReadBattle: any text is read without a panic, and without errors fought.
func FuzzReadBattle(f *testing.F) {
	f.Add("Seed 7\nReihen ja\nFeld hwa FES S\nVon tla F W\nBesitzer 3\nGeweiht\nRueckzug nein\n" +
		"$Angreifer\nReich 3 steppe\nR.M 1 1000 +6 A+ 3 Sturm\nK.M 1 500 V.L 1\n$Verteidiger\n" +
		"Reich 0\nM.M 1 1000000\nD.E 1 1000000 +1000\n")
	f.Add("Von was\n$A\nK.L 1 5 S.L 1\nZ.M 1 3 S.L 2\n$V\nP.K 1 9\n")
	rules := Rules()
	f.Fuzz(func(t *testing.T, text string) { conformance.AnyBattle(t, rules, text) })
}

// stages are the battles a realm of the arena may have in mind.
func (a *arena) stages(number int, facts game.Facts, lang phrase.Lang) []game.Stage {
	w := &World{at: realm.Position{Rules: Rules().Book, Tables: a.Tables, State: a.State}}
	k, _ := w.rooms.Know(w.at, number)
	return w.learned(k).Stages(number, facts, lang)
}

// The battle at the end of a march is the one that the army would fight if it stood beside the field already. It is none
// if nobody is known there, or if the army cannot come from where it is said to.
func TestMarchesAreStaged(t *testing.T) {
	meets := func(at int, m game.Meeting) []game.Stage {
		a := newArena(t)
		a.army(1, "K.M 1", 2000, at, 0)
		a.army(1, "K.L 8", 100, 1, 0) // they see the fields
		a.army(1, "K.L 9", 100, 4, 0)
		a.army(2, "K.M 1", 1500, 3, 0)
		w := &World{at: realm.Position{Rules: Rules().Book, Tables: a.Tables, State: a.State}}
		k, _ := w.rooms.Know(w.at, 1)
		l := w.learned(k)
		if m.Army == "" {
			return l.Stages(1, game.Facts{}, phrase.En)
		}
		return l.Meet(1, game.Facts{}, m, phrase.En)
	}
	got := meets(0, game.Meeting{Army: "K.M 1", From: "2/0", At: "3/0"})
	if len(got) != 1 || got[0].Title != "Attack from 2/0 on 3/0" || !slices.Contains(meets(2, game.Meeting{}), got[0]) {
		t.Errorf("it stages %+v", got)
	}
	for _, m := range []game.Meeting{{Army: "K.M 2", From: "2/0", At: "3/0"}, {Army: "K.M 1", From: "0/0", At: "3/0"},
		{Army: "K.M 1", From: "1/0", At: "2/0"}, {Army: "K.M 1", From: "?", At: "3/0"}} {
		if got := meets(0, m); got != nil {
			t.Errorf("%+v stages %+v", m, got)
		}
	}
}

// A text staged from what a realm knows fights as the turn does: the same men are left, without luck.
func TestStagedBattlesAreThoseOfTheTurn(t *testing.T) {
	for what, set := range map[string]func(a *arena) (title string){
		"in the open": func(a *arena) string { return "Attack from 0/0 on 1/0" },
		"a fortress with its wall, over a river": func(a *arena) string {
			f := a.land(1, 0, "hwa")
			f.Owner, f.Building = 2, &realm.Building{Kind: "FES"}
			a.State.SetEdge(a.pt(0, 0), 2, realm.River, true)
			a.State.SetEdge(a.pt(1, 0), 5, realm.Wall, true)
			return "Attack from 0/0 on 1/0"
		},
		"two realms against a people with experience": func(a *arena) string {
			a.army(4, "R.S 7", 300, 1, 0)
			a.State.SetTreaty(2, 4, realm.Partner)
			a.people(1, "steppe")
			a.State.Realms[1].Culture = "steppe"
			a.army(1, "R.L 4", 600, 0, 0).KK = 8
			a.order(1, "R.L 4", "2", "A+")
			return "Attack from 0/0 on 1/0"
		},
		"landing": func(a *arena) string {
			a.land(0, 0, "was")
			a.army(1, "S.L 3", 300, 0, 0)
			a.State.Army(1, name("K.M 1")).Aboard = name("S.L 3")
			a.At[a.pt(0, 0)] = []*realm.Army{a.State.Army(1, name("S.L 3"))}
			return "Attack from 0/0 on 1/0"
		},
	} {
		a := newArena(t)
		one := a.army(1, "K.M 1", 2000, 0, 0)
		two := a.army(2, "K.M 1", 1500, 1, 0)
		a.order(1, "K.M 1", "2", "A+")
		title := set(a)
		stages := a.stages(1, game.Facts{}, phrase.En)
		i := slices.IndexFunc(stages, func(s game.Stage) bool { return s.Title == title })
		if i < 0 {
			t.Errorf("%s: no stage %q in %v", what, title, stages)
			continue
		}
		b, problems := battle.Read(stages[i].Text, a.Tables, Rules().Words)
		if len(problems) > 0 {
			t.Errorf("%s: %v of\n%s", what, problems, stages[i].Text)
			continue
		}
		protocol := string(b.Fight(game.Seed{1}).Protocol(phrase.En))
		a.plansOnly()
		a.Week = 1
		a.Turn.Run(turn.Weekly)
		for _, want := range []string{fmt.Sprintf("Attacker K.M 1: %s before, %d after.", wentIn(protocol), one.Men),
			fmt.Sprintf("Defender 2.K.M 1: 1500 before, %d after.", two.Men)} {
			if !strings.Contains(protocol, want) || one.Men == 2000 {
				t.Errorf("%s: the turn has %q, the text\n%s\n%s", what, want, stages[i].Text, protocol)
			}
		}
	}
}

// wentIn is with how many men K.M 1 went into the fight: a wall may have cost it some.
func wentIn(protocol string) string {
	_, rest, _ := strings.Cut(protocol, "Attacker K.M 1: ")
	n, _, _ := strings.Cut(rest, " ")
	return n
}

// What a realm does not know is assumed, and said; armies without a sign are those of its report.
func TestStagesSayWhatTheyAssume(t *testing.T) {
	a := newArena(t)
	a.army(1, "K.M 1", 2000, 0, 0).KK = 6
	f := a.land(1, 0, "hwa")
	f.Owner, f.Building = 2, &realm.Building{Kind: "FES", Damage: tables.Heavy}
	a.army(2, "K.M 1", 1000, 1, 0).KK = 20
	a.army(2, "P.H 3", 40, 1, 0)
	a.army(3, "R.L 5", 700, 1, 0).Flag = realm.NoSign
	facts := game.Facts{Armies: []game.FactArmy{{Unknown: true, Kind: "R.L", At: "1/0", Men: 700},
		{Unknown: true, Kind: "K.L", At: "2/0", Men: 100}}}
	got := a.stages(1, facts, phrase.De)
	want := `; Angriff von 0/0 auf 1/0
Feld hwa FES I ; angenommen: unbeschädigt
Von tla
Besitzer 2
$Angreifer
Reich 1 plain
K.M 1 2000 +6
$Verteidiger
Reich 2 ; angenommen: Kultur ohne Besonderheiten
K.M 1 1000 ; angenommen: ohne Erfahrung
P.H 3 1 ; angenommen: Punkte
Reich 5 ; angenommen: irgendein Reich, Kultur ohne Besonderheiten
R.L 3 700 ; angenommen: ohne Erfahrung
`
	if len(got) != 3 || got[0].Text != want {
		t.Errorf("it stages\n%v\nwant first\n%s", got, want)
	}
	for _, s := range got {
		if _, problems := Rules().ReadBattle(s.Text); len(problems) > 0 {
			t.Errorf("%v in\n%s", problems, s.Text)
		}
	}
	other := newArena(t)
	if got := other.stages(1, facts, phrase.De); len(got) != 1 || got[0].Title != "Ein Beispiel" {
		t.Errorf("without armies: %v", got)
	}
}

// A battle of the report is staged with those who fought there, as many as they were before, whoever stands there now.
func TestReportedBattlesAreStaged(t *testing.T) {
	a := newArena(t)
	a.land(1, 0, "hwa")
	a.army(1, "K.M 9", 100, 0, 0) // it sees the land there
	fighter := func(realm int, name, kind string, before int64) game.FactFighter {
		return game.FactFighter{Realm: realm, Name: name, Kind: kind, Before: before, After: before / 2}
	}
	sides := func(one, two game.FactFighter) []game.FactSide {
		return []game.FactSide{{Armies: []game.FactFighter{one}}, {Armies: []game.FactFighter{two}}}
	}
	facts := game.Facts{Battles: []game.FactBattle{
		{Week: 2, At: "9999/0", Sides: sides(fighter(1, "K.M 1", "K.M", 10), fighter(2, "K.M 1", "K.M", 10))},
		{Week: 3, At: "1/0", Sides: sides(fighter(1, "K.M 1", "K.M", 900), fighter(0, "", "", 0))},
		{Week: 4, At: "1/0", Sides: []game.FactSide{
			{Armies: []game.FactFighter{fighter(1, "K.M 7", "K.M", 900), fighter(1, "V.L 2", "V.L", 1200)}},
			{Armies: []game.FactFighter{fighter(0, "", "R.L", 250), fighter(0, "", "R.L", 300), fighter(2, "F.M 4", "F.M", 80)}},
		}},
	}}
	got := a.stages(1, facts, phrase.En)
	want := `; The reported battle on 1/0
Field hwa
Owner 0
$Attackers
Realm 1 plain
K.M 7 900
K.M 1 1200
$Defenders
Realm 5 ; assumed: any realm, a culture without peculiarities
R.L 1 250 ; assumed: no experience
R.L 2 300 ; assumed: no experience
Realm 2 ; assumed: a culture without peculiarities
F.M 4 80 ; assumed: no experience
`
	if len(got) != 2 || got[0].Text != want || got[0].Battle != 3 || got[1].Battle != 0 {
		t.Fatalf("it stages\n%+v\nwant first\n%s", got, want)
	}
	if _, problems := Rules().ReadBattle(got[0].Text); len(problems) > 0 {
		t.Errorf("%v in\n%s", problems, got[0].Text)
	}
}

// BenchmarkBattleText is one fight as the page fights it, by strength and in rows.
func BenchmarkBattleText(b *testing.B) {
	text := "Feld hwa FES I\nVon tla F\n$A\nR.M 1 1000\nK.M 1 3000\nK.L 1 500\n$V\nK.M 1 1000\nF.L 1 500\nK.S 1 700\n"
	for _, how := range []string{"", "Reihen ja\n"} {
		b.Run(how, func(b *testing.B) {
			battle, problems := Rules().ReadBattle(how + text)
			if len(problems) > 0 {
				b.Fatal(problems)
			}
			for n := range b.N {
				battle.Fight(game.Seed{byte(n), byte(n >> 8)})
			}
		})
	}
}
