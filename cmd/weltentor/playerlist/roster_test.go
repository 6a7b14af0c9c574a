package playerlist_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/playerlist"
)

// A list with the numbers of realms is one only for a world in which there may be realms without players: elsewhere a
// column of that name counts lines. In it a player may have several realms, and no realm several players.
func TestNumberedList(t *testing.T) {
	t.Parallel()
	lines := func(r *playerlist.Roster) (rows, faults string) {
		for _, row := range r.Rows {
			rows += fmt.Sprintln(row.Line, row.Number, row.Name, row.Player, row.Mail, row.Lang)
		}
		for _, f := range r.Faults {
			faults += fmt.Sprintln(f.Line, f.What.Code)
		}
		return rows, faults
	}
	text := "Nr,Name,Spieler,Address,Language\n101,Nord: $I,Ann,ann@demo.test,en\n7,Süd,Ann,Ann@demo.test,de\n"
	moved := func(raw []byte, _ ...string) *playerlist.Roster { return playerlist.ReadMoved(raw) }
	for _, c := range []struct {
		change       [2]string
		read         func([]byte, ...string) *playerlist.Roster
		numbered     bool
		rows, faults string
	}{
		{[2]string{}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n3 7 Süd Ann Ann@demo.test de\n", ""},
		{[2]string{"Nr,", "NUMBER,"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n3 7 Süd Ann Ann@demo.test de\n", ""},
		{[2]string{"\n7", "\n101"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n", "3 list-number-twice\n"},
		{[2]string{"\n7", "\n-7"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n", "3 list-number\n"},
		{[2]string{"\n7", "\nseven"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n", "3 list-number\n"},
		{[2]string{"Nr,", "Zeile,"}, playerlist.ReadMoving, false, "2 0 Nord: $I Ann ann@demo.test en\n", "3 list-twice\n"},
		{[2]string{"Süd,Ann,Ann@demo.test", "Süd,,"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n3 7 Süd   de\n", ""},
		{[2]string{"Süd,Ann,", "Süd,,"}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n", "3 list-cell-missing\n"},
		{[2]string{"Süd", ""}, playerlist.ReadMoving, true, "2 101 Nord: $I Ann ann@demo.test en\n", "3 list-cell-missing\n"},
		{[2]string{"Name", "Faction"}, moved, true, "2 101 Nord: $I Ann ann@demo.test en\n3 7 Süd Ann Ann@demo.test de\n", ""},
		{[2]string{"Spieler,Address", "A,B"}, moved, true, "2 101 Nord: $I   en\n3 7 Süd   de\n", ""},
		{[2]string{"Name", "X"}, moved, true, "", "1 list-column-lacks\n"},
		{[2]string{"Nr", "X"}, moved, false, "", "1 list-column-lacks\n"},
		{[2]string{"Süd,Ann,Ann@demo.test", "Süd,,"}, playerlist.Read, false, "2 0 Nord: $I Ann ann@demo.test en\n",
			"3 list-cell-missing\n3 list-cell-missing\n"},
		{[2]string{}, playerlist.Read, false, "2 0 Nord: $I Ann ann@demo.test en\n", "3 list-twice\n"},
	} {
		r := c.read([]byte(strings.Replace(text, c.change[0], c.change[1], min(len(c.change[0]), 1))))
		rows, faults := lines(r)
		if r.Numbered != c.numbered || rows != c.rows || faults != c.faults {
			t.Errorf("%q: numbered %v\n%s%swant %v\n%s%s", c.change, r.Numbered, rows, faults, c.numbered, c.rows, c.faults)
		}
	}
}
