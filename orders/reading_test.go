package orders

import (
	"testing"

	"weltentor/orders/phrase"
)

// pair is a word and a number: `Nord 3`.
func readPair(r *Reading) Order {
	first, ok := r.Next("where")
	if ok && first.Value == "nie" {
		r.Bad(first, phrase.P("never"))
	}
	if r.Peek().Value == "=" {
		r.Skip()
	}
	second, ok := r.Next("far")
	if _, number := Number(second); ok && !number {
		r.Unexpected(second, "far")
	}
	return move{where: first.Value, far: second.Value}
}

// The first mistake of a line is told, at its column, with the example; later ones
// are not, for nothing is read after it.
func TestReadLine(t *testing.T) {
	for text, want := range map[string]struct {
		code string
		col  int
	}{
		"Nord 3":       {"", 0},
		"Nord = 3":     {"", 0},
		"Nord":         {"missing", 5}, // behind the last letter
		"":             {"missing", 1},
		"  Nord Süd":   {"unexpected", 8},
		"Nord 3 4":     {"surplus", 8},
		"nie":          {"never", 1},
		"nie Süd Nord": {"never", 1},
	} {
		o, problems := ReadLine(text, "Nord 3", readPair)
		switch {
		case want.code == "":
			if m, ok := o.(move); !ok || len(problems) > 0 || m.where != "Nord" || m.far != "3" {
				t.Errorf("%q: %v, %v", text, o, problems)
			}
		case o != nil || len(problems) != 1 || problems[0].What.Code != want.code || problems[0].Col != want.col:
			t.Errorf("%q: %v, %v, want %s at %d", text, o, problems, want.code, want.col)
		default:
			if last := problems[0].What.Args[len(problems[0].What.Args)-1]; last != phrase.Str("example", "Nord 3") {
				t.Errorf("%q: the problem shows %v", text, last)
			}
		}
	}
	r := &Reading{}
	if r.Skip(); r.More() || r.Peek().Value != "" {
		t.Error("something is left of nothing")
	}
}
