package report

import (
	"encoding/json"
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// The report as data has the board hex by hex, castles and walls of all, units with what they can and do, buildings,
// the bank; and of a blow all that was thrown and added.
func TestFacts(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(gametest.Plain)}, 2)
	s := p.State
	at := func(x, y int) game.Place { return realm.Place(s.Grid, x, y) }
	s.Terrain[at(5, 7)], s.Realms[0].Walls[4] = tables.Hill, 6 // west of the castle: 1/6
	s.Realms[0].Treasure = 4
	s.Raise(&realm.Building{Kind: tables.Quarry, At: at(6, 7), Hits: 2, Counter: 3})
	s.Raise(&realm.Building{Kind: tables.Outpost, At: at(6, 5), Owner: 2})
	s.Raise(&realm.Building{Kind: tables.Fortress, At: at(5, 6), Site: 2})
	s.Add(&realm.Unit{Number: 3, Realm: 2, Settler: true, At: at(5, 6)})
	s.Add(&realm.Unit{Number: 12, Realm: 2, At: at(10, 8), Symbols: []tables.Symbol{tables.Bow, tables.Shoe},
		Weak: []realm.Weakening{{Seq: 1, Pips: 2}, {Seq: 2, Pips: 5}}})
	s.Add(&realm.Unit{Number: 20, Realm: 1, At: at(8, 8), Symbols: []tables.Symbol{tables.Bow}})
	s.LastUnit, s.LastWeak = 20, 2
	now := Welcome(p).Facts(1)
	text, err := json.Marshal(now)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"rulebook":"belagerung"`, `"turn":0,`, `"weeks":[],`,
		`"values":{"hits":0,"looter":0,"most":6,"power":10,"range":5,"treasure":4,"wall":6,"wall.1":0,"wall.2":0,` +
			`"wall.3":0,"wall.4":0,"wall.5":6,"wall.6":0},"words":{"place":"2/6","walls":"0 0 0 0 6 0"}}`,
		`{"at":"5/7","terrain":"hill"}`, `{"at":"1/6","terrain":"plain","building":"wall","state":"broken"}`,
		`{"at":"2/6","terrain":"plain","owner":1,"building":"castle","own":true}`,
		`{"at":"6/7","terrain":"plain","building":"quarry","values":{"hits":2,"most":6,"pips":3}}`,
		`{"at":"6/5","terrain":"plain","owner":2,"building":"outpost","values":{"hits":0,"most":6}}`,
		`{"at":"5/6","terrain":"plain","owner":2,"building":"fortress","state":"site"}`,
		`{"realm":2,"name":"2.S3","id":"2/2.S3","kind":"settler","at":"5/6","values":{"power":1,"range":0,"speed":2},` +
			`"words":{"building":"Festung","state":"baut: Festung","symbols":"Siedler"}}`,
		// with the shoe, a bow's 2 steps are 5 (§4.2); two dice lie on it
		`{"realm":2,"name":"E12","id":"2/E12","kind":"bow","at":"10/8","values":{"dice":2,"power":4,"range":3,"speed":5,"sum":7},` +
			`"words":{"symbols":"Bogen+Schuh"}}`,
		`"money":[{"kind":"treasury","code":"treasure","amount":4,"text":"Schatzwürfel"}]`,
		`"parts":[{"name":"welcome","title":"Die Kunst der Belagerung",`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the facts lack %s", want)
		}
	}
	own := true
	for _, a := range now.Armies {
		if a.Realm == 1 && !own {
			t.Errorf("%s is behind units of another", a.Name)
		}
		own = a.Realm == 1
	}

	out := play(p, game.Seed{3}, game.Sheet{Realm: 1, Turn: 1, Text: "$K\nE20 > 10/8\n"})
	told := out.Facts(2)
	var blow map[string]game.FactValue
	for _, e := range told.Weeks[0].Events {
		if e.Phase == "attack" && strings.HasPrefix(e.Code, "blow-") {
			blow = e.Args
		}
	}
	n := func(name string) int64 { return blow[name].Number }
	// ground 0, weakening 7
	if blow["who"].Word != "E20" || blow["whom"].Word != "E12" || blow["at"].Word != "10/8" || n("die") < 1 ||
		n("power") != 4 ||
		n("sum") != n("die")+4 || n("total") != n("other")+4+0-7 {
		t.Errorf("the blow is %v of %+v", blow, told.Weeks)
	}
	if told.Turn != 1 || told.Realm.Number != 2 || told.Title != "Zug 1, Runde 1: Reich 1 (Reich 1)" ||
		told.Parts[len(told.Parts)-1].Name != "next" {
		t.Errorf("the facts of realm 2 are %+v", told)
	}
	if none := out.Facts(3); none != nil {
		t.Errorf("a realm that is not there is told %+v", none)
	}
}
