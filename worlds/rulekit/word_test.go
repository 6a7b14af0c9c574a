package rulekit

import (
	"testing"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// A keyword that is the same in both languages is one word of a form.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		words []Word
		want  string
	}{
		{[]Word{Yes, No}, "ja/yes|nein/no"},
		{[]Word{{De: "Zip", En: "Archive"}}, "Zip/Archive"},
		{[]Word{{De: "PC"}, {De: "UTF8", En: "UTF8"}}, "PC|UTF8"},
	} {
		if got := Choices(c.words...); got != c.want {
			t.Errorf("%v: %q, want %q", c.words, got, c.want)
		}
	}
}

// goods are bought or sold, by the word in front.
type goods struct {
	Sold bool `part:"sold"`
}

var trade = part.New[goods](&part.Set{Steps: true,
	Parts: part.Kinds{"sold": Word{"kauft", "buys"}.Or("verb", Word{"verkauft", "sells"})}}, "kauft")

func (o goods) Print(dst []byte, _ phrase.Lang) []byte { return trade.Print(dst, o, phrase.En) }

func TestOr(t *testing.T) {
	s := part.Section(orders.Section{}, trade)
	for text, want := range map[string]string{"kauft": "buys", "sells": "sells", "Verkauft": "sells"} {
		if o, problems := s.Line(text); len(problems) > 0 || string(o.Print(nil, phrase.De)) != want {
			t.Errorf("%q: %v, %v, want %q", text, o, problems, want)
		}
		if !s.Forms[0].Fits(text) {
			t.Errorf("%q is none of %v", text, s.Forms)
		}
	}
}
