//go:build servers

package browser

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"weltentor/resolve/outbox"
)

// A page that came by mail opens on the map, with its realm's data in it, and runs nothing of what others have written.
// Another file can still be put on it.
func TestBrowserOpensMailedPage(t *testing.T) {
	const breaks = `</script><script>window.broken = 1</script><!--<script>`
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := started(t, kind, "browser", "performance")
			for _, p := range inPlay(t, 1) {
				html, err := os.ReadFile(strings.TrimPrefix(page(t, p.rulebook), "file://"))
				if err != nil {
					t.Fatal(err)
				}
				table := read(t, p.file)
				table["world"] = breaks
				data, err := json.Marshal(table)
				if err != nil {
					t.Fatal(err)
				}
				raw := strings.ReplaceAll(string(data), `\u003c`, "<")
				b.open("file://" + put(t, "TABLE.HTML", outbox.Holding(html, []byte(raw))))
				b.until("the map of the realm", `return globalThis.weltentor?.store?.state.opened && weltentor.store.state.view === 'map'
					&& document.querySelector('svg.map .l-base path')
					&& document.querySelector('header').textContent.includes(args[0])`, breaks)
				b.until("nothing of others run", `return !window.broken && !document.getElementById('data')`)
				b.shot("mailed-" + p.rulebook)
				b.view("files")
				b.keys("input[type=file]", p.file)
				b.until("the other world", `return weltentor.store.state.foreign`)
				b.quiet()
			}
		})
	}
}
