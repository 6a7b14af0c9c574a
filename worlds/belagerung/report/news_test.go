package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// ledger is what whoever reads only the short reports of a realm knows of buildings and bank: by place or tile.
type ledger map[string]string

var (
	heldNow   = regexp.MustCompile(`(\d+/\d+) ([A-ZÄÖÜa-zäöüß]+): (jetzt )?([^.]*?(?:\d\.S\d+)?[^.]*?)(?: \(zuvor [^)]*(?:\([^)]*\))?\))?\.( |$)`)
	countedAt = regexp.MustCompile(`([A-ZÄÖÜa-zäöüß]+) auf (\d+/\d+) \([^)]+\) zeigt (\d)`)
	ofBank    = regexp.MustCompile(`(Schatzwürfel|freie Schwächungswürfel|Plättchen [^,]*?) (\d+)`)
	fullRow   = regexp.MustCompile(`^(\d+/\d+) ([^,]+), (.*?)(?:: (\d+) von (\d+) Treffern)?$`)
	pipsRow   = regexp.MustCompile(`^Zählwürfel: (\d)$`)
	fightCode = regexp.MustCompile(`^(blow|counter)-(fell|held)$|hit$`)
	fullUnit  = regexp.MustCompile(`^(\S+) Reich \d+ auf (\d+/\d+): (\S+)(.*)$`)
)

// reads learns from a short report.
func (l ledger) reads(parts []conformance.Part) {
	for _, m := range countedAt.FindAllStringSubmatch(strings.Join(conformance.In(parts, "Was geschah"), " "), -1) {
		l[m[2]+" pips"] = m[3]
	}
	changed := conformance.In(parts, "Geändert", "Gebäude und Spielbank")
	text, _, _ := strings.Cut(strings.Join(changed, " "), "Ende des Berichts")
	text, bank, _ := strings.Cut(text, "Spielbank: ")
	for _, m := range ofBank.FindAllStringSubmatch(regexp.MustCompile(` \(zuvor \d+\)`).ReplaceAllString(bank, ""), -1) {
		l[m[1]] = m[2]
	}
	if i := strings.Index(text, "Beschädigt: "); i >= 0 {
		l["damage"], text = strings.TrimRight(text[i+len("Beschädigt: "):], ". "), text[:i]
	}
	if strings.Contains(text, "Kein Gebäude ist beschädigt.") {
		l["damage"], text = "", strings.Replace(text, "Kein Gebäude ist beschädigt.", "", 1)
	}
	for _, m := range heldNow.FindAllStringSubmatch(text, -1) {
		switch state := m[4]; {
		case strings.HasPrefix(state, "Zählwürfel "):
			l[m[1]+" pips"] = strings.TrimPrefix(state, "Zählwürfel ")
		case state == "kein Zählwürfel":
			delete(l, m[1]+" pips")
		default:
			l[m[1]] = m[2] + " " + regexp.MustCompile(`, Kraft.*`).ReplaceAllString(state, "")
		}
	}
}

// holds checks what is known against the full report.
func (l ledger) holds(full []conformance.Part, bad func(string, ...any)) {
	at, pips, damaged := "", map[string]bool{}, []string{}
	for _, row := range conformance.In(full, "Gebäude und Maschinen") {
		if m := pipsRow.FindStringSubmatch(row); m != nil {
			if pips[at] = true; l[at+" pips"] != m[1] {
				bad("the counter on %s is %s, and known as %q", at, m[1], l[at+" pips"])
			}
		}
		m := fullRow.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		at = m[1]
		state := strings.TrimPrefix(regexp.MustCompile(`^besetzt von (\S+) \(Reich \d+\)$`).ReplaceAllString(m[3], "$1"), "")
		if want := m[2] + " " + state; l[at] != want {
			bad("%s is %q, and known as %q", at, want, l[at])
		}
		if m[4] != "" && m[4] != "0" {
			damaged = append(damaged, fmt.Sprintf("%s (%s von %s Treffern)", at, m[4], m[5]))
		}
	}
	if got := strings.Join(damaged, ", "); got != l["damage"] {
		bad("damaged are %q, and known are %q", got, l["damage"])
	}
	for _, row := range conformance.In(full, "Spielbank") {
		for _, m := range regexp.MustCompile(`(Schatzwürfel|freie Schwächungswürfel) (\d+)`).FindAllStringSubmatch(row, -1) {
			if l[m[1]] != m[2] {
				bad("the bank has %s %s, and known are %s", m[1], m[2], l[m[1]])
			}
		}
		if tiles, n, is := strings.Cut(row, ": "); is && l["Plättchen "+tiles] != strings.TrimSuffix(n, " Plättchen") {
			bad("%s, and known are %q", row, l["Plättchen "+tiles])
		}
	}
}

// The law of the short report: whoever reads only short reports knows all that the full one says of units, buildings and
// bank, and every fight with its sums; and no turn with a fight is called quiet. Captains and stormy players play, two
// and three of them.
func TestShortReportsTellTheNews(t *testing.T) {
	lines, news, full, short, fights := 0, 0, 0, 0, 0
	for seed := range byte(4) {
		board := []string{"", "board = \"example\"\n"}[seed%2]
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{seed}, Tables: []byte("[rules]\nrounds = 20\n" + board)},
			2+int(seed%2))
		var shown game.Shown
		knows, read := ledger{}, map[string]bool{}
		if text := Welcome(p).Report(1, &shown).Text; string(text) != string(Welcome(p).Report(1, nil).Text) {
			t.Error("report 0 is not whole")
		}
		knows.first(conformance.Parts(string(Welcome(p).Report(1, nil).Text)))
		for turn := 0; !p.State.Over && turn < 40; turn++ {
			now, whose := p.State.Turn, p.State.Next
			d := game.Seed{seed}.Throw(now, 0, "sheet", int64(whose))
			sheet := game.Sheet{Realm: whose, Turn: now, Text: gametest.StormySheet(p, d)}
			if seed < 2 {
				sheet.Text = gametest.CaptainSheet(p)
			}
			o := play(p, game.Seed{seed}, sheet)
			text, whole := string(o.Report(1, &shown).Text), string(o.Report(1, nil).Text)
			bad := func(format string, args ...any) {
				t.Errorf("seed %d, turn %d: "+format, append([]any{seed, now}, args...)...)
			}
			knows.reads(conformance.Parts(text))
			knows.holds(conformance.Parts(whole), bad)
			flat := strings.Join(strings.Fields(text), " ")
			for _, row := range conformance.In(conformance.Parts(whole), "Einheiten (Geschwindigkeit/Reichweite/Kraft zu Fuß)") {
				m := fullUnit.FindStringSubmatch(row)
				if m != nil && !strings.Contains(flat, strings.TrimSuffix(m[1]+" "+m[2]+" "+m[3]+m[4], " 2/0/1")) {
					bad("not told of %q", row)
				}
			}
			for _, e := range o.Played.Told(1) {
				for _, name := range []string{"who", "whom", "unit", "sum", "total"} {
					a := e.Arg(name)
					said := a.S
					if a.Kind == phrase.Number {
						said = fmt.Sprint(a.N)
					}
					if !strings.Contains(flat, said) {
						bad("%s names %s %s, and the short report does not", e.Code, name, said)
					}
				}
				if strings.HasPrefix(e.Code, "blow-") {
					fights++
				}
				if fightCode.MatchString(e.Code) && strings.Contains(string(o.Report(1, nil).Summary), "ruhiger Zug") {
					bad("a turn with %s is called quiet", e.Code)
				}
			}
			n, fresh := conformance.Share(text, read, []string{"Was geschah", "Zeilen, die nicht galten", "Nachrichten"}, "Das Brett")
			lines, news = lines+n, news+fresh
			full, short = full+strings.Count(whole, "\n"), short+strings.Count(text, "\n")
			p = o.After
		}
	}
	t.Logf("%d lines that are not blank, %d %% news; %d lines of short reports, %d of full ones, %d fights", lines,
		news*100/lines, short, full, fights)
	if news*100 < 35*lines || fights < 20 { // castles and units are always there
		t.Errorf("%d %% of the lines are news, with %d fights", news*100/lines, fights)
	}
}

// first learns from report 0.
func (l ledger) first(parts []conformance.Part) {
	for _, row := range conformance.In(parts, "Gebäude und Maschinen") {
		if m := fullRow.FindStringSubmatch(row); m != nil {
			l[m[1]] = m[2] + " " + m[3]
		}
	}
	for _, row := range conformance.In(parts, "Spielbank") {
		for _, m := range regexp.MustCompile(`(Schatzwürfel|freie Schwächungswürfel) (\d+)`).FindAllStringSubmatch(row, -1) {
			l[m[1]] = m[2]
		}
		if tiles, n, is := strings.Cut(row, ": "); is {
			l["Plättchen "+tiles] = strings.TrimSuffix(n, " Plättchen")
		}
	}
}
