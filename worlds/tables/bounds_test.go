package tables_test

import (
	"strings"
	"testing"

	"weltentor/worlds/tables"
)

// A text is refused before it is decoded if it is too long or too deep, wherever the
// brackets stand; those in texts and comments are none.
func TestBounded(t *testing.T) {
	open := strings.Repeat("[", tables.DeepestText)
	many := strings.Repeat("{a=", 100_000)
	for text, want := range map[string]string{
		"x = " + open + strings.Repeat("]", tables.DeepestText): "",
		"x = " + open + "[":                                     "line 1 ",
		"y = 1\nx = " + many:                                    "line 2 ",
		"x = " + strings.Repeat("[", 100_000):                   "line 1 ",
		"a" + strings.Repeat(".a", 32) + " = 1":                 "line 1 ",
		"[" + strings.Repeat("a.", 32) + "a]":                   "line 1 ",
		"a" + strings.Repeat(".a", 31) + " = 1":                 "",
		"# " + many:                                             "",
		"x = \"" + many + "\\\"" + open + open + "\"":           "",
		"x = '" + many + "'":                                    "",
		"x = '''\n" + many + "'''''\n":                          "",
		"x = \"\"\"\n" + many + "\\\"\"\"\"":                    "",
		"x = ['''a''''', " + open + open:                        "line 1 ",
		"x = \"\"\nz = '\\'\ny = " + open + open:                "line 3 ",
		"x = '" + strings.Repeat("x", tables.LongestText) + "'": "1024 KB",
		strings.Repeat("# x\n", tables.LongestText/4):           "",
		strings.Repeat("a = [1.5, 2.5]\n[b]\n", 1000):           "",
	} {
		err := tables.Bounded([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q, %d bytes: %v, want %q", text, len(text), err, want)
		}
	}
	for _, text := range []string{"x = " + strings.Repeat("[", 100_000), "x = " + many} {
		if err := tables.Read([]byte(text)).Err(); err == nil || !strings.Contains(err.Error(), "32") {
			t.Errorf("read: %v", err)
		}
	}
}
