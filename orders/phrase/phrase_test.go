package phrase

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func book(t *testing.T, texts ...string) *Book {
	t.Helper()
	var raw [][]byte
	for _, s := range texts {
		raw = append(raw, []byte(s))
	}
	b, err := Load(De, raw...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSay(t *testing.T) {
	b := book(t, `
won    = "{army} hat Feld {field} erobert."
lost   = "{army} verliert {men} {men:Mann|Leute}."
"with.dot" = "Punkt"
where  = "In {at} steht {what}."
[terrain]
tla = "Tiefland"
big = "weites {name}"
`)
	cases := []struct {
		p    Phrase
		want string
	}{
		{P("won", Str("army", "1.K.M 3"), XY("field", 2, -1)), "1.K.M 3 hat Feld 2/-1 erobert."},
		{P("lost", Str("army", "A"), Num("men", 1)), "A verliert 1 Mann."},
		{P("lost", Str("army", "A"), Num("men", 0)), "A verliert 0 Leute."},
		{P("lost", Str("army", "A"), Num("men", int64(-1))), "A verliert -1 Leute."},
		{P("where", At("at", 77), Key("what", "terrain.tla")), "In 77 steht Tiefland."},
		{P("where", At("at", 77), Key("what", "terrain.big"), Str("name", "Land")), "In 77 steht weites Land."},
		{P("with.dot"), "Punkt"},
		// what is missing is visible, and does not panic
		{P("nothing"), "`nothing`"},
		{P("won", Str("army", "A")), "A hat Feld {field} erobert."},
		{P("where", At("at", 1), Key("what", "none")), "In 1 steht `none`."},
	}
	for _, c := range cases {
		if got := b.Say(c.p); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if b.T("terrain.tla") != "Tiefland" {
		t.Error("T does not give a plain sentence")
	}
}

// A zero is left out if the book has a sentence without it.
func TestZeroLeftOut(t *testing.T) {
	b := book(t, `
income = "{land} vom Land, {mines} aus Minen."
"income.mines-0" = "{land} vom Land."
"income.land-0" = "{mines} aus Minen."
"income.land-0.mines-0" = "Nichts, {realm}."
"lone.mines-0" = "kein Satz ohne Grundsatz"
`)
	land, mines := func(n int) Arg { return Num("land", n) }, func(n int) Arg { return Num("mines", n) }
	for _, c := range []struct {
		p    Phrase
		want string
	}{
		{P("income", land(3), mines(2)), "3 vom Land, 2 aus Minen."},
		{P("income", land(3), mines(0)), "3 vom Land."},
		{P("income", land(0), mines(2)), "2 aus Minen."},
		{P("income", land(0), mines(-1)), "-1 aus Minen."},
		{P("income", land(0), mines(0), Str("realm", "A")), "Nichts, A."},
		{P("income", land(3)), "3 vom Land, {mines} aus Minen."},
		{P("income", land(3), Str("mines", "")), "3 vom Land,  aus Minen."},
		{P("lone", mines(0)), "`lone`"},
	} {
		if got := b.Say(c.p); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// fromCapital shows places by their distance from field 100.
type fromCapital struct{}

func (fromCapital) AppendPlace(dst []byte, place int64) []byte {
	return append(dst, strings.Repeat("i", int(place-100))...)
}

// Large numbers are divided where the book has a mark for it. Places and what a player typed stay as they are.
func TestThousands(t *testing.T) {
	for mark, want := range map[string]string{".": "9999 -10.000 1.234.567 7654321 12000/3", "": "9999 -10000 1234567 7654321 12000/3"} {
		text := "x = \"{a} {b} {c} {typed} {at}\"\n"
		if mark != "" {
			text += "thousands = \"" + mark + "\"\n"
		}
		b, err := Load(De, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Say(P("x", Num("a", 9999), Num("b", -10000), Num("c", 1234567), Str("typed", "7654321"), XY("at", 12000, 3))); got != want {
			t.Errorf("with %q: %s, want %s", mark, got, want)
		}
	}
}

// The mark is between groups of three digits, counted from the right, and never at the beginning.
func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", 123: "123", -123: "-123", 1234: "1'234", 123456: "123'456",
		-1234567: "-1'234'567", math.MinInt64: "-9'223'372'036'854'775'808"} {
		if got := string(AppendGrouped([]byte("n="), n, "'")); got != "n="+want {
			t.Errorf("%d: %s", n, got)
		}
	}
	b := book(t, `thousands = "'"`)
	for n, want := range map[int64]string{9999: "9999", -9999: "-9999", 10000: "10'000", -10000: "-10'000"} {
		if got := string(b.AppendNumber(nil, n)); got != want {
			t.Errorf("%d in a book: %s", n, got)
		}
	}
}

func TestViewerShowsPlaces(t *testing.T) {
	b := book(t, `at = "in {at}, {words}"`)
	got := string(b.Append([]byte("> "), P("at", At("at", 103), Str("words", "7")), fromCapital{}))
	if got != "> in iii, 7" {
		t.Errorf("got %q", got)
	}
}

// A Term at the beginning of a sentence gets a capital, whatever is before the sentence. A choice of words, a name and
// a text stay as they are.
func TestCapitals(t *testing.T) {
	b := book(t, `
where = "{what} in Feld 3"
few = "{n:ein|mehrere} {what}"
none = "{n:|s}{what}"
one = "{n:s|}{what}"
plain = "in {what}"
empty = ""
[town]
a = "stadt"
b = "über"
c = "ɐ, kurz"
d = ""
`)
	for _, c := range []struct {
		p    Phrase
		want string
	}{
		{P("where", Key("what", "town.a")), "Stadt in Feld 3"},
		{P("where", Key("what", "town.b")), "Über in Feld 3"},
		{P("where", Key("what", "town.c")), "Ɐ, kurz in Feld 3"}, // the capital has an octet more
		{P("where", Key("what", "town.d")), " in Feld 3"},
		{P("where", Str("what", "stadt")), "stadt in Feld 3"},
		{P("where"), "{what} in Feld 3"},
		{P("few", Num("n", 1), Key("what", "town.a")), "ein stadt"},
		{P("few", Key("n", "town.a"), Key("what", "town.a")), "mehrere stadt"},
		{P("none", Key("n", "town.a"), Str("what", "x")), "sx"},
		{P("one", Key("n", "town.a"), Str("what", "x")), "x"},
		{P("plain", Key("what", "town.a")), "in stadt"},
		{P("empty", Key("what", "town.a")), ""},
	} {
		if got := string(b.Append([]byte("ach "), c.p, nil)); got != "ach "+c.want {
			t.Errorf("%q, want %q", got, "ach "+c.want)
		}
	}
	for word, want := range map[string]string{"ute": "Ute", "Ute": "Ute", "1a": "1a", "ıx": "Ix", "": "",
		"\xffa": "\xffa"} {
		if got := Capital(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// A name that a game gave is another one in each language, with the number at its end. Only with one it is a name.
func TestNamed(t *testing.T) {
	b, err := Load(En, []byte("named.'0.Wache' = '0.Guard'\nnamed.Heer = 'Army'\nnamed.Flotte = ''\nis = '{who}'"))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"0.Wache12": "0.Guard12", "Heer1": "Army1", "0.Wache": "0.Wache", "Wache1": "Wache1", "Flotte1": "Flotte1",
		"12": "12", "": "",
	} {
		if got := b.Named(word); got != want || b.Say(P("is", Str("who", word))) != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := b.Shown(P("is", Str("who", "Heer1"))); !reflect.DeepEqual(got, []Arg{Str("who", "Army1")}) {
		t.Errorf("shown: %v", got)
	}
	for _, c := range []struct{ before, name, want string }{
		{"0.", "Guard12", "Wache12"}, {"", "Army1", "Heer1"}, {"", "0.Guard7", "0.Wache7"}, {"0.", "Guard", "Guard"},
		{"", "Guard12", "Guard12"}, {"0.", "Army1", "Army1"}, {"", "", ""},
	} {
		if got := b.Unnamed(c.before, c.name); got != c.want {
			t.Errorf("%q before %q: %q, want %q", c.before, c.name, got, c.want)
		}
	}
	if got := book(t, "a = 'b'").Named("Heer1"); got != "Heer1" {
		t.Errorf("a book without names: %q", got)
	}
}

// A word may have a form for each language.
func TestWordsInEnglish(t *testing.T) {
	said := map[Lang]string{}
	for _, lang := range Langs {
		b, err := Load(lang, []byte("is = '{a} {b}'"))
		if err != nil {
			t.Fatal(err)
		}
		p := P("is", InBoth("a", "Uhr", "clock"), Str("b", "Wien"))
		said[lang] = b.Say(p)
		if shown := b.Shown(p); said[lang] != shown[0].S+" "+shown[1].S || shown[0].Kind != Word {
			t.Errorf("%s: shown %v", lang, shown)
		}
	}
	if said[De] != "Uhr Wien" || said[En] != "clock Wien" {
		t.Errorf("%v", said)
	}
}

// An argument is found by its name, and a sentence may lack some.
func TestArguments(t *testing.T) {
	b := book(t, `a = "{x} und {y:eins|zwei}, fertig"`)
	p := P("a", Num("x", 3), Num("y", 4))
	if p.Arg("y") != Num("y", 4) || p.Arg("z") != (Arg{}) {
		t.Errorf("y is %v, z %v", p.Arg("y"), p.Arg("z"))
	}
	if b.Lacks(p) || !b.Lacks(P("a", Num("x", 3))) || !b.Lacks(P("a", Num("y", 3), Num("z", 1))) || b.Lacks(P("none")) {
		t.Error("Lacks is wrong")
	}
}

// A fault is read in each language, and with its kind in logs.
func TestFault(t *testing.T) {
	words := func(lang Lang) *Book {
		b, err := Load(lang, []byte("full = '"+string(lang)+": {n}'"))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	kind := errors.New("no room")
	for _, c := range []struct {
		kind error
		want string
	}{{kind, "no room: en: 3"}, {nil, "en: 3"}} {
		f := &Fault{Kind: c.kind, What: P("full", Num("n", 3)), Words: words}
		if f.Error() != c.want || f.In(De) != "de: 3" || errors.Is(f, kind) != (c.kind == kind) {
			t.Errorf("%q, %q; want %q", f.Error(), f.In(De), c.want)
		}
	}
}

func TestLaterTextReplaces(t *testing.T) {
	b := book(t, `a = "erst"`+"\nb = \"bleibt\"", `a = "dann"`)
	if b.T("a") != "dann" || b.T("b") != "bleibt" {
		t.Errorf("a %q, b %q", b.T("a"), b.T("b"))
	}
}

func TestNamesAndCodes(t *testing.T) {
	b := book(t, `z = "{b} {a} {b:x|y} {a}"`+"\na = \"\"\n[t]\nk = \"{n}\"")
	if got := b.Codes(); !reflect.DeepEqual(got, []string{"a", "t.k", "z"}) {
		t.Errorf("codes %v", got)
	}
	if got := b.Names("z"); !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("names %v", got)
	}
	if b.Names("a") != nil || b.Names("unknown") != nil {
		t.Error("a sentence without arguments has names")
	}
	if !b.Has("a") || !b.Has("t.k") || b.Has("t") || b.Has("unknown") {
		t.Error("Has is wrong")
	}
}

// A code may be written in tables, with dots, or in quotes.
func TestCodesWithDots(t *testing.T) {
	b, err := Load(En, []byte("[a]\nb = \"one\"\n[a.c]\nd.e = 'two'\n[x]\n'y.z' = \"three\""))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"a.b": "one", "a.c.d.e": "two", "x.y.z": "three"} {
		if got := b.T(code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, bad := range []string{
		`a = "not {closed"`,
		`a = "choice {n:one}"`,
		`a = 3`,
		`a = [ "x" ]`,
		`a = "x`,
		"a = \"b\"\na = \"c\"",
		"a = \"b\"\n[a]\n",
		"[a]\nb = \"c\"\nb = \"d\"",
		"[t]\n[t]",
	} {
		for _, before := range []string{"", "a = \"x\"", "a.b = \"x\""} {
			if _, err := Load(En, []byte(before), []byte(bad)); err == nil {
				t.Errorf("took %s after %q", bad, before)
			}
		}
	}
}

// Of a phrase's arguments, only those count as shown that a reader can read in its words.
func TestShownIsWhatCanBeRead(t *testing.T) {
	b := book(t, `
lost = "{army} verliert {men} {men:Mann|Leute}."
few = "{army} verliert {men:einen Mann|mehrere Leute}."
"few.men-0" = "{army} verliert niemanden."
side = "{side}: {status}."
led = "geführt von {name} {name}"
still = "Stille."
`)
	army, men, name := Str("army", "A"), func(n int) Arg { return Num("men", n) }, Str("name", "B")
	for _, c := range []struct {
		p    Phrase
		want []Arg
	}{
		{P("lost", Num("hidden", 7), army, men(3), Num("steps", 1)), []Arg{army, men(3)}},
		{P("few", men(3), army), []Arg{army}},
		{P("few", men(1), army), []Arg{men(1), army}},
		{P("few", men(0), army), []Arg{men(0), army}},
		{P("side", name, Num("status", 5), Key("side", "led")), []Arg{name, Num("status", 5), Key("side", "led")}},
		{P("side", name, Num("status", 5), Key("side", "still")), []Arg{Num("status", 5), Key("side", "still")}},
		{P("lost", army, Str("army", "unsaid"), men(0)), []Arg{army, men(0)}},
		{P("still", army), nil},
		{P("nothing", army), nil},
	} {
		if got := b.Shown(c.p); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", b.Say(c.p), got, c.want)
		}
	}
}
