//go:build servers

package browser

import "testing"

// The map is the page: on a grid of 10 pixels so much of the window shows it, whatever lies over it.
func TestBrowserMapShare(t *testing.T) {
	b := start(t, "chromium")
	b.still()
	for _, l := range inPlay(t, 1) {
		b.onTable(l.rulebook, l.file)
		for _, c := range []struct {
			name          string
			width, height int
			phone         bool
			shows         map[string]any // what is set in the store; "army" and "at" stand for one of each
			least         int            // percent
		}{
			{"plain", 1440, 900, false, nil, 75},
			{"inspector", 1440, 900, false, map[string]any{"view": "army", "army": "army"}, 70},
			{"inspector and drawer", 1440, 900, false, map[string]any{"view": "army", "army": "army", "drawer": true}, 60},
			{"recruit", 1440, 900, false, map[string]any{"view": "recruit"}, 42},
			{"phone", 390, 844, true, nil, 70},
			{"phone, sheet at peek", 390, 844, true, map[string]any{"view": "army", "army": "army"}, 45},
			{"phone, field at peek", 390, 844, true, map[string]any{"at": "at"}, 45},
		} {
			b.screen(c.width, c.height, c.phone)
			var share int
			b.js(&share, `const { opened } = weltentor.store.state;
				const army = opened.desk?.armies?.find((a) => !a.in && a.actions?.length)?.name;
				const at = (opened.chart.cells.find((c) => c.owner === opened.realm) ?? opened.chart.cells[0]).label;
				const shows = args[0] ?? {};
				if (shows.army && !army || shows.view === 'recruit' && !opened.desk?.units) return -1;
				const none = { view: 'map', army: null, at: null, drawer: false, said: null };
				weltentor.store.set({ ...none, ...shows, ...(shows.army && { army }), ...(shows.at && { at }) });
				if (!window.quick) { // nothing within the map needs to be hit
					const style = window.quick = new CSSStyleSheet();
					style.replaceSync('.map-host { pointer-events: auto } .map-host * { pointer-events: none !important }');
					document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
				}
				await new Promise((r) => setTimeout(r, 150));
				let on = 0, all = 0;
				for (let x = 5; x < innerWidth; x += 10) for (let y = 5; y < innerHeight; y += 10) {
					all++;
					if (document.elementFromPoint(x, y)?.closest('.map-host')) on++;
				}
				return Math.floor(on * 100 / all);`, c.shows)
			b.shot("share-" + l.rulebook + "-" + c.name)
			if share < 0 {
				continue // the game has nothing of the kind
			}
			if share < c.least {
				t.Errorf("%s, %s: the map has %d %%, and should have %d", l.rulebook, c.name, share, c.least)
			}
			t.Logf("%s, %s: %d %%", l.rulebook, c.name, share)
		}
	}
}
