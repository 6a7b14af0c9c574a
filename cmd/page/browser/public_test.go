//go:build servers

package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// shown are public pages on a web server, and what was asked of it.
type shown struct {
	*httptest.Server
	pages []string
	files map[string][]byte
	sync.Mutex
	asked []string
}

func (s *shown) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	s.asked = append(s.asked, r.URL.Path)
	s.Unlock()
	raw, is := s.files[r.URL.Path]
	if !is {
		http.NotFound(w, r)
		return
	}
	if path.Ext(r.URL.Path) == ".html" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	_, _ = w.Write(raw)
}

// frame is a page with another one in it.
const frame = "/frame.html"

// published are the pages of a game that the machine plays, as it runs and as it is over, and a list of both. With
// LAWS=full it is each of the games.
func published(t *testing.T) *shown {
	t.Helper()
	s := &shown{files: map[string][]byte{frame: []byte("<!doctype html><html lang=\"en\"><title>A page in a page</title>" +
		`<link rel="icon" href="data:,"><iframe style="height:800px;border:0"></iframe>`)}}
	rulebooks, cards := worlds.Rulebooks(), []public.Card{}
	if os.Getenv("LAWS") != "full" {
		rulebooks = rulebooks[:1]
	}
	for _, rb := range rulebooks {
		w := machines(t, rb, 3)
		put := func(state string) {
			page, story, err := gamemaster.StoryOf(w.World)
			worldtest.Must(t, err)
			name := public.Each(func(lang phrase.Lang) string { return rb.Words(lang).T("game") })
			g := public.Game{Page: page, Story: story, Name: name, Home: "../index.html"}
			files, err := g.Files()
			worldtest.Must(t, err)
			card := g.Card()
			card.Folder = rb.Name() + "-" + state
			cards = append(cards, card)
			for name, raw := range files {
				s.files["/"+card.Folder+"/"+name] = raw
			}
			s.pages = append(s.pages, "/"+card.Folder+"/index.html")
		}
		at := advanced(t, w, 4)
		put("running")
		_, err := schedule.Close(w.World, 0, "It is enough.", at)
		worldtest.Must(t, err)
		put("finished")
	}
	var err error
	s.files["/index.html"], err = public.Index(cards)
	worldtest.Must(t, err)
	s.pages = append(s.pages, "/index.html")
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// machines is a game that the machine plays alone. All of it is public.
func machines(t *testing.T, rb game.Rulebook, realms int) *worldtest.Game {
	t.Helper()
	w := worldtest.Found(t, rb, realms, func(s *world.Settings) {
		s.Public, s.Signup, s.Practice, s.Observers = public.Parts, true, 20, 20
	})
	worldtest.CheapPasswords()
	for realm := 1; realm <= realms; realm++ {
		m, err := players.Manner(w.World, "", "")
		worldtest.Must(t, err)
		_, err = players.Bot(w.World, realm, &m, false, w.ClockAt)
		worldtest.Must(t, err)
	}
	return w
}

// advanced resolves some turns, and returns when the next is due.
func advanced(t *testing.T, w *worldtest.Game, n int) time.Time {
	t.Helper()
	at := worldtest.Friday
	for range n {
		_, err := turns.Advance(w.World, at, true)
		worldtest.Must(t, err)
		at = at.AddDate(0, 0, 7)
	}
	return at
}

// Each browser opens the public pages of a running game and of one that is over, and the list of worlds. It asks for the
// page and nothing else, and the console is empty. axe-core finds nothing wrong, light or dark, in each language, on a
// desktop and on a phone; without LAWS=full or in other browsers than Chromium each page is looked at in one of these
// ways. Nothing is wider than its window.
func TestBrowserPublic(t *testing.T) {
	s, source := published(t), axe(t)
	for _, kind := range chosen() {
		t.Run(kind, func(t *testing.T) {
			b := start(t, kind)
			for i, page := range s.pages {
				s.asked = nil
				b.open(s.URL + page)
				b.until("the script", `const by = (id) => document.getElementById(id);
					return !by('theme').hidden && (!by('data') || !by('eyes').hidden)`)
				b.shot("public-" + strings.ReplaceAll(strings.Trim(page, "/"), "/", "-"))
				b.quiet()
				s.Lock()
				if !slices.Equal(s.asked, []string{page}) {
					t.Errorf("%s asks for %q", page, s.asked)
				}
				s.Unlock()
				b.js(nil, source+`; window.axe = window.axe ?? axe;`)
				for n, look := range looks {
					if (os.Getenv("LAWS") != "full" || kind != "chromium") && n != i%len(looks) {
						continue
					}
					if kind == "chromium" {
						b.screen(look.width, look.height, false)
					}
					b.js(nil, `document.documentElement.dataset.theme = args[0]; document.getElementById('l-' + args[1]).click()`,
						look.scheme, look.lang)
					b.held(fmt.Sprintf("%s, %s", page, look.name), false)
				}
				b.eyes(page)
				b.narrow(s.URL, page)
				b.scriptless(s.URL, page)
			}
		})
	}
}

// eyes checks each realm's eyes after each turn on the page of a game that is over: what the realm knew fills at least 95 %
// of one side of the window, and is cut nowhere. Through all eyes the map is as wide as the window.
func (b *tab) eyes(page string) {
	b.t.Helper()
	var wrong []string
	b.js(&wrong, `const turn = document.getElementById('turn'), wrong = [];
		if (!turn) return wrong;
		const svg = document.querySelector('svg.world'), shape = svg.clientWidth / svg.clientHeight;
		for (const v of document.querySelectorAll('.views button')) for (let n = 0; n <= +turn.max; n++) {
			turn.value = n; turn.dispatchEvent(new Event('input'));
			if (v.getAttribute('aria-pressed') !== 'true') v.click();
			const box = svg.viewBox.baseVal, name = v.title + ', turn ' + n;
			if (Math.abs(box.width / box.height / shape - 1) > .02) wrong.push(name + ': the window has another shape');
			if (v.dataset.r === '0') continue;
			// the veil is a large square, with a hole for what is known
			const hole = document.createElementNS('http://www.w3.org/2000/svg', 'path');
			hole.setAttribute('d', svg.querySelector('.unk').getAttribute('d').replace(/^[^Z]*Z/, ''));
			svg.append(hole);
			const known = hole.getBBox(), fills = Math.max(known.width / box.width, known.height / box.height);
			hole.remove();
			if (fills < .95 || known.x < box.x - 1 || known.y < box.y - 1 || known.x + known.width > box.x + box.width + 1 ||
				known.y + known.height > box.y + box.height + 1) wrong.push(name + ' fills ' + fills + ' of ' + [box.x, box.y, box.width, box.height]);
		}
		return wrong;`)
	if len(wrong) > 0 {
		b.t.Errorf("%s: %s: %d views, such as %s", b.kind, page, len(wrong), strings.Join(wrong[:min(4, len(wrong))], "\n"))
	}
}

// narrow checks that nothing on a page is wider than windows of seven widths.
func (b *tab) narrow(server, page string) {
	b.t.Helper()
	var wide []string
	b.open(server + frame)
	b.js(&wide, `const f = document.querySelector('iframe'), wide = [];
		await new Promise((r) => { f.onload = r; f.src = args[0]; });
		for (const width of [320, 360, 390, 768, 1024, 1440, 1920]) {
			f.style.width = width + 'px';
			await new Promise((r) => setTimeout(r, 60));
			const d = f.contentDocument, { scrollWidth: all, clientWidth: seen } = d.documentElement;
			if (all > seen) wide.push(width + ' by ' + (all - seen), ...[...d.querySelectorAll('body *')]
				.filter((e) => e.getBoundingClientRect().right > seen + 1).slice(-3).map((e) => e.outerHTML.slice(0, 120)));
		}
		return wide;`, page)
	if len(wide) > 0 {
		b.t.Errorf("%s: %s is too wide: %s", b.kind, page, strings.Join(wide, "\n"))
	}
}

// scriptless checks that a page can be read without a script, in both languages: a frame that lets none run has it.
func (b *tab) scriptless(server, page string) {
	b.t.Helper()
	var wrong []string
	b.open(server + frame)
	b.js(&wrong, `const f = document.querySelector('iframe'), wrong = [];
		f.style.width = '1200px';
		f.setAttribute('sandbox', 'allow-same-origin');
		await new Promise((r) => { f.onload = r; f.src = args[0]; });
		const d = f.contentDocument, seen = (e) => e.checkVisibility();
		if (!d.getElementById('theme').hidden) wrong.push('a script has run');
		for (const e of d.querySelectorAll('details')) e.open = true;
		const read = {};
		for (const [lang, other] of [['en', 'de'], ['de', 'en']]) {
			d.getElementById('l-' + lang).checked = true;
			await new Promise((r) => setTimeout(r, 60));
			read[lang] = [...d.querySelectorAll('main [lang=' + lang + ']')].filter(seen).length;
			const too = [...d.querySelectorAll('main [lang=' + other + ']')].filter(seen);
			if (!read[lang] || too.length) wrong.push(lang + ': ' + read[lang] + ' texts, and of the other ' + too.length +
				' ' + (too[0]?.outerHTML.slice(0, 120) ?? ''));
		}
		if (read.en !== read.de) wrong.push(read.en + ' texts in English, ' + read.de + ' in German');
		for (const e of d.querySelectorAll('table, h1, h2, .world, .tn'))
			if (!seen(e) && !e.closest('[hidden]')) wrong.push('hidden: ' + e.outerHTML.slice(0, 120));
		return wrong;`, page)
	if len(wrong) > 0 {
		b.t.Errorf("%s: %s without a script: %s", b.kind, page, strings.Join(wrong, "\n"))
	}
	b.logged("browser") // that no script may run
}
