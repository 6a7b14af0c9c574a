//go:build servers

package browser

import "testing"

// A march is put together by clicks on the map: an army is chosen, the field east of it becomes a step, and a click on
// where it stands takes the way back. The message of a click and one key undo it.
func TestBrowserMarchOnMap(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(inPlay(t)[0].rulebook, inPlay(t)[0].file)
			b.view("map")
			var army, here, east string
			b.js(&army, neighbour+`return found?.army.name ?? ''`)
			b.js(&here, neighbour+`return found.army.at`)
			b.js(&east, neighbour+`return found.to.label`)
			b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, army)
			b.until("where it can come", `return weltentor.store.state.way.reached?.length > 0`)
			b.touch(east)
			const line = `return weltentor.store.state.rows.find((r) => r.army === args[0])?.values.find((v) => /^2/.test(v))`
			b.until("a step to the east", line, army)
			b.until("what was written, with a way back", `return document.querySelector('.toast p')?.textContent.includes(args[0])`, army)
			b.until("that below the bar as a whole", `const p = document.querySelector('.toast p'), r = p.getBoundingClientRect();
				return p.scrollWidth <= p.clientWidth && r.width > 100 && r.right <= innerWidth && r.top >= document.querySelector('.top').getBoundingClientRect().bottom`)
			b.click(".toast button")
			b.until("no step", `return !document.querySelector('.weeks .go') && !document.querySelector('.toast')`)
			b.touch(east)
			b.until("the way in the panel", `return document.querySelectorAll('.weeks .go').length === 1`)
			b.until("what it still reaches, and half veiled what it reached at its start", `const { still, reached } = weltentor.store.state.way;
				return still && still.length < reached.length && document.querySelector('.map .veil:not(.half) path') && document.querySelector('.map .veil.half path')?.getAttribute('d')`)
			b.shot("march-begun")
			b.touch(here)
			b.until("no step, and nothing half veiled", `return !document.querySelector('.weeks .go') && !document.querySelector('.map .veil.half')`)
			b.js(nil, `document.activeElement.blur()`)
			b.chord("\uE009", "z")
			b.until("the step again", line, army)
			b.quiet()
		})
	}
}

// The limit of clicks from opening the page to the first order.
const orderClicks = 4

// From opening the page, few clicks make the first order that counts: the bar leads to an army, and a field is its goal.
func TestBrowserFirstOrder(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(inPlay(t)[0].rulebook, inPlay(t)[0].file)
			b.view("map")
			clicks := 0
			for ; clicks < orderClicks; clicks++ {
				b.click(".todo .hot")
				b.until("an army", `return weltentor.store.state.army && weltentor.store.state.way.of === weltentor.store.state.army`)
				var east string
				b.js(&east, neighbour+`return found?.army.name === state.army ? found.to.label : ''`)
				if east != "" {
					b.touch(east)
					clicks += 2
					break
				}
			}
			b.until("an order that counts", `const { army, rows, checked, checkedOf, readOf } = weltentor.store.state;
				const row = rows.find((r) => r.army === army);
				return row && checkedOf === readOf && checked && !checked.problems.some((p) => p.line === row.line && p.severity === 'error');`)
			if clicks > orderClicks {
				t.Errorf("%d clicks", clicks)
			}
			t.Logf("%d clicks", clicks)
			b.quiet()
		})
	}
}

// neighbour finds an army that can go east.
const neighbour = `const { engine, state } = weltentor.store;
	let found;
	for (const army of state.opened.desk.armies) {
		const from = state.opened.chart.cells.find((c) => c.label === army.at);
		const to = from && state.opened.chart.cells.find((c) => c.h === from.h + 2 && c.y === from.y);
		if (!to || army.in || found) continue;
		const { steps } = await engine.march({ army: army.name }, '2', '');
		if (steps.length === 1) found = { army, to };
	}
`
