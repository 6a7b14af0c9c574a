//go:build servers

package browser

import (
	"testing"

	"weltentor/worlds"
)

// The page is shown in light and dark colours and on a phone, where nothing of it is wider than the screen.
func TestBrowserLooks(t *testing.T) {
	b := start(t, "chromium")
	for _, rb := range worlds.Rulebooks() {
		list := tables(t, rb.Name())
		b.onTable(rb.Name(), list[len(list)-1])
		for _, look := range []struct {
			name, theme   string
			width, height int
		}{{"light", "light", 1200, 900}, {"dark", "dark", 1200, 900}, {"phone", "light", 360, 800}} {
			b.resize(look.width, look.height)
			b.view("more")
			b.pick("the colours", `return document.querySelectorAll('.menu select')[1]`, look.theme)
			for _, view := range views {
				b.view(view)
				b.js(nil, `await new Promise((r) => setTimeout(r, 300))`)
				b.shot(rb.Name() + "-" + view + "-" + look.name)
				var wide int
				b.js(&wide, `return document.documentElement.scrollWidth - document.documentElement.clientWidth`)
				if wide > 0 {
					t.Errorf("%s, %s, %s: %d pixels too wide", rb.Name(), view, look.name, wide)
				}
			}
		}
		for _, line := range b.logged("browser") {
			t.Errorf("%s: the console says %s", rb.Name(), line)
		}
	}
}
