package kolonien

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/report"
)

var (
	inParentheses = regexp.MustCompile(` \([^)]*\)`)
	wasBefore     = regexp.MustCompile(` \((?:zuvor|before)(?:: [^)]*| in (\d+))\)$`)
)

// bearings are the people in sight, as whoever reads the short reports knows them: by area and name, without value and
// units.
type bearings map[string]string

func named(row string) string {
	if i := strings.LastIndex(row, ": "); strings.Count(row, ": ") > 1 {
		row = row[:i]
	}
	return inParentheses.ReplaceAllString(row, "")
}

// read learns what a short report says is new in sight, and gone.
func (b bearings) read(rows []string) {
	for _, row := range rows {
		if gone, is := strings.CutPrefix(row, "Nicht mehr in Sicht: "); is {
			for _, g := range strings.Split(gone, "; ") {
				delete(b, inParentheses.ReplaceAllString(g, ""))
			}
			continue
		}
		m := wasBefore.FindStringSubmatch(row)
		if m != nil {
			row = strings.TrimSuffix(row, m[0])
			if m[1] != "" {
				delete(b, m[1]+named(row)[strings.Index(row, ":"):])
			}
		}
		b[named(row)] = row
	}
}

// The law of the short report: whoever reads only short reports knows all that the full one says of possessions, people in
// sight and events. Realms play twenty years by sensible orders. Those whose
// reports are in German are read.
func TestShortReportsTellAll(t *testing.T) {
	readers := map[int]*briefed{1: {t: t, realm: 1}, 3: {t: t, realm: 3}}
	years(t, game.Seed{9}, 20, func(was *World, o *outcome) {
		for r, b := range readers {
			if b.knows == nil {
				first := string(was.Welcome(r, &b.Shown).Text)
				b.knows, b.orders = bearings{}, standing(first)
				b.knows.read(conformance.In(conformance.Parts(first), "Was Ihr seht"))
			}
			b.reads(o)
		}
	})
	conformance.AtLeast(t, 50, &readers[1].Reader, &readers[3].Reader)
}

// briefed is a reader of short reports.
type briefed struct {
	conformance.Reader
	t      *testing.T
	realm  int
	knows  bearings
	orders map[string]string
}

// standing reads the standing orders of a report, by leader or fleet and topic.
func standing(text string) map[string]string {
	_, rest, _ := strings.Cut(text, "\n  Dauerbefehle")
	lines := []string{}
	for line := range strings.Lines(rest[strings.Index(rest, "\n")+1:]) {
		if !strings.HasPrefix(line, "    ") {
			break
		}
		if strings.HasPrefix(line, "      ") {
			lines[len(lines)-1] += " " + strings.TrimSpace(line)
		} else {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	orders := map[string]string{}
	for _, o := range strings.Split(strings.Join(lines, "; "), "; ") {
		if words := strings.SplitN(o, " ", 3); len(words) == 3 {
			orders[words[0]+" "+words[1]] = words[2]
		}
	}
	return orders
}

// reads holds a short report against the full one, and counts it.
func (b *briefed) reads(o *outcome) {
	bad := func(format string, args ...any) {
		b.t.Errorf("year %d, realm %d: "+format, append([]any{o.Before.at.State.Turn, b.realm}, args...)...)
	}
	text, full := string(o.Report(b.realm, &b.Shown).Text), string(o.Report(b.realm, nil).Text)
	whole := conformance.Parts(full)
	b.knows.read(conformance.In(conformance.Parts(text), "Neu in Sicht"))
	seen := conformance.In(whole, "Was Ihr seht")
	for _, row := range seen {
		if row != "Niemanden sonst." && b.knows[named(row)] != row {
			bad("in sight is %q, known is %q", row, b.knows[named(row)])
		}
	}
	for _, row := range b.knows {
		if !slices.Contains(seen, row) {
			bad("%q is not in sight any more", row)
		}
	}
	flat := strings.Join(strings.Fields(text), " ")
	for _, row := range conformance.In(whole, "Euer Besitz")[1:] {
		if !strings.HasPrefix(row, "Dauerbefehle") && !strings.Contains(flat, row) {
			bad("not told of %q", row)
		}
	}
	maps.Copy(b.orders, standing(text))
	for who, orders := range standing(full) {
		if b.orders[who] != orders {
			bad("the order %s is %q, known as %q", who, orders, b.orders[who])
		}
	}
	for k, e := range o.Told(b.realm) {
		said := o.After.at.Rules.Words(phrase.De).Say(report.From(b.realm, e.Phrase))
		if strings.HasSuffix(e.Code, "-came") { // whose colony it is the report knows
			said = o.Facts(b.realm).Weeks[0].Events[k].Text
		}
		if !fight.Protocol(e.Code) && !slices.Contains([]string{"combat", "sea-combat", "income"}, e.Code) &&
			!strings.Contains(flat, said) {
			bad("not told %q", said)
		}
	}
	b.Reads(text, full, []string{"Was geschah", "Zeilen, die nicht zählten", "Nachrichten"}, "Karte")
}
