package texts_test

import (
	"slices"
	"testing"

	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	de, en := texts.Book(phrase.De), texts.Book(phrase.En)
	if !slices.Equal(de.Codes(), en.Codes()) {
		t.Errorf("codes differ:\nonly de: %v\nonly en: %v", without(de.Codes(), en.Codes()),
			without(en.Codes(), de.Codes()))
	}
	for _, code := range de.Codes() {
		if !slices.Equal(de.Names(code), en.Names(code)) {
			t.Errorf("%s: arguments de %v, en %v", code, de.Names(code), en.Names(code))
		}
	}
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
