//go:build servers

package browser

import (
	"strings"
	"testing"
)

// crowded is a chart on which everything that can stand on a field stands beside everything else: fields with and without
// a place, a name and armies, in all ways, and each next to each. What args[0] says is changed in it.
const crowded = `
	const { store } = weltentor, { table, opened } = store.state;
	const terrains = ['meadow', 'wood', 'steppe'].map((ground, i) => ({ code: ground, name: ground, ground, height: i + 1, rim: '#000000', fill: '#ffffff' }));
	const places = [{}, { building: 'town', name: 'Ort' }, { building: 'capital', name: 'Königreich der fünften Sonne' }, { building: 'castle' }, { sign: 'RUI' }, { building: 'city', name: 'Wildemannsmünde' }, {}];
	const cells = Array.from({ length: 196 }, (_, n) => {
		const row = Math.floor(n / 14), column = n % 14;
		return { h: 2 * column + (row & 1), y: -row, label: args[0].numbered ? String(n + 1) : column - 7 + '/' + (row - 7), t: n % 3, owner: 1 + n % 3, own: n % 3 === 0, ...places[(n * 3 + row) % places.length] };
	});
	const armies = cells.flatMap((c, n) => Array.from({ length: [0, 1, 0, 2, 3, 0, 5][(n + 2 * Math.floor(n / 14)) % 7] }, (_, i) => ({ realm: 1 + i % 3, name: 'A ' + n + ' ' + i, at: c.label, men: 12000 + n })));
	store.set({ view: 'map', table: { ...table, turn: table.turn + 1, realm: 1, facts: { ...table.facts, armies } },
		opened: { ...opened, realm: 1, desk: null, chart: { title: 'crowded', realm: 1, terrains, cells, drawn: args[0].drawn } } });
	await new Promise((r) => setTimeout(r, 400));
	document.querySelector('.zoom button').click(); document.querySelector('.zoom button').click();
	await new Promise((r) => setTimeout(r, 200));`

// onEachOther are the names and labels of the map that lie on a counter, a building or each other. A point is no overlap.
const onEachOther = `
	const shown = (css) => [...document.querySelectorAll('.map ' + css)].filter((e) => getComputedStyle(e).display !== 'none')
		.map((e) => { const { left, top, right, bottom } = e.getBoundingClientRect(); return { left, top, right, bottom, text: e.textContent || e.getAttribute('class') }; });
	const hits = (a, b) => a !== b && a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
	const words = [...shown('.l-names text'), ...shown('.l-base .t-label')], things = [...shown('.l-units .counter'), ...shown('.l-base .place')];
	if (words.length + things.length === 0) return ['nothing is on the map'];
	return words.flatMap((w) => [...things, ...words].filter((o) => hits(w, o)).map((o) => w.text + ' on ' + o.text));`

// recruits raises the first kind of unit that has a number, if args[0] is true, and returns whether there is one. It does so
// at a place with a name, from which it takes away whoever stands there.
const recruits = `const { store } = weltentor, { table, opened } = store.state, { desk, chart } = opened;
	const free = desk.units?.flatMap((u) => u.sites ?? []).find((s) => !s.why && chart.cells.some((c) => c.label === s.at && c.name)), away = (list) => list?.filter((a) => a.at !== free.at);
	if (free && args[0]) store.set({ place: free.at, table: { ...table, facts: { ...table.facts, armies: away(table.facts.armies) } }, opened: { ...opened, desk: { ...desk, armies: away(desk.armies) } } });
	for (let i = 0; i < 50 && !document.querySelector('.recruit'); i++) await new Promise((r) => setTimeout(r, 20));
	const e = [...document.querySelectorAll('.recruit input[type=number]')].find((e) => e.value === '' && !e.disabled);
	if (e && args[0]) { e.value = '1000'; e.dispatchEvent(new Event('change', { bubbles: true })); }
	return !!e;`

// Names and labels lie neither on counters nor on buildings, nor on each other: in each game, in its replay and with what is
// recruited, and where everything stands beside everything else; on desktops and phones.
func TestBrowserNamesAndCountersApart(t *testing.T) {
	b, recruited := start(t, "chromium"), 0
	b.still()
	apart := func(what string) {
		t.Helper()
		var on []string
		if b.js(&on, onEachOther); len(on) > 0 {
			t.Errorf("%s:\n%s", what, strings.Join(on, "\n"))
		}
		b.shot("apart-" + strings.ReplaceAll(what, " ", "-"))
	}
	screens := func(what string) {
		t.Helper()
		for _, screen := range []string{"desktop", "phone"} {
			if b.screen(1440, 900, false); screen == "phone" {
				b.screen(390, 844, true)
			}
			b.js(nil, `await new Promise((r) => setTimeout(r, 300))`)
			apart(what + " " + screen)
		}
	}
	for _, l := range inPlay(t) {
		b.onTable(l.rulebook, l.file)
		b.view("map")
		screens(l.rulebook)
		b.screen(1440, 900, false)
		b.view("replay")
		b.js(nil, `document.querySelector('.tl .wk button:nth-child(2)')?.click(); await new Promise((r) => setTimeout(r, 300))`)
		apart(l.rulebook + " replay")
		b.view("recruit")
		var raises bool
		if b.js(&raises, recruits, false); raises {
			recruited++
			b.js(nil, recruits, true)
			b.until("what is recruited", `return weltentor.store.state.rows.some((r) => r.kind === 'order') && document.querySelector('.map .counter[opacity]')`)
			b.view("map")
			b.js(nil, `await new Promise((r) => setTimeout(r, 300))`)
			apart(l.rulebook + " recruits")
		}
	}
	if recruited == 0 {
		t.Error("nobody recruits")
	}
	for what, is := range map[string]map[string]any{"hexes": {}, "numbered": {"numbered": true},
		"provinces": {"numbered": true, "drawn": "provinces"}} {
		b.screen(1440, 900, false)
		b.js(nil, crowded, is)
		screens("crowded " + what)
	}
}

// A map opens on own land and armies: beside the plan, most of both are in sight. Percent.
func TestBrowserOpensOnOwnLand(t *testing.T) {
	const fields, armies, onPhones = 94, 88, 80
	b := start(t, "chromium")
	b.still()
	for _, l := range inPlay(t) {
		b.onTable(l.rulebook, l.file)
		b.until("the map", `return document.querySelector('.map .world[transform]')`)
		for _, phone := range []bool{false, true} {
			if b.screen(1440, 900, false); phone {
				b.screen(390, 844, true)
			}
			var sees struct{ Fields, Armies int }
			b.js(&sees, `await new Promise((r) => setTimeout(r, 300));
				const { opened } = weltentor.store.state, { chart } = opened, on = document.querySelector('.world').getScreenCTM();
				const map = document.querySelector('.map-host').getBoundingClientRect(), plan = document.querySelector('.plan')?.getBoundingClientRect();
				const within = (p, r) => r && p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom;
				const seen = (c) => { const p = new DOMPoint(c.h * 34, -c.y * 59).matrixTransform(on); return within(p, map) && !within(p, plan); };
				const percent = (list) => (list.length === 0 ? 100 : Math.floor(100 * list.filter(seen).length / list.length));
				const at = new Set((opened.desk?.armies ?? []).filter((a) => !a.in).map((a) => a.at));
				return { fields: percent(chart.cells.filter((c) => c.owner && c.owner === chart.realm)), armies: percent(chart.cells.filter((c) => at.has(c.label))) }`)
			t.Logf("%s, phone %v: %d %% of own fields, %d %% of fields with own armies", l.rulebook, phone, sees.Fields, sees.Armies)
			if phone && min(sees.Fields, sees.Armies) < onPhones || !phone && (sees.Fields < fields || sees.Armies < armies) {
				t.Errorf("%s, phone %v: %d %% of own fields, %d %% of fields with own armies", l.rulebook, phone, sees.Fields, sees.Armies)
			}
		}
	}
}

// While an army is commanded, a click into the middle of each field that it reaches changes its line and no other's, and
// keeps it, also where another own army stands. A second click there chooses the other.
func TestBrowserClickKeepsTheArmy(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, kept, chose := start(t, kind), 0, 0
			for _, l := range inPlay(t, 0, 3) {
				b.onTable(l.rulebook, l.file)
				b.view("map")
				b.js(nil, `document.activeElement?.blur()`)
				b.press("_")
				var all []struct {
					Army   string
					Fields []string
					Taken  string // one of them, on which another army stands that can be commanded
				}
				b.js(&all, `const { engine, state } = weltentor.store, list = state.opened.desk.armies.filter((a) => !a.in && a.actions?.some((x) => !x.why)), out = [];
					for (const a of list.slice(0, 6)) {
						const near = (await engine.reach({ army: a.name }, '')).filter((r) => !r.meets && r.at !== a.at && state.opened.chart.cells.some((c) => c.label === r.at)).map((r) => r.at);
						const taken = near.find((at) => list.some((o) => o.at === at)) ?? '';
						if (near.length > 0) out.push({ army: a.name, fields: [...new Set([taken, ...near])].filter(Boolean).slice(0, 4), taken });
					}
					return out`)
				for _, a := range all {
					for _, at := range a.Fields {
						b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, a.Army)
						b.until("where it can come", `const { way } = weltentor.store.state; return way.of === args[0] && way.reached !== null`, a.Army)
						const others = `JSON.stringify(weltentor.store.state.rows.filter((r) => r.army && r.army !== args[0]).map((r) => [r.army, r.values]))`
						var before string
						b.js(&before, `return `+others, a.Army)
						b.touch(at)
						b.until("a line of "+a.Army+" to "+at+", and no other", `const { army, rows, way } = weltentor.store.state;
							return army === args[0] && rows.some((r) => r.army === args[0]) && way.steps.at(-1)?.at === args[1] && `+others+` === args[2]`, a.Army, at, before)
						kept++
						if at == a.Taken {
							b.js(nil, onCounter, at)
							b.until("the army that stands there", `const { army, opened } = weltentor.store.state; return army !== args[0] && opened.desk.armies.find((x) => x.name === army)?.at === args[1]`, a.Army, at)
							chose++
						}
					}
				}
				b.quiet()
			}
			t.Logf("%d clicks kept the army, %d chose another", kept, chose)
			if kept < 8 || chose == 0 {
				t.Errorf("only %d clicks kept the army, and %d chose another", kept, chose)
			}
		})
	}
}

// onCounter clicks the first counter of a field that is not the commanded army's.
const onCounter = `const { army, opened } = weltentor.store.state, there = new Set(opened.desk.armies.filter((a) => a.at === args[0] && a.name !== army).map((a) => a.name));
	const e = [...document.querySelectorAll('.map .l-units [data-id]')].find((e) => there.has(e.dataset.id)), { left, top, width, height } = e.getBoundingClientRect();
	const at = { bubbles: true, pointerId: 1, isPrimary: true, clientX: left + width / 2, clientY: top + height / 3 }, map = document.querySelector('.map');
	map.setPointerCapture = () => {};
	map.dispatchEvent(new PointerEvent('pointerdown', at));
	map.dispatchEvent(new PointerEvent('pointerup', at));`
