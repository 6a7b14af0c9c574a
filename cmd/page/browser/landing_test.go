//go:build servers

package browser

import (
	"os"
	"slices"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// ferried is a game in which a fleet takes an army along by name.
func ferried(t *testing.T) game.Rulebook {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		for _, file := range tables(t, rb.Name()) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.New(rb)
			if _, err := e.Open(raw); err != nil {
				t.Fatal(err)
			}
			desk, err := e.Desk()
			if err != nil {
				t.Fatal(err)
			}
			if desk != nil && slices.ContainsFunc(desk.Armies, func(a game.DeskArmy) bool { return boards(desk, a) }) {
				return rb
			}
		}
	}
	t.Fatal("no game has such a fleet")
	return nil
}

// boards reports whether an army can go aboard one that its order names.
func boards(desk *game.Desk, a game.DeskArmy) bool {
	return slices.ContainsFunc(a.Actions, func(x game.Action) bool {
		return x.Code == "embark" && x.Why == nil && slices.ContainsFunc(desk.Armies, func(f game.DeskArmy) bool {
			return f.Name != a.Name && slices.Contains(x.Draft.Values, f.Name)
		})
	})
}

// order gives the chosen army the order of a code, by its button.
func (b *tab) order(code string) {
	b.t.Helper()
	id := b.that("the button of "+code, `const { store } = weltentor, { army, opened, made } = store.state;
		const x = [...made, ...opened.desk.armies].find((a) => a.name === army)?.actions?.find((x) => x.code === args[0] && !x.why);
		return x && [...document.querySelectorAll('.orders button, .more button')].find((e) => e.textContent.startsWith(x.name) && e.ariaDisabled !== 'true')`, code)
	b.must("click", map[string]any{"id": id})
}

// lands takes an army aboard and lands it by a click on a field, and returns the field. "": where it can.
func (b *tab) lands(army, at string) string {
	b.t.Helper()
	b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, army)
	b.order("embark")
	b.until("where it can land", `const { way } = weltentor.store.state; return way.of === args[0] && way.reached?.some((r) => r.does === 'land')`, army)
	if at == "" {
		b.js(&at, `return weltentor.store.state.way.reached.find((r) => r.does === 'land').at`)
	}
	b.js(nil, `document.activeElement?.blur()`)
	for range 4 { // the coast may lie beyond a small window
		var there bool
		if b.js(&there, inSight, at); there {
			break
		}
		b.press("_")
	}
	b.touch(at)
	b.until("three lines that count", `const { rows, checked, checkedOf, readOf } = weltentor.store.state, own = rows.filter((r) => r.kind === 'order' && r.army === args[0]);
		return own.length >= 2 && rows.some((r) => r.values?.includes(args[1])) && checkedOf === readOf && checked.bad === 0 && !checked.idle.includes(args[0])`, army, at)
	b.until("it goes there", `return weltentor.store.state.way.steps.at(-1)?.at === args[0]`, at)
	b.until("only the landing there is pressed; to go ashore is part of it", `const { army, made } = weltentor.store.state, [here, there] = [false, true].map((then) => made.find((a) => a.name === army)?.actions.find((x) => x.code === 'land' && !!x.then === then));
		const button = (x) => x && [...document.querySelectorAll('.orders button, .more button')].find((e) => e.textContent.replace(/ …$/, '') === x.name);
		return button(there)?.ariaPressed === 'true' && button(here)?.ariaPressed === 'false' && button(here)?.ariaDisabled === 'true'`)
	return at
}

// A leader goes aboard, his fleet sails, and he lands, all by a button and a click on the coast. The map draws the voyage
// along its fields. A second leader, hired in the same turn, goes with him. A pile of leaders lists who stands there, by
// click or key.
func TestBrowserLanding(t *testing.T) {
	mailed := mailedFirst(t, ferried(t).Name(), "")
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.open(mailed)
			b.until("the desk", `return globalThis.weltentor?.store?.state.opened?.desk`)
			b.js(nil, `const s = weltentor.store; s.set({ drafts: s.state.drafts.map((d) => (d.id === s.state.draft ? { ...d, text: d.text.split('\n')[0] + '\n' } : d)) })`)
			b.until("an empty draft", `return weltentor.store.state.rows.every((r) => r.kind !== 'order')`)
			var first, fleet string
			b.js(&first, `return weltentor.store.state.opened.desk.armies.find((a) => a.actions?.some((x) => x.code === 'embark' && !x.why)).name`)
			b.js(&fleet, `return weltentor.store.state.opened.desk.armies.find((a) => a.arm === 'ship').name`)
			at := b.lands(first, "")
			b.shot("landing-first")
			b.view("map")
			b.until("the voyage, field by field", `const steps = weltentor.store.state.courses[args[0]] ?? [], lines = [...document.querySelectorAll('.map .way1.faint path')].map((p) => p.getAttribute('d'));
				return steps.length > 1 && steps.at(-1).at === args[1] && lines.join('').split('M').length - 1 >= steps.length`, fleet, at)
			for n := 1; n <= 2; n++ {
				b.view("recruit")
				b.click(".recruit .count button:last-of-type:not(:disabled)")
				b.until("one more leader", `return weltentor.store.state.made.filter((a) => a.actions?.some((x) => x.code === 'embark')).length === args[0]`, n+1)
			}
			var second string
			b.js(&second, `return weltentor.store.state.made.find((a) => a.name !== args[0] && a.actions?.some((x) => x.code === 'embark')).name`, first)
			b.view("map")
			b.lands(second, at)
			b.shot("landing-second")
			b.view("map")
			list := func(key string) {
				const pile = `const e = [...document.querySelectorAll('.map .l-units text')].find((e) => /^\+\d/.test(e.textContent));`
				b.until("the pile", pile+` return e`)
				var at struct{ X, Y float64 }
				b.js(&at, pile+` const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }`)
				b.point(at.X, at.Y)
				b.until("who stands there", `const names = [...document.querySelectorAll('.panel [data-pick]')].map((e) => e.dataset.pick); return args.every((n) => names.includes(n)) && names.length >= 4`, first, second, fleet)
				b.press(key)
			}
			list("2")
			b.until("the second of the list is commanded", `return weltentor.store.state.view === 'army' && weltentor.store.state.army`)
			b.view("map")
			list("\uE00C")
			b.until("the list is shut", `return !document.querySelector('.panel [data-pick]')`)
			b.quiet()
		})
	}
}
