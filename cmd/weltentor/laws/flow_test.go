package laws

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A row of the house's table in docs/flow.md.
type row struct {
	folder  string
	imports []string // folders of the house; of each, what is below it as well
	own     bool     // its own rooms
	all     bool     // everything but these imports
}

var quoted = regexp.MustCompile("`([^`]+)`")

// houseTable reads the table; GAME in it is each of the games.
func houseTable(t *testing.T, page string) (rows []row) {
	t.Helper()
	const head = "| folder | what it does | outside | may import of the house |\n|---|---|---|---|\n"
	_, table, found := strings.Cut(page, head)
	if !found {
		t.Fatal("docs/flow.md has no table of the house")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 {
			t.Fatalf("a row of %d cells: %s", len(cells)-2, line)
		}
		r := row{folder: quoted.FindStringSubmatch(cells[1])[1]}
		for _, m := range quoted.FindAllStringSubmatch(cells[4], -1) {
			r.imports = append(r.imports, m[1])
		}
		r.own = strings.Contains(cells[4], "its own rooms")
		r.all = strings.Contains(cells[4], "everything but")
		if !strings.HasSuffix(r.folder, "GAME") {
			rows = append(rows, r)
			continue
		}
		for _, g := range worlds.Rulebooks() {
			of := r
			of.folder = strings.Replace(r.folder, "GAME", g.Name(), 1)
			rows = append(rows, of)
		}
	}
	return rows
}

// within tells whether a folder is another or below it. Of `worlds`, the list, only that
// folder is meant.
func within(folder, of string) bool {
	if strings.HasSuffix(of, "/GAME") {
		return slices.ContainsFunc(worlds.Rulebooks(), func(g game.Rulebook) bool {
			return within(folder, strings.TrimSuffix(of, "GAME")+g.Name())
		})
	}
	return folder == of || of != "worlds" && strings.HasPrefix(folder, of+"/")
}

// rowOf is the row of the nearest folder.
func rowOf(rows []row, folder string) *row {
	var nearest *row
	for i := range rows {
		if within(folder, rows[i].folder) && (nearest == nil || len(rows[i].folder) > len(nearest.folder)) {
			nearest = &rows[i]
		}
	}
	return nearest
}

// notInTable is what of a package's imports the table does not show.
func notInTable(rows []row, folder string, imports []string) (faults []string) {
	of := rowOf(rows, folder)
	if of == nil {
		return []string{"docs/flow.md has no row for " + folder}
	}
	for _, i := range imports {
		i, ours := strings.CutPrefix(i, "weltentor/")
		shown := slices.ContainsFunc(of.imports, func(a string) bool { return within(i, a) })
		below := of.own && strings.HasPrefix(i, of.folder+"/") // a room, never the folder that has it
		if ours && shown == of.all && !below {
			faults = append(faults, fmt.Sprintf("%s imports %s, and the row of %s in docs/flow.md does not show it",
				folder, i, of.folder))
		}
	}
	return faults
}

// The table of the house in docs/flow.md shows what each folder imports of the house.
func TestFlowShowsTheHouse(t *testing.T) {
	t.Parallel()
	rows := houseTable(t, Content(t, "docs/flow.md"))
	var folders []string
	for _, p := range list(t, "amd64", "-tags", "fleet", "./...") {
		folder := strings.TrimPrefix(p.ImportPath, "weltentor/")
		folders = append(folders, folder)
		for _, fault := range notInTable(rows, folder, p.Imports) {
			t.Error(fault)
		}
	}
	for _, r := range rows {
		if !slices.Contains(folders, r.folder) {
			t.Errorf("docs/flow.md has a row for %s, which is not there", r.folder)
		}
		for _, i := range r.imports {
			if !slices.ContainsFunc(folders, func(f string) bool { return within(f, i) }) {
				t.Errorf("docs/flow.md says that %s may import %s, which is not there", r.folder, i)
			}
		}
	}
}

// TestFlowCatches: what the test above looks for, it finds.
func TestFlowCatches(t *testing.T) {
	rows := houseTable(t, Content(t, "docs/flow.md"))
	one, another := worlds.Rulebooks()[0].Name(), worlds.Rulebooks()[1].Name()
	for _, c := range []struct {
		folder, imports string
		want            bool
	}{
		{"orders", "fmt", false},
		{"orders", "github.com/BurntSushi/toml", false},
		{"orders", "weltentor/orders/phrase", false},
		{"orders", "weltentor/worlds/game", true},
		{"orders/phrase", "weltentor/orders", true},
		{"worlds/frame", "weltentor/orders/phrase", false},
		{"worlds/frame", "weltentor/worlds/tables", true},
		{"worlds/" + one, "weltentor/worlds/frame", false},
		{"worlds/" + one, "weltentor/worlds/" + one + "/realm", false},
		{"worlds/" + one + "/march", "weltentor/worlds/" + one + "/realm", false},
		{"worlds/" + one, "weltentor/worlds/" + another, true},
		{"worlds/" + one, "weltentor/resolve", true},
		{"worlds", "weltentor/worlds/" + another, false},
		{"worlds", "weltentor/resolve", true},
		{"resolve", "weltentor/resolve/store", false},
		{"resolve", "weltentor/worlds", true},
		{"resolve", "weltentor/worlds/" + one, true},
		{"resolve/store", "weltentor/orders", true},
		{"resolve/outbox", "weltentor/resolve/letter", false},
		{"resolve/outbox", "weltentor/resolve", true},
		{"worlds/" + one + "/march", "weltentor/worlds/" + one, true},
		{"mailer", "weltentor/mailer/mailertest", false},
		{"mailer", "weltentor/orders", true},
		{"cmd/weltentor", "weltentor/resolve", false},
		{"cmd/weltentor", "weltentor/worlds/conformance", true},
		{"nowhere", "fmt", true},
	} {
		if got := notInTable(rows, c.folder, []string{c.imports}); len(got) > 0 != c.want {
			t.Errorf("%s imports %s: %q", c.folder, c.imports, got)
		}
	}
}
