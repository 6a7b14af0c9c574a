//go:build servers

package browser

import (
	"fmt"
	"slices"
	"testing"
)

// choosing chooses one army after the other, three times all. It returns the milliseconds from each choice until its
// panel and the fields that it can reach are drawn.
const choosing = `
	const { store } = weltentor, took = [], seen = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
	store.set({ view: 'map', at: null, army: null });
	await seen();
	const armies = store.state.opened.desk.armies.filter((x) => !x.in && x.at).slice(0, 8);
	for (const a of [...armies, ...armies, ...armies]) {
		const from = performance.now();
		store.set({ view: 'army', army: a.name, at: null });
		while (store.state.way.of !== a.name || !store.state.way.reached) await new Promise((r) => setTimeout(r));
		await seen();
		took.push(performance.now() - from);
	}
	return took;`

// typing types a comment into the drawer, letter by letter, and returns the milliseconds from each letter until it is
// drawn, and until the engine has said what it says of the text.
const typing = `
	const { store } = weltentor, drawn = [], judged = [];
	store.set({ view: 'map', army: null, drawer: true });
	while (!document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content')) await new Promise((r) => setTimeout(r));
	const e = document.querySelector('.editor').shadowRoot.querySelector('.cm-content'), text = () => store.state.drafts.find((d) => d.id === store.state.draft).text;
	e.focus();
	for (const letter of ';weltentor') {
		const was = text(), from = performance.now();
		document.execCommand('insertText', false, letter);
		while (text() === was) await new Promise((r) => setTimeout(r));
		await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
		drawn.push(performance.now() - from);
		while (store.state.checkedOf !== text() || store.state.readOf !== text()) await new Promise((r) => setTimeout(r));
		judged.push(performance.now() - from);
	}
	return { drawn, judged };`

// The times of choosing an army and of typing in the drawer are logged, each as the first and the median of all. Times
// are never tested.
func TestBrowserAnswers(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			for _, p := range inPlay(t, 4) {
				b.onTable(p.rulebook, p.file)
				var fields int
				b.js(&fields, `return weltentor.store.state.opened.chart?.cells.length ?? 0`)
				var chose []float64
				b.js(&chose, choosing)
				var typed struct{ Drawn, Judged []float64 }
				b.js(&typed, typing)
				t.Logf("%s, %s, %d fields: an army is chosen in %s; a letter is drawn in %s, and judged in %s", kind,
					p.rulebook, fields, spread(chose), spread(typed.Drawn), spread(typed.Judged))
				b.js(nil, `const { drafts, notes } = weltentor.store.state; weltentor.store.set({ safe: { drafts, notes } })`)
			}
			b.quiet()
		})
	}
}

// spread says the first of some times and their median.
func spread(took []float64) string {
	if len(took) == 0 {
		return "no time"
	}
	first, sorted := took[0], slices.Sorted(slices.Values(took))
	return fmt.Sprintf("%.0f ms (first %.0f)", sorted[len(sorted)/2], first)
}
