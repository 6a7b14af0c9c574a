package game

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// march are three events: one for two realms, one for nobody, one with an argument of each kind.
func march() []Event {
	return []Event{
		{Phase: "build", Realms: []int{2, 5}, Phrase: phrase.P("built")},
		{Week: 3, Phase: "move", Phrase: phrase.P("seen-by-none", phrase.Num("n", -1))},
		{Week: 14, Phase: "fallen", Realms: []int{5}, Phrase: phrase.P("fallen", phrase.Num("n", int64(1<<40)),
			phrase.Str("s", "ä"), phrase.Key("k", "season.1"), phrase.At("at", 77), phrase.XY("xy", -3, 300))},
	}
}

// What is read out of annals is what was told; their bytes are the number of events and then each of them: week, phase,
// realms, code, arguments with name, kind, both numbers and text. Numbers with a sign are doubled.
func TestAnnals(t *testing.T) {
	a := AnnalsOf(march())
	if got := a.Events(); !reflect.DeepEqual(got, march()) {
		t.Errorf("read %+v", got)
	}
	want := "\x03" + "\x00\x05build\x02\x04\x0a\x05built\x00" +
		"\x06\x04move\x00\x0cseen-by-none\x01\x01n\x00\x01\x00\x00"
	if got := a.Bytes(); !bytes.HasPrefix(got, []byte(want)) {
		t.Errorf("the bytes are %q, want %q and the third", got, want)
	}
	if got := fmt.Sprint(a.ByRealm(5)); got != "[[] [] [0] [] [] [0 2]]" {
		t.Errorf("by realm %s", got)
	}
	var none Annals
	if none.Events() != nil || !bytes.Equal(none.Bytes(), []byte{0}) || none.Len() != 0 {
		t.Errorf("without events: %v, %q", none.Events(), none.Bytes())
	}
}

// Events taken from other annals are as if they had been told here; cleared annals begin anew, in the same room.
func TestAnnalsTake(t *testing.T) {
	from, all := AnnalsOf(march()), march()
	var a Annals
	a.Take(from, 1, 3)
	a.Take(from, 2, 2)
	a.Add(all[0].Week, all[0].Phase, all[0].Realms, all[0].Phrase)
	a.Take(from, 0, 1)
	want := []Event{all[1], all[2], all[0], all[0]}
	if !reflect.DeepEqual(a.Events(), want) || !bytes.Equal(a.Bytes(), AnnalsOf(want).Bytes()) {
		t.Errorf("taken: %+v", a.Events())
	}
	a.Clear()
	a.Take(from, 0, 2)
	if !bytes.Equal(a.Bytes(), AnnalsOf(all[:2]).Bytes()) {
		t.Errorf("after a new beginning: %+v", a.Events())
	}
}

// More than a hundred events, and rows beyond the room that was made for them.
func TestAnnalsGrow(t *testing.T) {
	var events []Event
	for i := range 300 {
		events = append(events, Event{Week: i % 14, Phase: "move", Realms: []int{i},
			Phrase: phrase.P("long", phrase.Str("text", strings.Repeat("x", i)))})
	}
	a := AnnalsOf(events)
	if !reflect.DeepEqual(a.Events(), events) {
		t.Error("300 events are not read as they were told")
	}
	if b := a.Bytes(); b[0] != 0xac || b[1] != 2 { // 300 = 2 * 128 + 44
		t.Errorf("the bytes begin with % x", b[:2])
	}
}

// An event reader reads the events of one realm after the other in the same room; what is appended to the
// arguments of one does not reach the next.
func TestEventReader(t *testing.T) {
	a, all := AnnalsOf(march()), march()
	var r EventReader
	if got := r.Of(a, []int32{2, 0}); !reflect.DeepEqual(got, []Event{all[2], all[0]}) {
		t.Errorf("read %+v", got)
	}
	got := r.Of(a, []int32{1, 2})
	_ = append(got[0].Args, phrase.Num("other", 1))
	if !reflect.DeepEqual(got, all[1:]) {
		t.Errorf("read %+v", got)
	}
}
