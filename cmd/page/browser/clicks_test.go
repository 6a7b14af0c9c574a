//go:build servers

package browser

import (
	"fmt"
	"testing"
)

// place is a hex in doubled coordinates.
type place struct {
	H int `json:"h"`
	Y int `json:"y"`
}

// strays is an army with the nearest known field to which it does not come this turn, and the nearest hex of which nothing
// is known.
const strays = `const { engine, state } = weltentor.store, { cells } = state.opened.chart;
	const apart = (a, b) => { const h = Math.abs(a.h - b.h), y = Math.abs(a.y - b.y); return y + Math.max(0, h - y) / 2; };
	const known = new Set(cells.map((c) => c.h + ',' + c.y)), blanks = [];
	for (const c of cells) for (const [h, y] of [[1, 1], [2, 0], [1, -1], [-1, -1], [-2, 0], [-1, 1]]) if (!known.has((c.h + h) + ',' + (c.y + y))) blanks.push({ h: c.h + h, y: c.y + y });
	let best;
	for (const a of state.opened.desk?.armies ?? []) {
		const from = cells.find((c) => c.label === a.at);
		if (!from || a.in || !a.actions?.some((x) => !x.why)) continue;
		const near = new Set((await engine.reach({ army: a.name }, '')).map((r) => r.at));
		const nearest = (list) => list.reduce((x, y) => (apart(y, from) < apart(x, from) ? y : x));
		const far = cells.filter((c) => !near.has(c.label) && !state.opened.desk.armies.some((b) => b.at === c.label));
		if (far.length === 0) continue;
		const found = { army: a.name, at: a.at, far: nearest(far).label, blank: nearest(blanks) };
		if (!best || apart(found.blank, from) < best.gap) best = { ...found, gap: apart(found.blank, from) };
	}
	return best ?? {};`

// A click on a field to which an army does not come says why, and so does one on a hex of which nothing is known, unless
// the army can try to enter it. That is so in each game, and on maps of nodes and of tiles.
func TestBrowserClicksAreAnswered(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, tried, all := start(t, kind), 0, inPlay(t, 0, 4)
			for _, game := range all {
				for _, tiled := range []bool{false, true} {
					b.onTable(game.rulebook, game.file)
					b.view("map")
					var found struct {
						Army, At, Far string
						Blank         place
					}
					b.js(&found, strays)
					if found.Army == "" {
						continue
					}
					if tiled { // many fields that lie in a line beside the others
						b.js(nil, `const { store } = weltentor, { opened } = store.state, { cells } = opened.chart, least = Math.min(...cells.map((c) => c.h));
							const more = Array.from({ length: 310 }, (_, n) => ({ h: least - 40 - 2 * (n % 20) - (Math.floor(n / 20) & 1), y: cells[0].y - cells[0].y % 2 - Math.floor(n / 20), label: 'x' + n, t: 0 }))
								.filter((c) => ((c.h + c.y) & 1) === 0);
							store.set({ opened: { ...opened, chart: { ...opened.chart, title: 'large', cells: [...cells, ...more] } } });`)
					}
					b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, found.Army)
					b.until("where it can come", `return weltentor.store.state.way.reached !== null && weltentor.store.state.way.of === args[0]`, found.Army)
					b.js(nil, `document.activeElement.blur()`)
					b.press(".", "_")
					for _, at := range []any{found.Far, found.Blank} {
						b.js(nil, `weltentor.store.set({ said: null })`)
						b.touch(at)
						b.until(fmt.Sprint("an answer to ", found.Army, " of ", game.rulebook, " at ", at, ", tiled ", tiled), `return document.querySelector('.toast p')?.textContent.includes(args[0])`, found.Army)
					}
					tried++
					b.shot("clicks-answered")
					b.quiet()
				}
			}
			if tried < 8*len(all)/5 {
				t.Errorf("only %d maps of %d games have been clicked", tried, len(all))
			}
		})
	}
}

// A click into the unknown writes the step that a key writes, and the panel and the arrow show all of the march.
func TestBrowserClickIntoTheUnknown(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, tried := start(t, kind), 0
			for _, game := range inPlay(t, 0, 2) {
				b.onTable(game.rulebook, game.file)
				b.view("map")
				var found struct {
					Army, Way, Last string
					H, Y            int
				}
				b.js(&found, `const { engine, state } = weltentor.store, { cells } = state.opened.chart;
					const steps = [[1, 1], [2, 0], [1, -1], [-1, -1], [-2, 0], [-1, 1]];
					for (const a of state.opened.desk?.armies ?? []) for (const d of [1, 2, 3, 4, 5, 6]) for (let n = 1; n < 6; n++) {
						if (a.in || !a.actions?.some((x) => !x.why)) continue;
						const m = await engine.march({ army: a.name }, String(d).repeat(n), ''), t = m.tries?.[0];
						if (t && m.steps.length > 0 && n === m.steps.length + 1 && !cells.some((c) => c.h === t.h && c.y === t.y)) {
							const last = m.steps.at(-1);
							return { army: a.name, way: String(d).repeat(n), last: last.at, h: t.h, y: t.y };
						}
					}
					return {}`)
				if found.Army == "" {
					continue
				}
				tried++
				const line = `const r = weltentor.store.state.rows.find((r) => r.army === args[0]); return r ? r.values.join('|') : ''`
				order := func() (text string) { b.js(&text, line, found.Army); return text }
				b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, found.Army)
				b.until("where it can come", `return weltentor.store.state.way.reached?.length > 0`)
				b.js(nil, `document.activeElement.blur()`)
				b.press(".", "_")
				b.touch(found.Last)
				b.until("the known part", `return weltentor.store.state.way.steps.length === args[0]`, len(found.Way)-1)
				known := order()
				b.touch(place{found.H, found.Y})
				b.until("the unknown part", `return weltentor.store.state.way.tries.length === 1`)
				b.until("all of it in the panel", `const { steps, tries } = weltentor.store.state.way;
					return document.querySelector('.army .say').textContent.includes(tries[0].at) && document.querySelectorAll('.map .way1').length >= 2`)
				b.shot("clicks-unknown")
				clicked := order()
				b.press("\uE003") // back
				b.until("the known part again", `return weltentor.store.state.way.tries.length === 0`)
				b.press(found.Way[:1])
				b.until("the unknown part", `return weltentor.store.state.way.tries.length === 1`)
				if keyed := order(); keyed != clicked || clicked == known {
					t.Errorf("%s: before %q, by a click %q, by a key %q", game.rulebook, known, clicked, keyed)
				}
				b.quiet()
			}
			if tried == 0 {
				t.Error("no game has such an army")
			}
		})
	}
}
