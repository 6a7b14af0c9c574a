package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/report"
)

// The legend explains what a report abbreviates, with the prices of T04, T05 and T07, in
// report 0 and for the answer to HELP; a realm that cannot raise a kind is not offered it.
func TestLegend(t *testing.T) {
	p := gametest.Fresh(t, "legend", 40, 30, 1)
	p.State.Realms[1].Culture = "plain"
	for lang, rows := range map[phrase.Lang][]string{
		"de": {"tla Tiefland 2 1 3000", "hws Hochlandwüste 2 2 150 Verlustgelände", "BRG Burg 60000 3 20000 7500",
			"WTO Weltentor wird gefunden, nicht gebaut",
			"TSL Erleuchtete Stadt 140000 7 50000 -10000", "S Straße 5000 0 0 0",
			"K.L Leichte Krieger 10 1000 1 6 STD BRG FES HST TSF TSL HTS"},
		"en": {"hws Highland desert 2 2 150 loss terrain", "WTO World gate is found, not built"},
	} {
		p.State.Realms[1].Lang = lang
		text := report.Guide(p, 1, lang).Legend
		// of the land in sight
		for _, sign := range []string{"R1 ", "R6 ", "A : 1.K.M 3 993", "W07", "[0/0 tla 100%]", "^ "} {
			if !bytes.Contains(text, []byte(sign)) {
				t.Errorf("%s: %q is not explained", lang, sign)
			}
		}
		said := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			said[strings.Join(strings.Fields(line), " ")] = true
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > rulekit.Width {
				t.Errorf("%s: %d columns: %s", lang, n, line)
			}
		}
		for _, row := range rows {
			if !said[row] {
				t.Errorf("%s: no row %q in\n%s", lang, row, text)
			}
		}
		for _, line := range map[phrase.Lang][]string{"de": {"Bericht voll", "Karte nein"},
			"en": {"Report full", "Map no"}}[lang] {
			if problems := order.Language().Parse("$S\n" + line + "\n").Problems; len(problems) > 0 ||
				!bytes.Contains(report.Welcome(p, nil, 1, nil).Text, []byte(line)) {
				t.Errorf("%s: report 0 says no %q, or it is wrong: %v", lang, line, problems)
			}
		}
		if !bytes.Contains(report.Welcome(p, nil, 1, nil).Text, text) {
			t.Errorf("%s: report 0 has no legend", lang)
		}
	}
}
