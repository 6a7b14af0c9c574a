//go:build servers

package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/worlds"
)

// hosted is a world of the real program, served by it.
type hosted struct {
	t                *testing.T
	program, dir, at string
	words, links     [2]string // of realms 1 and 2
}

// withPages builds the program with a rulebook's page in it.
func withPages(t *testing.T, rulebook string) string {
	t.Helper()
	html, err := os.ReadFile(strings.TrimPrefix(page(t, rulebook), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(html)
	_ = z.Close()
	built, err := filepath.Abs(filepath.Join("..", "pages", "built", rulebook+".html.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, overlay, program := filepath.Join(dir, "page.gz"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "weltentor")
	if err := os.WriteFile(file, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	raw, _ := json.Marshal(map[string]any{"Replace": map[string]string{built: file}})
	if err := os.WriteFile(overlay, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	say(t, nil, "go", "build", "-overlay", overlay, "-o", program, "weltentor/cmd/weltentor")
	return program
}

// tells runs a command for the world, and returns what it prints.
func (g *hosted) tells(args ...string) string {
	g.t.Helper()
	out, err := exec.Command(g.program, append([]string{"--lang=en"}, args...)...).CombinedOutput()
	if err != nil {
		g.t.Fatalf("weltentor %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// founded is a world with two players, whose tables are at a path of a host. Its page sends.
func founded(t *testing.T, program, rulebook, name, host, path string) *hosted {
	t.Helper()
	g := &hosted{t: t, program: program, dir: filepath.Join(t.TempDir(), name), at: "http://" + host + path + rulebook + ".html"}
	g.tells("new", g.dir, "--rulebook", rulebook, "--name", name, "--realms", "3", "--seed", "7")
	file := filepath.Join(g.dir, "world.toml")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := strings.NewReplacer("\naddress = \"\"", "\naddress = \"game@example.org\"",
		"\ntable_url = \"\"", "\ntable_url = \"http://"+host+strings.TrimSuffix(path, "/")+"\"", "\npage_sends = false", "\npage_sends = true").Replace(string(raw))
	if err := os.WriteFile(file, []byte(set), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range g.words {
		n := strconv.Itoa(i + 1)
		said := g.tells("realm", "add", g.dir, "--name", "Land"+n, "--player", "P"+n, "--mail", "p"+n+"@example.org", "--by-hand")
		g.words[i] = regexp.MustCompile(`[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{5}`).FindString(said)
		g.links[i] = regexp.MustCompile(regexp.QuoteMeta(g.at) + `#[\w-]{43}`).FindString(g.tells("outbox", g.dir, "--text", n))
		if g.words[i] == "" || g.links[i] == "" {
			t.Fatalf("realm %s has no password or no link: %s", n, said)
		}
	}
	return g
}

// serve runs the program that serves worlds, and returns what ends it.
func serve(t *testing.T, host string, worlds ...*hosted) (end func()) {
	t.Helper()
	args := []string{"serve"}
	for _, g := range worlds {
		args = append(args, g.dir)
	}
	cmd := exec.Command(worlds[0].program, append(args, "--web", host)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := false
	end = func() {
		if !over {
			over = true
			_ = cmd.Process.Signal(syscall.SIGKILL)
			_ = cmd.Wait()
		}
	}
	t.Cleanup(end)
	await(t, "server", func() (struct{}, bool) {
		r, err := http.Get(worlds[0].at)
		if err == nil {
			r.Body.Close()
		}
		return struct{}{}, err == nil && r.StatusCode == http.StatusOK
	})
	return end
}

const (
	sent    = `weltentor.store.state.sending`
	taken   = `return ` + sent + `?.answer?.fate === 'taken' && !` + sent + `.busy`
	inForce = `return document.querySelector('.sends .done') && weltentor.store.state.checked?.sent`
)

// shorter takes the last order out of the draft: its orders are others.
func (b *tab) shorter() {
	b.t.Helper()
	const read = `const { readOf, checkedOf, drafts, draft } = weltentor.store.state, { text } = drafts.find((d) => d.id === draft); return readOf === text && checkedOf === text`
	b.until("what the engine reads", read)
	b.js(nil, `const s = weltentor.store, { rows, drafts, draft } = s.state, last = rows.filter((r) => r.kind === 'order').at(-1).line;
		const cut = (t) => t.split('\n').filter((_, i) => i !== last - 1).join('\n');
		s.set({ drafts: drafts.map((d) => (d.id === draft ? { ...d, text: cut(d.text) } : d)) })`)
	b.until("what the engine says of it", read)
}

// A turn is planned and sent on a phone, by the real program, without a mail program: a wrong password changes nothing, the
// right one brings the receipt that is mailed, too, and a door. What is sent without a network waits, also in a page that is
// closed, and leaves by itself. A page that is older than the program is loaded anew. A letter leaves at once. The next
// report opens by one click. Nothing of it is known to another realm or game of the host. A new password ends the door.
func TestBrowserSends(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	program := withPages(t, rulebook)
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			host := net.JoinHostPort("127.0.0.1", strconv.Itoa(ports.Free(t)))
			g, other := founded(t, program, rulebook, "Bovistan", host, "/t/"), founded(t, program, rulebook, "Heide", host, "/u/t/")
			end := serve(t, host, g, other)
			b := started(t, kind)
			b.open(g.links[0])
			if kind == "chromium" {
				b.still()
				b.screen(390, 844, true)
			}
			b.until("the map of the realm", laidByLink)
			holds := func(where string) {
				if kind == "chromium" {
					b.js(nil, `await new Promise((r) => setTimeout(r, 100));`+axe(t)+`; window.axe = window.axe ?? axe;`)
					b.held(where, true)
				}
				b.shot("sends-" + where)
			}

			b.view("receipt")
			b.click(".sends [type=submit]")
			b.until("that the password is missing", `return document.querySelector('.sends [aria-invalid=true]') === document.activeElement`)
			b.keys(".sends [type=password]", g.words[0])
			b.press("\uE007")
			b.until("the question about no orders", `return document.querySelector('.sends .warn button')`)
			holds("empty")
			b.view("map")
			if kind == "chromium" { // there the card is folded
				b.click(".plan .fold")
			}
			b.click("[data-step=first] button")
			b.until("the ready orders", `return weltentor.store.state.checked?.good > 1`)
			b.view("receipt")
			b.keys(".sends [type=password]", "aaaa-bbbb-ccccc")
			b.click(".sends [type=submit]")
			b.until("that it is wrong", `return document.querySelector('.says.bad') && document.querySelector('.sends [type=password]') === document.activeElement`)
			holds("wrong")
			if got := g.tells("orders", g.dir, "1"); !strings.Contains(got, "no orders") {
				t.Errorf("after a wrong password: %s", got)
			}
			b.keys(".sends [type=password]", g.words[0]) // in place of the other, which is selected
			b.press("\uE007")
			b.until("the answer", taken)
			b.until("orders in force", inForce)
			holds("taken")
			var said string
			b.js(&said, `return `+sent+`?.answer.said`)
			var mailed bool
			for n := 2; n < 12 && !mailed; n++ {
				text, _ := exec.Command(program, "--lang=en", "outbox", g.dir, "--text", strconv.Itoa(n)).Output()
				mailed = said != "" && strings.Contains(squeezed(string(text)), squeezed(said))
			}
			if !mailed {
				t.Errorf("no letter has what the page says:\n%s\n%s", said, g.tells("outbox", g.dir))
			}
			var all int
			b.js(&all, `return weltentor.store.state.checked.good`)
			g.has(all)

			// a letter to another realm
			b.view("realms")
			b.pick("to whom", `return document.querySelector('.chat').parentElement.querySelector('select')`, "2")
			b.keys(".write", "Peace?")
			b.click(".chat .btn.p")
			b.until("that it has left", `return weltentor.store.state.said && !weltentor.store.state.said.bad && document.querySelector('.write').value === ''`)
			b.until("orders that are still in force", `return weltentor.store.state.checked?.sent`)
			if letters := g.tells("outbox", g.dir); !strings.Contains(letters, "of a player  2      p2@example.org") {
				t.Errorf("no letter to realm 2: %s", letters)
			}

			// without a network: sent, closed, opened, and there again
			end()
			b.view("receipt")
			b.shorter()
			b.click(".sends .main")
			b.until("that it waits", `return `+sent+`?.waits && document.querySelector('.sends .warn')`)
			holds("waits")
			b.open("about:blank")
			b.open(g.at + "#1")
			b.until("the map without a network", laidByLink)
			b.until("what waits", `return `+sent+`?.waits`)
			serve(t, host, g, other)
			b.js(nil, `dispatchEvent(new Event('online'))`)
			b.until("the answer", taken)
			b.view("receipt")
			b.until("its draft, in force", `return weltentor.store.state.checked?.good === args[0] && weltentor.store.state.checked.sent`, all-1)
			b.until("orders in force", inForce)
			g.has(all - 1)

			// an older page
			b.js(nil, `const c = await caches.open('weltentor-table'), old = await (await c.match(location.pathname)).text();
				window.old = true;
				await c.put(location.pathname, new Response(old.replace(/data-sends="\w+"/, 'data-sends="0000000000000000"'), { headers: { 'Content-Type': 'text/html' } }));
				weltentor.store.sender = Object.assign(weltentor.store.sender, { page: '0000000000000000' })`)
			b.shorter()
			b.until("what is kept", keeps)
			b.click(".sends .main")
			b.until("a page of now", `return !window.old && document.body.dataset.sends !== '0000000000000000' && globalThis.weltentor?.store?.state.opened && document.querySelector('.sends .main')`)
			b.until("its draft", `return weltentor.store.state.checked?.good === args[0]`, all-2)
			b.click(".sends .main")
			b.until("orders in force", inForce)
			g.has(all - 2)

			// the next report
			g.tells("turn", g.dir, "--force")
			b.js(nil, `dispatchEvent(new Event('online'))`)
			b.until("the next report", `return document.querySelector('#next-report')`)
			holds("next")
			b.click("#next-report")
			b.until("its report", `const { table, view } = weltentor.store.state; return table.turn === 2 && view === 'report'`)

			// others have nothing of it
			for _, link := range []string{other.links[0], g.links[1]} {
				b.open("about:blank")
				b.open(link)
				b.until("the map of the realm", laidByLink)
				b.until("a page that sends, without a door", `return `+sent+` && !`+sent+`?.door && `+sent+`?.link`)
			}
			b.open("about:blank")
			b.open(g.at + "#1")
			b.until("the map of the realm", laidByLink)
			b.until("the turn of now, by the door", `return weltentor.store.state.table.turn === 2 && `+sent+`?.door`)

			g.tells("realm", "passwd", g.dir, "1")
			b.view("receipt")
			b.js(nil, `dispatchEvent(new Event('online'))`)
			b.until("that the door is shut", `return `+sent+` && !`+sent+`.door && weltentor.store.state.said?.bad`)
			holds("ended")
		})
	}
}

// has checks that realm 1 has so many orders in force.
func (g *hosted) has(orders int) {
	g.t.Helper()
	if got := g.tells("orders", g.dir, "1"); orders < 1 || !strings.Contains(got, fmt.Sprintf(": %d order", orders)) {
		g.t.Errorf("%d orders should be in force, not %s", orders, got)
	}
}

// squeezed is a text with single blanks between its words.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }
