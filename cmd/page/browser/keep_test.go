//go:build servers

package browser

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/page/pages"
	"weltentor/worlds"
)

// onLink is a server with the first game's page by link, its address, and the key of a link to the data.
func onLink(t *testing.T, data []byte) (web *onWeb, at, key string) {
	t.Helper()
	rulebook := worlds.Rulebooks()[0].Name()
	html, err := os.ReadFile(strings.TrimPrefix(page(t, rulebook), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := pages.ByLink(rulebook, "Bovistan", html)
	if err != nil {
		t.Fatal(err)
	}
	web = &onWeb{folder: t.TempDir()}
	for name, file := range files {
		if err := os.WriteFile(filepath.Join(web.folder, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	web.Server = httptest.NewServer(web)
	t.Cleanup(web.Close)
	return web, web.URL + "/t/" + rulebook + ".html", web.puts(t, data).String()
}

const (
	drafts = `weltentor.store.state.drafts.map((d) => d.text)`
	keeps  = `return weltentor.store.state.kept && weltentor.store.state.safe?.drafts === weltentor.store.state.drafts`
)

// write puts a text into the draft, as the editor does, and waits until the browser has kept it.
func (b *tab) write(text string) {
	b.t.Helper()
	b.js(nil, `const s = weltentor.store; s.set({ drafts: s.state.drafts.map((d) => (d.id === s.state.draft ? { ...d, text: args[0] } : d)) })`, text)
	b.until("what is kept", keeps)
}

// What is written on a page of a link is there again when its tab has ended: nobody was asked, and Files was never opened.
// What lies in the browser is sealed. Whoever goes to Files again and again finds each draft once. After "delete all of it"
// nothing is left, and only the link opens the table again.
func TestBrowserKeepsByLink(t *testing.T) {
	data, _ := twoTurns(t, worlds.Rulebooks()[0].Name())
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			_, at, key := onLink(t, data)
			b := start(t, kind)
			for n, open := range []string{at + "#" + key, at} {
				b.open(open)
				b.until("the map of the realm", laidByLink)
				if n > 0 {
					b.until("the orders of before", `return `+drafts+`.join() === '; one more'`)
				}
				b.write("; one more")
				b.open("about:blank")
			}
			b.open(at)
			b.until("the map of the realm", laidByLink)
			b.until("the orders of before", `return `+drafts+`.join() === '; one more'`)
			for range 3 {
				b.view("files")
				b.until("what is remembered", `return document.querySelector('.files .forget')`)
				b.write("; " + strings.Repeat("x", 5))
				b.view("map")
			}
			b.until("each draft once", `return `+drafts+`.join() === '; xxxxx'`)
			var lies []string
			const all = `const db = await new Promise((r) => { indexedDB.open('weltentor-table').onsuccess = (e) => r(e.target.result); }), s = db.transaction('tables').objectStore('tables');
				const get = (q) => new Promise((r) => { q.onsuccess = () => r(q.result); }), keys = (await get(s.getAllKeys())).filter((k) => k.startsWith('['));
				const out = []; for (const k of keys) { const v = await get(s.get(k)); out.push(v.sealed ? new TextDecoder('latin1').decode(v.sealed) : String(v)); }
				db.close(); return out;`
			if b.js(&lies, all); len(lies) != 1 || strings.Contains(lies[0], "xxxxx") || strings.Contains(lies[0], "weltentor") {
				t.Errorf("%s keeps %.200q", kind, lies)
			}
			for _, line := range b.logged("browser") {
				t.Errorf("%s: the console says %s", kind, line)
			}
			var much int // Chromium keeps values of 64 KB and more apart
			b.js(&much, `const v = new Uint8Array(200000), on = weltentor.store.keeper.shelf;
				for (let n = 0; n < v.length; n += 50000) crypto.getRandomValues(v.subarray(n, n + 50000));
				await on.put('much', { sealed: v.buffer });
				const got = await on.get('much');
				await on.drop('much');
				return await on.get('much') === undefined ? got.sealed.byteLength : -1`)
			if much != 200000 {
				t.Errorf("%s brings back %d bytes of 200,000", kind, much)
			}
			b.view("files")
			b.click(".files .forget")
			b.until("a question", `return document.querySelector('.files [role=alert]')`)
			b.click(".files .forget")
			b.until("an empty table", `return !weltentor.store.state.table && location.href === args[0]`, at)
			b.until("nothing kept", `const db = await new Promise((r) => { indexedDB.open('weltentor-table').onsuccess = (e) => r(e.target.result); });
				const keys = await new Promise((r) => { db.transaction('tables').objectStore('tables').getAllKeys().onsuccess = (e) => r(e.target.result); });
				db.close();
				const files = (await (await caches.open('weltentor-table')).keys()).filter((r) => r.url.endsWith('.bin'));
				return keys.length + files.length === 0`)
			b.open("about:blank")
			b.open(at + "#" + key)
			b.until("the map of the realm", laidByLink)
			b.until("the draft as it was begun", `return !`+drafts+`.join().includes('xxxxx')`)
		})
	}
}

// A practice is kept by itself: a page that is opened again offers to go on with it, and asks before another one takes its
// place.
func TestBrowserKeepsAPractice(t *testing.T) {
	rulebook := worlds.Rulebooks()[0].Name()
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := start(t, kind)
			b.open(page(t, rulebook))
			b.click("#practise:enabled")
			b.until("the map and the lesson", `return document.querySelector('.plan .lesson') && document.querySelector('.map')`)
			b.write("; one more")
			var world, other string
			b.js(&world, `return weltentor.store.state.table.world`)
			b.open("about:blank")
			b.open(page(t, rulebook))
			b.until("the practice of before", `return document.querySelector('.start .kept')?.textContent.includes(args[0])`, world)
			b.click("#practise:enabled")
			b.until("a question", `return document.querySelector('.start [role=alert]')?.textContent.includes(args[0])`, world)
			b.click(".start .kept")
			b.until("its orders", `const { table, practice } = weltentor.store.state; return practice && table?.world === args[0] && `+drafts+`.includes('; one more')`, world)
			b.view("more")
			b.js(nil, `weltentor.store.set({ view: 'start' })`)
			b.click(".start #practise:enabled")
			b.until("a question again", `return document.querySelector('.start [role=alert]')?.textContent.includes(args[0])`, world)
			b.click(".start #practise:enabled")
			b.until("another game", `return weltentor.store.state.practice && weltentor.store.state.table?.world !== args[0]`, world)
			b.until("what is kept", keeps)
			b.js(&other, `return weltentor.store.state.table.world`)
			b.open("about:blank")
			b.open(page(t, rulebook))
			b.until("the other alone", `const all = [...document.querySelectorAll('.start .kept')]; return all.length === 1 && all[0].textContent.includes(args[0])`, other)
			b.quiet()
		})
	}
}
