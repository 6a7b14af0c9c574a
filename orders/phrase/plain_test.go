package phrase

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// What plain reads, TOML reads in the same way; what TOML refuses is never plain.
func TestPlainIsTOML(t *testing.T) {
	same := func(name, text string) (was bool) {
		t.Helper()
		entries, ok := plain(text)
		if !ok {
			return false
		}
		var tree map[string]any
		if _, err := toml.Decode(text, &tree); err != nil {
			t.Errorf("%s: plain, and TOML says %v", name, err)
			return true
		}
		want, got := map[string]string{}, map[string]string{}
		flatten(tree, "", want)
		for _, e := range entries {
			got[e.code] = e.sentence
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		return true
	}
	for text, want := range map[string]bool{
		"a = \"b\"\n": true, "\"a.b\" = \"x \\\"y\\\" \\\\ \\n\\t\" \n# c\n\n[t.u]\nk-1 = \"\"": true, "": true,
		"a=\"b\"": true, "a = \"ä\ufeff\"": true, "[t]\n\"x.y-0\" = \"{a:b|c} # no comment\"": true,
		"a = \"b\" # c": true, "a = \"\"\"\nb\n\"c\"\n\"\"\"\nd = \"e\"": true,
		"a = \"\"\"b\"\"\"": true, "a = \"\"\"b\\\n c\"\"\"": false, "a = \"\"\"b\"\"\"\"": false,
		"a = \"\"\"b": false,
		"a = \"\"":    true, "a = \"b\" c": false, "a = 'b'": false, "a = 3": false,
		"a = \"\\u00e4\"": false, "a = \"b": false,
		"a.b = \"c\"": false, "a = \"b\"\na = \"c\"": false, "[t]\n[t]": false, "[[t]]": false, "[t": false,
		"a": false, "a = \"b\"c\"": false, "a = \"b\\\"": false, "a b = \"c\"": false,
		"= \"c\"": false, "\" = \"b\"": false, "[]": false, "[.a]": false, "a = \"\x01\"": false, "a = \"b\"\n[a]\n": false,
		"a = \"\xff\"": false, "a = \"b\rc\"": false,
		"a = \"" + strings.Repeat(`x\n`, 200_000) + "\"": true, // in time that grows with the length
	} {
		if got := same(text, text); got != want {
			t.Errorf("%q is plain: %v, want %v", text, got, want)
		}
	}
	files, all := 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, "texts/") || filepath.Ext(path) != ".toml" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if all++; same(path, string(raw)) {
			files++
		}
		return nil
	})
	if err != nil || all < 20 || files != all {
		t.Errorf("%d of %d files of sentences are plain: %v", files, all, err)
	}
}

func flatten(tree map[string]any, at string, out map[string]string) {
	for k, v := range tree {
		if table, is := v.(map[string]any); is {
			flatten(table, at+k+".", out)
		} else {
			out[at+k] = v.(string)
		}
	}
}
