//go:build servers

package browser

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"weltentor/cmd/page/pages"
	"weltentor/resolve/secrets"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// onWeb is a folder on a web server that writes down what it is asked for.
type onWeb struct {
	*httptest.Server
	folder string
	lock   sync.Mutex
	asked  []string // by each request: address, and all heads
}

func (w *onWeb) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	var heads bytes.Buffer
	_ = r.Header.Write(&heads)
	w.lock.Lock()
	w.asked = append(w.asked, r.Method+" "+r.URL.String()+"\n"+heads.String())
	w.lock.Unlock()
	game, _, _ := strings.Cut(r.URL.Path[1:], "/") // "t", and what other games are called
	http.StripPrefix("/"+game+"/", http.FileServer(http.Dir(w.folder))).ServeHTTP(to, r)
}

// puts puts a realm's data on the server, and returns the key of its link.
func (w *onWeb) puts(t *testing.T, data []byte) (key secrets.LinkKey) {
	t.Helper()
	_, _ = rand.Read(key[:])
	packed := secrets.PackedFor(data, secrets.LinkKey{1})
	file, err := key.Seal(packed, secrets.SealedSize(len(packed)))
	if err == nil {
		err = os.WriteFile(filepath.Join(w.folder, key.File()), file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return key
}

const laidByLink = `return globalThis.weltentor?.store?.state.opened && weltentor.store.state.view === 'map' && document.querySelector('svg.map .l-base path')`

// The link in a letter opens the map, in Chromium on a phone. The key leaves the address bar and is in no request, and nothing is asked
// of another server. Then the page opens without a network: by its bare address, as a bookmark or the installed page has
// it, and by the link. A newer link in the same tab lays the newer turn. A link that is cut off, or has ended, says so.
// A page that is left early keeps none from its engine, and is whole again on the way back.
func TestBrowserLink(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	html, err := os.ReadFile(strings.TrimPrefix(page(t, rb.Name()), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := pages.ByLink(rb.Name(), "Bovistan", html)
	if err != nil {
		t.Fatal(err)
	}
	data, later := twoTurns(t, rb.Name())
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			web := &onWeb{folder: t.TempDir()}
			for name, file := range files {
				if err := os.WriteFile(filepath.Join(web.folder, name), file, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			web.Server = httptest.NewServer(web)
			t.Cleanup(web.Close)
			key := web.puts(t, data)
			at := web.URL + "/t/" + rb.Name() + ".html"

			b := started(t, kind, "browser", "performance")
			if kind == "chromium" { // only it can be made a phone
				b.screen(390, 844, true)
			}
			b.open(at + "#" + key.String())
			var took float64
			b.js(&took, `const there = () => document.querySelector('svg.map .l-base path');
				while (!there()) await new Promise((r) => requestAnimationFrame(r));
				return performance.now()`)
			t.Logf("%s: the map is there %.0f ms after the link was opened", kind, took) // not tested: it is the machine's
			b.until("the map of the realm", laidByLink)
			b.until("no key in the address bar", `return location.href === args[0] + '#' + weltentor.store.state.table.realm`, at)
			b.shot("link-phone")
			b.until("what there is without a network", `const c = await caches.open('weltentor-table'), all = (await c.keys()).map((r) => new URL(r.url).pathname);
				return navigator.serviceWorker.controller && all.length === 4 && all.filter((p) => p.endsWith('.bin')).length === 1`)
			b.until("a page that can be installed", `const m = await (await fetch(document.querySelector('link[rel=manifest]').href)).json();
				return m.name === 'Bovistan' && m.display === 'standalone' && new URL(m.start_url, location.href).href === args[0]`, at)

			next := web.puts(t, later)
			b.js(nil, `location.hash = '#' + args[0]`, next.String())
			b.until("the next turn in the same tab", `const { table, past } = weltentor.store.state; return table.turn > past[0]?.turn && location.href === args[0] + '#' + table.realm`, at)
			web.says(b, at, "#"+strings.Repeat("A", 43), "Dieser Link ist beendet", "This link has ended")
			web.says(b, at, "#"+key.String()[:40], "nicht vollständig", "not complete")

			for _, line := range b.requests() {
				if !strings.HasPrefix(line, web.URL+"/t/") && !slices.ContainsFunc([]string{"blob:", "data:", "chrome"}, func(own string) bool { return strings.HasPrefix(line, own) }) {
					t.Errorf("it asks for %s", line)
				}
			}
			web.lock.Lock()
			for _, asked := range web.asked {
				if strings.Contains(asked, key.String()) || strings.Contains(asked, "#") {
					t.Errorf("the server hears %s", asked)
				}
			}
			if len(web.asked) < 3 {
				t.Errorf("the server heard %d requests", len(web.asked))
			}
			web.lock.Unlock()
			web.others(t, b, rb.Name(), at)

			var cores int
			b.js(&cores, `return navigator.hardwareConcurrency`)
			for range cores { // each is left while its engine starts
				b.open(at)
				b.open("about:blank")
			}
			b.must("back", nil) // Chromium sometimes ignores a script's history.back() just after a page has come
			b.until("the map on the way back", laidByLink)

			web.Close()
			b.open("about:blank")
			for open, data := range map[string][]byte{at: later, at + "#" + key.String(): data} {
				var table struct{ Turn int }
				if err := json.Unmarshal(data, &table); err != nil {
					t.Fatal(err)
				}
				b.open(open)
				b.until("the map without a network", laidByLink+` && [weltentor.store.state.table, ...weltentor.store.state.past].some((t) => t.turn === args[0])`, table.Turn)
				b.open("about:blank") // a newer turn that was kept is laid over an old link's after a rest
			}
		})
	}
}

// In a link's data something may have no room. The page says what, and as of when they are.
func TestBrowserLinkLacks(t *testing.T) {
	data, _ := twoTurns(t, worlds.Rulebooks()[0].Name())
	var table map[string]any
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	table["at"], table["lacks"] = "2027-03-12T19:00:00Z", []string{game.LacksOrders, game.LacksLetters}
	data, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			_, at, key := onLink(t, data)
			b := start(t, kind)
			for range 2 { // for the second time the browser has kept what lay there
				b.open("about:blank")
				b.open(at + "#" + key)
				b.until("the map of the realm", laidByLink)
				b.until("what is missing", `const said = weltentor.store.state.said?.text ?? '';
					return /zu lang für diese Seite|too long for this page/.test(said) && /Ältere Briefe fehlen|Older letters are missing/.test(said)`)
				b.until("as of when it shows", `return /Stand:|As of/.test(document.querySelector('.plan header').textContent)`)
			}
		})
	}
}

// others opens two links more: one into another game of the rulebook on the same host, and one of another realm. Then a
// bookmark of each address and realm opens its own table, and the bare address the last of that game. A realm whose link
// was never opened here is unknown.
func (w *onWeb) others(t *testing.T, b *tab, rulebook, at string) {
	t.Helper()
	_, mine := twoTurns(t, rulebook)
	var first struct{ Realm, Turn int }
	if err := json.Unmarshal(mine, &first); err != nil {
		t.Fatal(err)
	}
	neighbour := neighbours(t, rulebook, first.Realm)
	elsewhere := strings.Replace(at, "/t/", "/u/", 1)
	is := func(what, address string, want []byte) {
		t.Helper()
		var table struct {
			World       string
			Realm, Turn int
		}
		if err := json.Unmarshal(want, &table); err != nil {
			t.Fatal(err)
		}
		b.open("about:blank")
		b.open(address)
		b.until(what, `const t = globalThis.weltentor?.store?.state.table;
			return t?.world === args[0] && t.realm === args[1] && t.turn === args[2] && location.hash === '#' + args[1]`, table.World,
			table.Realm, table.Turn)
	}
	is("another game", elsewhere+"#"+w.puts(t, neighbour).String(), neighbour)
	is("the first game's bookmark", at, mine)
	is("another realm", at+"#"+w.puts(t, neighbour).String(), neighbour)
	is("the first realm's bookmark", fmt.Sprintf("%s#%d", at, first.Realm), mine)
	is("the last that was opened by a link", at, neighbour)
	w.says(b, at, "#999", "kennt keinen Link für Reich 999", "no link for realm 999")
	is("the first realm again", at+"#"+w.puts(t, mine).String(), mine)
}

// neighbours is a table of another realm than this.
func neighbours(t *testing.T, rulebook string, not int) []byte {
	t.Helper()
	for _, file := range tables(t, rulebook) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if read(t, file)["realm"] != float64(not) {
			return raw
		}
	}
	t.Fatalf("%s: one realm only", rulebook)
	return nil
}

// twoTurns are tables of one realm, of its first turn that there is and of its last one.
func twoTurns(t *testing.T, rulebook string) (first, last []byte) {
	t.Helper()
	type realm struct{ world, number any }
	var of realm
	for _, file := range tables(t, rulebook) {
		is := read(t, file)
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch here := (realm{is["world"], is["realm"]}); {
		case first == nil:
			of, first = here, raw
		case here == of:
			last = raw
		}
	}
	if last == nil {
		t.Fatalf("%s: one turn only", rulebook)
	}
	return first, last
}

// says opens a link, and waits until the page says one of these words.
func (w *onWeb) says(b *tab, at, hash string, words ...string) {
	b.t.Helper()
	b.open("about:blank")
	b.open(at + hash)
	b.until("what it says about "+hash, `const said = globalThis.weltentor?.store?.state.said; return said?.bad && args.some((w) => said.text.includes(w)) && !weltentor.store.state.opened`,
		words[0], words[1])
}

// requests returns the addresses that a browser has asked for since it was asked last.
func (b *tab) requests() (urls []string) {
	b.t.Helper()
	for _, line := range b.logged("performance") {
		var entry struct {
			Message struct {
				Method string
				Params struct{ Request struct{ URL string } }
			}
		}
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Message.Method == "Network.requestWillBeSent" {
			urls = append(urls, entry.Message.Params.Request.URL)
		}
	}
	return urls
}
