package chronicle

import (
	"bytes"
	"crypto/sha256"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

func TestReportsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rep := game.Report{Realm: rapid.IntRange(0, 999).Draw(t, "realm"), Name: rapid.String().Draw(t, "name"),
			Text:    rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "text"),
			Summary: rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "summary"),
			News:    rapid.String().Draw(t, "news"),
			Files:   []game.File{{Name: "a", Type: "b", Data: []byte{0}, Sum: "c"}, {Sum: "d"}}}
		if got, err := decode(AppendReport(nil, rep)); err != nil || !reflect.DeepEqual(got, rep) {
			t.Fatalf("%+v became %+v (%v)", rep, got, err)
		}
	})
}

// A report is read as it was, wherever it is cut. A part that two reports have is kept, and what only one has is not.
func TestPackedParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p ReportPacker
		for range 3 {
			rep := game.Report{Realm: rapid.IntRange(0, 999).Draw(t, "realm"), Name: "REPORT.TXT", Summary: []byte("s"),
				Text: rapid.SliceOfN(rapid.ByteRange('a', 'c'), 1, 300).Draw(t, "text")}
			rep.Cuts = rapid.SliceOfN(rapid.IntRange(0, len(rep.Text)), 0, 9).Draw(t, "cuts")
			slices.Sort(rep.Cuts)
			raw, err := store.Unpack(p.Pack(rep))
			if err != nil || !bytes.Equal(raw, AppendReport(nil, rep)) {
				t.Fatalf("%+v became %q (%v)", rep, raw, err)
			}
		}
	})
	var p ReportPacker
	for _, text := range []string{"head, letters, end", "another: letters!", "to one: private!"} {
		colon := strings.IndexAny(text, ",:") + 2
		p.Pack(game.Report{Text: []byte(text), Cuts: []int{colon, colon + len("letters")}})
	}
	if p.parts[sha256.Sum256([]byte("letters"))] == nil {
		t.Error("what two reports have would be packed again")
	}
	if kept, met := p.parts[sha256.Sum256([]byte("private"))]; kept != nil || !met {
		t.Errorf("of what one report has, %q is kept", kept)
	}
}

func TestReadReportOfRubbish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decode(rapid.SliceOf(rapid.Byte()).Draw(t, "raw")) // no panic, no giant allocation
	})
}
