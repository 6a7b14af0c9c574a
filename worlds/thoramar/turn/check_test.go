package turn_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Law 8: whatever a realm orders, the turn refuses no line that the receipt
// accepted without a caveat. Only one realm sends orders, so that what others
// order the same turn is no excuse.
func TestAcceptedIsNotRefused(t *testing.T) {
	const realms = 6
	p, _ := gametest.Crowd(t, 60, 40, realms, 8)
	accepted, refused := 0, 0
	for round := range 60 {
		dice := game.Seed{byte(round)}.Throw(0, 0, "wild")
		realm := 1 + round%realms
		sheet := game.Sheet{Realm: realm, Turn: 1, Text: gametest.WildSheet(dice)}
		named, strangers := map[int]bool{}, false
		got := gametest.Check(p, sheet)
		for _, p := range got.Problems {
			named[p.Line] = true
			strangers = strangers || p.What.Code == "stranger-in-field"
		}
		accepted += len(got.InForce)
		turn := turn.Begin(p, []game.Sheet{sheet}, game.Seed{9})
		gametest.Watched(t, turn)
		for _, r := range turn.Refused[realm] {
			refused++
			if r.What.Code == "no-such-army" && strangers {
				continue // its recruiting was in doubt, and the receipt said so
			}
			if r.Severity == orders.Error && !named[r.Line] {
				t.Errorf("round %d: line %d %q: %s", round, r.Line, strings.Split(sheet.Text, "\n")[r.Line-1],
					turn.Rules.Words("de").Say(r.What))
			}
		}
	}
	if accepted < 200 || refused < 200 {
		t.Errorf("%d lines accepted, %d refused: the sheets are too tame", accepted, refused)
	}
}

// Law 6 for receipts: what a realm cannot see changes no word of its receipt.
func TestReceiptShowsNothingUnseen(t *testing.T) {
	p, sheets := gametest.Crowd(t, 60, 40, 6, 8)
	before := fmt.Sprint(gametest.Check(p, sheets[0]))
	clear := sight.Locate(p.State).Clear(p.Tables, 1)
	s := p.State.Clone()
	town := p.Tables.FindBuilding("STD")
	changed := 0
	for p := range s.Fields {
		if !clear.Has(game.Place(p)) && s.Fields[p].Owner == 0 && s.Fields[p].Building == nil {
			s.Fields[p].Owner = 2
			s.Fields[p].Building = &realm.Building{Kind: town.Code, Name: "X"}
			changed++
		}
	}
	for r := 2; r < len(s.Realms); r++ {
		s.Realms[r].Gold += 1000
		for _, a := range s.Armies[r] {
			if !clear.Has(a.At) {
				a.Men += 5
				a.KK = 7
			}
		}
	}
	if changed == 0 {
		t.Fatal("nothing is out of sight")
	}
	other := p.With(s)
	if after := fmt.Sprint(gametest.Check(other, sheets[0])); after != before {
		t.Errorf("the receipt tells of what is unseen:\n%s\n%s", before, after)
	}
}

// A sheet for a realm that is not in the game is an error, never a panic.
func TestCheckOfNobody(t *testing.T) {
	p := gametest.Fresh(t, "n", 40, 30, 1)
	for _, realm := range []int{2, -1, 5000} {
		if c := gametest.Check(p, game.Sheet{Realm: realm, Text: "$G\n1 5\n"}); c.Errors() == 0 {
			t.Errorf("realm %d: no error", realm)
		}
	}
}

// The problems of text and of the world come in one list, by position.
func TestProblemsAreSorted(t *testing.T) {
	p := gametest.Fresh(t, "sorted", 40, 30, 2)
	c := gametest.Check(p, game.Sheet{Realm: 1, Turn: 1, Text: "$G\n9 5\nunsinn\n8 5\n$B\nXXX\nBRG 0 0 X\n"})
	last := orders.Position{}
	for _, p := range c.Problems {
		if p.Line < last.Line {
			t.Errorf("line %d after line %d", p.Line, last.Line)
		}
		last = p.Position
	}
	if len(c.Problems) < 5 {
		t.Errorf("%d problems, want one for each of lines 2, 3, 4, 6, 7: %+v", len(c.Problems), c.Problems)
	}
}

// Receipts use each other's room: none sees what another left in it. Every realm's is
// the same after all others' as alone, also where several are written at a time.
func TestReceiptsShareNothing(t *testing.T) {
	const realms = 4
	p, sheets := gametest.Crowd(t, 60, 40, realms, 8)
	var alone []game.Checked
	for _, s := range sheets {
		alone = append(alone, gametest.Check(p, s))
	}
	rooms, done := sight.NewRooms(), make(chan string, 3)
	for range cap(done) {
		go func() {
			said := ""
			for range 3 {
				for i, s := range sheets {
					if !reflect.DeepEqual(turn.Receipt(p, sight.Locate(p.State), rooms, s), alone[i]) {
						said = fmt.Sprintf("the receipt of realm %d is another beside others", s.Realm)
					}
				}
			}
			done <- said
		}()
	}
	for range cap(done) {
		if said := <-done; said != "" {
			t.Error(said)
		}
	}
	room := rooms.Take()
	size, all := cap(room.Fields(1)), cap(room.Realms(1))
	if size < 2 || all < 2 || !reflect.DeepEqual(room.Fields(size), make([]realm.Field, size)) ||
		!reflect.DeepEqual(room.Realms(all), make([]realm.Realm, all)) {
		t.Error("the room is not blank, or there is none")
	}
}
