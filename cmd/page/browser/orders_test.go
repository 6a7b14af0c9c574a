//go:build servers

package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/examples"
)

// composed is how orders of an example world are composed, its clicks.toml.
type composed struct {
	Realm  int
	Before string   // the turn whose backup is gone back to; "": none
	Clicks []string // what is clicked, one after the other; `WHAT = VALUE` chooses or types; "take": the form's line
	Holds  []string // how lines begin that are in the orders then
}

// clicked returns how orders of a rulebook's first example are composed, and the folder of its world.
func clicked(t *testing.T, program, rulebook string) (c composed, world string) {
	t.Helper()
	raw, err := examples.Files.ReadFile(examples.Find("", rulebook, false).Dir + "/clicks.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := toml.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), rulebook)
	say(t, nil, program, "demo", "--rulebook="+rulebook, dir)
	world = filepath.Join(dir, "world")
	if c.Before == "" {
		return c, world
	}
	raw, err = os.ReadFile(filepath.Join(world, "backups", "before-turn-"+c.Before+".db.zst"))
	if err == nil {
		err = os.WriteFile(filepath.Join(world, "world.db"), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, world
}

// Orders are composed by clicking for each rulebook, saved, and the machine finds nothing wrong with them.
func TestBrowserOrdersByClicking(t *testing.T) {
	program := filepath.Join(t.TempDir(), "weltentor")
	say(t, nil, "go", "build", "-o", program, "weltentor/cmd/weltentor")
	for _, rb := range games(2) {
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				t.Parallel()
				c, world := clicked(t, program, rb.Name())
				realm, laid := strconv.Itoa(c.Realm), filepath.Join(t.TempDir(), "TISCH.json")
				say(t, nil, program, "page", world, realm, "-o", laid)
				b := start(t, kind)
				orders := b.compose(rb.Name(), laid, c.Clicks)
				for _, line := range c.Holds {
					if !strings.Contains("\n"+orders, "\n"+line) {
						t.Errorf("no line %q in\n%s", line, orders)
					}
				}
				file := filepath.Join(t.TempDir(), "orders.txt")
				if err := os.WriteFile(file, []byte(orders), 0o600); err != nil {
					t.Fatal(err)
				}
				out, err := exec.Command(program, "check", world, realm, file, "--lang=en").CombinedOutput()
				if err != nil || !strings.Contains(string(out), ": 0 errors, 0 warnings,") {
					t.Errorf("the machine says %v:\n%s\nof\n%s", err, out, orders)
				}
				b.quiet()
			})
		}
	}
}

// compose clicks orders together in an empty draft, and saves them.
func (b *tab) compose(rulebook, laid string, clicks []string) (orders string) {
	b.t.Helper()
	b.onTable(rulebook, laid)
	b.view("forms")
	b.js(nil, `const s = weltentor.store, { draft } = s.state;
		s.set({ drafts: s.state.drafts.map((d) => (d.id === draft ? { ...d, text: d.text.split('\n')[0] + '\n' } : d)) });
		await new Promise((r) => setTimeout(r, 300));`)
	for _, c := range clicks {
		css, value, sets := strings.Cut(c, " = ")
		switch {
		case c == "take":
			var before string
			b.js(&before, `return weltentor.store.state.drafts[0].text`)
			b.click(".asks button.take:not(:disabled)")
			b.until("the line in the orders", `return weltentor.store.state.drafts[0].text !== args[0]`, before)
		case sets:
			b.js(nil, `
				const e = document.querySelector(args[0]), of = Object.getPrototypeOf(e);
				Object.getOwnPropertyDescriptor(of, 'value').set.call(e, args[1]);
				e.dispatchEvent(new Event(e.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
				await new Promise((r) => setTimeout(r, 50));`, css, value)
		default:
			b.click(css)
		}
	}
	b.shot("clicked-" + rulebook)
	b.js(nil, `
		HTMLAnchorElement.prototype.click = () => {};
		URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return 'blob:x'; };`)
	b.view("receipt")
	b.click(".out button.save")
	b.js(&orders, `
		for (let i = 0; i < 100 && !window.saved; i++) await new Promise((r) => setTimeout(r, 50));
		return window.saved || ''`)
	if orders == "" {
		b.t.Fatalf("%s: nothing is saved", b.kind)
	}
	return orders
}
