//go:build servers

package browser

import (
	"encoding/json"
	"testing"

	"weltentor/worlds"
)

// A text without an error that has a warning is not called good: the bar and the drawer count the warning, and a click
// on the bar leads to its line.
func TestBrowserCountsWarnings(t *testing.T) {
	rulebook, s, line := doubted(t)
	table := put(t, "TABLE.json", s.Table)
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(rulebook, table)
			b.view("map")
			b.js(nil, `const s = weltentor.store; s.set({ drafts: s.state.drafts.map((d) => (d.id === s.state.draft ? { ...d, text: args[0] } : d)) })`, s.Text)
			b.until("the count", `const { checked, checkedOf, readOf } = weltentor.store.state, n = checked?.problems.filter((p) => p.severity === 'warning').length;
				return checkedOf === args[0] && readOf === args[0] && document.querySelector('#go-flaws.doubt b')?.textContent === String(n) &&
					new RegExp('\\b' + n + ' (Hinweis|warning)').test(document.querySelector('.drawer button').textContent)`, s.Text)
			b.click("#go-flaws")
			b.until("its line", `const { text } = weltentor.store.state.drafts[0], of = document.querySelector('.editor')?.shadowRoot;
				return of?.querySelector('.cm-activeLine')?.textContent.trim() === text.split('\n')[args[0] - 1].trim()`, line)
			b.until("what is wrong with it", `const { problems } = weltentor.store.state.checked;
				return document.querySelector('.drawer .flaws li')?.textContent.endsWith(problems[0].text)`)
			b.quiet()
		})
	}
}

// The mark for the password looks like the text around it, and a line says what becomes of it. Nothing calls it wrong.
func TestBrowserMarkIsNoFlaw(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(rb.Name(), waiting(t, rb, ""))
			b.view("map")
			b.js(nil, `const s = weltentor.store; s.set({ drawer: true, drafts: s.state.drafts.map((d) => (d.id === s.state.draft ? { ...d, text: '$I ' + s.state.opened.realm + ' <PASSWORT> ' + s.state.opened.turn + '\n' } : d)) })`)
			b.until("the mark, in the colour of the text", `const of = document.querySelector('.editor')?.shadowRoot, mark = of?.querySelector('.o-mark');
				return mark?.textContent === '<PASSWORT>' && getComputedStyle(mark).color === getComputedStyle(of.querySelector('.cm-editor')).color && getComputedStyle(mark).backgroundColor === 'rgba(0, 0, 0, 0)'`)
			b.until("what becomes of it, and no flaw", `return document.querySelector('.drawer .mark')?.textContent.includes('<PASSWORT>') && document.querySelector('#go-flaws.opt')`)
			b.shot("flaws-mark")
			b.quiet()
		})
	}
}

// doubted is a sheet of an example with a warning and no error, and the line of the first warning.
func doubted(t *testing.T) (rulebook string, s sheet, line int) {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		for _, file := range sheets(t, rb.Name()) {
			s := readSheet(t, file)
			var said struct {
				Bad      int
				Problems []struct{ Line int }
			}
			if err := json.Unmarshal(s.Said, &said); err != nil {
				t.Fatal(err)
			}
			if said.Bad == 0 && len(said.Problems) > 0 && said.Problems[0].Line > 0 {
				return rb.Name(), s, said.Problems[0].Line
			}
		}
	}
	t.Fatal("no sheet has a warning")
	return "", sheet{}, 0
}
