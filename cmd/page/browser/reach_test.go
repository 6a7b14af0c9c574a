//go:build servers

package browser

import (
	"strings"
	"testing"
)

// In every view the tabulator comes to everything that a mouse can use.
func TestBrowserKeyboardReaches(t *testing.T) {
	b := start(t, "chromium")
	b.still()
	b.screen(1440, 900, false)
	for _, l := range inPlay(t, 0) {
		b.onTable(l.rulebook, l.file)
		for _, s := range sights {
			if !b.sees(s.shows) {
				continue
			}
			var stops int
			b.js(&stops, `window.reached = new Set();
				window.noted ??= document.addEventListener('focusin', (e) => reached.add(e.target), true) ?? true;
				window.wanted = () => [...document.querySelectorAll('button, select, input, textarea, summary, a[href], [role=button]')]
					.filter((e) => e.checkVisibility() && e.getClientRects().length && !e.disabled && !(e.type === 'radio' && !e.checked));
				return wanted().length;`)
			for range 2 { // from wherever the keyboard is, around the page
				b.press(strings.Split(strings.Repeat(tabKey, stops+12), "")...)
			}
			var left []string
			b.js(&left, `return wanted().filter((e) => !reached.has(e)).map((e) => e.outerHTML.slice(0, 160))`)
			if len(left) > 0 {
				t.Errorf("%s, %s: the tabulator does not come to\n%s", l.rulebook, s.name, strings.Join(left, "\n"))
			}
		}
	}
}
