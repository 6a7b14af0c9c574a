//go:build servers && shots

package browser

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds"
)

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
// small one, on a phone, in both languages; the map also as who sees no red and green, or no colours, sees it. VIEWS and
// SCREENS choose some of them: VIEWS=report,replay.
func TestBrowserShots(t *testing.T) {
	years := dumped(t)
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			b := start(t, "chromium")
			b.still()
			for _, s := range screens {
				if !wanted("SCREENS", s.name) {
					continue
				}
				b.screen(s.width, s.height, s.phone)
				b.cdp("Emulation.setEmulatedVisionDeficiency", map[string]any{"type": cmp.Or(s.filter, "none")})
				files := []string{waiting(t, rb, phrase.Lang(s.lang))}
				if rb == worlds.Rulebooks()[0] {
					files = years[s.lang]
				}
				b.onTable(rb.Name(), files[0])
				if len(files) > 1 {
					b.view("files")
					b.keys("main input[type=file]", strings.Join(files[1:], "\n"))
					b.until("the years", `return weltentor.store.state.past.length === args[0]`, len(files)-1)
				}
				b.wears(s.scheme, s.lang)
				for _, v := range sights {
					if !wanted("VIEWS", v.name) || s.filter != "" && v.name != "map" && v.name != "replay" && v.name != "realms" {
						continue
					}
					if b.sees(v.shows) {
						b.js(nil, `await new Promise((r) => setTimeout(r, 200))`)
						b.plainShot(fmt.Sprintf("%s-%s-%s", rb.Name(), v.name, s.name))
					}
				}
				b.js(nil, `addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)`)
			}
			b.quiet()
		})
	}
}

// wanted reports whether a variable of the environment names something in its list, or nothing at all.
func wanted(list, name string) bool {
	all := os.Getenv(list)
	return all == "" || slices.Contains(strings.Split(all, ","), name)
}

// dumped are tables of the twelve years, in which much is going on, by language, with those of earlier turns; part of the
// orders is still to be given.
func dumped(t *testing.T) map[string][]string {
	folder := os.Getenv("YEARS_DUMP")
	if folder == "" {
		folder = t.TempDir()
		say(t, []string{"YEARS_DUMP=" + folder}, "go", "test", "-count=1", "-run", "^TestTwelveYears$",
			"weltentor/worlds/"+worlds.Rulebooks()[0].Name())
	}
	out := map[string][]string{}
	for lang, at := range map[string][2]int{"de": {17, 1}, "en": {22, 6}} {
		for turn := at[0]; turn > at[0]-7; turn-- {
			table := read(t, filepath.Join(folder, fmt.Sprintf("t%02d-r%02d-table.json", turn, at[1])))
			lines := strings.Split(table["orders"].(string), "\n")
			table["orders"] = strings.Join(lines[:max(2, len(lines)*2/3)], "\n")
			table["deadline"] = time.Now().Add(106 * time.Hour).Format(time.RFC3339)
			out[lang] = append(out[lang], put(t, fmt.Sprintf("TABLE-%d.json", turn), table))
		}
	}
	return out
}

// plainShot is shot, under a name without the browser.
func (b *tab) plainShot(name string) {
	b.t.Helper()
	kind := b.kind
	b.shot(name)
	folder := os.Getenv("SHOTS")
	if err := os.Rename(filepath.Join(folder, name+"-"+kind+".png"), filepath.Join(folder, name+".png")); err != nil {
		b.t.Error(err)
	}
}
