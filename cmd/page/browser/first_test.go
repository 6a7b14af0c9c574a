//go:build servers

package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// The limits of a newcomer's first turn, from opening the page.
const (
	firstClicks  = 14
	firstNumbers = 2
)

// A newcomer's first turn: the page of the mail opens with its realm's data in it, and the plan card leads through the
// turn. With few clicks and two numbers there are orders in which the engine finds no error.
func TestBrowserFirstTurn(t *testing.T) {
	mailed := mailedFirst(t, worlds.Rulebooks()[0].Name(), "")
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.open(mailed)
			b.until("the map and the plan", `return document.querySelector('.plan li.now') && document.querySelector('.map .l-base *, .map g')`)
			clicks, numbers := 0, 0
			click := func(css string) {
				b.t.Helper()
				b.click(css)
				clicks++
				b.js(nil, `await new Promise((r) => setTimeout(r, 300))`)
				b.shot("first-turn-" + string(rune('a'+clicks)))
			}
			number := func(unit, n string) {
				b.t.Helper()
				const box = `.recruit input[type=number]`
				b.js(nil, `[...document.querySelectorAll(args[0])].find((e) => e.closest('tr').textContent.includes(args[1])).dataset.typed = args[1]`, box, unit)
				click(box + `[data-typed="` + unit + `"]`)
				b.press(strings.Split(n, "")...)
				b.press("\uE004")
				numbers++
				b.until("the line of "+unit, `return weltentor.store.state.rows.some((r) => r.values?.includes(args[0]))`, n)
			}
			click(".plan li.now button") // the report
			b.until("a welcome with the ready orders, no card without a heading, and the tables folded", `return [...document.querySelectorAll('.sheet .box')].every((e) => e.querySelector('h3, summary')) &&
				document.querySelectorAll('.sheet .first li').length > 0 && document.querySelectorAll('.sheet details[open]').length === 0`)
			click(".sheet > .x")
			click(".plan li[data-step=spend] button")
			number("K.M", "2500")
			number("R.L", "500")
			b.shot("first-turn-recruit")
			b.until("what it costs", `return weltentor.store.state.checkedOf && document.querySelectorAll('.recruit td > b').length === 2`)
			b.until("both as ghosts on the map", `return document.querySelectorAll('.map .counter[opacity="0.62"]').length === 2`)
			// what was raised marches at once: it is chosen on the map, and goes a field on
			b.until("two armies without orders", `return document.querySelector('.todo .hot b')?.textContent === '2'`)
			click(".panel.recruit .x")
			click(".todo .hot")
			b.until("the ghost is chosen", `const { army, made, way } = weltentor.store.state;
				return made.some((a) => a.name === army) && way.reached?.length > 3`)
			var near struct{ At, Does string }
			b.js(&near, `const { way, opened } = weltentor.store.state, { cells } = opened.chart;
				const from = cells.find((c) => c.label === way.at), there = way.reached.filter((r) => cells.some((c) => c.label === r.at) && r.at !== from.label);
				const { at, does } = there.find((r) => r.does) ?? there.find((r) => r.way.length === 1);
				return { at, does: does ?? '' }`)
			b.touch(near.At)
			clicks++
			if near.Does == "" {
				t.Error("no free land can be reached")
			}
			b.until("to conquer is proposed for free land", `const { rows, army } = weltentor.store.state; return rows.some((r) => r.army === army && r.values.includes('E'))`)
			b.until("its way", `const { rows, army } = weltentor.store.state; return rows.some((r) => r.army === army && r.values.some((v) => /^[1-6]/.test(v)))`)
			b.shot("first-turn-march")
			click(".send")
			b.until("the receipt", `return document.querySelector('#receipt .counts')`)
			var said struct {
				Good, Bad int
				Text      string
			}
			b.js(&said, `const { checked, drafts, draft } = weltentor.store.state;
				return { good: checked.good, bad: checked.bad, text: drafts.find((d) => d.id === draft).text }`)
			if said.Good < 3 || said.Bad > 0 || clicks > firstClicks || numbers > firstNumbers {
				t.Errorf("%d clicks and %d numbers make %+v", clicks, numbers, said)
			}
			t.Logf("%d clicks, %d numbers: %d lines", clicks, numbers, said.Good)
			b.quiet()
		})
	}
}

// mailedFirst is the page of a fresh world as it is mailed to its first realm, with report 0. numbers are settings of
// the world.
func mailedFirst(t *testing.T, rulebook, numbers string) string {
	t.Helper()
	program, dir := fresh(t, rulebook)
	settings := filepath.Join(dir, "world.toml")
	toml, err := os.ReadFile(settings)
	if err == nil {
		err = os.WriteFile(settings, append(toml, numbers...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	laid := filepath.Join(t.TempDir(), "TABLE.json")
	say(t, nil, program, "page", dir, "1", "0", "-o", laid)
	data, err := json.Marshal(read(t, laid))
	if err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(strings.TrimPrefix(page(t, rulebook), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + put(t, "TABLE.HTML", outbox.Holding(html, data))
}

// The plan card leads through a first turn: it shows the report, puts the ready orders of report 0 into the
// draft, and leads to the receipt, which finds nothing wrong.
func TestBrowserFirstTurnFromReadyOrders(t *testing.T) {
	for _, rb := range games(3) {
		mailed := mailedFirst(t, rb.Name(), "")
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				t.Parallel()
				b := start(t, kind)
				b.open(mailed)
				b.until("the map and the plan", `return document.querySelector('.plan li.now') && document.querySelector('.map')`)
				clicks := 0
				click := func(css string) {
					b.t.Helper()
					b.click(css)
					clicks++
					b.js(nil, `await new Promise((r) => setTimeout(r, 300))`)
				}
				click(".plan li.now[data-step=report] button")
				b.shot("ready-" + rb.Name() + "-report")
				click(".sheet > .x")
				b.until("what the ready orders are", `const { rows } = weltentor.store.state, shown = document.querySelector('.plan details pre')?.textContent;
					return rows.every((r) => r.kind !== 'order') && shown === weltentor.store.state.table.first.trim()`)
				click(".plan li.now[data-step=first] button")
				b.until("the tick", `return document.querySelector('.plan li.ok[data-step=first]') && !document.querySelector('.plan details')`)
				b.click(".toast button")
				b.until("no tick after undo", `return weltentor.store.state.rows.every((r) => r.kind !== 'order') && document.querySelector('.plan li.now[data-step=first] + li')`)
				click(".plan li.now[data-step=first] button")
				b.until("the ready orders", `return weltentor.store.state.rows.some((r) => r.kind === 'order') && document.querySelector('.plan li.ok[data-step=first]')`)
				b.shot("ready-" + rb.Name() + "-orders")
				b.until("of each line one button that removes it, and one that is called so", `const { store } = weltentor, { rows, opened } = store.state;
					for (const { name } of opened.desk.armies ?? []) {
						store.set({ view: 'army', army: name });
						await new Promise((r) => setTimeout(r, 60));
						const lines = rows.filter((r) => r.army === name && r.form >= 0).length, of = (css) => document.querySelectorAll('.panel.army ' + css).length;
						if (of('.away') > 1 || of('.away') + of('p .x') !== lines) return false;
					}
					store.set({ view: 'map', army: null });
					return true;`)
				click(".plan li[data-step=send] button")
				b.until("the receipt", `return document.querySelector('#receipt .counts')`)
				var said struct {
					Good, Bad int
					Problems  []struct{ Text string }
				}
				b.js(&said, `return weltentor.store.state.checked`)
				b.shot("ready-" + rb.Name() + "-receipt")
				if said.Good < 1 || said.Bad > 0 || len(said.Problems) > 0 || clicks > firstClicks {
					t.Errorf("%d clicks make %+v", clicks, said)
				}
				t.Logf("%d clicks: %d lines", clicks, said.Good)
				b.quiet()
			})
		}
	}
}
