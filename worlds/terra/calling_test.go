package terra

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// §6.10: numbers have three digits, on a great map four; none is there twice in a round,
// and the same field has another in another round.
func TestBattlesHaveThreeDigits(t *testing.T) {
	for _, size := range []int{48, 400, 700, 701, 960} {
		least, most := 100, 999
		if size > 700 {
			least, most = 1000, 9999
		}
		var before []int
		for round := range 3 {
			run := turnOn(tables.StandardTables(),
				&realm.State{Turn: 1 + 2*round, Round: 1 + round, Fields: make([]realm.Field, size)}, game.Seed{8},
				"pairings")
			var found []*realm.Battle
			for at := range 48 {
				found = append(found, &realm.Battle{At: game.Place(at)})
			}
			for i := range 30 { // each pair three times
				found = append(found, &realm.Battle{At: game.Nowhere,
					Sides: [2]realm.Side{{Player: 1 + i%10}, {Player: 11 + i%10}}})
			}
			run.call(found)
			seen, numbers := map[int]bool{}, []int(nil)
			for _, b := range found {
				if b.Number < least || b.Number > most || seen[b.Number] || b.Round != 1+round {
					t.Errorf("%d fields: a battle of round %d is called G%d, another too: %t", size, b.Round, b.Number,
						seen[b.Number])
				}
				seen[b.Number] = true
				numbers = append(numbers, b.Number)
			}
			if reflect.DeepEqual(before, numbers) {
				t.Errorf("%d fields: two rounds call their battles alike", size)
			}
			before = numbers
		}
	}
}

// twoFronts: Nordland attacks Suedland at 2/2 and a wild field at 0/2; far away there is
// what the test puts there, of Westmark's.
const twoFronts = `-- tables --
[rules]
table = %d
-- world --
field 2/2 pasture 2 1000
army 1 1 2/2 1500
army 1 2 0/2 1500
army 2 1 3/4 4500
field 7/4 village 3 2000
army 3 1 6/0 %d
%s
`

// Laws 5 and 6: how Nordland's battles are called, where they are fought and how they end
// does not hang on battles it does not see, however many there are.
func TestBattlesNobodySeesChangeNothing(t *testing.T) {
	const plays, not = "$S\nSpielt ja\n", "$S\nSpielt nein\n"
	sheets := []game.Sheet{{Realm: 1, Turn: 1, Text: plays}, {Realm: 2, Turn: 1, Text: plays},
		{Realm: 3, Turn: 1, Text: not}}
	for _, table := range []int{0, 1} {
		var first []string
		for name, far := range map[string]string{
			"a garrison of 1500": "field 6/0 pasture 0 1500", "none": "field 6/0 pasture 0 0",
			"its own land": "field 6/0 pasture 3 1000",
			"two battles":  "field 6/0 pasture 0 1500\narmy 3 2 7/1 3000",
		} {
			w := newCase(t, fmt.Sprintf(twoFronts, table, 3000, far)).world
			w.tables.Rules.LoserLeast, w.tables.Rules.LoserMost = 400, 700
			out := w.Resolve(sheets, game.Seed{4})
			got := mine(out, 1)
			if out.Next().Asked().Phase == realm.InResults {
				out = out.Next().Resolve(nil, game.Seed{5})
				got = append(got, mine(out, 1)...)
			}
			if first == nil {
				first = got
			}
			if !reflect.DeepEqual(first, got) {
				t.Errorf("table %d, %s: Nordland is told\n%s\n--- and before\n%s", table, name, got, first)
			}
		}
	}
}

// mine is all that a realm is told of a phase, but for what all may know of Westmark.
func mine(out game.Outcome, realm int) []string {
	r := out.Report(realm)
	for _, part := range []*[]byte{&r.Text, &r.Summary} {
		var kept [][]byte
		for line := range bytes.Lines(*part) {
			if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("3 Westmark")) &&
				!bytes.HasPrefix(line, []byte("Rang nach ")) && !bytes.HasPrefix(line, []byte("Ihr seid auf Platz ")) {
				kept = append(kept, line)
			}
		}
		*part = bytes.Join(kept, nil)
	}
	return []string{string(r.Text), string(r.Summary), fmt.Sprint(r.Files), fmt.Sprint(out.Refused(realm)),
		out.Next().Template(realm), out.Next().Title(phrase.De)}
}

// A world whose battles were counted through the campaign keeps their numbers.
func TestOldBattlesKeepTheirNumbers(t *testing.T) {
	w := newCase(t, tableOfThree).world
	old := w.state.Clone()
	for i := range old.Battles {
		old.Battles[i].Number = 0
	}
	s, err := realm.Decode(realm.Encode(old), w.tables)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range s.Battles {
		if b.Number != i+1 {
			t.Errorf("battle %d is called G%d", i+1, b.Number)
		}
	}
}
