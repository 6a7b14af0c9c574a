package reports

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"weltentor/worlds/game"
)

func TestReportsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rep := game.Report{Realm: rapid.IntRange(0, 999).Draw(t, "realm"), Name: rapid.String().Draw(t, "name"),
			Text:    rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "text"),
			Summary: rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "summary"),
			News:    rapid.String().Draw(t, "news"),
			Files:   []game.File{{Name: "a", Type: "b", Data: []byte{0}, Sum: "c"}, {Sum: "d"}}}
		if got, err := decode(Append(nil, rep)); err != nil || !reflect.DeepEqual(got, rep) {
			t.Fatalf("%+v became %+v (%v)", rep, got, err)
		}
	})
}

func TestReadReportOfRubbish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decode(rapid.SliceOf(rapid.Byte()).Draw(t, "raw")) // no panic, no giant allocation
	})
}
