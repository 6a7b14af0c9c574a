package phrase

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// What plain reads, TOML reads in the same way; what TOML refuses is not plain, or clashes.
func TestPlainIsTOML(t *testing.T) {
	same := func(name, text string) (was bool) {
		t.Helper()
		entries, tables, ok := plain(text)
		if !ok || clash(entries, tables) {
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

// Each escape of a sentence is read without a copy of what was read before it.
func TestEscapesAreReadOnce(t *testing.T) {
	allocated := func(escapes int) uint64 {
		text := "a = \"" + strings.Repeat(`x\n`, escapes) + "\""
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		entries, _, ok := plain(text)
		runtime.ReadMemStats(&after)
		if want := strings.Repeat("x\n", escapes); !ok || len(entries) != 1 || entries[0].sentence != want {
			t.Fatalf("%d escapes are not read", escapes)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(1)
	if once, twice := allocated(2_000), allocated(4_000); twice > 3*once {
		t.Errorf("2000 escapes take %d bytes, 4000 take %d", once, twice)
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
