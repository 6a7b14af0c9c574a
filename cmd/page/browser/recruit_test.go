//go:build servers

package browser

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// What the ready orders raise is in the table, also what goes into a garrison, and takes the room of all other units
// there: what is left is what the engine says of the same text.
func TestBrowserRecruitsWhatIsLeft(t *testing.T) {
	for _, rb := range games(0) {
		mailed := mailedFirst(t, rb.Name(), "")
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				t.Parallel()
				b := start(t, kind)
				b.open(mailed)
				b.until("the plan", `return document.querySelector('.plan li[data-step=first]') && weltentor.store.state.opened.desk`)
				b.click(".plan li[data-step=first] button")
				b.until("the ready orders", `return document.querySelector('.plan li.ok[data-step=first]')`)
				var raises int
				b.js(&raises, `const { rows, opened } = weltentor.store.state, letters = (opened.desk.units ?? []).map((u) => u.action.draft.letter); return rows.filter((r) => r.kind === 'order' && letters.includes(r.letter)).length`)
				if raises == 0 {
					return
				}
				if kind == "chromium" {
					b.screen(1440, 900, false)
				}
				b.view("recruit")
				b.shot("left-" + rb.Name())
				b.until("all columns in the panel", `const e = document.querySelector('.recruit .body'); return e.scrollWidth <= e.clientWidth + 1`)
				b.until("each line in the table, with what it costs", `return [...document.querySelectorAll('.recruit tr.has')].reduce((n, tr) => n + (tr.querySelector('td:last-child b') ? 1 : 0), 0) > 0`)
				b.until("who waits as a ghost, each once and where it will stand", `const { made, opened } = weltentor.store.state, waits = made.filter((a) => !a.actions);
					const cells = opened.chart.cells, at = (a) => cells.find((c) => c.label === a.at);
					return waits.every((a) => !opened.desk.units.some((u) => u.sites?.some((s) => s.at === a.at)) && at(a)) &&
						(waits.length === 0 || document.querySelectorAll('.map .counter[opacity="0.62"]').length === waits.length)`)
				b.until("what is left", `const { store } = weltentor, { opened, rows, drafts } = store.state, left = await store.engine.units(drafts[0].text);
					if (!left) return true;
					const { sites } = opened.desk.units[0], { at } = sites.find((s) => rows.some((r) => r.at === s.at)) ?? sites[0]; // a line may name no place
					return left.every((u) => {
						const s = u.sites?.find((x) => x.at === at), tr = [...document.querySelectorAll('.recruit tr')].find((e) => e.textContent.includes(u.name)), input = tr?.querySelector('input');
						return !s || !tr && !!s.why && [...document.querySelectorAll('.recruit details')].some((e) => e.textContent.includes(u.name)) || !!tr && (s.why ? !input || input.max === input.value : !input || !s.most || Number(input.max) === Number(input.value) + s.most);
					})`)
				b.quiet()
			})
		}
	}
}

// An army that stands where more of its kind can be recruited is in the table of the place, and gets more men there.
func TestBrowserReinforces(t *testing.T) {
	rulebook, file, army := reinforced(t)
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.onTable(rulebook, file)
			b.js(nil, `const s = weltentor.store, a = s.state.opened.desk.armies.find((x) => x.name === args[0]); s.set({ place: a.at })`, army)
			b.view("recruit")
			b.js(nil, `const e = document.querySelector('[data-again="' + args[0] + '"] input'); e.value = '100'; e.dispatchEvent(new Event('change', { bubbles: true }))`, army)
			b.until("an order that counts, and its row", `const { rows, checked, checkedOf, readOf } = weltentor.store.state, r = rows.find((x) => x.army === args[0] && x.values.includes('100'));
				return r && checked && checkedOf === readOf && !checked.problems.some((p) => p.line === r.line && p.severity === 'error') &&
					document.querySelector('[data-again="' + args[0] + '"].has b')`, army)
			b.shot("reinforce")
			var all int
			b.js(&all, `return [...document.querySelectorAll('.recruit tbody:last-of-type tr.has')].length`)
			if all > 0 {
				t.Error("it is in the row of its kind, too")
			}
			b.quiet()
		})
	}
}

// reinforced is the newest table of an example in which an army can get 100 men more, and its name.
func reinforced(t *testing.T) (rulebook, file, army string) {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		for _, file := range slices.Backward(tables(t, rb.Name())) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.New(rb)
			if opened, err := e.Open(raw); err != nil || !opened.Takes {
				continue
			}
			desk, err := e.Desk()
			if err != nil || desk == nil {
				t.Fatalf("%s: %v", file, err)
			}
			for _, a := range desk.Armies {
				if slices.ContainsFunc(a.Actions, func(x game.Action) bool {
					return x.Code == "reinforce" && x.Why == nil && x.Fields[0].Most >= 100
				}) {
					return rb.Name(), file, a.Name
				}
			}
		}
	}
	t.Fatal("no army can be reinforced")
	return "", "", ""
}

// What can be recruited comes first: eight rows are in sight on a phone and with letters twice as large, where the map keeps
// half of the window; what cannot be had is one line with its commonest reason, which opens. The purse falls while one types.
func TestBrowserRecruitRows(t *testing.T) {
	b := start(t, "chromium")
	b.still()
	b.onTable(worlds.Rulebooks()[0].Name(), tables(t, worlds.Rulebooks()[0].Name())[0])
	for _, s := range []struct {
		width, height int
		phone         bool
	}{{1440, 900, false}, {390, 844, true}, {720, 450, false}} {
		b.screen(s.width, s.height, s.phone)
		b.view("map")
		b.view("recruit")
		b.find(".recruit input[type=number]")
		b.shot(fmt.Sprintf("recruit-rows-%d", s.width))
		var rows, all int
		b.js(&all, `return document.querySelectorAll('.recruit tbody tr:has(td)').length`)
		b.js(&rows, `await new Promise((r) => setTimeout(r, 300)); const body = document.querySelector('.recruit .body').getBoundingClientRect();
			return [...document.querySelectorAll('.recruit tbody tr:has(td)')].filter((e) => { const r = e.getBoundingClientRect(); return r.top >= body.top - 1 && r.bottom <= Math.min(body.bottom, innerHeight) + 1; }).length`)
		if rows < min(8, all) || all < 6 {
			t.Errorf("at %d × %d %d of %d rows are in sight", s.width, s.height, rows, all)
		}
		var free float64
		if b.js(&free, `const p = document.querySelector('.panel').getBoundingClientRect(), m = document.querySelector('main').getBoundingClientRect(); return 1 - p.width * p.height / (m.width * m.height)`); s.height < 600 && free < 0.5 {
			t.Errorf("at %d × %d the map keeps %v of the window", s.width, s.height, free)
		}
	}
	b.screen(1440, 900, false)
	var off int
	if b.js(&off, `return document.querySelectorAll('.recruit tr.off').length`); off > 0 {
		t.Errorf("%d rows cannot be had", off)
	}
	b.click(".recruit .no summary")
	b.until("the kinds by their reasons", `return [...document.querySelectorAll('.recruit .no p')].some((p) => p.checkVisibility() && p.textContent.length > 12)`)
	var before string
	b.js(&before, `return document.querySelector('.recruit .purse b').textContent`)
	b.click(".recruit tbody:last-of-type input[type=number]")
	b.press("5", "0")
	b.until("another purse, while the box is typed in", `return document.activeElement.matches('.recruit input') && document.activeElement.value === '50' && document.querySelector('.recruit .purse b').textContent !== args[0]`, before)
}
