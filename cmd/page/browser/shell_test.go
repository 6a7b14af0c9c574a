//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// Keys of a keyboard, as WebDriver writes them.
const tabKey, enterKey, homeKey, escapeKey, leftKey, rightKey = "\uE004", "\uE007", "\uE011", "\uE00C", "\uE012", "\uE014"

// With the keyboard alone one comes to each place of the rail: by its letter, and by the tabulator, whose stops can be
// seen. Single letters can be switched off.
func TestBrowserPlacesByKeyboard(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			list := tables(t, rulebook)
			b.onTable(rulebook, list[len(list)-1])
			b.view("map")
			for key, view := range map[string]string{"d": "realms", "r": "report", "w": "replay", "?": "help"} {
				b.js(nil, `document.activeElement.blur()`)
				b.press(key)
				b.find("main[data-view=" + view + "]")
				b.press(escapeKey)
				b.find("main[data-view=map]")
			}
			b.tabTo("the report", `e.id === 'go-report'`)
			b.press(enterKey)
			b.find("main[data-view=report]")
			b.view("help")
			b.click(".panel input[type=checkbox]")
			b.view("map")
			b.js(nil, `document.activeElement.blur()`)
			b.press("r")
			b.js(nil, `await new Promise((r) => setTimeout(r, 200))`)
			b.find("main[data-view=map]")
		})
	}
}

// The page speaks the chosen language, and tells screen readers which it is.
func TestBrowserSpeaks(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	b := start(t, "chromium")
	b.onTable(rulebook, tables(t, rulebook)[0])
	for _, lang := range []string{"en", "de", "en"} {
		b.view("more")
		b.pick("the language", `return document.querySelector('.menu select')`, lang)
		b.until("the language "+lang, `return document.documentElement.lang === '`+lang+`' &&
			weltentor.store.state.opened.lang === '`+lang+`' && weltentor.store.state.table.facts.lang === '`+lang+`'`)
	}
}

// When the engine was stopped, it is there again, with what was open; data of another game are refused by a code.
func TestBrowserEngineComesBack(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
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
