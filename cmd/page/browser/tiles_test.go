//go:build servers

package browser

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"weltentor/worlds"
)

// many puts a chart of 2,000 fields on the table, with everything that can be drawn on one. It returns after how many
// milliseconds the map is drawn. The page keeps in a set
// what is painted on from then on.
const many = `
	const { store } = weltentor, hex = (n) => '#' + (n % 0x1000000).toString(16).padStart(6, '0');
	const grounds = ['meadow', 'wood', 'steppe', 'sea', 'deep', 'marsh', 'sand', 'jungle'];
	const patterns = ['solid', 'dash', 'dots', 'dashdot', 'short'], crests = {};
	for (let r = 1; r <= 12; r++) crests[r] = { colour: hex(0x1B6B45 + r * 901234), pattern: patterns[r % 5], charge: 'sun' };
	const terrains = grounds.flatMap((ground, i) => [1, 2, 3].map((height) => ({ code: ground + height, name: ground, ground,
		height: ground === 'sea' || ground === 'deep' ? 0 : height, rim: '#000000', fill: '#ffffff' })));
	const cells = Array.from({ length: 2000 }, (_, n) => {
		const row = Math.floor(n / 71), column = n % 71, country = Math.floor(column / 9) + 8 * Math.floor(row / 9);
		return { h: 2 * column + (row & 1), y: -row, label: column - 35 + '/' + (row - 14),
			t: (3 * Math.floor((column * 7 + row * 5) / 31) + (column + row) % 3) % terrains.length, age: n % 7 - 1 > 3 ? 2 : 0,
			owner: country % 13, own: country % 13 === 1, rivers: n % 6 === 0 ? 9 : 0,
			...(n % 13 === 0 ? { building: n % 2 ? 'town' : 'castle', name: 'Ort ' + n, roads: 63, walls: n % 26 ? 0 : 9 } : {}) };
	});
	const armies = Array.from({ length: 150 }, (_, n) => ({ realm: n % 12 + 1, name: 'A ' + n, at: cells[(n * 37) % 2000].label, men: 100 * n }));
	const { table } = store.state;
	const painted = weltentor.painted = new Set();
	for (const does of ['fill', 'stroke', 'drawImage', 'fillRect']) {
		const was = CanvasRenderingContext2D.prototype[does];
		CanvasRenderingContext2D.prototype[does] = function (...a) { painted.add(this.canvas); return was.apply(this, a); };
	}
	const from = performance.now();
	store.set({ view: 'map', table: { ...table, facts: { ...table.facts, armies } },
		opened: { ...store.state.opened, realm: 1, desk: null, chart: { title: 'many', realm: 1, terrains, crests, cells } } });
	while (!document.querySelector('.tiles canvas')) await new Promise((r) => setTimeout(r));
	await new Promise(requestAnimationFrame);
	await new Promise((r) => setTimeout(r));
	return performance.now() - from;`

// still waits until no tile is painted any more, and forgets which were.
const still = `
	const { painted } = weltentor;
	for (let quiet = 0; quiet < 10; quiet = painted.size > 0 ? 0 : quiet + 1) { painted.clear(); await new Promise(requestAnimationFrame); }
	return true;`

// drag drags the map by the mouse for so many milliseconds, within so many pixels, and returns how many frames there
// were per second.
const drag = `
	const map = document.querySelector('.map'), box = map.getBoundingClientRect(), [long, wide] = args;
	const fire = (type, x, y) => map.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1,
		view: window, clientX: box.left + x, clientY: box.top + y, buttons: 1 }));
	let x = 0, y = 0, dx = -9, dy = -5, frames = 0;
	map.setPointerCapture = () => {};
	fire('pointerdown', 300, 200);
	const from = performance.now();
	for (let now = from; now - from < long; frames++) {
		now = await new Promise(requestAnimationFrame);
		if (Math.abs(x + dx) > wide) dx = -dx;
		if (Math.abs(y + dy) > wide / 2) dy = -dy;
		x += dx; y += dy;
		fire('pointermove', 300 + x, 200 + y);
	}
	for (let n = 0; n < 20; n++) { // back to where it was: a quick browser would leave the land behind
		fire('pointermove', 300, 200);
		await new Promise(requestAnimationFrame);
	}
	fire('pointerup', 300, 200);
	return frames * 1000 / (performance.now() - from);`

// A map of 2,000 fields lies on tiles. They are moved when it is panned, and a field that changes is painted anew on its
// tiles alone. Times are logged and never tested.
func TestBrowserTiles(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			name := worlds.Rulebooks()[0].Name()
			list := tables(t, name)
			b.onTable(name, list[len(list)-1])
			var took float64
			b.js(&took, many)
			t.Logf("%s: 2,000 fields are drawn after %.0f ms", kind, took)
			if !b.is(`return document.querySelectorAll('.l-base *').length === 0
				&& [...document.querySelectorAll('.tiles canvas')].every((c) => c.width === Math.round(512 * devicePixelRatio))`) {
				t.Errorf("%s: the land is not on tiles of 512 pixels", kind)
			}
			b.js(nil, still)
			b.shot("tiles")
			b.js(nil, `weltentor.there = [...document.querySelectorAll('.tiles canvas')]`)
			b.js(nil, drag, 600, 90)
			if !b.is(`return weltentor.there.length > 0 && weltentor.there.every((c) => c.isConnected && !weltentor.painted.has(c))`) {
				t.Errorf("%s: tiles are painted again when the map is moved a little", kind)
			}
			best := 0.0
			for range 3 { // other programs run too
				var rate float64
				b.js(&rate, drag, 3000, 1500)
				if best = max(best, rate); best >= 50 {
					break
				}
			}
			t.Logf("%s: 2,000 fields are panned at %.0f frames a second", kind, best)
			if best == 0 {
				t.Errorf("%s: the map stands still", kind)
			}
			b.js(nil, still)
			var all, anew int
			b.js(&all, `return document.querySelectorAll('.tiles canvas').length`)
			b.js(&anew, `const { store } = weltentor, { chart } = store.state.opened, map = document.querySelector('.map');
				const [x, y, k] = document.querySelector('.world').getAttribute('transform').match(/-?[\d.]+/g).map(Number);
				const far = (c) => Math.hypot(c.h * 34 * k + x - map.clientWidth / 2, -c.y * 59 * k + y - map.clientHeight / 2);
				const near = chart.cells.reduce((a, b) => (far(b) < far(a) ? b : a));
				store.set({ opened: { ...store.state.opened, chart: { ...chart, cells: chart.cells.map((c) => (c === near ? { ...c, building: 'ruin' } : c)) } } });
				await new Promise((r) => setTimeout(r, 1000));
				return weltentor.painted.size;`)
			if anew == 0 || anew > 4 {
				t.Errorf("%s: one field changes, and %d of %d tiles are painted anew", kind, anew, all)
			}
			b.js(nil, `document.documentElement.style.colorScheme = 'dark'`)
			b.js(nil, still)
			b.shot("tiles-dark")
			b.press(".")
			b.js(nil, `await new Promise((r) => setTimeout(r, 500))`)
			b.js(nil, still)
			b.shot("tiles-far")
			b.quiet()
		})
	}
}

// fewer is the same land with forty islands or a hundred, too far away to be seen.
const fewer = `
	const { store } = weltentor, patterns = ['solid', 'dash', 'dots', 'dashdot', 'short'], crests = {};
	for (let r = 1; r <= 5; r++) crests[r] = { colour: ['#1B6B45', '#8A2D7C', '#A3281C', '#0C6A92', '#95590A'][r - 1], pattern: patterns[r - 1], charge: 'sun' };
	const terrains = ['meadow', 'wood', 'steppe', 'sea', 'deep', 'marsh', 'sand'].map((ground, i) => ({ code: ground, name: ground, ground,
		height: ground === 'sea' || ground === 'deep' ? 0 : i % 3 + 1, rim: '#000000', fill: '#ffffff' }));
	const land = Array.from({ length: 250 }, (_, n) => {
		const row = Math.floor(n / 25), column = n % 25;
		return { h: 2 * column + (row & 1), y: -row, label: column + '/' + row, t: Math.floor((column * 3 + row * 2) / 7) % 7, age: n % 25 > 19 ? row % 5 : 0,
			owner: Math.floor(column / 5) % 5 + 1, own: n === 112, rivers: n % 6 === 0 ? 9 : 0, ...(n % 13 === 0 ? { building: 'town', state: 'damaged', roads: 63, walls: 9 } : {}) };
	});
	const isles = args[0] ? 100 : 40;
	const far = Array.from({ length: isles }, (_, n) => ({ h: n * 400 / isles, y: -200, label: 'far ' + n, t: 0 }));
	store.set({ view: 'map', opened: { ...store.state.opened, realm: 9, desk: null, chart: { title: args[0] ? 'more' : 'fewer', realm: 9, terrains, crests, cells: [...land, ...far] } } });
	await new Promise((r) => setTimeout(r, 800));`

// The same land looks the same as nodes and on tiles, in light and dark.
func TestBrowserTilesLookAlike(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			name := worlds.Rulebooks()[0].Name()
			list := tables(t, name)
			b.onTable(name, list[len(list)-1])
			b.js(nil, `const { store } = weltentor, { table } = store.state; store.set({ table: { ...table, facts: { ...table.facts, armies: [] } } });
				const style = new CSSStyleSheet(); style.replaceSync('.messages, .stage > :not(.map-host) { visibility: hidden }');
				document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];`)
			for _, scheme := range []string{"light", "dark"} {
				b.js(nil, `document.documentElement.style.colorScheme = args[0]`, scheme)
				var seen [2]image.Image
				for i, tiled := range []bool{false, true} {
					b.js(nil, fewer, tiled)
					if is := b.is(`return document.querySelectorAll('.tiles canvas').length > 0`); is != tiled {
						t.Fatalf("%s: tiles %v, want %v", kind, is, tiled)
					}
					seen[i] = b.seen([]string{"nodes-", "alike-"}[i] + scheme)
				}
				if seen[0] == nil || seen[1] == nil {
					return
				}
				d := different(seen[0], seen[1])
				t.Logf("%s, %s: nodes and tiles differ in %d of 1,000 points", kind, scheme, d)
				if d > 30 {
					t.Errorf("%s, %s: nodes and tiles differ", kind, scheme)
				}
			}
		})
	}
}

// seen is what the tab shows; nil: the browser takes no picture.
func (b *tab) seen(name string) image.Image {
	b.t.Helper()
	b.shot(name)
	raw, err := b.picture()
	if err != nil {
		b.t.Logf("%s takes no picture: %v", b.kind, err) // WebKitGTK's driver, now and then
		return nil
	}
	i, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		b.t.Fatal(err)
	}
	return i
}

// is says whether a script returns true.
func (b *tab) is(body string) (is bool) {
	b.t.Helper()
	b.js(&is, body)
	return is
}

// different says of how many points of 1,000 one of the colours is clearly another. Edges may be smoothed differently.
func different(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return 1000
	}
	size, other := a.Bounds(), 0
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if apart(r1, r2) || apart(g1, g2) || apart(b1, b2) {
				other++
			}
		}
	}
	return 1000 * other / (size.Dx() * size.Dy())
}

func apart(a, b uint32) bool { return max(a, b)-min(a, b) > 64<<8 }
