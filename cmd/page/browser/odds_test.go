//go:build servers

package browser

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"testing"

	"weltentor/worlds"
)

// oddsSaid is what a receipt says of a battle that can be won.
var oddsSaid = regexp.MustCompile(`\d+ (of|von) 100 (such battles|solchen Kämpfen)[^\n]*`)

// Whoever writes an order that leads to a battle reads in the page how often it is won, in the words of the receipt: of
// a letter of the examples, in each language in which there is one.
func TestBrowserShowsOdds(t *testing.T) {
	seen := map[string]bool{}
	for _, rb := range worlds.Rulebooks() {
		for _, file := range sheets(t, rb.Name()) {
			s := readSheet(t, file)
			var said struct{ Page string }
			var table struct{ Lang string }
			if json.Unmarshal(s.Said, &said) != nil || json.Unmarshal(s.Table, &table) != nil {
				t.Fatal(file)
			}
			if odds := oddsSaid.FindString(said.Page); odds != "" && !seen[table.Lang] {
				seen[table.Lang] = true
				t.Run(filepath.Base(file), func(t *testing.T) { showsOdds(t, rb.Name(), s, odds, said.Page) })
			}
		}
	}
	if len(seen) == 0 {
		t.Error("no letter of the examples has odds")
	}
}

// showsOdds puts a letter's orders into the page, and compares what it shows with what was said.
func showsOdds(t *testing.T, rulebook string, s sheet, odds, said string) {
	b := start(t, chosen()[0])
	b.onTable(rulebook, put(t, "TABLE.json", s.Table))
	b.js(nil, `const s = weltentor.store; s.set({ view: 'receipt', drafts: s.state.drafts.map((d) => (d.id === s.state.draft ? { ...d, text: args[0] } : d)) })`, s.Text)
	b.until("the odds", `return document.querySelector('#receipt .page')?.textContent.includes(args[0])`, odds)
	var shown string
	b.js(&shown, `return document.querySelector('#receipt .page').textContent`)
	if shown != said {
		t.Errorf("the page shows\n%s\nthe receipt says\n%s", shown, said)
	}
	b.shot("odds-" + filepath.Base(t.Name()))
	b.quiet()
}
