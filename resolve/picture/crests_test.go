package picture

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// A realm looks the same on the page, in PNG and in SVG: each crest is in the one file of symbols, which the page
// imports. The page has no colour, pattern or charge of its own; the engine tells it those of game.CrestOf.
func TestCrestsAreOfOneTable(t *testing.T) {
	t.Parallel()
	for realm := 1; realm <= 100; realm++ {
		c := game.CrestOf(realm)
		if _, has := look().Patterns[c.Pattern]; !has || len(look().Charges[c.Charge]) == 0 || realmColour(realm) != colour(c.Colour) {
			t.Errorf("the crest of realm %d, %+v, is not that of the pictures", realm, c)
		}
	}
	page, imports := os.DirFS("../../cmd/page/web/src"), false
	err := fs.WalkDir(page, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(page, path)
		imports = imports || strings.Contains(string(raw), "/resolve/picture/symbols.json'")
		for realm := range 12 {
			if c := game.CrestOf(realm + 1).Colour; strings.Contains(strings.ToLower(string(raw)), strings.ToLower(c)) {
				t.Errorf("%s has the colour %s of realm %d", path, c, realm+1)
			}
		}
		return err
	})
	if err != nil || !imports {
		t.Errorf("%v; the page imports the symbols: %t", err, imports)
	}
}
