package terra

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

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
			w.at.Tables.Rules.LoserLeast, w.at.Tables.Rules.LoserMost = 400, 700
			out := w.Resolve(sheets, game.Seed{4}, 1, nil)
			got := mine(out, 1)
			if out.Next().Asked().Phase == realm.InResults {
				out = out.Next().Resolve(nil, game.Seed{5}, 1, nil)
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
	r := out.Report(realm, nil)
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
