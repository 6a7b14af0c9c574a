//go:build servers

package browser

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds"
)

// Each game's map is used by keys alone: fields are chosen and looked up, and its turn is played.
func TestBrowserMapByKeys(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			for _, rb := range worlds.Rulebooks() {
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

// many puts a chart of 2,000 fields on the table, with everything that can be drawn on one.
const many = `
	const { store } = weltentor, hex = (n) => '#' + (n % 0x1000000).toString(16).padStart(6, '0');
	const terrains = Array.from({ length: 25 }, (_, i) => ({ code: 't' + i, name: 'G' + i, ground: ['meadow', 'wood', 'steppe', 'sea'][i % 4], height: i % 4 === 3 ? 0 : i % 3 + 1, rim: hex(i * 600000),
		fill: hex(0xa8e88c + i * 9999) }));
	const cells = Array.from({ length: 2000 }, (_, n) => {
		const row = Math.floor(n / 71), column = n % 71;
		return { h: 2 * column + (row & 1), y: -row, label: column - 35 + '/' + (row - 35), t: n % 25, age: n % 7 - 1,
			owner: n % 5, own: n % 9 === 0, others: n % 11 === 0, rivers: n % 3,
			...(n % 13 === 0 ? { sign: 'BRG', roads: 63, walls: 9 } : {}) };
	});
	store.set({ opened: { ...store.state.opened, chart: { title: '', realm: 1, terrains, cells } } });`

// pan drags the map for three seconds, as a mouse does, and returns how many frames there were per second.
const pan = `
	const canvas = document.querySelector('.map'), box = canvas.getBoundingClientRect();
	const fire = (type, x, y, on) => on.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1,
		view: window, clientX: box.left + x, clientY: box.top + y, buttons: 1 }));
	let x = 0, y = 0, dx = -9, dy = -5, frames = 0;
	canvas.setPointerCapture = () => {};
	fire('pointerdown', 300, 200, canvas);
	const from = performance.now();
	for (let now = from; now - from < 3000; frames++) {
		now = await new Promise(requestAnimationFrame);
		x += dx; y += dy;
		if (x < -1500 || x > 0) dx = -dx;
		if (y < -700 || y > 0) dy = -dy;
		fire('pointermove', 300 + x, 200 + y, canvas);
	}
	fire('pointerup', 300, 200, canvas);
	return frames * 1000 / (performance.now() - from);`

// 2,000 fields are panned, and the frames per second are measured: the best of three, since other programs run too.
func TestBrowserPans(t *testing.T) {
	b := start(t, chosen()[0])
	list := tables(t, worlds.Rulebooks()[0].Name())
	b.onTable(worlds.Rulebooks()[0].Name(), list[len(list)-1])
	b.js(nil, many)
	b.view("map")
	b.until("2,000 fields", `return document.querySelectorAll('.l-base use').length > 3000`)
	best := 0.0
	for range 3 {
		var rate float64
		b.js(&rate, pan)
		if best = max(best, rate); best >= 50 {
			break
		}
	}
	b.shot("map-2000")
	t.Logf("%s: 2,000 fields are panned at %.0f frames a second", b.kind, best)
	if best == 0 {
		t.Errorf("%s: the map stands still", b.kind)
	}
}
