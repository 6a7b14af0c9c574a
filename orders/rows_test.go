package orders

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// Each line of a text is what Parse takes it for.
func TestRows(t *testing.T) {
	t.Parallel()
	l := small()
	text := strings.Join([]string{
		"hello", "$I 1 pass 3", "what", "; note", "$A", "Nord 3 ; now", "", "bad line here", "$Zonk", "x", "$N", "before",
		"#2", "dear", "", "$50 for you", "#x", "gone", "#E", "$E", "$A", "Nord 3",
	}, "\n")
	want := []RowKind{Stray, IdentityRow, Stray, Comment, Head, OrderRow, Blank, OrderRow, Head, Stray, Head, Stray,
		ToRow, TextRow, TextRow, TextRow, Stray, Stray, ToRow, EndRow, Stray, Stray}
	rows := l.Rows(text, math.MaxInt)
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, r := range rows {
		if r.Kind != want[i] {
			t.Errorf("line %d is %s, want %s", i+1, r.Kind, want[i])
		}
	}
	if r := rows[5]; r.Section != 'A' || r.Text != "Nord 3" || r.Order != (move{"Nord", "3", ""}) {
		t.Errorf("%+v", r)
	}
	if r := l.Rows("$A\n1 V\n-- \n$A\n", 0); len(r) != 4 || r[2].Kind != Stray || r[3].Kind != Stray {
		t.Errorf("below a signature: %+v", r)
	}
}

// There are as many rows as lines, whatever the text is.
func FuzzRows(f *testing.F) {
	f.Add("$A\r\n1\u2028$N\n#1\rx\n-- \n\x00$E")
	l := small()
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := len(l.Rows(text, math.MaxInt)), len(Split(text)); got != want {
			t.Errorf("%d rows of %d lines", got, want)
		}
	})
}

// A form reads what it prints: the same values, and from them the same line.
func TestFormPrints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shape string
		en    bool
		line  string
		vals  []string
		again string // "": the line
	}{
		{"army:army& plan:path13 command=V|A ?~=+|- at:place&?", false, "K.M 1 1220000000000 V+ 3 -2",
			[]string{"K.M 1", "122", "V", "+", "3/-2"}, ""},
		{"army:army& plan:path13 command=V|A", false, "k.m  1 0000000000000 v", []string{"k.m 1", "", "V"},
			"k.m 1 0000000000000 V"},
		{"who:army command=Halten/Hold steps:path?", true, "1 halt 22", []string{"1", "Hold", "22"}, "1 Hold 22"},
		{"who:army =>|auf/at at:place* =Bau/House", true, "E3 auf 4/2 5/2 bau",
			[]string{"E3", "at", "4/2 5/2", "House"}, "E3 at 4/2 5/2 House"},
		{"what=Holz%lager/Lumber%camp*", false, "Holz lager lumber camp", nil, ""},
		{"gold:number to:realm text:text?", false, "1.000 2 für  alles", []string{"1000", "2", "für  alles"},
			"1000 2 für  alles"},
		{"way:path*", false, "2 3 3", []string{"233"}, "233"},
		{"=# realm:realm~", false, "#12", []string{"#", "12"}, ""},
	} {
		lang := map[bool]phrase.Lang{true: phrase.En, false: phrase.De}[c.en]
		f := Shape(c.shape)
		got, fits := f.Read(c.line, lang)
		if c.vals != nil && (!fits || !slices.Equal(got, c.vals)) {
			t.Errorf("%q: %q %v, want %q", c.line, got, fits, c.vals)
			continue
		}
		if c.vals == nil {
			continue
		}
		want := c.again
		if want == "" {
			want = c.line
		}
		if line := f.Print(got, lang); line != want {
			t.Errorf("%q is printed %q, want %q", got, line, want)
		}
	}
	f := Shape("army:army& plan:path13 =ja/yes what:text?")
	if got, want := f.Print([]string{"a\n$E\n 1"}, phrase.En), "a $E 1 0000000000000 yes"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The form in which most words are choices is the line's.
func TestFormOfLine(t *testing.T) {
	t.Parallel()
	s := Section{Forms: []Form{Shape("at:place kind=INF|ART who:army"),
		Shape("at:place kind=INF|ART where=Garnison/Garrison")}}
	for line, want := range map[string]int{"14 INF Garnison": 1, "14 inf Cortez": 0, "14": -1} {
		if got, _ := s.Form(line, phrase.De); got != want {
			t.Errorf("%q is of form %d, want %d", line, got, want)
		}
	}
}

// No line takes long to read, though its parts could follow each other in very many ways.
func TestFormReadsQuickly(t *testing.T) {
	t.Parallel()
	f := Shape("a=M|MI|MIL* b=M|MI|MIL* c=M|MI|MIL* at:place* d=x")
	r := valueReader{parts: f.Parts, line: strings.Repeat("MIL ", 240) + "?", values: make([]string, len(f.Parts))}
	if r.read(0, 0, true) {
		t.Error("it fits")
	}
	if tries := len(r.failed); tries > 6*len(f.Parts)*len(r.line) {
		t.Errorf("%d places were tried", tries)
	}
}
