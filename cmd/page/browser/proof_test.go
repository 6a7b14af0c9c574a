//go:build servers

package browser

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/schedule"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// proof is the public file of a game that the machine has played, and its last seal.
func proof(t *testing.T, rb game.Rulebook, realms, n int) (file []byte, last string) {
	t.Helper()
	w := machines(t, rb, realms)
	_, err := schedule.Close(w.World, 0, "It is enough.", advanced(t, w, n))
	worldtest.Must(t, err)
	file, err = turns.Publish(w.World, true)
	worldtest.Must(t, err)
	worldtest.Must(t, w.View(func(tx *store.Tx) (err error) {
		last, err = chronicle.LastSeal(tx)
		return err
	}))
	return file, last
}

// swapped is a public file in which realm 2 has sent other orders in its first turn.
func swapped(t *testing.T, file []byte) []byte {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(file))
	worldtest.Must(t, err)
	raw, err := io.ReadAll(unzipped)
	worldtest.Must(t, err)
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, err = io.WriteString(w, strings.Replace(string(raw), `"realm":2,"text":"`, `"realm":2,"text":";\n`, 1))
	worldtest.Must(t, err)
	worldtest.Must(t, w.Close())
	return b.Bytes()
}

// A page that is given a public file says that it is true, shows the game turn by turn in either language, and holds a
// seal against it. It says of a forged one which realm's orders of which turn are others. Nothing is fetched. In Chromium
// axe-core finds nothing wrong, on a desktop and on a phone, and nothing is wider than its window. The time for all turns is logged, never tested; with LAWS=full it is that of 12 realms and 48 turns.
func TestBrowserProof(t *testing.T) {
	source := axe(t)
	for i, rb := range games(0, 1, 3) {
		realms, n := 3, 3
		if i == 0 && os.Getenv("LAWS") == "full" {
			realms, n = 12, 48
		}
		file, last := proof(t, rb, realms, n)
		name := rb.Name() + ".jsonl.gz"
		for _, kind := range chosen() {
			t.Run(rb.Name()+" "+kind, func(t *testing.T) {
				b := started(t, kind, "browser", "performance")
				b.open(page(t, rb.Name()))
				b.until("the page", `return document.querySelector('input[type=file]')`)
				b.js(nil, `weltentor.store.set({ lang: 'en' }); window.times = [];
					weltentor.store.subscribe(() => { const { proof } = weltentor.store.state;
						if (proof?.read > 0 && (window.times.length === 0 || !proof.more && window.times.length === 1)) window.times.push(performance.now()); })`)
				b.keys("input[type=file]", put(t, name, file))
				var took float64                                   // since the engine runs and has founded the world
				for tries := 0; took == 0 && tries < 30; tries++ { // many turns take more than a script may
					b.js(&took, `const end = performance.now() + 20_000;
						while (window.times.length < 2 && performance.now() < end) await new Promise((r) => setTimeout(r, 10));
						return window.times.length < 2 ? 0 : window.times[1] - window.times[0]`)
				}
				t.Logf("%d realms, %d turns, %d bytes: played again in %.0f ms", realms, n, len(file), took)
				b.says("#verdict", "^True\\.")
				b.shot("proof-" + rb.Name())
				b.looks(n)
				b.until("counters that can be seen", `return [...document.querySelectorAll('.l-units .counter')].every((c) => c.getBoundingClientRect().width > 6)`)
				if kind == "chromium" {
					b.js(nil, source+`; window.axe = window.axe ?? axe;`)
					b.held("a public file", false)
					b.fits("a public file", 1366, 1024, 720, 320)
					b.screen(390, 844, true)
					b.held("a public file on a phone", true)
					b.shot("proof-" + rb.Name() + "-phone")
					b.screen(1440, 900, false)
				}
				b.keys("#mine", fmt.Sprintf("Seal %d: %s", n, seal.Spaced(last)))
				b.click(".compare button")
				b.until("what the seal says", `return document.querySelector('#compared').textContent`)
				b.says("#compared", fmt.Sprintf("^Seal of turn %d: the file has it, too\\.$", n))
				b.js(nil, `weltentor.store.set({ lang: 'de' })`)
				b.until("German", `return document.querySelector('#verdict').textContent.startsWith('Wahr.')`)
				b.click(".panel .x")
				b.until("the files", `return document.querySelector('input[type=file]')`)
				b.keys("input[type=file]", put(t, "other-"+name, swapped(t, file)))
				b.until("the other verdict", `const v = document.querySelector('#verdict'); return v && v.textContent`)
				b.says("#verdict", "^Falsch\\. Zug \\d, Reich 2: ")
				b.shot("proof-" + rb.Name() + "-false")
				b.quiet()
			})
		}
	}
}

// says checks the text of a part of the page.
func (b *tab) says(css, want string) {
	b.t.Helper()
	var text string
	if b.js(&text, `return document.querySelector(args[0]).textContent`, css); !regexp.MustCompile(want).MatchString(text) {
		b.t.Errorf("%s: %s says %q, not %q", b.kind, css, text, want)
	}
}

// looks moves the slider to the first turns and to the last: each has its title, and the map is drawn anew.
func (b *tab) looks(last int) {
	b.t.Helper()
	var seen []string
	b.js(&seen, `const slider = document.querySelector('#scene'), seen = [];
		for (const n of [0, 1, 2, args[0]]) {
			slider.value = n;
			slider.dispatchEvent(new Event('input', { bubbles: true }));
			while (weltentor.store.state.drawn?.turn !== n) await new Promise((r) => setTimeout(r, 5));
			await new Promise((r) => setTimeout(r, 50));
			seen.push(slider.labels[0].textContent + ' ' + document.querySelectorAll('.l-units > *').length);
		}
		return seen`, last)
	if !strings.HasPrefix(seen[0], "start ") || seen[1] == seen[2] || seen[2] == seen[3] || strings.HasSuffix(seen[3], " 0") {
		b.t.Errorf("%s: the slider shows %q", b.kind, seen)
	}
}
