//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// All armies get their orders by keys alone, with at most five keys each; then what the receipt will say is reached by
// the tabulator, and the orders are saved. Whatever has the focus shows it, and nothing traps it.
func TestBrowserOrdersByKeyboard(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			list := tables(t, rulebook)
			b.onTable(rulebook, list[len(list)-1])
			b.view("map")
			b.js(nil, `window.saved = '';
				HTMLAnchorElement.prototype.click = () => {};
				URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return 'blob:x'; };`)
			const left = `return Number(document.querySelector('.todo .hot b')?.textContent ?? 0)`
			var armies, after int
			b.js(&armies, left)
			for range armies {
				var last string
				b.js(&last, `return weltentor.store.state.army ?? ''`)
				b.press("n")
				b.until("the next army", `return (weltentor.store.state.army ?? args[0]) !== args[0] && document.querySelector('.panel.army')`, last)
				b.press("v") // the next key is for the next army
				b.until("its order", `return weltentor.store.state.rows.some((r) => r.army === weltentor.store.state.army)`)
			}
			if b.js(&after, left); armies == 0 || after != 0 {
				t.Errorf("of %d armies %d are without orders", armies, after)
			}
			b.press(escapeKey)
			b.tabTo("the button that sends", `e.matches('.send')`)
			b.press(enterKey)
			b.until("an answer of the engine", `return document.querySelector('#receipt .counts')`)
			b.tabTo("the button that saves", `e.matches('.out button.save')`)
			b.press(enterKey)
			b.until("what is saved", `return window.saved.split('\n').length > args[0]`, armies)
			b.quiet()
		})
	}
}

// tabTo presses the tabulator until the element with the focus, e, is the wanted one. Each stop on the way must be
// visible and new, otherwise something traps the keyboard.
func (b *tab) tabTo(what, is string) {
	b.t.Helper()
	for range 80 {
		b.press(tabKey)
		var at string
		b.js(&at, `const deep = (e) => e?.shadowRoot?.activeElement ? deep(e.shadowRoot.activeElement) : e;
			const e = document.activeElement, inner = deep(e), before = window.stop;
			window.stop = inner;
			if (!e || e === document.body) return 'lost';
			if (inner === before) return 'held by ' + inner.outerHTML.slice(0, 200);
			const own = inner !== e; // the editor has a look of its own
			const parts = inner.matches('[type=file]') ? [inner, inner.closest('label')] : [inner];
			if (!own && parts.every((x) => getComputedStyle(x).outlineStyle === 'none')) {
				return 'unseen: ' + inner.outerHTML.slice(0, 200);
			}
			return (`+is+`) ? 'there' : '';`)
		switch at {
		case "there":
			return
		case "":
		default:
			b.t.Fatalf("%s: on the way to %s the focus is %s", b.kind, what, at)
		}
	}
	b.t.Fatalf("%s: %s is not reached", b.kind, what)
}

// Forty armies get a march and an order by four keys each: the next army, a step, an order, and a sign. They are raised
// in the same turn.
func TestBrowserFortyArmiesByKeys(t *testing.T) {
	mailed := mailedFirst(t, worlds.Rulebooks()[0].Name(), "\n[[tables.unit]]\nunit = \"K.L\"\nrecruit_min = 100\n")
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.open(mailed)
			b.until("the map", `return document.querySelector('.plan') && document.querySelector('.map')`)
			b.js(nil, `const { store } = weltentor, { drafts } = store.state;
				const lines = Array.from({ length: 40 }, (_, i) => 'K.L ' + (i + 1) + ' 100 0 0');
				store.set({ drafts: drafts.map((d) => ({ ...d, text: d.text.split('\n')[0] + '\n$R\n' + lines.join('\n') + '\n' })) });`)
			b.until("forty armies without orders", `return document.querySelector('.todo .hot b')?.textContent === '40'`)
			var ways []string
			b.press("n")
			b.until("where it can come", `return weltentor.store.state.way.reached?.some((r) => r.way.length === 1)`)
			b.js(&ways, `return weltentor.store.state.way.reached.filter((r) => r.way.length === 1).map((r) => r.way)`)
			way := ways[0]
			for i := range 40 {
				if i > 0 {
					b.press("n")
				}
				b.press(way, "v", "-") // keys wait for those before them
				b.until("its line", `const { rows, army, readOf, drafts } = weltentor.store.state;
					return army === 'K.L ' + args[1] && readOf === drafts[0].text && rows.some((r) => r.army === army && r.letter === 'A' && r.values[1].startsWith(args[0]) && r.values[3] === '-')`, way, i+1)
			}
			var said struct{ Good, Bad int }
			b.until("all have orders", `return document.querySelector('.todo button:nth-child(2) b')?.textContent === '0' && weltentor.store.state.checkedOf === weltentor.store.state.readOf`)
			if b.js(&said, `return weltentor.store.state.checked`); said.Good != 80 || said.Bad > 0 {
				t.Errorf("160 keys make %+v", said)
			}
			b.quiet()
		})
	}
}
