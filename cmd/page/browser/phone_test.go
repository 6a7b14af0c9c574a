//go:build servers

package browser

import (
	"slices"
	"testing"

	"weltentor/worlds"
)

// fits tells that nothing in the bar touches its neighbour, and that what a selector finds is in the window's width.
const fits = `const box = (e) => e.getBoundingClientRect(), shown = (list) => [...list].filter((e) => e.offsetWidth > 0);
	const bar = [...shown(document.querySelectorAll('.todo > *')), document.querySelector('.send')];
	return bar.every((e, i) => e.scrollWidth <= e.clientWidth + 1 && (i === 0 || box(bar[i - 1]).right <= box(e).left + 1)) &&
		shown(document.querySelectorAll(args[0])).every((e) => box(e).right <= innerWidth)`

// On phones, the numbers of recruiting stand beside what they cost. The fields around an army, a way's last words and the
// next army are seen at once. A finger drags a sheet larger, smaller and shut, and undo stays in the bar.
func TestBrowserPhone(t *testing.T) {
	mailed := mailedFirst(t, worlds.Rulebooks()[0].Name(), "")
	for _, kind := range chosen() {
		if kind != "chromium" {
			continue // only it can be made a phone
		}
		for name, width := range map[string]int{"phone": 390, "small": 320} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				b := start(t, kind)
				b.screen(width, 844, true)
				b.open(mailed)
				b.until("the plan", `return document.querySelector('.plan li[data-step=spend]') && weltentor.store.state.opened.desk`)
				b.js(nil, `weltentor.store.set({ view: 'report' })`)
				b.view("recruit")
				b.js(nil, `const e = [...document.querySelectorAll('.recruit input')].find((e) => e.closest('tr').textContent.includes('R.L')); e.value = '1000'; e.dispatchEvent(new Event('change', { bubbles: true }))`)
				b.until("what it costs", `return document.querySelector('.recruit tr.has td > b')`)
				b.shot("phone-recruit-" + name)
				b.until("all of it on the screen", fits, ".recruit th, .recruit td")
				b.js(nil, `weltentor.store.set({ view: 'army', army: weltentor.store.state.made[0].name })`)
				b.until("where it can come", `return weltentor.store.state.way.reached?.length > 3`)
				b.js(nil, `await new Promise((r) => setTimeout(r, 400))`)
				b.shot("phone-army-" + name)
				b.until("all fields around it above the sheet", `const { way, opened } = weltentor.store.state, { cells } = opened.chart, from = cells.find((c) => c.label === way.at), sheet = document.querySelector('.panel').getBoundingClientRect().top;
					const own = [...document.querySelectorAll('.map .l-mark path')].map((e) => e.getBoundingClientRect()).at(-1);
					return own.bottom + own.height * 0.6 <= sheet`)
				b.press("1", "1")
				b.until("its way", `const { rows, made } = weltentor.store.state; return rows.some((r) => r.army === made[0].name && r.values.some((v) => /^11/.test(v)))`)
				b.until("all that is said, and the next army", `const say = document.querySelector('.say'), last = document.querySelector('.row.last').getBoundingClientRect(), panel = document.querySelector('.panel').getBoundingClientRect();
					return say.scrollHeight <= say.clientHeight + 1 && last.bottom <= panel.bottom + 1`)
				b.shot("phone-way-" + name)
				b.drags(".panel .grip", -200)
				b.until("a larger sheet", `return document.querySelector('.panel.full')`)
				b.drags(".panel header h2", 200)
				b.until("a smaller sheet", `return document.querySelector('.panel.peek')`)
				b.click(".top .undo")
				b.until("a step less", `const { rows, made } = weltentor.store.state; return !rows.some((r) => r.army === made[0].name && r.values.some((v) => /^11/.test(v)))`)
				b.drags(".panel .grip", 200)
				b.until("no sheet", `return !document.querySelector('.panel')`)
				b.quiet()
			})
		}
	}
}

// drags has a finger pull an element up or down.
func (b *tab) drags(css string, by float64) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	b.js(&at, `const r = document.querySelector(args[0]).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + 12 }`, css)
	touch := func(does string, points ...map[string]float64) {
		b.cdp("Input.dispatchTouchEvent", map[string]any{"type": does, "touchPoints": append([]map[string]float64{}, points...)})
	}
	touch("touchStart", map[string]float64{"x": at.X, "y": at.Y})
	for _, part := range []float64{0.1, 0.5, 1} {
		touch("touchMove", map[string]float64{"x": at.X, "y": at.Y + by*part})
	}
	touch("touchEnd")
}

// On the smallest phones three kinds of units are seen at once. Where there is no mouse, the help says gestures, and the
// keys are folded.
func TestBrowserSmallPhone(t *testing.T) {
	if !slices.Contains(chosen(), "chromium") {
		return // only Chromium can be made a phone
	}
	mailed := mailedFirst(t, worlds.Rulebooks()[0].Name(), "")
	b := start(t, "chromium")
	b.screen(320, 640, true)
	b.open(mailed)
	b.until("the desk", `return globalThis.weltentor?.store?.state.opened?.desk`)
	b.view("recruit")
	b.until("three whole rows", `const body = document.querySelector('.recruit .body').getBoundingClientRect(), head = document.querySelector('.recruit thead').getBoundingClientRect();
		return [...document.querySelectorAll('.recruit tr:has(td)')].map((e) => e.getBoundingClientRect()).filter((r) => r.top >= head.bottom - 1 && r.bottom <= body.bottom + 1).length >= 3`)
	b.shot("small-recruit")
	b.view("help")
	b.until("gestures, and folded keys", `return document.querySelectorAll('.gestures dt').length > 4 && !document.querySelector('.panel .keys').checkVisibility()`)
	b.shot("small-help")
	b.screen(1440, 900, false)
	b.view("map")
	b.view("help")
	b.until("keys where there is a mouse", `return !document.querySelector('.gestures') && document.querySelector('.panel .keys').checkVisibility()`)
	b.quiet()
}
