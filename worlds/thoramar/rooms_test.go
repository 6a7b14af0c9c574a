package thoramar

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows lists the rooms from the bottom up, and which rooms each may import. The turn,
// the reports and the receipts are on top and may import them all.
var arrows = []struct {
	room string
	to   []string
}{
	{"tables", nil},
	{"realm", []string{"tables"}},
	{"order", []string{"tables", "realm"}},
	{"land", []string{"tables", "realm"}},
	{"sight", []string{"tables", "realm"}},
	{"fight", []string{"tables", "realm", "sight"}},
	{"craft", []string{"tables", "realm", "order", "sight", "fight"}},
	{"march", []string{"tables", "realm", "order", "sight", "fight"}},
	{"market", []string{"tables", "realm", "order", "sight", "fight", "march"}},
	{"hand", []string{"tables", "realm", "market"}},
}

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	const house = "weltentor/worlds/thoramar"
	for _, from := range arrows {
		files, err := filepath.Glob(filepath.Join(from.room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no room %s: %v", from.room, err)
		}
		used := map[string]bool{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imported := range file.Imports {
				path, _ := strconv.Unquote(imported.Path.Value)
				to, ok := strings.CutPrefix(path, house+"/")
				if path == house || ok && !slices.Contains(from.to, to) {
					t.Errorf("%s imports %s; %s may import %q", name, path, from.room, from.to)
				}
				used[to] = used[to] || ok
			}
		}
		for _, to := range from.to {
			if !used[to] {
				t.Errorf("%s may import %s and does not: take the arrow away", from.room, to)
			}
		}
	}
	rooms, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range rooms {
		if room := filepath.Dir(name); !slices.ContainsFunc(arrows, func(a struct {
			room string
			to   []string
		}) bool {
			return a.room == room
		}) {
			t.Errorf("the room %s is not in the list of arrows", room)
		}
	}
}
