package orders

import (
	"reflect"
	"testing"
)

// FuzzParse: nothing panics, what was read prints to what reads the same, and
// scrubbing changes nothing but passwords.
func FuzzParse(f *testing.F) {
	for _, c := range allCases() {
		f.Add(c.text)
	}
	for _, s := range small().Sections {
		for _, e := range s.Examples {
			f.Add("$" + string(rune(s.Letter)) + "\n" + e + "\n")
		}
	}
	l := small()
	f.Fuzz(func(t *testing.T, text string) {
		first := l.Parse(text)
		printed := string(l.Print(nil, first))
		again := l.Parse(printed)
		if n := again.Errors(); n > 0 {
			t.Fatalf("%d errors in what was printed:\n%s%s", n, told(again), printed)
		}
		if second := string(l.Print(nil, again)); second != printed {
			t.Fatalf("printed\n%q\nthen\n%q", printed, second)
		}
		if len(first.Lines) != len(again.Lines) {
			t.Fatalf("%d orders, then %d", len(first.Lines), len(again.Lines))
		}
		clean := Scrub(text, first.Identity)
		if twice := Scrub(clean, first.Identity); twice != clean {
			t.Fatalf("scrubbed %q, then %q", clean, twice)
		}
		scrubbed := l.Parse(clean)
		if !reflect.DeepEqual(scrubbed.Lines, first.Lines) {
			t.Fatalf("orders %v, of the scrubbed text %v", first.Lines, scrubbed.Lines)
		}
		if id := scrubbed.Identity; (id == nil) != (first.Identity == nil) ||
			id != nil && id.Password != stars && first.Identity.Password != "" {
			t.Fatalf("identity %v, scrubbed %v", first.Identity, id)
		}
	})
}
