//go:build servers

package browser

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// sights are what is shown on a picture: a view, with something chosen.
var sights = []struct {
	name  string
	shows map[string]any // "army" and "at" stand for one of each
}{
	{"map", nil},
	{"army", map[string]any{"view": "army", "army": "army"}},
	{"armies", map[string]any{"view": "army"}},
	{"text", map[string]any{"view": "army", "army": "army", "drawer": true}},
	{"field", map[string]any{"at": "at"}},
	{"recruit", map[string]any{"view": "recruit"}},
	{"build", map[string]any{"view": "build", "at": "at"}},
	{"forms", map[string]any{"view": "forms"}},
	{"realms", map[string]any{"view": "realms"}},
	{"replay", map[string]any{"view": "replay"}},
	{"report", map[string]any{"view": "report"}},
	{"receipt", map[string]any{"view": "receipt"}},
	{"whatif", map[string]any{"view": "whatif"}},
	{"years", map[string]any{"view": "years"}},
	{"table", map[string]any{"view": "table"}},
	{"more", map[string]any{"view": "more"}},
	{"help", map[string]any{"view": "help"}},
	{"files", map[string]any{"view": "files"}},
	{"allies", map[string]any{"view": "allies"}},
	{"find", map[string]any{"finding": true}},
}

// screens are how it is looked at.
var screens = []struct {
	name, lang, scheme, filter string
	width, height              int
	phone                      bool
}{
	{"light", "en", "light", "", 1440, 900, false},
	{"dark", "de", "dark", "", 1440, 900, false},
	{"small", "de", "light", "", 1366, 768, false},
	{"phone", "en", "light", "", 390, 844, true},
	{"phone-dark", "de", "dark", "", 390, 844, true},
	{"deuteranopia", "en", "light", "deuteranopia", 1440, 900, false},
	{"grey", "en", "light", "achromatopsia", 1440, 900, false},
}

// `make shots` makes pictures of all views of all games, to be looked at by a person: light and dark, on a desktop, on a
// small one, on a phone, in both languages; the map also as who sees no red and green, or no colours, sees it.
func TestBrowserShots(t *testing.T) {
	if os.Getenv("SHOTS") == "" {
		t.Skip("SHOTS names no folder")
	}
	years := dumped(t)
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			b := start(t, "chromium")
			b.still()
			for _, s := range screens {
				b.screen(s.width, s.height, s.phone)
				b.cdp("Emulation.setEmulatedVisionDeficiency", map[string]any{"type": cmp.Or(s.filter, "none")})
				file := waiting(t, rb, phrase.Lang(s.lang))
				if table := years[s.lang]; rb == worlds.Rulebooks()[0] {
					file = table
				}
				b.onTable(rb.Name(), file)
				b.wears(s.scheme, s.lang)
				for _, v := range sights {
					if s.filter != "" && v.name != "map" && v.name != "replay" && v.name != "realms" {
						continue
					}
					if b.sees(v.shows) {
						b.js(nil, `await new Promise((r) => setTimeout(r, 200))`)
						b.picture(fmt.Sprintf("%s-%s-%s", rb.Name(), v.name, s.name))
					}
				}
				b.js(nil, `addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)`)
			}
			b.quiet()
		})
	}
}

// dumped are tables of the twelve years, in which much is going on, by language; part of the orders is still to be given.
func dumped(t *testing.T) map[string]string {
	folder := os.Getenv("YEARS_DUMP")
	if folder == "" {
		folder = t.TempDir()
		say(t, []string{"YEARS_DUMP=" + folder}, "go", "test", "-count=1", "-run", "^TestTwelveYears$", "weltentor/worlds/thoramar")
	}
	out := map[string]string{}
	for lang, name := range map[string]string{"de": "t17-r01-table.json", "en": "t22-r06-table.json"} {
		table := read(t, filepath.Join(folder, name))
		lines := strings.Split(table["orders"].(string), "\n")
		table["orders"] = strings.Join(lines[:max(2, len(lines)*2/3)], "\n")
		table["deadline"] = time.Now().Add(106 * time.Hour).Format(time.RFC3339)
		out[lang] = put(t, "TABLE.json", table)
	}
	return out
}

// sees shows something, and reports whether the game has it.
func (b *tab) sees(shows map[string]any) (has bool) {
	b.t.Helper()
	b.js(&has, `const { opened } = weltentor.store.state, shows = args[0] ?? {};
		const own = opened.desk?.armies?.filter((a) => !a.in && a.actions?.length) ?? [];
		const goes = own.filter((a) => weltentor.store.state.rows.some((r) => r.army === a.name && r.values?.some((v) => /^[1-6]/.test(v))));
		const army = (goes.find((a) => a.arm === 'horse') ?? goes.find((a) => a.arm === 'foot') ?? goes[0] ?? own[0])?.name;
		const mine = opened.chart?.cells.filter((c) => c.owner === opened.realm || c.own) ?? [];
		const at = (mine.find((c) => c.name) ?? mine[0] ?? opened.chart?.cells[0])?.label;
		const has = { army: opened.desk?.armies?.length, recruit: opened.desk?.units?.length, build: opened.desk?.works?.length };
		if (shows.army && !army || shows.view in has && !has[shows.view]) return false;
		weltentor.store.set({ view: 'map', army: null, at: null, drawer: false, finding: false, said: null, ...shows,
			...(shows.army && { army }), ...(shows.at && { at }) });
		document.activeElement?.blur();
		const soon = async (css) => { for (let i = 0; i < 100 && !document.querySelector(css); i++) await new Promise((r) => setTimeout(r, 20)); return document.querySelector(css); };
		if (shows.view === 'replay') (await soon('.tl .wk button:nth-child(2)'))?.click();
		if (shows.view === 'whatif') { (await soon('.whatif button.main:not(:disabled)'))?.click(); await soon('.whatif section'); }
		await new Promise((r) => setTimeout(r, matchMedia('(prefers-reduced-motion: reduce)').matches ? 60 : 450));
		return true;`, shows)
	return has
}

// picture is shot, under a plain name.
func (b *tab) picture(name string) {
	b.t.Helper()
	kind := b.kind
	b.shot(name)
	folder := os.Getenv("SHOTS")
	if err := os.Rename(filepath.Join(folder, name+"-"+kind+".png"), filepath.Join(folder, name+".png")); err != nil {
		b.t.Error(err)
	}
}
