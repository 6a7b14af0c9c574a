//go:build servers

package browser

import (
	"testing"
)

// Bad lines in great numbers are told while the page goes on: it takes keys before the engine has answered. Times are
// logged and never tested.
func TestBrowserLargeText(t *testing.T) {
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			for _, rb := range games(2) {
				b.onTable(rb.Name(), tables(t, rb.Name())[0]) // later the game may be over
				b.view("map")
				b.press("t")
				for _, size := range []int{8_000, 390_000} {
					var said struct {
						Lines               int
						Checked, Still, Key float64
					}
					b.js(&said, `
						const { store } = weltentor, { table, opened } = store.state, [size] = args;
						let text = '$I ' + table.realm + ' x ' + table.turn + '\n$' + opened.sections[0].letter + '\n', lines = 0;
						while (text.length < size) text += 'X' + (++lines).toString(36) + ' ' + lines * 7919 + ' QQ\n';
						const { drafts, draft } = store.state;
						const from = performance.now();
						let last = from, still = 0, key = 0;
						store.set({ drafts: drafts.map((d) => (d.id === draft ? { ...d, text } : d)) });
						while (store.state.checkedOf !== text) {
							const now = await new Promise(requestAnimationFrame);
							still = Math.max(still, now - last);
							last = now;
							if (key === 0 && now - from > 50 && store.state.checkedOf !== text) {
								document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }));
								key = performance.now() - now;
							}
							if (now - from > 30_000) break;
						}
						const checked = performance.now() - from;
						store.set({ view: 'map' });
						return { lines, checked: store.state.checkedOf === text && store.state.checked ? checked : 0, still, key };`, size)
					t.Logf("%s, %s: %d bad lines are told after %.0f ms; the page stands still for %.0f ms", kind, rb.Name(), said.Lines, said.Checked, said.Still)
					if said.Checked == 0 {
						t.Errorf("%s, %s: nothing is said of %d bad lines", kind, rb.Name(), said.Lines)
					}
				}
			}
		})
	}
}
