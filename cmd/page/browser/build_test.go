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

// What can be built is a list with each work's price, or why not. A chosen work lights the fields where it can stand, on
// the map, too. Keys place it and take it back, and so does a click on such a field; what is placed counts.
func TestBrowserBuilds(t *testing.T) {
	for _, rb := range games(4) {
		file, builds := building(t, rb)
		if !builds {
			continue
		}
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				t.Parallel()
				if file == "" {
					t.Fatal("nowhere can anything be built")
				}
				b := start(t, kind)
				b.onTable(rb.Name(), file)
				b.view("map")
				b.js(nil, `document.activeElement?.blur()`)
				b.press("b")
				b.until("the list", `return document.activeElement.matches('.builds [data-work]')`)
				b.until("each work with its price and what it is for", `return weltentor.store.state.opened.desk.works.every((w) => {
					const says = document.querySelector('.builds [data-work="' + w.code + '"] small')?.textContent;
					if (says === undefined) return [...document.querySelectorAll('.builds details')].some((e) => e.textContent.includes(w.name));
					return w.gives && says.includes(w.gives) && /\d/.test(says.replace(w.gives, ''));
				})`)
				var code string
				b.js(&code, `return `+buildable+`.code`)
				b.walkTo("the work", `e.dataset.work === args[0]`, code)
				b.press(enterKey)
				b.until("the fields where it can stand", `return document.querySelector('.builds [data-at]') && document.querySelector('.map .reach path')?.getAttribute('d')`)
				b.walkTo("a place", `e.dataset.at`)
				var at string
				b.js(&at, `return document.activeElement.dataset.at`)
				var before int
				const orders = `weltentor.store.state.rows.filter((r) => r.kind === 'order').length`
				b.js(&before, `return `+orders)
				placed := func(how string) {
					b.t.Helper()
					b.until("what is placed by "+how, `const { checked, checkedOf, readOf } = weltentor.store.state;
						return `+orders+` > args[0] && document.querySelector('.builds [data-at="' + args[1] + '"]').ariaPressed === 'true' && checkedOf === readOf && checked.bad === 0`, before, at)
				}
				b.press(enterKey)
				placed("a key")
				b.shot("build-" + rb.Name())
				b.press(enterKey)
				b.until("what is taken back", `return `+orders+` === args[0]`, before)
				b.touch(at)
				placed("a click on the map")
				b.touch(at)
				b.until("what is taken back", `return `+orders+` === args[0]`, before)
				b.quiet()
			})
		}
	}
}

// buildable is a work that can be built within a field, and paid.
const buildable = `weltentor.store.state.opened.desk.works.find((w) => (w.price ?? []).every((p) => weltentor.store.state.opened.desk.purse.every((m) => m.code !== p.code || m.amount >= p.amount)) &&
	w.sites?.some((s) => !s.why && !s.edge))`

// building is the table of a rulebook's last turn in which something can be built within a field, and paid; builds: the
// game has works.
func building(t *testing.T, rb game.Rulebook) (file string, builds bool) {
	t.Helper()
	for _, f := range slices.Backward(tables(t, rb.Name())) {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(rb)
		opened, err := e.Open(raw)
		if err != nil || !opened.Takes {
			continue
		}
		desk, err := e.Desk()
		if err != nil || desk == nil {
			t.Fatalf("%s: %v", f, err)
		}
		for _, w := range desk.Works {
			builds = true
			dear := slices.ContainsFunc(w.Price, func(p game.Amount) bool {
				return slices.ContainsFunc(desk.Purse, func(m game.Amount) bool { return m.Code == p.Code && m.Amount < p.Amount })
			})
			if !dear && slices.ContainsFunc(w.Sites, func(s game.Site) bool { return s.Why == nil && s.Edge == 0 }) {
				return f, true
			}
		}
	}
	return "", builds
}

// walkTo goes down a list by arrows, to the button e that is wanted.
func (b *tab) walkTo(what, is string, args ...any) {
	b.t.Helper()
	for range 60 {
		var there bool
		if b.js(&there, `const e = document.activeElement; return Boolean(`+is+`)`, args...); there {
			return
		}
		b.press("\uE015")
	}
	b.t.Fatalf("%s: no arrow leads to %s", b.kind, what)
}

// To recruit brings its place from below the panel; when the panel is closed, the map is as it was.
func TestBrowserSlidesTheMapBack(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, slid := start(t, kind), 0
			for _, game := range inPlay(t, 0) {
				b.onTable(game.rulebook, game.file)
				var recruits bool
				if b.js(&recruits, `return weltentor.store.state.opened.desk?.units?.length > 0`); !recruits {
					continue
				}
				b.view("map")
				b.js(nil, `for (let i = 0; i < 6; i++) document.querySelector('.zoom button').click()`)
				const view = `document.querySelector('.world').getAttribute('transform')`
				var before, there string
				b.js(&before, `return `+view)
				b.click("#go-recruit")
				b.js(&there, `await new Promise((r) => setTimeout(r, 400)); return `+view)
				b.click(".panel.recruit .x")
				b.until("the map as it was", `return !document.querySelector('.panel.recruit') && `+view+` === args[0]`, before)
				if there != before {
					slid++
				}
			}
			if slid == 0 {
				t.Error("the map was never moved")
			}
		})
	}
}

// Two lines may raise units of one kind at one place: the table shows their sum, and what is typed then is the sum, too.
// Where a line raises one, it is counted.
func TestBrowserRecruitsTwice(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b, counted, summed := start(t, kind), 0, 0
			for _, game := range inPlay(t, 1, 2) {
				b.onTable(game.rulebook, game.file)
				b.view("recruit")
				var has struct{ Counts, Sums bool }
				b.js(&has, `await new Promise((r) => setTimeout(r, 300));
					const sums = [...document.querySelectorAll('.recruit input[type=number]')].find((e) => e.value === ''), counts = document.querySelector('.recruit .count button:not(:disabled)');
					for (const e of [sums, counts]) if (e) e.closest('tr').id = e === sums ? 'sums' : 'counts';
					return { sums: !!sums, counts: !!counts }`)
				if has.Counts {
					counted++
					b.click("#counts .count button:last-child")
					b.until("one", `return document.querySelector('#counts b')?.textContent === '1'`)
					b.click("#counts .count button:last-child")
					b.until("two", `return document.querySelector('#counts b')?.textContent === '2'`)
					b.shot("recruit-two")
					b.click("#counts .count button:first-child")
					b.until("one again", `return document.querySelector('#counts b')?.textContent === '1'`)
				}
				if has.Sums {
					b.js(nil, `const e = document.querySelector('#sums input'); e.value = '300'; e.dispatchEvent(new Event('change', { bubbles: true }))`)
					b.until("the line", `return weltentor.store.state.rows.some((r) => r.values?.includes('300'))`)
					b.js(nil, `const s = weltentor.store, { rows, draft } = s.state, n = rows.find((r) => r.values?.includes('300')).line;
						s.set({ drafts: s.state.drafts.map((d) => (d.id === draft ? { ...d, text: d.text.split('\n').flatMap((l, i) => (i === n - 1 ? [l, l] : [l])).join('\n') } : d)) })`)
					b.until("the sum", `return document.querySelector('#sums input').value === '600'`)
					b.js(nil, `const e = document.querySelector('#sums input'); e.value = '500'; e.dispatchEvent(new Event('change', { bubbles: true }))`)
					b.until("one line", `const of = (n) => weltentor.store.state.rows.filter((r) => r.values?.includes(n)).length; return of('500') === 1 && of('300') === 0`)
					summed++
				}
			}
			if counted == 0 || summed == 0 {
				t.Errorf("%d games count lines, and %d sum numbers", counted, summed)
			}
		})
	}
}

// One line of the ready orders in the draft does not tick their step of the plan: it offers the others, and takes them
// beside what is there.
func TestBrowserReadyOrdersBesideOthers(t *testing.T) {
	mailed := mailedFirst(t, worlds.Rulebooks()[0].Name(), "")
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.open(mailed)
			b.until("the plan", `return document.querySelector('.plan li[data-step=first]:not(.ok)') && weltentor.store.state.opened.desk`)
			b.js(nil, `const s = weltentor.store, { draft, table } = s.state, { letter, form, values } = (await s.engine.read(table.first)).find((r) => r.kind === 'order');
				const text = await s.engine.put(s.state.drafts[0].text, [{ line: 0, letter, form, values }]);
				s.set({ drafts: s.state.drafts.map((d) => (d.id === draft ? { ...d, text } : d)) })`)
			b.until("one line", `return weltentor.store.state.rows.filter((r) => r.kind === 'order').length === 1`)
			b.until("the others are still to be taken", `return document.querySelector('.plan li[data-step=first]:not(.ok) small')?.textContent !== ''`)
			b.click(".plan li[data-step=first] button")
			b.until("all, each once", `const of = (rows) => rows.filter((r) => r.kind === 'order').map((r) => JSON.stringify(r.values)).sort().join();
				const { engine, state } = weltentor.store;
				return document.querySelector('.plan li.ok[data-step=first]') && of(state.rows) === of(await engine.read(state.table.first))`)
			b.quiet()
		})
	}
}
