package engine

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds"
)

// written is what only an order line has: a section, a sign of a line, a unit's number, or a number before a code.
var written = regexp.MustCompile(`[$#>_]|\b[A-Z]\d+\b|\b\d+ [A-Z]{1,3}(\s|$)`)

// quoted is the name of a control.
var quoted = regexp.MustCompile(`[“„]([^“”]+)[“”]`)

// A lesson for the page says how something is done by pointing: it has no order line, and each control that it names is
// there. A control is a word of the page, or one of the desk of the first turn, with what the ready orders raise. Letters
// have the lines.
func TestLessonsOfThePage(t *testing.T) {
	page, err := os.ReadFile("../web/src/words.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range []phrase.Lang{phrase.De, phrase.En} {
			e, lines, controls := New(rb), 0, 0
			p, err := e.Practise(string(raw(t, Setting{Seed: "7", Lang: lang, Player: "You",
				Realms: []string{"Fenmark", "Graumark"}})))
			if err != nil {
				continue // nothing is practised here
			}
			last := p.Tables[len(p.Tables)-1]
			_, opens := e.Open(raw(t, last))
			can, err := e.Desk()
			made, raises := e.Raised(last.First)
			if fault := errors.Join(opens, err, raises); fault != nil {
				t.Fatal(fault)
			}
			desk := string(raw(t, can)) + string(raw(t, made))
			for i, lesson := range e.Lessons(lang) {
				if written.MatchString(lesson) {
					t.Errorf("%s %s: lesson %d has %q:\n%s", rb.Name(), lang, i+1, written.FindString(lesson), lesson)
				}
				if written.MatchString(wording.Lesson(rb.Words(lang), i+1, wording.ByLine)) {
					lines++
				}
				for _, m := range quoted.FindAllStringSubmatch(lesson, -1) {
					name := strings.TrimSuffix(m[1], " …")
					if !regexp.MustCompile(`['"]` + regexp.QuoteMeta(name) + `['": ]`).MatchString(string(page) + desk) {
						t.Errorf("%s %s: lesson %d names %q, which is not there", rb.Name(), lang, i+1, name)
					}
					controls++
				}
			}
			if lines < 2 || controls < 5 {
				t.Errorf("%s %s: %d lessons have lines, and %d controls are named", rb.Name(), lang, lines, controls)
			}
		}
	}
}
