//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// What is typed into the boxes of a line stays there until it is taken: while a box is empty, the line has what it had.
func TestBrowserEditsALine(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(worlds.Rulebooks()[0].Name(), tables(t, worlds.Rulebooks()[0].Name())[0])
			b.js(nil, `const s = weltentor.store, { draft } = s.state;
				s.set({ drafts: s.state.drafts.map((d) => (d.id === draft ? { ...d, text: '$R\nR.L 8 600 0 0\nR.L 9 900 0 0\n' } : d)) })`)
			b.view("forms")
			b.click("[data-section=R]")
			b.until("both lines", `return document.querySelectorAll('.forms .line').length === 2`)
			b.click(".forms .line [aria-expanded]")
			const count = ".forms .line input[type=number]"
			b.click(count)
			b.press("\uE003", "\uE003", "\uE003", "\uE003", "\uE003", "\uE003", "\uE017", "\uE017", "\uE017")
			const text = `weltentor.store.state.drafts.find((d) => d.id === weltentor.store.state.draft).text`
			b.until("an empty box, the line as it was, and nothing to take", `await new Promise((r) => setTimeout(r, 300));
				return document.querySelector(args[0]).value === '' && `+text+`.includes('R.L 8 600 0 0') && document.querySelector('.forms .line .take').disabled`, count)
			b.press("7", "5", "0")
			b.click(".forms .line .take:not(:disabled)")
			b.until("the line with what was typed", `return `+text+` === '$R\nR.L 8 750 0 0\nR.L 9 900 0 0\n'`)
			b.shot("forms-edited")
			b.quiet()
		})
	}
}
