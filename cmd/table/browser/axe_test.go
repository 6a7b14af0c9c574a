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
		t.Fatalf("%v; npm ci in cmd/table/web fetches it", err)
	}
	return string(raw)
}

// axe-core finds nothing wrong with any view, light or dark, on a desktop and on a phone. On the phone each control is
// large enough for fingers.
func TestBrowserAccessible(t *testing.T) {
	source := axe(t)
	b := start(t, "chromium")
	for _, l := range inPlay(t)[:2] {
		b.onTable(l.rulebook, l.file)
		b.js(nil, source+`; window.axe = window.axe ?? axe;`)
		for _, phone := range []bool{false, true} {
			b.screen(map[bool]int{false: 1280, true: 360}[phone], map[bool]int{false: 900, true: 740}[phone], phone)
			for _, look := range []string{"light", "dark"} {
				b.view("more")
				b.pick("the colours", `return document.querySelectorAll('.menu select')[1]`, look)
				for _, view := range views {
					b.view(view)
					b.shot(fmt.Sprintf("%s-%s-%s-%v", l.rulebook, view, look, phone))
					b.held(fmt.Sprintf("%s, %s, %s, phone %v", l.rulebook, view, look, phone), phone)
				}
			}
		}
	}
}

// held checks a view with axe-core, and on a phone also whether its controls are large enough for fingers.
func (b *tab) held(where string, phone bool) {
	b.t.Helper()
	b.js(nil, `await new Promise((r) => setTimeout(r, 400))`)
	var found []string
	b.js(&found, `const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
		return violations.map((v) => v.id + ': ' + v.help + '\n' +
			v.nodes.slice(0, 5).map((n) => '  ' + n.target.join(' ') + ': ' + n.any.concat(n.all, n.none)
				.map((x) => x.message).join('; ') + '\n  ' + n.html.slice(0, 200)).join('\n'))`)
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
