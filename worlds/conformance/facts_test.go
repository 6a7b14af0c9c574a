package conformance

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// factsExample is a tournament of three players who write to each other. One of them sends lines that are not done.
func factsExample() Example {
	ex := knownExample()
	ex.Fights = []string{} // there are none
	ex.Sheet = func(w game.World, realm int, _ *game.Dice) string {
		out := fmt.Sprintf("$N\n#%d\nGruß\n> und Hohn\n#E\n", 1+realm%3)
		if w.Asked().Phase == "results" {
			return fmt.Sprintf("$T\nG%d 3 2\n", w.Asked().Turn/2) + out
		}
		return "$A\nhoch 4\nquer\n" + out
	}
	ex.Hidden = func(w game.World, sheets []game.Sheet, viewer int, _ *game.Dice) (game.World, []game.Sheet) {
		for i := range sheets {
			if sheets[i].Realm != viewer {
				sheets[i].Text += "; psst\n"
			}
		}
		return w, sheets
	}
	return ex
}

// facty changes the facts of turns. Those of a world are the ones without weeks.
func facty(change func(*game.Facts)) faults {
	return faults{facts: func(f game.Facts) game.Facts {
		if len(f.Weeks) > 0 {
			change(&f)
		}
		return f
	}}
}

// The laws of facts find each fault, and none in the rulebook as it is.
func TestFactLawsCatch(t *testing.T) {
	const says, words = "reports as data say what reports say", "reports as data are said in another language"
	calls := 0
	event := func(change func(*game.FactEvent)) faults {
		return facty(func(f *game.Facts) {
			if e := f.Weeks[0].Events; len(e) > 0 {
				change(&e[0])
			}
		})
	}
	army := func(list ...game.FactArmy) faults { return facty(func(f *game.Facts) { f.Armies = list }) }
	arg := func(v game.FactValue) faults {
		return event(func(e *game.FactEvent) { e.Args = map[string]game.FactValue{"field": v} })
	}
	for _, c := range []struct {
		law, told string
		f         faults
	}{
		{says, "asked for again", facty(func(f *game.Facts) { calls++; f.Title += strings.Repeat("!", calls) })},
		{says, "their schema is", facty(func(f *game.Facts) { f.Schema++ })},
		{says, "they are of chess", facty(func(f *game.Facts) { f.Rulebook = "chess" })},
		{says, "they are of duel 2", facty(func(f *game.Facts) { f.Rules++ })},
		{says, "they are of turn 0", facty(func(f *game.Facts) { f.Turn = 0 })},
		{says, "and at most of", facty(func(f *game.Facts) { f.Turn++ })},
		{says, "no title", facty(func(f *game.Facts) { f.Title = "" })},
		{says, "they are in fr", facty(func(f *game.Facts) { f.Lang = "fr" })},
		{says, "they are for", facty(func(f *game.Facts) { f.Realm.Player = "" })},
		{says, "\"fields\" is null", facty(func(f *game.Facts) { f.Fields = nil })},
		{says, "\"weeks/0/events\" is null", facty(func(f *game.Facts) { f.Weeks[0].Events = nil })},
		{says, "come back otherwise", facty(func(f *game.Facts) { f.Title += "\xff" })},
		{says, "come back otherwise", arg(game.FactValue{Word: "12/8"})},
		{says, "week 0 comes behind week 0", facty(func(f *game.Facts) { f.Weeks = append(f.Weeks, f.Weeks[0]) })},
		{says, "realm 1 comes behind realm 1", facty(func(f *game.Facts) {
			f.Realms = append(f.Realms[:1:1], f.Realms...)
		})},
		{says, "there is no realm", facty(func(f *game.Facts) { f.Realms[0].Name = "Xenia" })},
		{says, "there is no realm", facty(func(f *game.Facts) { f.Realms[0].Number = -1 })},
		{says, "there twice", facty(func(f *game.Facts) { f.Fields = []game.FactField{{At: "1/1"}, {At: "1/1"}} })},
		{says, "their own is true", facty(func(f *game.Facts) {
			f.Fields = []game.FactField{{At: "1/1", Own: true}}
		})},
		{says, "comes behind one of another", facty(func(f *game.Facts) {
			f.Armies = []game.FactArmy{{Name: "Anna"}, {Realm: f.Realm.Number, Name: "Bob", At: "1/1"}}
		})},
		{says, "does not say why", facty(func(f *game.Facts) {
			f.Armies = []game.FactArmy{{Realm: f.Realm.Number, Name: "Anna"}}
		})},
		{says, "hides that it is", army(game.FactArmy{Realm: 9, Unknown: true})},
		{says, "can be followed by \"0/Xenia\"", army(game.FactArmy{Name: "Xenia", ID: "0/Xenia", Unknown: true})},
		{says, "can be followed by \"\"", facty(func(f *game.Facts) {
			f.Weeks[0].Sightings = []game.FactSighting{{At: "1/1", Armies: []game.FactArmy{{Name: "Anna"}}}}
		})},
		{says, "which is \"1 Anna\"", army(game.FactArmy{Realm: 1, Name: "Anna", ID: "7"}, game.FactArmy{Name: "Bob", ID: "7"})},
		{says, "1/1 is seen twice", facty(func(f *game.Facts) {
			f.Weeks[0].Sightings = []game.FactSighting{{At: "1/1"}, {At: "1/1"}}
		})},
		{says, "the army \"K.M 1\" is not in the report", army(game.FactArmy{Name: "K.M 1"})},
		{says, "no such line of money", facty(func(f *game.Facts) {
			f.Money = []game.FactMoney{{Kind: "income", Code: "land", Amount: -1, Text: "Land"}}
		})},
		{says, "no such line of money", facty(func(f *game.Facts) {
			f.Money = []game.FactMoney{{Kind: "gift", Code: "land", Amount: 1, Text: "Land"}}
		})},
		{says, "no such line of money", facty(func(f *game.Facts) {
			f.Money = []game.FactMoney{{Kind: "income", Code: "land", Text: "`money.land`"}}
		})},
		{says, "has no sentence", event(func(e *game.FactEvent) { e.Code = "no-such-code" })},
		{says, "\"Still!\" is not in the report", event(func(e *game.FactEvent) { e.Text = "Still!" })},
		{says, "in no phase", event(func(e *game.FactEvent) { e.Phase = "" })},
		{says, "cannot be read in", arg(game.FactValue{Number: 7777})},
		{says, "cannot be read in", arg(game.FactValue{Word: "12/8", Worded: true})},
		{says, "the player \"C. Chamois\" is not", facty(func(f *game.Facts) {
			f.Realms[0].Player = "C. Chamois"
		})},
		{says, "the letter \"Huhu\" is not", facty(func(f *game.Facts) {
			f.Letters = []game.FactLetter{{From: 1, Name: "Anna", Text: "Huhu"}}
		})},
		{says, "a letter is from realm 0", facty(func(f *game.Facts) {
			f.Letters = []game.FactLetter{{Name: "Anna"}}
		})},
		{says, "points 4321, which is not in the report", facty(func(f *game.Facts) {
			f.Realms[0].Values["points"] = 4321
		})},
		{says, "\"points\" is called \"\"", facty(func(f *game.Facts) { f.Names = nil })},
		{says, "is called \"`figure.hits`\"", facty(func(f *game.Facts) {
			f.Realm.Words = map[string]string{"hits": "three"}
			f.Names["hits"] = "`figure.hits`"
		})},
		{says, "\"steps\" is called", facty(func(f *game.Facts) {
			f.Weeks[0].Sightings = []game.FactSighting{{At: "1/1", Armies: []game.FactArmy{{
				Parts: []game.FactArmy{{Values: map[string]int64{"steps": 1}}}}}}}
		})},
		{says, "nobody knows where", facty(func(f *game.Facts) {
			f.Weeks[0].Sightings = make([]game.FactSighting, 1)
		})},
		{says, "the army \"Xenia\"", facty(func(f *game.Facts) {
			f.Weeks[0].Sightings = []game.FactSighting{{At: "1/1", By: []string{"Xenia"}}}
		})},
		{says, "their standings are", facty(func(f *game.Facts) { f.Standings.Rows[0].Numbers = []int64{4321} })},
		{says, "they have no standings", facty(func(f *game.Facts) { f.Standings = nil })},
		{says, "were not done", facty(func(f *game.Facts) { f.Refused = f.Refused[:0] })},
		{says, "and they do not", facty(func(f *game.Facts) { f.Weeks[0].Events = f.Weeks[0].Events[:0] })},
		{says, "is not there and is told", faults{facts: func(f game.Facts) game.Facts {
			if f.Schema == 0 {
				f.Realm.Number = 1
			}
			return f
		}}},
		{words, "is said as", facty(func(f *game.Facts) {
			if over := duel.Rules().Words(f.Lang).T("title-over"); f.Lang == phrase.De {
				f.Title, f.Titled = over, game.Said{Code: "title-over", Text: over}
			}
		})},
		{words, "stays as", event(func(e *game.FactEvent) { e.Code = "" })},
		{words, "names parts realm", facty(func(f *game.Facts) {
			if f.Lang == phrase.De {
				f.Parts = []game.FactPart{{Name: "bank"}}
			}
		})},
		{"hidden stays hidden", "the facts of realm", facty(func(f *game.Facts) { calls++; f.Turn += calls })},
		{"strangers change nothing", "its facts", facty(func(f *game.Facts) { calls++; f.Turn += calls })},
		{"what a realm knows says nothing of the unseen", "the facts of realm",
			faults{facts: func(f game.Facts) game.Facts { calls++; f.Turn = calls; return f }}},
		{"reports are told anew to a new player", "the facts told anew", facty(func(f *game.Facts) {
			f.Lang = "fr"
		})},
		{says, "tell of 0 battles, and 1 are objects", facty(func(f *game.Facts) {
			f.Battles = []game.FactBattle{{Sides: []game.FactSide{{Armies: []game.FactFighter{}}, {Armies: []game.FactFighter{}}},
				Result: f.Weeks[0].Events[0].Said}}
		})},
	} {
		t.Run(c.law+": "+c.told, func(t *testing.T) {
			l, ex := lawNamed(t, c.law), factsExample()
			if c.law == "strangers change nothing" {
				ex = knownExample()
			}
			if said := verdict(l, duel.Rules(), ex); said != "" {
				t.Fatalf("the lawful rulebook is blamed: %.2000s", said)
			}
			if said := verdict(l, faultyRules{lawful, c.f}, ex); !strings.Contains(said, c.told) {
				t.Errorf("%q was not found, only: %.2000s", c.told, said)
			}
		})
	}
}

// A game must have its reports as data.
func TestFactsAreDemanded(t *testing.T) {
	l := lawNamed(t, "reports as data say what reports say")
	for of, told := range map[bool]string{false: "a world does not tell", true: "the outcome of a turn does not tell"} {
		if said := verdict(l, mute{lawful, of}, factsExample()); !strings.Contains(said, told) {
			t.Errorf("%q was not found, only: %.2000s", told, said)
		}
	}
}

// A sentence may express a 1 by a word and leave out a 0. A key is not a word of the sentence.
func TestReadInASentence(t *testing.T) {
	book, err := phrase.Load(phrase.De, []byte("fell = \"x\"\nstance = \"hoch\""))
	if err != nil {
		t.Fatal(err)
	}
	said := game.Said{Code: "fell", Text: "Anna verliert 20 von 300 Mann."}
	for _, c := range []struct {
		v  game.FactValue
		in bool
	}{
		{game.FactValue{Number: 20}, true}, {game.FactValue{Number: -300}, true}, {game.FactValue{Number: 1}, true},
		{game.FactValue{}, true}, {game.FactValue{Number: 30}, false}, {game.FactValue{Number: 21}, false},
		{game.FactValue{Word: "Anna", Worded: true}, true}, {game.FactValue{Word: "Bob", Worded: true}, false},
		{game.FactValue{Word: "stance", Worded: true}, true}, {game.FactValue{Word: "", Worded: true}, true},
	} {
		if got := readIn(book, said, c.v); got != c.in {
			t.Errorf("%+v is read in %q: %t", c.v, said.Text, got)
		}
	}
}
