package orders

import (
	"reflect"
	"testing"

	"weltentor/orders/phrase"
)

// Errors void a line, and are told without the example; the list they come from
// keeps it. By position, those of one place as they came.
func TestVoidAndSorted(t *testing.T) {
	at := func(line, col int, severity Severity, code string) Problem {
		return Problem{Position{line, col}, severity, phrase.P(code, Sample(Shown))}
	}
	all := []Problem{at(3, 1, Error, "a"), at(2, 9, Warning, "b"), at(2, 9, Error, "c"), at(2, 1, Error, "d")}
	SortProblems(all)
	var codes string
	for _, p := range all {
		codes += p.What.Code
	}
	if codes != "dbca" {
		t.Errorf("sorted %s, want dbca", codes)
	}
	void := Void(all)
	want := []phrase.Phrase{}
	for _, code := range []string{"d", "c", "a"} {
		want = append(want, phrase.P(code, Sample("sample.none")))
	}
	for i, p := range void {
		if i >= len(want) || !reflect.DeepEqual(p.What, want[i]) {
			t.Errorf("void are %v, want %v", void, want)
			break
		}
	}
	if len(void) != 3 || !reflect.DeepEqual(all[0].What, phrase.P("d", Sample(Shown))) {
		t.Errorf("%d are void, the first of all is now %v", len(void), all[0].What)
	}
}
