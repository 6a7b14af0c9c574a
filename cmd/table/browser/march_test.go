//go:build servers

package browser

import "testing"

// A march is put together by clicks on the map of its form: the field next to the one where the army is becomes a
// step.
func TestBrowserMarchOnMap(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			b.onTable(inPlay(t)[0].rulebook, inPlay(t)[0].file)
			b.view("orders")
			b.click("[data-section=A]")
			b.click(".rows li:nth-child(2) .row button") // a line of an army that stands
			const way = `return document.querySelector('.line-form .path input').value.replace(/0+$/, '')`
			var before, after string
			b.js(&before, way)
			b.march()
			b.until("a step", `return document.querySelector('.line-form .path input').value.replace(/0+$/, '') !== ''`)
			b.js(&after, way)
			if before != "" || after != "2" { // east
				t.Errorf("the way is %q after %q", after, before)
			}
			b.click(".line-form button[type=submit]:not(:disabled)")
			b.until("it in the orders", `return weltentor.store.state.drafts[0].text.includes(' 2000000000000 ')`)
			b.quiet()
		})
	}
}

// march clicks, on the map of a path, the field east of the one where the path ends, which has a ring.
func (b *tab) march() {
	b.t.Helper()
	b.hit("the path's map", `return document.querySelector('.line-form .path button[aria-expanded=false]')`)
	canvas := b.that("the map", `return document.querySelector('.line-form canvas')`)
	ref := map[string]string{elementKey: canvas}
	b.js(nil, `args[0].scrollIntoView({ block: 'center' })`, ref)
	b.until("the ring of the field", ring+`return found`, ref)
	var at struct{ X, Y float64 }
	b.js(&at, ring+`const r = args[0].getBoundingClientRect();
		return { x: found.x + found.width - r.width / 2, y: found.y - r.height / 2 }`, ref)
	moves := []map[string]any{{"type": "pointerMove", "origin": ref, "x": int(at.X), "y": int(at.Y)},
		{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}}
	b.must("actions", map[string]any{"actions": []map[string]any{{"type": "pointer", "id": "mouse", "actions": moves}}})
}

// ring looks for the violet ring around the field that is selected, in a canvas: its middle and width.
const ring = `const c = args[0], ratio = c.width / c.clientWidth, own = document.createElement('canvas');
	[own.width, own.height] = [c.width, c.height];
	const paper = own.getContext('2d', { willReadFrequently: true });
	paper.drawImage(c, 0, 0);
	const all = paper.getImageData(0, 0, c.width, c.height).data;
	let [left, right, top, bottom] = [1e9, -1, 1e9, -1];
	for (let i = 0; i < all.length; i += 4) {
		if (all[i] !== 176 || all[i + 1] !== 0 || all[i + 2] !== 255) continue;
		const x = i / 4 % c.width, y = Math.floor(i / 4 / c.width);
		[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
	}
	const [x, y, width] = [(left + right) / 2, (top + bottom) / 2, right - left].map((v) => v / ratio);
	const found = right < 0 ? null : { x, y, width };
`
