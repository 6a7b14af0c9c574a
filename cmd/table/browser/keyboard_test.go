//go:build servers

package browser

import (
	"strings"
	"testing"

	"weltentor/worlds"
)

// With only the keyboard an order is written in a form and put into the orders. Then the receipt's text is reached,
// and the orders are saved. Whatever has the focus shows it, and nothing traps it.
func TestBrowserOrdersByKeyboard(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			list := tables(t, rulebook)
			b.onTable(rulebook, list[len(list)-1])
			b.until("the first view", `return weltentor.store.state.view !== 'files'`)
			b.js(nil, `window.saved = '';
				HTMLAnchorElement.prototype.click = () => {};
				URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return 'blob:x'; };
				document.querySelector('[role=tab][aria-selected=true]').focus()`)
			b.press(homeKey, rightKey, rightKey) // orders
			b.until("the orders", `return document.querySelector('#panel-orders [data-section=N]')`)
			b.tabTo("the section", `e.matches('[data-section=N]')`)
			b.press(enterKey)
			b.tabTo("to whom", `e.matches('.line-form select')`)
			b.press("A") // all
			b.until("to all", `return document.activeElement.value === 'A'`)
			b.tabTo("the text", `e.matches('.line-form textarea')`)
			b.press(strings.Split("Friede", "")...)
			b.tabTo("the button of the form", `e.matches('.line-form button[type=submit]')`)
			b.press(enterKey)
			b.until("it in the orders", `return /^#A\nFriede$/m.test(weltentor.store.state.drafts[0].text)`)
			// while it is checked for the first time, nothing in it takes the focus
			b.until("an answer of the engine", `return document.querySelector('#receipt :is(summary, button)')`)
			b.tabTo("what the receipt will say", `e.closest('#receipt')`)
			b.tabTo("the button that saves", `e.matches('.out button.save')`)
			b.press(enterKey)
			b.until("what is saved", `return /^#A\nFriede$/m.test(window.saved)`)
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
