//go:build servers

package browser

import (
	"reflect"
	"slices"
	"testing"
)

// The page without data plays a game against the machine: it is founded within two seconds, six turns are played with the
// ready orders by the plan card, each is resolved within one, and nothing is asked of the network. What is kept as "my
// table" goes on with the same game. After its end another one begins.
func TestBrowserPractice(t *testing.T) {
	for _, rb := range games(0) {
		if rb.Bot() == nil {
			continue
		}
		_, realms := rb.Bot().Practice(nil)
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				t.Parallel()
				b := start(t, kind)
				b.open(page(t, rb.Name()))
				b.until("the first screen", `return document.querySelector('#practise:enabled')`)
				b.shot("practice-" + rb.Name() + "-start")
				b.view("more")
				b.click(".menu .x")
				b.until("the first screen again", `return document.querySelector('#practise:enabled')`)
				b.click("#practise")
				b.until("the map and the lesson", `return document.querySelector('.plan .lesson') && document.querySelector('.map')`)
				b.shot("practice-" + rb.Name() + "-1")
				for turn := 1; turn <= 6; turn++ {
					var ready bool // later in a game there may be nothing that a beginner could send
					if b.js(&ready, `return !!weltentor.store.state.table.first`); ready {
						b.click(".plan li[data-step=first] button")
						b.until("the ready orders", `const { checked, rows } = weltentor.store.state; return rows.some((r) => r.kind === 'order') && checked`)
					}
					var took float64
					b.js(&took, `const from = performance.now(), was = weltentor.store.state.table.turn;
						document.querySelector('#end-turn').click();
						while (weltentor.store.state.table.turn === was) await new Promise((r) => setTimeout(r, 5));
						return performance.now() - from`)
					t.Logf("turn %d took %.0f ms", turn, took)
					b.until("the report", `return weltentor.store.state.view === 'report' && document.querySelector('.sheet')`)
					if turn == 3 {
						b.shot("practice-" + rb.Name() + "-report")
						b.takesBack()
					}
					var steps int
					if b.js(&steps, `return weltentor.store.state.undo.length`); steps > 0 {
						t.Errorf("%d steps lead back into turn %d", steps, turn)
					}
					b.click(".sheet > .x")
					b.until("the plan", `return document.querySelector('.plan')`)
				}
				b.shot("practice-" + rb.Name() + "-7")
				var kept struct{ Turns, Realms int }
				b.js(&kept, `const s = weltentor.store.state; return { turns: s.past.length, realms: s.opened.realms.length }`)
				if kept.Turns < 6 || kept.Realms != realms {
					t.Errorf("%+v", kept)
				}
				b.js(nil, `const { store } = weltentor; store.set({ opened: { ...store.state.opened, takes: false, over: true } })`)
				b.click(".plan .btn.p")
				b.click(".start #practise")
				b.until("another game", `const { table, past, undo } = weltentor.store.state;
					return table && past.length === 0 && undo.length === 0 && document.querySelector('.plan .lesson')`)
				b.quiet()
			})
		}
	}
}

// takesBack takes a turn back and ends it again. Its orders are open as they were, and the same happens. Turns of others
// that were played behind the player's own are listed beside it.
func (b *tab) takesBack() {
	b.t.Helper()
	const is = `const { table, since, past } = weltentor.store.state;
		const told = [...past, table].filter((t) => t.facts.turn >= since).map((t) => t.facts.headline.text);
		return { turn: table.turn, told, shown: [...document.querySelectorAll('.sheet nav li')].map((l) => l.textContent) }`
	var was, again struct {
		Turn        int
		Told, Shown []string
	}
	b.js(&was, is)
	if len(was.Told) > 1 && !slices.Equal(was.Told, was.Shown) {
		b.t.Errorf("since the last turn happened %q; the report lists %q", was.Told, was.Shown)
	}
	b.click(".told button:first-child")
	b.until("the turn before, with its orders", `const { table, rows, practice, before } = weltentor.store.state;
		return table.turn < args[0] && rows.some((r) => r.kind === 'order') && practice && !before`, was.Turn)
	b.click("#end-turn")
	b.until("the report again", `return weltentor.store.state.view === 'report' && document.querySelector('.sheet')`)
	if b.js(&again, is); !reflect.DeepEqual(was, again) {
		b.t.Errorf("at first %+v, then %+v", was, again)
	}
}
