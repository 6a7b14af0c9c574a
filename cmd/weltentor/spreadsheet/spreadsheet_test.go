package spreadsheet

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// Fixed columns come first, then all others, by name. A part names what it is part of. A player's name "=1+1" is not a
// formula, and a negative number stays a number.
func TestTables(t *testing.T) {
	facts := game.Facts{Turn: 3,
		Armies: []game.FactArmy{
			{Realm: 2, Name: "R.1", At: "-2/3", Men: 1500, Values: map[string]int64{"points": 6, "gold": -4},
				Parts: []game.FactArmy{{Name: "Knight", Men: 20, Words: map[string]string{"busy": "=1+1"}}}},
			{Kind: "K.M", Unknown: true, At: "4/5", Values: map[string]int64{"points": 0}},
		},
		Fields: []game.FactField{
			{At: "0/1", Own: true, Name: "@Furt, \"alt\"",
				FactGround: game.FactGround{Terrain: "E", Owner: 2, Edges: "----"},
				Values:     map[string]int64{"yield": 7}},
			{At: "1/1", FactGround: game.FactGround{Terrain: "W"}},
		}}
	for kind, want := range map[string]string{
		"armies": "turn,realm,name,of,kind,unknown,at,men,values.gold,values.points,words.busy\n" +
			"3,2,R.1,,,false,'-2/3,1500,-4,6,\n" +
			"3,,Knight,R.1,,false,,20,,,'=1+1\n" +
			"3,,,,K.M,true,4/5,0,,0,\n",
		"fields": "turn,at,name,own,terrain,owner,building,state,edges,values.yield\n" +
			"3,0/1,\"'@Furt, \"\"alt\"\"\",true,E,2,,,'----,7\n" +
			"3,1/1,,false,W,,,,,\n",
	} {
		var got strings.Builder
		if err := Write(&got, kind, facts); err != nil || got.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", kind, err, got.String(), want)
		}
	}
}

// If a report has no rows, the fixed columns are still there.
func TestEmptyTable(t *testing.T) {
	var got strings.Builder
	err := Write(&got, "armies", game.Facts{})
	if err != nil || got.String() != "turn,realm,name,of,kind,unknown,at,men\n" {
		t.Errorf("%v %q", err, got.String())
	}
}

// Everything that a spreadsheet computes begins like this.
func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{"": "", "=A1": "'=A1", "+1x": "'+1x", "-": "'-", "@SUM": "'@SUM",
		"\tx": "'\tx", "\rx": "'\rx", "-17": "-17", "+17": "+17", "x=1": "x=1", "-1/2": "'-1/2",
		" =A1": "' =A1", "\u00a0 @x": "'\u00a0 @x", "\ufeff=A1": "'\ufeff=A1", "a;=A1": "a;'=A1", "a; +1": "a;' +1",
		"a\n=A1": "a\n'=A1", "a\r\n-b": "a\r\n'-b", "=a;-b": "'=a;'-b", "a; b": "a; b", " a=b": " a=b", "a,=b": "a,=b",
		";=a;=b": ";'=a;'=b", "a;\n=b": "a;\n'=b"} {
		if got := harmless(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}
