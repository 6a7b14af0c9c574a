//go:build servers

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/page/pages"
	"weltentor/resolve/public"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
)

// The first screen shows a game that plays, and one red button that begins one: whole in sight on a desktop and a phone, and
// a click from a running practice.
func TestBrowserOpening(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		for _, kind := range chosen() {
			t.Run(rb.Name()+"_"+kind, func(t *testing.T) {
				b := start(t, kind)
				b.open(page(t, rb.Name()))
				b.until("the first screen", `return document.querySelector('.opening #practise:enabled')`)
				b.until("a map that grows", `return document.querySelector('.living .l-base')?.children.length > 3 && document.querySelector('.living p')`)
				if kind == "chromium" {
					for _, s := range []struct {
						width, height int
						phone         bool
						least         float64
					}{{1440, 900, false, 0.6}, {390, 844, true, 0.25}} {
						b.screen(s.width, s.height, s.phone)
						b.until("the red button whole in sight", `const r = document.querySelector('#practise').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth`)
						var share float64
						if b.js(&share, `const r = document.querySelector('.living').getBoundingClientRect(); return r.width * r.height / innerWidth / innerHeight`); share < s.least {
							t.Errorf("at %d × %d the map has %v of the window", s.width, s.height, share)
						}
						b.shot(fmt.Sprintf("opening-%s-%d", rb.Name(), s.width))
					}
				}
				b.click(".paste textarea")
				b.press(strings.Split("$R K.M 1", "")...)
				b.until("what was pasted", `return document.querySelector('.paste [role=status]').textContent.match(/(TISCH|TABLE).json/) && !document.querySelector('.paste button')`)
				b.js(nil, `const e = document.querySelector('.paste textarea'); e.value = '{"schema":1'; e.dispatchEvent(new Event('input', { bubbles: true }))`)
				b.click(".paste button")
				b.until("that it is none of ours", `return weltentor.store.state.said?.bad && !weltentor.store.state.table && document.querySelector('.paste textarea').value === ''`)
				b.click("#practise")
				b.until("a practice", `return weltentor.store.state.practice && document.querySelector('.plan li.now')`)
				b.quiet()
			})
		}
	}
}

// The page for practice below a public one has one door: a click from a running practice, and a way back to the game's page.
func TestBrowserPublicPractice(t *testing.T) {
	rulebook, dir := worlds.Rulebooks()[0].Name(), t.TempDir()
	html, err := os.ReadFile(strings.TrimPrefix(page(t, rulebook), "file://"))
	worldtest.Must(t, err)
	file := filepath.Join(dir, public.Practice, "index.html")
	worldtest.Must(t, os.Mkdir(filepath.Dir(file), 0o700))
	worldtest.Must(t, os.WriteFile(file, pages.Practice(html), 0o600))
	worldtest.Must(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("<!doctype html><title>The game</title>"), 0o600))
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			b.open("file://" + file)
			b.until("one door", `return document.querySelector('.opening #practise:enabled') && !document.querySelector('.opening input, .opening .bring')`)
			b.shot("practice-page")
			b.click(".opening a")
			b.until("the way back", `return document.title === 'The game'`)
			b.open("file://" + file)
			b.until("the first screen", `return document.querySelector('.opening #practise:enabled')`)
			b.click("#practise")
			b.until("a practice", `return weltentor.store.state.practice && document.querySelector('.plan li.now')`)
			b.quiet()
		})
	}
}
