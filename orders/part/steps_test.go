package part_test

import (
	"fmt"
	"testing"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// steps are parts that are taken one by one.
var steps = &part.Set{Steps: true, Spoken: map[string]string{"go 3": "example.go"}, Parts: part.Kinds{
	"word": &part.Kind[struct{}]{
		Form:  "=go",
		Take:  func(r *orders.Reading, _ *part.Field) struct{} { r.Skip(); return struct{}{} },
		Print: func(dst []byte, _ struct{}, _ phrase.Lang) []byte { return append(dst, "go"...) },
	},
	"name": &part.Kind[string]{
		Form: ":word",
		Take: func(r *orders.Reading, f *part.Field) string {
			t, _ := r.Next(f.Want)
			if orders.IsNumber(t) {
				r.Unexpected(t, f.Want)
			}
			return t.Value
		},
		Print: func(dst []byte, s string, _ phrase.Lang) []byte { return append(dst, s...) },
	},
}}

// Going has a word, a number, and perhaps who goes; Check takes what stands behind.
type Going struct {
	_    struct{} `part:"word"`
	To   int      `part:"number" want:"field" min:"1" max:"9" key:""`
	Who  string   `part:"name?" want:"who"`
	Fast bool
}

var goings = part.New[Going](steps, "go 3")

// Print appends `go 3 Bob`.
func (o Going) Print(dst []byte, _ phrase.Lang) []byte { return goings.Print(dst, o, phrase.De) }

// Check takes a `!`.
func (o *Going) Check(r *orders.Reading) {
	if o.Fast = r.Peek().Value == "!"; o.Fast {
		r.Skip()
	}
}

// Staying is a name alone.
type Staying struct {
	Who string `part:"name" want:"who"`
}

var stayings = part.New[Staying](steps, "go 3", "Bob")

// Print appends `Bob`.
func (o Staying) Print(dst []byte, _ phrase.Lang) []byte { return stayings.Print(dst, o, phrase.De) }

func TestSteps(t *testing.T) {
	s := part.Section(orders.Section{Letter: 'A', Line: part.Either(goings, func(r *orders.Reading) part.Declared {
		switch r.Peek().Value {
		case "go":
			return goings
		case "no":
			r.Bad(r.Peek(), phrase.P("neither"))
			return nil
		}
		return stayings
	})}, goings, stayings)
	for text, want := range map[string]string{
		"go 3":        "go 3 {{} 3  false} 3 []",
		"go 3 Bob !":  "go 3 Bob {{} 3 Bob true} 3 []",
		"Bob":         "Bob {Bob}  []",
		"":            "[error missing 1 want.who example.go]",
		"go":          "[error missing 3 want.field example.go]",
		"go 10 4 Bob": "[error range 4 want.field example.go]", // the first mistake alone
		"go x":        "[error unexpected 4 want.field example.go]",
		"go 3 4 !":    "[error unexpected 6 want.who example.go]",
		"Bob !":       "[error surplus 5 example.go]",
		"no":          "[error neither 1 example.go]",
	} {
		o, problems := s.Line(text)
		got := ""
		if o != nil {
			got = fmt.Sprintf("%s %v %s ", o.Print(nil, phrase.De), o, s.Key(o))
		}
		if got += shown(problems); got != want {
			t.Errorf("%q is read as\n%s, want\n%s", text, got, want)
		}
	}
	if got := fmt.Sprint(s.Examples, len(s.Forms), s.Forms[0].Fits("go 3 Bob")); got != "[go 3 Bob] 2 true" {
		t.Error(got)
	}
	if o, problems := goings.Read("go 4"); o != (Going{To: 4}) || len(problems) > 0 {
		t.Error(o, problems)
	}
}
