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
