//go:build servers

package browser

import "testing"

// Where a line names each field of a march, clicks on the map make it as they make one of directions. What needs a
// march can be ordered then, by a line beside it. Both count.
func TestBrowserMarchByFields(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, tried := start(t, kind), 0
			for _, game := range inPlay(t, 0, 1) {
				b.onTable(game.rulebook, game.file)
				b.view("map")
				var found struct{ Army, At, To string }
				b.js(&found, `const { engine, state } = weltentor.store;
					for (const army of state.opened.desk?.armies ?? []) {
						if (!army.actions?.some((x) => x.with === 'march')) continue;
						const r = (await engine.reach({ army: army.name }, '')).find((r) => r.way.length === 1);
						if (r) return { army: army.name, at: army.at, to: r.at };
					}
					return {}`)
				if found.Army == "" {
					continue
				}
				tried++
				b.js(nil, `weltentor.store.set({ army: args[0], view: 'army', at: null })`, found.Army)
				b.until("where it can come", `return weltentor.store.state.way.reached?.length > 0`)
				b.touch(found.To)
				const line = `return weltentor.store.state.rows.some((r) => r.army === args[0] && r.values?.includes(args[1]))`
				b.until("the march", line, found.Army, found.To)
				b.until("its step", `return weltentor.store.state.way.steps.length === 1`)
				b.shot("fields-marched")
				id := b.that("taking it", `return [...document.querySelectorAll('.orders button:not([aria-disabled=true]), .more button:not([aria-disabled=true])')].find((e) =>
					weltentor.store.state.opened.desk.armies.some((a) => a.actions?.some((x) => x.with && e.textContent.startsWith(x.name))))`)
				b.must("click", map[string]any{"id": id})
				b.until("both lines", `const { rows, checked, checkedOf, readOf } = weltentor.store.state;
					return rows.filter((r) => r.army === args[0] && r.kind === 'order').length > 1 && checkedOf === readOf && checked.bad === 0`, found.Army)
				b.until("it is pressed", `return document.querySelector('.orders [aria-pressed=true], .more [aria-pressed=true]')`)
				b.shot("fields-taken")
				b.touch(found.At)
				b.until("the march is gone, and the other stays", `const { rows } = weltentor.store.state;
					return rows.filter((r) => r.army === args[0] && r.kind === 'order').length === 1`, found.Army)
				b.quiet()
			}
			if tried == 0 {
				t.Error("no game has such an army")
			}
		})
	}
}
