//go:build servers

package browser

import (
	"slices"
	"strings"
	"testing"
)

// Each game's map is used by keys alone: fields are chosen and looked up, and its turn is played.
func TestBrowserMapByKeys(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			for _, rb := range games(4) {
				// the first realm's: others may see nothing of their game
				list := slices.DeleteFunc(tables(t, rb.Name()), func(file string) bool {
					return !strings.HasSuffix(file, "-1.json")
				})
				b.onTable(rb.Name(), list[len(list)-1])
				b.mapByKeys()
				b.weeks()
				b.quiet()
			}
		})
	}
}

func (b *tab) mapByKeys() {
	b.t.Helper()
	b.view("map")
	b.js(nil, `document.querySelector('.map').focus()`)
	at := func() (label string) { b.js(&label, `return weltentor.store.state.at ?? ''`); return label }
	b.press(rightKey)
	b.until("a field of one's own", `const { at, opened } = weltentor.store.state;
		const cell = opened.chart.cells.find((c) => c.label === at);
		return cell && (cell.owner === opened.chart.realm || cell.own);`)
	home := at()
	there, back := rightKey, leftKey
	var east bool
	b.js(&east, `const { cells } = weltentor.store.state.opened.chart, from = cells.find((c) => c.label === args[0]);
		return cells.some((c) => c.y === from.y && c.h > from.h);`, home)
	if !east {
		there, back = back, there
	}
	b.press(there)
	b.until("another field", `return weltentor.store.state.at !== args[0]`, home)
	b.until("what is known of it", `return document.querySelector('aside.panel header').textContent.includes(args[0])`, at())
	b.press(back)
	b.until("the first again", `return weltentor.store.state.at === args[0]`, home)
	b.press("*", "_", ".")
}

func (b *tab) weeks() {
	b.t.Helper()
	b.view("replay")
	var steps int
	b.js(&steps, `return document.querySelectorAll('.tl .wk button').length`)
	if steps > 1 {
		b.click(".tl .wk button:nth-child(2)")
		b.until("the next step", `return document.querySelectorAll('.tl .wk button')[1].getAttribute('aria-current') === 'step'`)
	}
}
