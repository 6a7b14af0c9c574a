package orders

import (
	"slices"
	"strings"
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

// readWords reads words to the end of the line: `Nord Ost`. After a mistake nothing is
// left, and what is read there is nothing.
func readWords(r *Reading) Order {
	var all []string
	for r.More() {
		t, _ := r.Next("where")
		if !IsWord(t) {
			r.Unexpected(t, "where")
			if t, ok := r.Next("where"); ok || t.Value != "" {
				panic("read on after a mistake")
			}
			continue
		}
		all = append(all, t.Value)
	}
	return name(strings.Join(all, "+"))
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
	if o, problems := ReadLine("Nord Ost Sued", "Nord", readWords); len(problems) > 0 ||
		string(o.(name)) != "Nord+Ost+Sued" {
		t.Errorf("three words are %v, %v", o, problems)
	}
	if o, problems := ReadLine("Nord 3 Sued", "Nord", readWords); o != nil || len(problems) != 1 ||
		problems[0].Col != 6 {
		t.Errorf("a number among words: %v, %v", o, problems)
	}
	r := &Reading{}
	if r.Skip(); r.More() || r.Peek().Value != "" {
		t.Error("something is left of nothing")
	}
}

// A number out of its range, one too long to be any, and what is none are told each in
// its own words; what is expected there is named in all of them.
func TestReadingNumber(t *testing.T) {
	for text, want := range map[string]struct {
		n    int64
		code string
	}{
		"2":                      {2, ""},
		"9":                      {9, ""},
		"1":                      {0, "range"},
		"10":                     {0, "range"},
		"−3":                     {0, "range"}, // a number, though none from 2 to 9
		"1000000000000000000000": {0, "range"}, // beyond what Number reads
		"Süd":                    {0, "unexpected"},
		"-":                      {0, "unexpected"}, // a minus alone is no number
		"":                       {0, "missing"},
	} {
		var got int64
		_, problems := ReadLine(text, "5", func(r *Reading) Order {
			got = r.Number("far", 2, 9)
			return move{}
		})
		code := ""
		if len(problems) == 1 {
			code = problems[0].What.Code
		}
		if code != want.code || code == "" && got != want.n {
			t.Errorf("%q: %d, %q, want %d, %q", text, got, code, want.n, want.code)
		}
		if code == "range" {
			for _, a := range []phrase.Arg{phrase.Key("want", "want.far"), phrase.Num("low", 2),
				phrase.Num("high", 9)} {
				if !slices.Contains(problems[0].What.Args, a) {
					t.Errorf("%q: %v has no %v", text, problems[0].What.Args, a)
				}
			}
		}
	}
}
