//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// Keys of a keyboard, as WebDriver writes them.
const (
	tabKey, enterKey, homeKey, endKey, leftKey, rightKey = "\uE004", "\uE007", "\uE011", "\uE010", "\uE012", "\uE014"
)

// With the keyboard alone one comes to each view: the tabulator leads into the tabs once, arrows, Home and End from one
// to the next, and the next tabulator into the view. The focus can be seen.
func TestBrowserTabsByKeyboard(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			b.onTable(rulebook, tables(t, rulebook)[0])
			b.until("the first view", `return weltentor.store.state.view !== 'files'`)
			b.js(nil, `document.querySelector('[role=tab][aria-selected=true]').focus()`)
			at := func() (view string) {
				b.js(&view, `const e = document.activeElement;
					if (e.getAttribute('role') !== 'tab' || e.getAttribute('aria-selected') !== 'true') return '?';
					if (getComputedStyle(e).outlineStyle === 'none') return 'unseen';
					return document.getElementById(e.getAttribute('aria-controls')) ? e.id.slice(4) : 'no panel';`)
				return view
			}
			var views []string
			b.js(&views, `return [...document.querySelectorAll('[role=tab]')].map((e) => e.id.slice(4))`)
			press := func(key, want string) {
				t.Helper()
				b.press(key)
				b.js(nil, `await new Promise((r) => setTimeout(r, 100))`)
				if got := at(); got != want {
					t.Errorf("at %s, want %s", got, want)
				}
			}
			press(homeKey, views[0])
			for _, v := range views[1:] {
				press(rightKey, v)
			}
			press(rightKey, views[0])
			press(leftKey, views[len(views)-1])
			press(homeKey, views[0])
			press(endKey, views[len(views)-1])
			b.press(tabKey)
			var inside bool
			b.js(&inside, `return Boolean(document.activeElement.closest('main, .messages'))`)
			if !inside {
				t.Error("the tabulator does not leave the tabs for what is below them")
			}
		})
	}
}

// The page speaks the chosen language, and tells screen readers which it is.
func TestBrowserSpeaks(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	b := start(t, "chromium")
	b.onTable(rulebook, tables(t, rulebook)[0])
	for _, lang := range []string{"en", "de", "en"} {
		b.js(nil, `const pick = document.querySelectorAll('.choices select')[0];
			pick.value = args[0]; pick.dispatchEvent(new Event('change'));`, lang)
		b.until("the language "+lang, `return document.documentElement.lang === '`+lang+`' &&
			weltentor.store.state.opened.lang === '`+lang+`'`)
	}
}

// When the engine was stopped, it is there again, with what was open; data of another game are refused by a code.
func TestBrowserEngineComesBack(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			s := readSheet(t, sheets(t, rulebook)[0])
			b.open(page(t, rulebook))
			var said struct{ Fault, Other, Page, Want string }
			b.js(&said, `
				while (!globalThis.weltentor?.store) await new Promise((r) => setTimeout(r, 1));
				const { engine } = weltentor.store, table = JSON.parse(args[0]);
				await engine.open(table);
				const want = (await engine.check(args[1])).page;
				const waits = engine.check(args[1]).then(() => '', (e) => e.code);
				engine.stop();
				const fault = await waits;
				const page = (await engine.check(args[1])).page;
				const other = await engine.open({ ...table, rulebook: 'chess' }).then(() => '', (e) => e.code);
				return { fault, page, want, other };`, string(s.Table), s.Text)
			if said.Fault != "stopped" || said.Page == "" || said.Page != said.Want || said.Other != "other-rulebook" {
				t.Errorf("%+v", said)
			}
		})
	}
}
