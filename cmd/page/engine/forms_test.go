package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// laidOut returns an engine with the open table of the first realm.
func laidOut(t testing.TB, rb game.Rulebook, change func(*game.Table)) *Engine {
	t.Helper()
	x := table(t, rb)
	if change != nil {
		change(&x)
	}
	e := New(rb)
	if _, err := e.Open(raw(t, x)); err != nil {
		t.Fatal(err)
	}
	return e
}

// withProse is the rulebook with sections of all kinds.
func withProse(t testing.TB) game.Rulebook {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		if slices.ContainsFunc(rb.Language().Sections, func(s orders.Section) bool { return s.Kind == orders.Prose }) {
			return rb
		}
	}
	t.Fatal("no rulebook has free text")
	return nil
}

func shownRows(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%d %s %s %d %q %s %s\n", r.Line, r.Kind, r.Letter, r.Form, r.Values, r.Army, r.At)
	}
	return b.String()
}

// A text is read line by line, with the values of its orders, also of those that no form has as they were written.
func TestRead(t *testing.T) {
	t.Parallel()
	e := laidOut(t, withProse(t), nil)
	got, err := e.Read("$I 1\n$A\nK.M 1 122 V+ ; north\nk.m1 122 v\nnonsense\n\n$B\nSTD 2 -4 Neustadt\n$N\n#2\nhi\n#E\n$E\nx")
	if err != nil {
		t.Fatal(err)
	}
	want := `1 identity  -1 []  
2 head A -1 []  
3 order A 0 ["K.M 1" "122" "V" "+"] K.M 1 
4 order A 0 ["K.M 1" "122" "V" ""] K.M 1 
5 order A -1 []  
6 blank A -1 []  
7 head B -1 []  
8 order B 0 ["STD" "2/-4" "Neustadt"]  2/-4
9 head N -1 []  
10 to N 1 ["#" "2"]  
11 text N -1 []  
12 to N -1 []  
13 end  -1 []  
14 stray  -1 []  
`
	if shown := shownRows(got.Rows); shown != want || got.More != 0 {
		t.Errorf("%s\nwant\n%s", shown, want)
	}
	if on, off := got.Rows[2].Note, got.Rows[3].Note; on != len("K.M 1 122 V+")+1 || off != 0 {
		t.Errorf("comments begin at %d and %d", on, off)
	}
}

// Lines are printed by their forms. Values cannot end a line, begin a comment, or end a message.
func TestPrint(t *testing.T) {
	t.Parallel()
	e := laidOut(t, withProse(t), nil)
	got, err := e.Print(string(raw(t, []Line{
		{Letter: "A", Form: 0, Values: []string{"K.M 1", "122", "V", "+"}},
		{Letter: "T", Form: 0, Values: []string{"K.M 1", "3", "Sturmangriff"}},
		{Letter: "B", Form: 0, Values: []string{"STD", "2/-4", "Neu\n$E\n;stadt"}},
		{Letter: "N", Form: 2, Values: []string{"a\n#E\n$E\r\n-- \nb"}},
	})))
	want := []string{"K.M 1 1220000000000 V+", "K.M 1 3 Charge", "STD 2 -4 Neu $E ,stadt", "a\n #E\n $E\n --\nb"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	for _, bad := range []string{"", "{}", `[{"letter":"A","form":99}]`, `[{"letter":"Y"}]`, `[{"letter":"A","form":-1}]`} {
		if _, err := e.Print(bad); err == nil {
			t.Errorf("%s is printed", bad)
		}
	}
}

// Put changes lines where they are, and nothing else.
func TestPut(t *testing.T) {
	t.Parallel()
	e := laidOut(t, withProse(t), nil)
	march := func(line int, army, way string) Line {
		return Line{Line: line, Letter: "A", Values: []string{army, way, "V"}}
	}
	pact := Line{Letter: "V", Values: []string{"2", "A"}}
	for _, c := range []struct {
		name, text string
		changes    []Line
		want       string
	}{
		{"into nothing", "", []Line{march(0, "K.M 1", "1")}, "$A\nK.M 1 1000000000000 V\n"},
		{"at the end of its section", "$I 1\n$A\nK.M 1 2 V\n\n$V\n3 A\n", []Line{march(0, "K.M 2", "1")},
			"$I 1\n$A\nK.M 1 2 V\nK.M 2 1000000000000 V\n\n$V\n3 A\n"},
		{"into a new section, in the order of the book", "$A\nK.M 1 2 V\n$N\n#A\nhi\n#E\n$E\n", []Line{pact},
			"$A\nK.M 1 2 V\n\n$V\n2 A\n\n$N\n#A\nhi\n#E\n$E\n"},
		{"before the end", "$A\nK.M 1 2 V\n$E\nBye\n", []Line{pact}, "$A\nK.M 1 2 V\n\n$V\n2 A\n\n$E\nBye\n"},
		{"in place of a line, whose comment stays", "$A\nK.M 1 2 V  ; north\n", []Line{march(2, "K.M 1", "3")},
			"$A\nK.M 1 3000000000000 V  ; north\n"},
		{"a new one in place of what it makes void", "$A\nK.M 1 2 V  ; north\nK.M 2 2 V\n", []Line{march(0, "K.M 1", "3")},
			"$A\nK.M 1 3000000000000 V  ; north\nK.M 2 2 V\n"},
		{"before a line", "$A\nK.M 1 2 V\nK.M 2 2 V\n\n$V\n3 A\n", []Line{{Letter: "A", Values: []string{"K.M 3", "1", "V"}, Before: 3}, pact},
			"$A\nK.M 1 2 V\nK.M 3 1000000000000 V\nK.M 2 2 V\n\n$V\n3 A\n2 A\n"},
		{"before a line of another section, at the end of its own", "$A\nK.M 1 2 V\n\n$V\n3 A\n", []Line{{Letter: "A", Values: []string{"K.M 3", "1", "V"}, Before: 5}},
			"$A\nK.M 1 2 V\nK.M 3 1000000000000 V\n\n$V\n3 A\n"},
		{"a line goes", "$A\nK.M 1 2 V\nK.M 2 2 V\n", []Line{{Line: 2, Letter: "A", Remove: true}}, "$A\nK.M 2 2 V\n"},
		{"the last line goes, and its section", "$I 1\n\n$A\nK.M 1 2 V\n\n$V\n3 A\n",
			[]Line{{Line: 4, Letter: "A", Remove: true}}, "$I 1\n\n$V\n3 A\n"},
		{"a comment keeps its section", "$A\n; mine\nK.M 1 2 V\n", []Line{{Line: 3, Remove: true}}, "$A\n; mine\n"},
		{"one goes, one comes", "$A\nK.M 1 2 V\n", []Line{{Line: 2, Remove: true}, pact}, "$V\n2 A\n"},
		{"a letter", "$N\n#A\nhi\n", []Line{{Letter: "N", Form: 1, Values: []string{"#", "2"}},
			{Letter: "N", Form: 2, Values: []string{"Peace?\n#E"}}}, "$N\n#A\nhi\n#2\nPeace?\n #E\n#E\n"},
	} {
		got, err := e.Put(c.text, string(raw(t, c.changes)))
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	for _, bad := range []Line{{Line: 9, Letter: "A", Remove: true}, {Line: -1, Letter: "A", Remove: true},
		{Line: 0, Letter: "A", Remove: true}, {Line: 3, Letter: "A", Form: 0}} {
		if got, err := e.Put("$A\n", string(raw(t, []Line{bad}))); err == nil {
			t.Errorf("%+v makes %q", bad, got)
		}
	}
}

// The engine says whether a text's orders are those in force. How they are written does not matter.
func TestSent(t *testing.T) {
	t.Parallel()
	rb := withProse(t)
	inForce := "$G\n2 500\n$V\n2 A\n"
	e := laidOut(t, rb, func(x *game.Table) { x.Turn, x.Orders = 1, inForce })
	for text, want := range map[string][2]bool{
		inForce: {true, false}, "$I 1 abcd-efgh-ijklm 1\n$V\n 2  a ; peace\n\n$G\n2 500\nx\n": {true, false},
		"$G\n2 501\n$V\n2 A\n": {false, true}, "$V\n2 A\n": {false, true}, "$I 2\n" + inForce: {false, false},
	} {
		c, err := e.Check(text)
		if err != nil || c.Sent != want[0] || c.Changed != want[1] || c.Digest == "" {
			t.Errorf("%q: %v, sent %v, changed %v, want %v", text, err, c.Sent, c.Changed, want)
		}
	}
	spoken := "$N\n#2\nPeace?\n"
	e = laidOut(t, rb, func(x *game.Table) { x.Turn, x.Orders, x.Spoken = 1, inForce+spoken, 5 })
	for text, want := range map[string]bool{inForce: true, inForce + spoken: true, "$G\n2 501\n" + spoken: false} {
		if c, err := e.Check(text); err != nil || c.Sent != want || c.Changed == want {
			t.Errorf("beside a letter that only speaks, %q: %v, sent %v, changed %v", text, err, c.Sent, c.Changed)
		}
	}
	none := laidOut(t, rb, func(x *game.Table) { x.Turn = 1 })
	if c, err := none.Check(inForce); err != nil || c.Sent || c.Changed {
		t.Errorf("nothing was sent: %v %+v", err, c)
	}
}

// hostile are texts of that many bytes that would take long to read in a careless way.
func hostile(bytes int) map[string]string {
	long := strings.Repeat("K.M 1 ", 160)
	var other strings.Builder
	for i := 0; other.Len() < bytes-40; i++ {
		fmt.Fprintf(&other, "Q.Q %d Zonk\n", i)
	}
	return map[string]string{
		"other lines":   "$A\n" + other.String(),
		"empty lines":   strings.Repeat("\n", bytes),
		"bad lines":     "$A\n" + strings.Repeat("Q.Q 1 Zonk\n", bytes/11-1),
		"long lines":    "$A\n" + strings.Repeat(long+"\n", bytes/(len(long)+1)-1),
		"one line":      "$A\n" + strings.Repeat("K", bytes-4),
		"heads":         strings.Repeat("$A\n$B\n", bytes/6),
		"good lines":    "$T\n" + strings.Repeat("K.M 1 3 Flucht\n", bytes/15-1),
		"letters":       "$N\n" + strings.Repeat("#2\nhi\n", bytes/6-1),
		"strange signs": "$A\n" + strings.Repeat("\u00e4\u0308\u200b\u2028", bytes/10),
	}
}

// A long text of anything is read, changed and judged: a megabyte with LAWS=full, otherwise an eighth of it.
func TestHostileTextIsRead(t *testing.T) {
	t.Parallel()
	e, size := laidOut(t, withProse(t), nil), mostText/8
	if conformance.Whole() {
		size = mostText
	}
	for name, text := range hostile(size) {
		if r, err := e.Read(text); err != nil || len(r.Rows) > mostRows {
			t.Errorf("%s: %v, %d rows", name, err, len(r.Rows))
		}
		if _, err := e.Put(text, `[{"letter":"V","values":["2","A"]}]`); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := e.Check(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkCheck400Bad judges a text of 400 lines of which none can be read, for the first time.
func BenchmarkCheck400Bad(b *testing.B) {
	e := laidOut(b, withProse(b), func(x *game.Table) { x.Turn = 1 })
	var text strings.Builder
	text.WriteString("$I 1\n$A\n")
	for i := range 400 {
		fmt.Fprintf(&text, "Q.Q %d 12x00 Zonk %d\n", i, i*7)
	}
	for b.Loop() {
		e.recall = nil
		if c, err := e.Check(text.String()); err != nil || len(c.Problems)+c.More < 400 {
			b.Fatal(err, c.Bad, len(c.Problems), c.More, c.Refused)
		}
	}
}
