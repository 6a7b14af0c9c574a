//go:build servers

package browser

import (
	"os"
	"slices"
	"testing"

	"weltentor/cmd/table/engine"
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
						const s = u.sites?.find((x) => x.at === at), tr = [...document.querySelectorAll('.recruit tr')].find((e) => e.textContent.includes(u.name)), input = tr.querySelector('input');
						return !s || (s.why ? !input || input.max === input.value : !input || !s.most || Number(input.max) === Number(input.value) + s.most);
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
