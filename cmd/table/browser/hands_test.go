//go:build servers

package browser

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"weltentor/worlds"
)

// that waits for the element that the body of an async function returns.
func (b *tab) that(what, body string, args ...any) string {
	b.t.Helper()
	return await(b.t, b.kind+": "+what, func() (string, bool) {
		var e map[string]string
		b.js(&e, body, args...)
		return e[elementKey], e[elementKey] != ""
	})
}

// hit clicks the element that the body of an async function returns.
func (b *tab) hit(what, body string, args ...any) {
	b.t.Helper()
	await(b.t, b.kind+": click on "+what, func() (struct{}, bool) {
		id := b.that(what, body, args...)
		b.js(nil, `args[0].scrollIntoView({ block: 'center' })`, map[string]string{elementKey: id})
		return struct{}{}, b.hits(id)
	})
}

// view shows a view by its tab.
func (b *tab) view(name string) {
	b.t.Helper()
	b.click("#tab-" + name)
	b.find("#panel-" + name + ":not([hidden])")
}

// pick chooses the entry with a value in a list of choices.
func (b *tab) pick(what, list, value string) {
	b.t.Helper()
	id := b.that(what, list)
	ref := map[string]string{elementKey: id}
	option := b.that(what+": "+value, `return [...args[0].options].find((o) => o.value === args[1])`, ref, value)
	b.must("click", map[string]any{"id": option})
	b.until(what+" is "+value, `return args[0].value === args[1]`, ref, value)
}

// cdp asks Chromium for something that WebDriver has no command for.
func (b *tab) cdp(does string, with map[string]any) {
	b.t.Helper()
	at := b.speaks.(overHTTP).at + "/goog/cdp/execute"
	if _, err := post(http.MethodPost, at, map[string]any{"cmd": does, "params": with}); err != nil {
		b.t.Fatal(err)
	}
}

// screen is a screen of that size, also one that is smaller than windows can be.
func (b *tab) screen(width, height int, phone bool) {
	b.t.Helper()
	b.cdp("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": phone})
	b.cdp("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": phone})
}

// read is a file of JSON.
func read(t *testing.T, file string) map[string]any {
	t.Helper()
	var v map[string]any
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// put writes a file, as JSON unless it is text, and returns its path.
func put(t *testing.T, name string, content any) string {
	t.Helper()
	raw, is := content.([]byte)
	if !is {
		var err error
		if raw, err = json.Marshal(content); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// played is a table of a game, of a realm that has played a turn or more.
type played struct{ rulebook, file string }

// inPlay is a table of each game.
func inPlay(t *testing.T) (all []played) {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		list := tables(t, rb.Name())
		all = append(all, played{rb.Name(), list[len(list)*2/3]})
	}
	return all
}
