package terramagica

import (
	"encoding/json"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The report as data has the numbers of the text: the battle row by row, own armies with their stacks and statuses,
// others' with their men alone, provinces as far as they are seen, the week in gold.
func TestFacts(t *testing.T) {
	w := newCaseWorld(t, "[battle]\nrounds = 2\n", `turn 3
province 1 owner=1 people=5000 most=9000
province 2 owner=2 walls=Palisade,Burg
province 4 coast owner=2
army 1 Nord 2 Rammbock:9/1/Sturmangriff Soldat:20%5
army 2 Sued 2 Soldat:10
`)
	out := w.Resolve([]game.Sheet{{Realm: 1, Turn: 3, Text: "$A\nNord angriff 2.Sued\nNord 99\n"},
		{Realm: 2, Turn: 3, Text: "$N\n#1\nFort von hier!\n#E\n"}}, game.Seed{3}, 1, nil).(*outcome)
	said := func(f *game.Facts) string {
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	turn, now := said(out.Facts(1)), said(out.After.Facts(1))
	for _, want := range []string{
		`"turn":3,"title":"Zug 3"`, `{"line":3,"code":"no-such-province",`,
		// 20 soldiers strike 40 of the palisade's 500 HP in round 2, and then 9 rams 9 × 5 × 10
		`"code":"rows.breach","args":{"army":"1.Nord","hp":40,"left":460,`,
		`"code":"rows.breach","args":{"army":"1.Nord","hp":450,"left":10,`,
		`{"at":"1","terrain":"land","owner":1,"own":true,"values":{"most":9000,"people":5050,"points":126,"tax":252},`,
		// the palisade and the castle are whole again; of another's province only the people are seen
		`{"at":"2","terrain":"land","owner":2,"building":"Burg","values":{"people":4040,` +
			`"wall.Burg":5000,"wall.Palisade":500},"words":{"terrain":"Land","walls":"Palisade (500 HP)`,
		`{"at":"4","terrain":"coast"}`, // nobody of the realm sees who owns it
		`"armies":[{"realm":1,"name":"Nord","id":"1/Nord","kind":"army","at":"2","men":29,"values":{"upkeep":35},"words":{` +
			`"status.2.Sued":"angriff"},"parts":[{"name":"","kind":"Soldat","men":20,"values":{"experience":5,` +
			`"row":1}},{"name":"","kind":"Rammbock","men":9,"values":{"experience":0,"row":1},` +
			`"words":{"tactic":"Sturmangriff"}}]}`,
		`{"realm":2,"name":"Sued","id":"2/Sued","kind":"Soldat","at":"2","men":10,"parts":[{"name":"","kind":"Soldat","men":10}]}`,
		// 5050 people pay 252 gold, and the 1000 there were; an army of 700 gold costs 35
		`{"kind":"income","code":"tax","amount":252,"text":"Steuern"}`,
		`{"kind":"outlay","code":"upkeep","amount":-35,"text":"Unterhalt"}`,
		`{"kind":"treasury","code":"gold","amount":1217,"text":"Gold"}`,
		`"letters":[{"from":2,"name":"Reich 2","text":"Fort von hier!"}]`,
	} {
		if !strings.Contains(turn, want) {
			t.Errorf("the facts lack %s", want)
		}
	}
	for _, want := range []string{`"turn":3,"title":"Zug 4"`, `"weeks":[]`, `"letters":[]`,
		`"name":"welcome"`, `{"kind":"treasury","code":"mana",`} {
		if !strings.Contains(now, want) {
			t.Errorf("the facts of now lack %s", want)
		}
	}
	if of := out.Facts(9); of != nil {
		t.Errorf("a realm that is not there is told %s", said(of))
	}
}

// Codes stay codes in the data, and their labels are in the reader's language.
func TestFactLabels(t *testing.T) {
	w := newCaseWorld(t, "", "turn 3\nprovince 2 hard owner=1 walls=Palisade,Burg\nprovince 3 owner=1\n")
	for lang, want := range map[phrase.Lang][3]string{"de": {"schweres Land", "Gelände", "Burg"},
		"en": {"rough land", "Terrain", "castle"}} {
		w.at.State.Realms[1].Lang = lang
		f := w.Facts(1)
		got := [3]string{f.Fields[1].Words["terrain"], f.Names["terrain"], f.Names["wall.Burg"]}
		if got != want || f.Fields[1].Terrain != "hard" || f.Fields[1].Building != "Burg" {
			t.Errorf("%s: %q, terrain %q, building %q; want %q, and codes", lang, got, f.Fields[1].Terrain,
				f.Fields[1].Building, want)
		}
	}
}
