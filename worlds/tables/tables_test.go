package tables

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// town is a row, numbers are single ones, land is a small game's tables.
type (
	town struct {
		Code  string  `toml:"code"`
		Men   int     `toml:"men"`
		Most  int64   `toml:"most"`
		Parts []int64 `toml:"parts"`
		Roads []int   `toml:"roads"`
	}
	numbers struct {
		Start int    `toml:"start"`
		Name  string `toml:"name"`
	}
	land struct {
		Town  []town  `toml:"town"`
		Rules numbers `toml:"rules"`
	}
)

func (t *town) code() string { return t.Code }

func standard() *land {
	return &land{Town: []town{{Code: "A", Men: 1, Most: 9}, {Code: "B", Men: 2, Most: 8}},
		Rules: numbers{Start: 5, Name: "x"}}
}

func over(text string, fresh bool) (*land, []string, error) {
	l, o := standard(), Read([]byte(text))
	codes := Rows(o, "town", &l.Town, fresh, (*town).code)
	One(o, "rules", &l.Rules)
	return l, codes, o.Err()
}

// What is named is laid over, what is not stays.
func TestOverlay(t *testing.T) {
	l, codes, err := over("[[Town]]\ncode = \"B\"\nmen = 7\n[rules]\nstart = 6\n", false)
	if err != nil || !slices.Equal(codes, []string{"B"}) || l.Town[1].Men != 7 || l.Town[1].Most != 8 ||
		l.Town[0].Men != 1 || l.Rules != (numbers{6, "x"}) {
		t.Errorf("%+v, %v, %v", l, codes, err)
	}
	l, _, err = over("[[town]]\ncode = \"C\"\nmen = 3\n", true)
	if err != nil || len(l.Town) != 3 || l.Town[2].Men != 3 {
		t.Errorf("a fresh row: %+v, %v", l, err)
	}
	again, _, err := over(string(Text(l)), true)
	if err != nil || string(Text(again)) != string(Text(l)) {
		t.Errorf("read again: %v\n%s", err, Text(again))
	}
}

// What is wrong first is told, by its name; keys nobody takes are told together.
func TestOverlayTellsWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"= 3":                                   "line 1 is not valid TOML",
		"[[town]]\ncode = \"C\"\n":              `town: there is no "C"`,
		"[[town]]\nmen = 3\n":                   "town: a row without a code",
		"[[town]]\ncode = 3\n":                  "town.code needs a text in quotes",
		"[[town]]\ncode = \"A\"\nmen = \"x\"\n": "town.men needs a whole number",
		"town = 3\n":                            "town needs a list",
		"[rules]\nstart = \"x\"\n":              "rules.start needs a whole number",
		"[rules]\nstart = 1\nstop = 2\n[dungeon]\ndepth = 3\n": "unknown keys in the tables: rules.stop, dungeon, " +
			"dungeon.depth",
		"deep = 1\n[[town]]\ncode = \"A\"\nman = 3\n": "unknown keys in the tables: deep, town.man",
	} {
		if _, _, err := over(text, false); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Rows may have tables of their own, and are called by their errors as they say.
func TestOverlayOfRows(t *testing.T) {
	read := func(text string) ([]int, []town, error) {
		var realms []int
		towns := standard().Town
		o := Read([]byte(text))
		for _, own := range o.Each("realm") {
			n := 0
			One(own, "number", &n)
			own.Call("realm " + string(rune('0'+n)))
			if n > 3 {
				own.Wrong(errors.New("too many"))
			}
			Rows(own, "town", &towns, false, (*town).code)
			realms = append(realms, n)
		}
		return realms, towns, o.Err()
	}
	realms, towns, err := read("[[realm]]\nnumber = 2\ntown = [ { code = \"A\", men = 4 } ]\n[[realm]]\nnumber = 3\n")
	if err != nil || !slices.Equal(realms, []int{2, 3}) || towns[0].Men != 4 {
		t.Errorf("%v, %v, %v", realms, towns, err)
	}
	for text, want := range map[string]string{
		"[[realm]]\nnumber = 4\n":                               "realm 4: too many",
		"[[realm]]\nnumber = 2\ntown = [ { code = \"C\" } ]\n":  `realm 2: town: there is no "C"`,
		"[[realm]]\nnumber = 2\n[[realm]]\nnumber = 3\nmen=1\n": "unknown keys in the tables: realm.men",
	} {
		if _, _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestRanges(t *testing.T) {
	r := ReadRanges("[town]\nmost = \"0 1_000\"\nmen = \"1 most\"\nparts = \"0 5\"\n[rules]\nstart = \"-1 7\"\n")
	good := town{Code: "A", Men: 9, Most: 9, Parts: []int64{0, 5}, Roads: []int{77}}
	if err := HoldRows(r, "town", []town{good}, (*town).code); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*town){
		"town A: men = 10: must be 1 to most = 9": func(t *town) { t.Men = 10 },
		// what bounds is held first
		"town A: most = 1001: must be 0 to 1000": func(t *town) { t.Most, t.Men = 1001, 2000 },
		"town A: parts = 6: must be 0 to 5":      func(t *town) { t.Parts = []int64{1, 6} },
	} {
		bad := good
		change(&bad)
		if err := HoldRows(r, "town", []town{good, bad}, (*town).code); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := Hold(r, "rules", &numbers{Start: 8}); err == nil || err.Error() != "rules: start = 8: must be -1 to 7" {
		t.Error(err)
	}
	if err := Hold(r, "rules", &numbers{Start: 7}); err != nil {
		t.Error(err)
	}
}

// What is embedded is ours: a mistake in it panics.
func TestEmbeddedMistakesPanic(t *testing.T) {
	fine := func(*land) error { return nil }
	for name, f := range map[string]func(){
		"no toml":       func() { Embedded([]byte("= 3"), fine) },
		"unknown keys":  func() { Embedded([]byte("[rules]\nstop = 1\n"), fine) },
		"the check":     func() { Embedded(nil, func(*land) error { return errors.New("no") }) },
		"one end":       func() { ReadRanges("[rules]\nstart = \"3\"\n") },
		"no range":      func() { _ = Hold(ReadRanges(""), "rules", &numbers{}) },
		"unknown bound": func() { _ = Hold(ReadRanges("[rules]\nstart = \"0 stop\"\n"), "rules", &numbers{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
	if l := Embedded([]byte("[rules]\nstart = 4\n"), fine); l.Rules.Start != 4 {
		t.Errorf("%+v", l)
	}
}

// 2³² + 6 is 6 where an int has 32 bits: what is no int64 must fit those.
func TestNumbersFitEveryMachine(t *testing.T) {
	for text, want := range map[string]string{
		"[[town]]\nmost = 4294967302\nroads = [ 1, 2147483647 ]\n": "",
		"[[town]]\nroads = [ 1, 2147483648 ]\n":                    "roads = 2147483648 is out of range",
		"[rules]\nstart = -2147483649\n":                           "start = -2147483649 is out of range",
		"town = [ { men = 4294967302 } ]\n":                        "men = 4294967302 is out of range",
	} {
		got := ""
		if err := narrow([]byte(text), []string{"most"}); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, _, err := over("[rules]\nstart = 4294967302\n", false); (err == nil) != (strconv.IntSize == 64) {
		t.Errorf("with an int of %d bits: %v", strconv.IntSize, err)
	}
}
