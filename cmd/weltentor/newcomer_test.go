package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// shownSettings are how many settings of its reports a game shows: a map that may be left out, and a short report.
func shownSettings(t *testing.T, rb game.Rulebook) (n int) {
	for _, line := range []string{"Karte nein", "Bericht kurz"} {
		n += len(rb.Language().Parse("$S\n" + line + "\n$E\n").Lines)
	}
	return n
}

// explains reports whether a game has abbreviations and prices to explain.
func explains(t *testing.T, rb game.Rulebook) bool {
	w, _, err := clitest.Fresh(t, rb).Join(game.Joining{Name: "Reich", Player: "P"}, game.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	return w.Guide(1, "de").Legend != nil
}

// A newcomer in every game gets the abbreviations of the report and the prices by mail, in their language, with report
// 0 and with HELP. One thing that they have not used yet is at the foot of every second report until they do.
func TestNewcomersLearnTheWords(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			n := &newcomers{stage.NewPlay(t, clitest.InProcess(rb), "", nil, func(p *stage.Play) stage.Office {
				return stage.NewEmbedded(t, func() time.Time { return p.Now }, "anna@demo.test", "bob@demo.test")
			}, "--rulebook", rb.Name())}
			n.Join("Moorland", "anna@demo.test", "de", game.UTF8)
			n.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
			n.Cron()
			if explains(t, rb) {
				n.helped(1, "HILFE", "ERGEBNIS.TXT", "beginnen mit $I 1")
				n.helped(2, "HELP", "REPORT.TXT", "begin with $I 2")
			}
			n.feet(shownSettings(t, rb))
		})
	}
}

type newcomers struct{ *stage.Play }

// helped compares report 0 with the answer to a word: the answer explains the abbreviations of the report, in the same
// way.
func (n *newcomers) helped(realm int, word, file, before string) {
	n.T.Helper()
	report := n.lastReport(realm)
	n.post(realm, word, "")
	n.Cron()
	body := n.One(realm).Body
	_, legend, found := strings.Cut(body, before)
	_, legend, more := strings.Cut(legend, "\n\n")
	text := report.Files[file]
	if !found || !more || text == "" {
		n.T.Fatalf("%s brings\n%s\nand report 0 has %d bytes in %s", word, body, len(text), file)
	}
	lines := 0
	for line := range strings.Lines(legend) {
		if strings.Contains(text, line) && strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if all := strings.Count(strings.TrimSpace(legend), "\n") + 1; lines < 8 || lines < all-8 {
		n.T.Errorf("%d of %d lines of %s are in report 0:\n%s", lines, all, word, legend)
	}
	own, _, _ := strings.Cut(text, strings.SplitAfter(legend, "\n")[0])
	for _, m := range abbreviation.FindAllStringSubmatch(own, -1) {
		if m[1] == "EUR" || m[1] == "PDF" {
			continue // no abbreviations of a game
		}
		if (len(m[1]) > 1 || m[2] != "") && !regexp.MustCompile(`\b`+m[1]+`(\d|\b)`).MatchString(legend) {
			n.T.Errorf("%s does not explain %s", word, m[1])
		}
	}
}

// lastReport is the newest report among what a realm has got.
func (n *newcomers) lastReport(realm int) stage.Letter {
	n.T.Helper()
	all := n.Fresh(realm)
	for i := len(all) - 1; i >= 0; i-- {
		if strings.Contains(all[i].ID, "<report.") {
			return all[i]
		}
	}
	n.T.Fatalf("realm %d has no report among %d letters", realm, len(all))
	return stage.Letter{}
}

// turn resolves a turn and returns the letters with the two reports.
func (n *newcomers) turn() [2]string {
	n.T.Helper()
	n.Now = n.Now.Add(time.Hour)
	n.Done("turn", n.Dir, "--force", "--yes")
	if code, out, errs := n.Run("cron", n.Dir); code != complaint.ExitDone { // it may tell the game master who has not sent orders
		n.T.Fatalf("cron: exit %d\n%s%s", code, out, errs)
	}
	return [2]string{n.lastReport(1).Body, n.lastReport(2).Body}
}

var (
	unusedRow = regexp.MustCompile(`(?m)^(?:Noch nie benutzt, als Betreff|Not used yet, as a subject): (?:REGELN|RULES): \S`)
	adjustRow = regexp.MustCompile(`(?m)^Eine Zeile unter \$S in Euren Befehlen ändert den Bericht: ((?:Karte|Bericht) \pL+) +\pL+`)
)

// feet plays six turns. After the second, Anna uses the words that the foot of the letter names, and after the fourth the
// setting that it names then.
func (n *newcomers) feet(settings int) {
	n.T.Helper()
	shown := func(turn int, bodies [2]string, words, lines [2]int) {
		n.T.Helper()
		for i, body := range bodies {
			if w, s := len(unusedRow.FindAllString(body, -1)),
				len(adjustRow.FindAllString(body, -1)); w != words[i] || s != lines[i] {
				n.T.Errorf("turn %d, realm %d: %d words and %d settings, want %d and %d:\n%s", turn, i+1, w, s,
					words[i], lines[i], body)
			}
		}
	}
	none := [2]int{}
	shown(1, n.turn(), none, none)
	shown(2, n.turn(), [2]int{1, 1}, none)
	n.post(1, "VORLAGE", "")
	n.post(1, "REGELN", "")
	n.Cron()
	n.Fresh(1)
	shown(3, n.turn(), none, none)
	bodies := n.turn()
	shown(4, bodies, [2]int{0, 1}, [2]int{min(settings, 1), 0})
	for _, m := range adjustRow.FindAllStringSubmatch(bodies[0], -1) {
		n.Mail(1, fmt.Sprintf("$S\n%s\n", m[1]))
		n.Cron()
		if got := n.One(1).Body; !strings.HasPrefix(got, "Für diesen Zug angenommen: 1 Einstellung") {
			n.T.Errorf("%s is no order:\n%s", m[1], got)
		}
	}
	shown(5, n.turn(), none, none)
	shown(6, n.turn(), [2]int{0, 1}, [2]int{min(max(settings-1, 0), 1), 0})
}

// post sends a letter that is no orders.
func (n *newcomers) post(realm int, subject, text string) {
	n.T.Helper()
	n.Mails++
	from := n.Players[realm-1].Address
	n.Office.Post(n.T, from, fmt.Appendf(nil,
		"From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <w%d@player.test>\r\nMIME-Version: 1.0\r\n"+
			"Content-Type: text/plain; charset=UTF-8\r\n\r\n%s",
		from, stage.GameAddress, subject, n.Now.Format(time.RFC1123Z), n.Mails, text))
}
