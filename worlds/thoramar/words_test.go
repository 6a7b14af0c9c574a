package thoramar

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// Both languages say the same things with the same arguments.
func TestBooksAgree(t *testing.T) {
	r := Rules()
	de, en := r.Words(phrase.De), r.Words(phrase.En)
	if !slices.Equal(de.Codes(), en.Codes()) {
		for _, c := range de.Codes() {
			if !en.Has(c) {
				t.Errorf("%s has no English sentence", c)
			}
		}
		for _, c := range en.Codes() {
			if !de.Has(c) {
				t.Errorf("%s has no German sentence", c)
			}
		}
	}
	for _, c := range de.Codes() {
		if d, e := de.Names(c), en.Names(c); en.Has(c) && !slices.Equal(d, e) {
			t.Errorf("%s: German names %q, English %q", c, d, e)
		}
	}
}

var spoken = regexp.MustCompile(`(?:phrase\.P\(|code[ :]*= |, code = |return |t\.work\(realm, at, ` +
	`)"([a-z]+(?:-[a-z]+)+)"`)

// Every code that the rules speak has its sentence.
func TestCodesHaveSentences(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	de := Rules().Words(phrase.De)
	n := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spoken.FindAllStringSubmatch(string(b), -1) {
			n++
			if !de.Has(m[1]) {
				t.Errorf("%s: %s has no sentence", name, m[1])
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d codes were found: the test looks past them", n)
	}
}

// Rows of the tables are named in both languages.
func TestTablesAreNamed(t *testing.T) {
	r := Rules()
	var keys []string
	for i := range r.Standard().Terrain {
		keys = append(keys, r.Standard().Terrain[i].Key())
	}
	for i := range r.Standard().Building {
		keys = append(keys, r.Standard().Building[i].Key())
	}
	for i := range r.Standard().Unit {
		keys = append(keys, r.Standard().Unit[i].Key())
	}
	for i := range r.Standard().Culture {
		keys = append(keys, "culture."+r.Standard().Culture[i].Name)
	}
	for _, k := range keys {
		if !r.Words(phrase.De).Has(k) || !r.Words(phrase.En).Has(k) {
			t.Errorf("%s has no name", k)
		}
	}
}
