//go:build servers

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// axe is the source of axe-core, as installed by npm beside the page's sources.
func axe(t *testing.T) string {
	t.Helper()
	file := filepath.Join("..", "web", "node_modules", "axe-core", "axe.min.js")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; npm ci in cmd/page/web fetches it", err)
	}
	return string(raw)
}

// looks are how a page is looked at.
var looks = []struct {
	name, scheme, lang string
	width, height      int
	phone              bool
}{
	{"light", "light", "en", 1440, 900, false},
	{"phone-dark", "dark", "de", 390, 844, true},
	{"dark", "dark", "de", 1440, 900, false},
	{"phone", "light", "en", 390, 844, true},
}

// axe-core finds nothing wrong with any view of any game, light or dark, on a desktop and on a phone. On the phone each
// control is large enough for fingers. No view is wider than its window, however narrow, nor at twice the size. No element
// has a handler in its text. LAWS=full looks at each game in four ways, otherwise two of them are looked at, each in one.
func TestBrowserAccessible(t *testing.T) {
	source := axe(t)
	for i, l := range inPlay(t, 0, 2) {
		t.Run(l.rulebook, func(t *testing.T) {
			t.Parallel()
			b := start(t, "chromium")
			b.still()
			b.onTable(l.rulebook, l.file)
			b.js(nil, source+`; window.axe = window.axe ?? axe;`)
			for n, look := range looks {
				if os.Getenv("LAWS") != "full" && n != i%len(looks) {
					continue
				}
				b.screen(look.width, look.height, look.phone)
				b.wears(look.scheme, look.lang)
				for _, s := range sights {
					if !b.sees(s.shows) {
						continue
					}
					where := fmt.Sprintf("%s, %s, %s", l.rulebook, s.name, look.name)
					b.held(where, look.phone)
					if !look.phone {
						// 720 pixels are a window of 1440 at twice the size
						b.fits(where, 1366, 1024, 720, 320)
						b.screen(look.width, look.height, false)
					}
				}
			}
			b.quiet()
		})
	}
}

// still has the browser ask for no motion, so that nothing has to be waited for.
func (b *tab) still() {
	b.t.Helper()
	b.cdp("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-reduced-motion", "value": "reduce"}}})
}

// wears chooses colours and a language.
func (b *tab) wears(scheme, lang string) {
	b.t.Helper()
	b.view("more")
	b.pick("the colours", `return document.querySelectorAll('.menu select')[1]`, scheme)
	b.pick("the language", `return document.querySelector('.menu select')`, lang)
	b.until("the language", `return weltentor.store.state.opened.lang === args[0]`, lang)
}

// held checks a view with axe-core, and on a phone also whether its controls are large enough for fingers.
func (b *tab) held(where string, phone bool) {
	b.t.Helper()
	var found []string
	b.js(&found, `const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
		const inline = [...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name)));
		return violations.map((v) => v.id + ': ' + v.help + '\n' +
			v.nodes.slice(0, 5).map((n) => '  ' + n.target.join(' ') + ': ' + n.any.concat(n.all, n.none)
				.map((x) => x.message).join('; ') + '\n  ' + n.html.slice(0, 200)).join('\n'))
			.concat(inline.map((e) => 'has a handler: ' + e.outerHTML.slice(0, 200)))`)
	var small []string
	if phone {
		b.js(&small, `const shown = (e) => e.checkVisibility() && e.getClientRects().length > 0;
			const all = 'button, select, input, textarea, summary';
			return [...document.querySelectorAll(all)].filter((e) => {
				const label = e.matches('[type=checkbox], [type=radio], [type=file]') && e.closest('label');
				const box = (label || e).getBoundingClientRect();
				return shown(e) && (box.height < 43.5 || box.width < 24);
			}).map((e) => e.outerHTML.slice(0, 120) + ' ' + Math.round(e.getBoundingClientRect().height))`)
	}
	if len(found)+len(small) > 0 {
		b.t.Errorf("%s: axe-core finds\n%s\nand too small are\n%s", where, strings.Join(found, "\n"),
			strings.Join(small, "\n"))
	}
}

// fits checks that nothing is wider than windows of these widths.
func (b *tab) fits(where string, widths ...int) {
	b.t.Helper()
	for _, width := range widths {
		b.screen(width, 450, false)
		var wide []string
		b.js(&wide, `await new Promise((r) => setTimeout(r, 40));
			const { scrollWidth: all, clientWidth: seen } = document.documentElement;
			if (all <= seen) return [];
			return ['by ' + (all - seen), ...[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > seen + 1)
				.slice(-4).map((e) => e.outerHTML.slice(0, 120))];`)
		if len(wide) > 0 {
			b.t.Errorf("%s is too wide for %d pixels: %s", where, width, strings.Join(wide, "\n"))
		}
	}
}
