//go:build servers

package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
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

// views are the places of the page, by their names: those of the rail, and those that are behind "more".
var views = []string{"map", "army", "recruit", "build", "realms", "replay", "report", "receipt", "more", "help",
	"table", "years", "allies", "files"}

// view shows a place of the page, with nothing chosen.
func (b *tab) view(name string) {
	b.t.Helper()
	b.js(nil, `weltentor.store.set({ view: args[0], army: null, at: null, drawer: false, finding: false })`, name)
	b.find("main[data-view=" + name + "]")
}

// field is where the middle of a field is in the window, by its label or by its place.
const field = `const field = (of) => {
		const c = of.y === undefined ? weltentor.store.state.opened.chart.cells.find((c) => c.label === of) : of;
		return new DOMPoint(c.h * 34, -c.y * 59 + 20).matrixTransform(document.querySelector('.world').getScreenCTM());
	};
`

// inSight tells whether a field lies on what is seen of the map.
const inSight = field + seen

const seen = `const p = field(args[0]), r = document.querySelector('.map').getBoundingClientRect();
		return p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom;`

// touch clicks a field of the map, by its label or by its place.
func (b *tab) touch(label any) {
	b.t.Helper()
	b.until(fmt.Sprint("the field ", label, " at rest on the map"), field+`const was = field(args[0]);
		await new Promise((r) => setTimeout(r, 200));
		const is = field(args[0]);
		if (is.x !== was.x || is.y !== was.y) return false;
		`+seen, label)
	var at struct{ X, Y float64 }
	b.js(&at, field+`const p = field(args[0]); return { x: p.x, y: p.y }`, label)
	b.point(at.X, at.Y)
}

// point clicks a place of the window.
func (b *tab) point(x, y float64) {
	b.t.Helper()
	moves := []map[string]any{{"type": "pointerMove", "x": int(x), "y": int(y)},
		{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}}
	b.must("actions", map[string]any{"actions": []map[string]any{{"type": "pointer", "id": "mouse", "actions": moves}}})
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

// games are the rulebooks that a test looks at: those at some places of the list, and all if none is given or with
// LAWS=full. Each place is given by some test.
func games(at ...int) (some []game.Rulebook) {
	for i, rb := range worlds.Rulebooks() {
		if len(at) == 0 || os.Getenv("LAWS") == "full" || slices.Contains(at, i) {
			some = append(some, rb)
		}
	}
	return some
}

// inPlay is a table of each game that is tried.
func inPlay(t *testing.T, at ...int) (all []played) {
	t.Helper()
	for _, rb := range games(at...) {
		all = append(all, played{rb.Name(), waiting(t, rb, "")})
	}
	return all
}

// waiting is a table of a later turn, in this language if one is named, in which armies wait for orders if there is one.
func waiting(t *testing.T, rb game.Rulebook, lang phrase.Lang) string {
	t.Helper()
	list := tables(t, rb.Name())
	from := len(list) * 2 / 3
	n := slices.IndexFunc(list[from:], func(file string) bool {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(rb)
		opened, err := e.Open(raw)
		if err != nil || !opened.Takes {
			return false
		}
		desk, err := e.Desk()
		return err == nil && desk != nil && len(desk.Armies) > 0 && (lang == "" || opened.Lang == lang)
	})
	return list[from+max(n, 0)]
}
