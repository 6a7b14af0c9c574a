package terra

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/report"
)

var (
	garrisonBefore = regexp.MustCompile(` \(zuvor \d+\)`)
	garrisonArrow  = regexp.MustCompile(`Garnison \d+ -> `)
	garrisonIncome = regexp.MustCompile(`, Einkommen \d+`)
	ofNation       = regexp.MustCompile(` \(\d+\)$`)
)

// surveyed is what a reader knows of fields and foreign armies: the sentence about each, by name.
type surveyed map[string]string

// read learns what the rows of a part say: of an army, or of the fields behind the last colon.
func (s surveyed) read(rows []string) {
	for _, row := range rows {
		row = garrisonIncome.ReplaceAllString(garrisonArrow.ReplaceAllString(garrisonBefore.ReplaceAllString(row, ""),
			"Garnison "), "")
		what, where, _ := strings.Cut(row, ": ")
		switch {
		case what == "Nicht mehr in Sicht", what == "Nicht mehr Eure":
			for _, name := range strings.Split(where, ", ") {
				delete(s, name)
			}
		case strings.HasPrefix(row, "Armee "):
			s[ofNation.ReplaceAllString(what, "")] = row
		case strings.Contains(what, "Garnison ") && where != "":
			for _, field := range strings.Split(where, ", ") {
				s[field] = what
			}
		}
	}
}

// The law of the short report: whoever reads only short reports knows all that the full one says of fields, armies and what
// happened. Nations play a campaign by sensible orders; those whose reports are in German are read.
func TestShortReportsTellAll(t *testing.T) {
	readers := map[int]*briefed{1: {t: t, nation: 1}, 3: {t: t, nation: 3}, 4: {t: t, nation: 4}}
	campaign(t, game.Seed{9}, 24, func(was *World, o *outcome) {
		for nation, b := range readers {
			if b.knows == nil {
				first := conformance.Parts(string(was.Welcome(nation, &b.Shown).Text))
				b.knows = surveyed{}
				b.knows.read(conformance.In(first, "Eure Felder"))
				b.knows.read(conformance.In(first, "In Sicht"))
			}
			b.reads(o)
		}
	})
	conformance.AtLeast(t, 50, &readers[1].Reader, &readers[3].Reader, &readers[4].Reader)
}

// briefed is a reader of short reports.
type briefed struct {
	conformance.Reader
	t      *testing.T
	nation int
	knows  surveyed
}

// reads holds a short report against the full one, and counts it.
func (b *briefed) reads(o *outcome) {
	bad := func(format string, args ...any) {
		b.t.Errorf("turn %d, nation %d: "+format, append([]any{o.Before.at.State.Turn, b.nation}, args...)...)
	}
	text, full := string(o.Report(b.nation, &b.Shown).Text), string(o.Report(b.nation, nil).Text)
	short, whole := conformance.Parts(text), conformance.Parts(full)
	b.knows.read(conformance.In(short, "Eure Felder, soweit sie sich geändert haben"))
	b.knows.read(conformance.In(short, "Neu in Sicht"))
	seen := surveyed{}
	seen.read(conformance.In(whole, "Eure Felder"))
	seen.read(conformance.In(whole, "In Sicht"))
	if !maps.Equal(seen, b.knows) {
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			if seen[name] != b.knows[name] {
				bad("%s is %q, known as %q", name, seen[name], b.knows[name])
			}
		}
		for _, name := range slices.Sorted(maps.Keys(b.knows)) {
			if _, is := seen[name]; !is {
				bad("%s is not in sight any more, known as %q", name, b.knows[name])
			}
		}
	}
	flat := strings.Join(strings.Fields(text), " ")
	for _, row := range conformance.In(whole, "Eure Armeen") {
		if !strings.Contains(flat, row) {
			bad("not told of %q", row)
		}
	}
	book, view := o.After.at.Rules.Words(phrase.De), o.After.at.State.View(b.nation)
	for _, e := range o.Told(b.nation) {
		said := string(book.Append(nil, e.Phrase, view))
		told := strings.Contains(flat, said)
		switch {
		case report.Course(e.Code), strings.HasPrefix(e.Code, "side-"), strings.HasPrefix(e.Code, "paired-"),
			e.Code == "may-stake", e.Code == "nothing-to-tell", e.Code == "nation-fell", e.Code == "won": // in other words
		case e.Code == "moved":
			told = strings.Contains(flat, "Armee "+strconv.FormatInt(e.Arg("army").N, 10)+" zieht von ") &&
				strings.Contains(flat, string(view.AppendPlace(nil, e.Arg("field").N)))
			fallthrough
		default:
			if !told {
				bad("not told %q", said)
			}
		}
	}
	b.Reads(text, full, []string{"Eure Gefechte", "Was geschah", "Etat", "Zeilen, die nicht zählen",
		"Zeilen, die nur zum Teil zählen", "Nachrichten"}, "Karte")
}
