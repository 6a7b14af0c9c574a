package game

import (
	"encoding/json"
	"testing"

	"weltentor/orders"
)

// TestSheetIsItsText: what was parsed is given while the text is the one it was
// parsed from, and is not stored.
func TestSheetIsItsText(t *testing.T) {
	l, other := &orders.Language{}, &orders.Language{}
	s := Sheet{Realm: 1, Text: "$I 1 x 2\n"}
	bare, _ := json.Marshal(s)
	file := l.Parse(s.Text)
	if s.Orders(l) == file {
		t.Error("a sheet nobody has parsed has what was parsed")
	}
	s = s.Read(l, file)
	for range 2 {
		if s.Orders(l) != file {
			t.Error("a sheet that was parsed is parsed again")
		}
	}
	if s.Orders(other) == file {
		t.Error("another language gives what the first did")
	}
	if stored, _ := json.Marshal(s); string(stored) != string(bare) {
		t.Errorf("stored is %s, want %s", stored, bare)
	}
	later := s
	later.Text = "$I 2 x 2\n"
	if got := later.Orders(l).Identity.Realm; got != 2 {
		t.Errorf("the orders of a changed text are of realm %d, want 2", got)
	}
	if s.Unread().Orders(l) == file {
		t.Error("a sheet without its parsed text gives it")
	}
}

// Undone: of the errors on lines 2 to 5 the turn refused 2, line 3 is in force in part,
// 4 is only a remark; line 5 it did, and what is wrong with the whole sheet is no line.
func TestUndone(t *testing.T) {
	at := func(line int, s orders.Severity) orders.Problem {
		return orders.Problem{Position: orders.Position{Line: line}, Severity: s}
	}
	c := Checked{
		Problems: []orders.Problem{at(0, orders.Error), at(2, orders.Error), at(3, orders.Error), at(4, orders.Warning),
			at(5, orders.Error)},
		InForce: []InForce{{Line: 3}},
	}
	if done := c.Undone([]orders.Problem{at(2, orders.Error)}); len(done) != 1 || done[0].Line != 5 {
		t.Errorf("done all the same: %v, want line 5", done)
	}
}
