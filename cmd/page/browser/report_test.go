//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// repeats are the faults of the report on the screen against the facts: a card less or more than runs of fights on one
// field between the same sides, and sentences with a tone that stand twice outside of "word for word".
const repeats = `
	const f = weltentor.store.state.table.facts, faults = [], runs = [];
	const sides = (b) => b.sides.map((s) => [...new Set(s.armies.map((a) => a.realm ?? 0).concat(s.realm ?? []))].sort().join()).sort().join(' against ');
	for (const b of f.battles ?? []) {
		const run = runs.find((r) => b.at && r.at === b.at && r.sides === sides(b) && (b.week ?? 0) - r.week < 2);
		if (run) run.week = b.week ?? 0; else runs.push({ at: b.at, sides: sides(b), week: b.week ?? 0 });
	}
	const cards = document.querySelectorAll('.sheet .bcard').length;
	if (cards !== runs.length) faults.push(cards + ' cards of ' + runs.length + ' battles');
	const page = document.querySelector('.sheet .page').cloneNode(true);
	for (const e of page.querySelectorAll('.all')) e.remove();
	const text = page.textContent, said = f.weeks.flatMap((w) => w.events).filter((e) => e.tone).map((e) => e.text);
	for (const s of new Set(said)) if (text.split(s).length - 1 > said.filter((x) => x === s).length) faults.push('twice: ' + s);
	return faults;`

// beside is how much of the map, in width and in height, the report leaves free.
const beside = `const s = document.querySelector('.sheet').getBoundingClientRect(), m = document.querySelector('main').getBoundingClientRect();
	return [(m.right - s.right) / m.width, s.top - m.top];`

// The report tells each fact once, one card a battle over its weeks, with the map beside it or, on a phone, above it; a
// clause of the headline about a battle leads to its card. It is so in each game, at the begin and later.
func TestBrowserReport(t *testing.T) {
	b := start(t, "chromium")
	b.still()
	battles, links := 0, 0
	for _, rb := range worlds.Rulebooks() {
		for i, file := range tables(t, rb.Name()) {
			if i%17 != 0 {
				continue
			}
			b.screen(1440, 900, false)
			b.onTable(rb.Name(), file)
			b.view("report")
			b.find(".sheet .lead")
			var faults []string
			if b.js(&faults, repeats); len(faults) > 0 {
				t.Errorf("%s: %v", file, faults)
			}
			var free [2]float64
			if b.js(&free, beside); free[0] < 0.35 {
				t.Errorf("%s: the report leaves %v of the map", file, free)
			}
			var n [2]int
			b.js(&n, `return [document.querySelectorAll('.sheet .bcard').length, document.querySelectorAll('.lead a[href^="#battle"]').length]`)
			if battles += n[0]; n[1] > 0 {
				links++
				b.click(`.lead a[href^="#battle"]`)
				b.until("its card is in sight, its field on the map", `const card = document.querySelector(document.querySelector('.lead a[href^="#battle"]').getAttribute('href')), r = card.getBoundingClientRect();
					return r.bottom > 0 && r.top < innerHeight && weltentor.store.state.at === card.dataset.at`)
			}
			b.screen(390, 844, true)
			if b.js(&free, beside); free[1] < 200 {
				t.Errorf("%s: above the report on a phone are %v pixels of the map", file, free[1])
			}
		}
	}
	if battles < 5 || links == 0 {
		t.Errorf("%d battles, %d headlines that lead to one: too few to prove anything", battles, links)
	}
	b.quiet()
}

// A replay is scenes: each battle is one, its place in sight, above the bar and beside the card; a turn takes half a minute
// at most, and whoever has earlier turns on the table can have them all.
func TestBrowserReplayScenes(t *testing.T) {
	b := start(t, "chromium")
	b.still()
	battles := 0
	for _, rb := range worlds.Rulebooks() {
		for _, width := range []int{1440, 390} {
			b.screen(width, 844, width < 500)
			list := tables(t, rb.Name())
			b.onTable(rb.Name(), list[len(list)/2])
			b.view("replay")
			var n int
			b.js(&n, `await new Promise((r) => setTimeout(r, 300)); return document.querySelectorAll('.tl .wk button').length`)
			for i := range n {
				var out string
				b.js(&out, field+`document.querySelectorAll('.tl .wk button')[args[0]].click(); await new Promise((r) => setTimeout(r, 120));
					const card = document.querySelector('.panel.rp .bcard'), at = card?.dataset.at;
					if (!at) return '';
					const { x, y } = field(at), p = document.querySelector('.panel.rp').getBoundingClientRect(), bar = document.querySelector('.tl').getBoundingClientRect(), m = document.querySelector('main').getBoundingClientRect();
					const on = (r) => x > r.left && x < r.right && y > r.top && y < r.bottom;
					return document.querySelectorAll('.panel.rp .bcard').length === 1 && on(m) && !on(p) && !on(bar) ? 'seen' : at + ' is at ' + [x, y]`, i)
				if out == "seen" {
					battles++
				} else if out != "" {
					t.Errorf("%s, %d wide, scene %d: %s", rb.Name(), width, i, out)
				}
			}
		}
	}
	if battles < 4 {
		t.Errorf("%d battles: too few to prove anything", battles)
	}
	b.quiet()
}
