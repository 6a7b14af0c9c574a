package rulekit

import (
	"testing"

	"weltentor/orders/phrase"
)

// A sentence is told from the side of who reads it, by any argument that means him; others read it as it is.
func TestReaders(t *testing.T) {
	readers := Readers{"seized": {"realm": "seized.own", "realm2": "seized.lost"}}
	what := phrase.P("seized", phrase.Num("area", 3), phrase.Num("realm", 1), phrase.Num("realm2", 2))
	for reader, want := range map[int64]string{1: "seized.own", 2: "seized.lost", 3: "seized"} {
		if got := readers.Read(what, func(a phrase.Arg) bool { return a.N == reader }).Code; got != want {
			t.Errorf("%d reads %s, want %s", reader, got, want)
		}
	}
	if got := readers.Read(what, func(a phrase.Arg) bool { return a.N < 3 }).Code; got != "seized.lost" {
		t.Errorf("who is both reads %s", got)
	}
	other := readers.Read(phrase.P("burnt", phrase.Num("realm", 1)), func(phrase.Arg) bool { return true })
	if other.Code != "burnt" {
		t.Errorf("a sentence that is the same for all is read as %s", other.Code)
	}
	if what.Code != "seized" {
		t.Errorf("what was read is now %s", what.Code)
	}
}
