package doctor_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/doctor"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

// Every finding there can be has its words and its way out.
func TestDoctorHasWordsForEach(t *testing.T) {
	t.Parallel()
	for _, lang := range phrase.Langs {
		book := texts.Book(lang)
		for _, check := range doctor.Checks {
			if !book.Has("doctor.check." + check) {
				t.Errorf("%s: no words for %s", lang, check)
			}
		}
		for _, code := range book.Codes() {
			way, is := strings.CutPrefix(code, "doctor.way.")
			if is && !book.Has("doctor."+way) && !slices.Contains(doctor.Checks, way) {
				t.Errorf("%s: a way out of nothing: %s", lang, way)
			}
		}
	}
}
