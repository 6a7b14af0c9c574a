package truth_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/practice"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// lessons are letters that bring a letter of a practice game. CODE is its subject, and LETTER its text.
var lessonsBrought = []struct {
	name, subject, text string
	attached            bool
	plays               bool   // its orders count
	says                string // a pattern that an answer matches
}{
	{"forwarded below NO", "Fwd: CODE", "NO, I do not want that.\n\nFORWARDED", false, false, "(?i)practice|übung"},
	{"forwarded with courtesy", "Fwd: CODE", "FYI\n\nFORWARDED", false, false, "(?i)practice|übung"},
	{"forwarded without a word", "Fwd: CODE", "FORWARDED", false, false, "(?i)practice|übung"},
	{"attached", "Fwd: what is this", "FYI", true, false, "."},
	{"attached without a word", "Fwd: what is this", "", true, false, "."},
	{"below words to a player", "Fwd: CODE", "LETTER 2\nPeace, Bob, this is my lesson.\n\nFORWARDED", false, false, "Peace, Bob"},
	{"below a typed YES", "Re: CODE", "YES\n\nQUOTED", false, true, "."},
	{"below typed orders", "Re: CODE", "$A\ndig 2\n$E\n\nQUOTED", false, true, "."},
	{"changed where it is quoted", "Re: CODE", "CHANGED", false, true, "."},
	{"changed below a head", "Re: CODE", "On Fri, 27 Nov 2026 at 20:10, Bovistan <spiel@example.org> wrote:\n\nALTERED", false, true, "."},
}

// TestLessonsBrought: only what somebody typed plays a lesson: orders, a YES, or a form of ours that is not as it was sent.
func TestLessonsBrought(t *testing.T) {
	for _, c := range lessonsBrought {
		t.Run(c.name, func(t *testing.T) {
			p := &play{t: t, rng: rand.New(rand.NewPCG(1, 1)), drawn: map[string]bool{}, passed: map[int]letterOut{},
				reports: map[int]letterOut{}, receipts: map[int]letterOut{}}
			p.game = &game{Game: worldtest.Found(t, worldtest.PracticeRules(), realms, func(s *world.Settings) {
				s.Press, s.Signup, s.Places, s.Practice = world.PressNow, true, 9, 3
			})}
			p.notes(p.leaves())
			lesson := func() (first letterOut, is bool) {
				worldtest.Must(t, practice.Play(t.Context(), p.World, p.ClockAt))
				for _, l := range p.leaves() {
					if l.to == ann && l.kind() == "practice" {
						return l, true
					}
				}
				return first, false
			}
			writes := func(d *draft) []letterOut {
				p.later(time.Hour)
				d.from, d.date, d.coding = ann, p.ClockAt, "8bit"
				d.id = fmt.Sprintf("<lesson%d@mail.example.net>", p.posted)
				return p.post(d.bytes())
			}
			p.notes(writes(&draft{subject: "PRACTICE", place: nothing}))
			if p.asked.id != "" {
				writes(&draft{subject: "Re: " + p.asked.subject, replyTo: p.asked.id, own: "YES", place: nothing})
			}
			first, is := lesson()
			if !is {
				t.Fatal("no lesson")
			}
			changed := regexp.MustCompile(`(?m)^dig \d`).ReplaceAllString(first.text, "dig 1\ndig 2")
			text := strings.NewReplacer("FORWARDED", "-------- Forwarded Message --------\nFrom: Bovistan <spiel@example.org>\n"+
				"To: r1@example.org\nDate: Fri, 27 Nov 2026 20:10:00 +0100\nSubject: "+first.subject+"\n\n"+first.text,
				"QUOTED", mark(first.text), "CHANGED", mark(changed), "ALTERED", changed).Replace(c.text)
			d := &draft{subject: strings.ReplaceAll(c.subject, "CODE", first.subject), own: text, place: nothing}
			if strings.HasPrefix(c.subject, "Re: ") {
				d.replyTo = first.id
			}
			if c.attached {
				d.place, d.quote = asMail, &quote{of: p.ours(first)}
			}
			out := writes(d)
			if _, is := lesson(); is != c.plays {
				t.Errorf("its orders count: %t", is)
			}
			if got := (answers{p, out}).to(ann); !c.plays && !regexp.MustCompile(c.says).MatchString(got) {
				t.Errorf("the answer does not match %s: %s", c.says, got)
			}
		})
	}
}
