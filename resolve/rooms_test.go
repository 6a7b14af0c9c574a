package resolve

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrow is a room and the rooms it may import.
type arrow struct {
	room string
	to   []string
}

// arrows lists the rooms of the machine from the bottom up. The turn and the front desk
// are on top, in this package, and may import them all.
var arrows = []arrow{
	{"wording", nil},
	{"store", []string{"wording"}},
	{"limits", []string{"store"}},
	{"secrecy", []string{"store", "wording", "limits"}},
	{"roster", []string{"store", "wording", "limits", "secrecy"}},
	{"logbook", []string{"store"}},
	{"place", []string{"store", "logbook"}},
	{"chronicle", []string{"store", "wording", "logbook"}},
	{"ahead", []string{"store", "chronicle"}},
	{"pace", []string{"store", "wording", "limits", "roster", "chronicle"}},
	{"outbox", []string{"store", "wording", "limits", "secrecy", "roster", "chronicle"}},
	{"letter", []string{"wording", "limits", "secrecy", "roster"}},
	{"receipt", []string{"wording", "letter", "chronicle"}},
	{"signup", []string{"store", "wording", "roster"}},
	{"tray", []string{"store", "limits", "secrecy", "letter", "receipt", "signup"}},
	{"personal", []string{"store", "wording", "secrecy", "roster", "logbook", "chronicle", "outbox", "signup",
		"tray"}},
}

// TestArrows holds that arrows between the rooms only go down, and that each room uses
// what the list allows it.
func TestArrows(t *testing.T) {
	const house = "weltentor/resolve"
	for n, from := range arrows {
		files, err := filepath.Glob(filepath.Join(from.room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no room %s: %v", from.room, err)
		}
		for _, to := range from.to {
			if !slices.ContainsFunc(arrows[:n], func(a arrow) bool { return a.room == to }) {
				t.Errorf("%s is not below %s", to, from.room)
			}
		}
		used := map[string]bool{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			must(t, err)
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
	must(t, err)
	for _, name := range rooms {
		room := filepath.Dir(name)
		if room != "storetest" && !slices.ContainsFunc(arrows, func(a arrow) bool { return a.room == room }) {
			t.Errorf("the room %s is not in the list of arrows", room)
		}
	}
}
