package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The first letter of orders that the players' pages show for a game is accepted, every line of it, by a
// newly founded world of that game, and its receipt says what the page says below the letter.
func TestFirstLettersOfThePages(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				letter, answer := firstLetter(t, laws.Content(t, "docs/player."+string(lang)+".md"),
					rb.Words(lang).T("game"))
				addresses := places(t, rb, "moorland@demo.test", "fenmark@demo.test", "graumark@demo.test",
					"salzkueste@demo.test")
				p := stage.NewPlay(t, clitest.InProcess(rb), "", nil, func(p *stage.Play) stage.Office {
					return stage.NewEmbedded(t, func() time.Time { return p.Now }, addresses...)
				}, "--seed", "3")
				for _, a := range addresses {
					p.Join(clitest.Named(a), a, string(lang), game.UTF8)
				}
				p.Cron()
				realm := int(letter[3] - '0')
				p.Fresh(realm)
				_, orders, _ := strings.Cut(letter, "\n")
				p.Mail(realm, orders)
				p.Cron()
				receipt := p.Fresh(realm)[0].Body // where one moves after the other the turn is played at once
				good := map[phrase.Lang]string{phrase.De: ", alles gut.\n", phrase.En: ", all good.\n"}[lang]
				if first, _, _ := strings.Cut(receipt, "\n\n"); !strings.Contains(first, good) ||
					!strings.Contains(receipt, answer) {
					t.Errorf("the receipt says\n%s\nthe page says\n%s", receipt, answer)
				}
			})
		}
	}
}

// Report 0 brings each realm a first letter in its own numbers. Whoever replies to it, and puts the password where the
// letter says, has sent orders that all count, in each game and each language. Nothing of them is refused in the turn.
// The guide that HELP brings is one page, has the same letter, and says what the receipt then says. A game need not have
// such a letter.
func TestFirstLettersOfReport0(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		w, err := rb.Found(game.Founding{})
		if err != nil {
			t.Fatal(err)
		}
		if w, _, err = w.Join(game.Joining{Name: "Reich", Player: "P"}, game.Seed{}); err != nil || w.FirstLetter(1) == "" {
			continue
		}
		for _, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				addresses := places(t, rb, "moorland@demo.test", "fenmark@demo.test", "graumark@demo.test",
					"salzkueste@demo.test")
				p := stage.NewPlay(t, clitest.InProcess(rb), "", nil, func(p *stage.Play) stage.Office {
					return stage.NewEmbedded(t, func() time.Time { return p.Now }, addresses...)
				}, "--seed", "5")
				for _, a := range addresses {
					p.Join(clitest.Named(a), a, string(lang), game.UTF8)
				}
				p.Cron()
				welcome := make([]stage.Letter, len(addresses))
				for i := range addresses {
					got := p.Fresh(i + 1) // beside it, perhaps, that the game begins
					welcome[i] = got[len(got)-1]
				}
				good := map[phrase.Lang]string{phrase.De: ", alles gut.\n", phrase.En: ", all good.\n"}[lang]
				for i, a := range addresses {
					p.Now = p.Now.Add(time.Minute)
					p.Send(a, "HELP", "")
					p.Cron()
					welcome[i].Files = p.One(i + 1).Files
				}
				for i, a := range addresses {
					filled, guide := replyTo(t, welcome[i].Body, p.Players[i].Identity), guideIn(t, welcome[i])
					p.Now = p.Now.Add(time.Minute)
					p.Office.Post(t, a, fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Re: %s\r\n"+
						"Message-ID: <first%d@player.test>\r\n"+
						"Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s", a, stage.GameAddress,
						welcome[i].Subject, i, strings.ReplaceAll(clitest.Marked(filled), "\n", "\r\n")))
					p.Cron()
					receipt := p.Fresh(i + 1)
					if first, _, _ := strings.Cut(receipt[len(receipt)-1].Body, "\n\n"); !clitest.AnySays(receipt, good) {
						t.Errorf("realm %d is told\n%s\nabout\n%s", i+1, first, filled)
					}
					if len(guide) == 0 {
						t.Errorf("the guide shows nothing of the receipt of\n%s", filled)
					}
					if page := welcome[i].Files["GUIDE.TXT"]; strings.Contains(page, "replaces") {
						t.Errorf("the guide says that a later letter replaces one that may have been played:\n%s", page)
					}
					for _, line := range guide {
						if !clitest.AnySays(receipt, line) {
							t.Errorf("the guide says that the receipt says %q, it says\n%s", line, receipt[0].Body)
						}
					}
				}
			})
		}
	}
}

// replyTo puts a realm's password into the form in a letter.
func replyTo(t *testing.T, body, identity string) string {
	t.Helper()
	at := regexp.MustCompile(`(?m)^\$I \d+ (Passwort|password)`)
	body = strings.ReplaceAll(body, "\r", "")
	if len(at.FindAllString(body, -1)) != 1 {
		t.Fatalf("report 0 has not one line for a password:\n%s", body)
	}
	return at.ReplaceAllString(body, strings.ReplaceAll(identity, "$", "$$"))
}

// guideIn returns the lines of the receipt in a letter's guide, which is a page.
func guideIn(t *testing.T, l stage.Letter) (receipt []string) {
	t.Helper()
	guide := strings.ReplaceAll(l.Files["GUIDE.TXT"]+l.Files["ANLEITUNG.TXT"], "\r", "")
	if n := strings.Count(guide, "\n"); n < 25 || n > 70 { // an A4 page, at six lines an inch
		t.Errorf("the guide has %d lines:\n%s", n, guide)
	}
	for line := range strings.Lines(guide) {
		if n := utf8.RuneCountInString(line); n > 79 {
			t.Errorf("the guide has a line of %d characters: %s", n-1, line)
		}
	}
	_, orders, _ := strings.Cut(guide, "\n$I ")
	orders, said, _ := strings.Cut(orders, "\n$E\n")
	_, orders, _ = strings.Cut(orders, "\n")
	if orders == "" || !strings.Contains(strings.ReplaceAll(l.Body, "\r", ""), orders) {
		t.Errorf("the letter of the guide is not that of report 0:\n%s", orders)
	}
	says := regexp.MustCompile(`(?s)(?:among\s+other\s+things|unter\s+anderem):\n(.*?)\n\n`).FindStringSubmatch(said)
	if says == nil {
		return nil
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(says[1], "\n    ", " "), "\n") {
		receipt = append(receipt, strings.TrimSpace(line))
	}
	return receipt
}

// places are the first of the addresses, as many as a new world of the game has places for.
func places(t *testing.T, rb game.Rulebook, addresses ...string) []string {
	t.Helper()
	w, err := rb.Found(game.Founding{})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range addresses {
		next, _, err := w.Join(game.Joining{Name: clitest.Named(a), Player: "P", Lang: phrase.De, Computer: game.UTF8},
			game.Seed{})
		if err != nil {
			return addresses[:i]
		}
		w = next
	}
	return addresses
}

// firstLetter is the first block below a game's heading on a page, and the one after it: what the receipt
// answers.
func firstLetter(t *testing.T, page, game string) (letter, answer string) {
	t.Helper()
	_, below, found := strings.Cut(page, "\n### "+game+"\n")
	_, block, open := strings.Cut(below, "```\n")
	letter, rest, closed := strings.Cut(block, "```")
	_, rest, answered := strings.Cut(rest, "\n```answer\n")
	answer, _, _ = strings.Cut(rest, "```")
	if !found || !open || !closed || !answered || !strings.HasPrefix(letter, "$I ") {
		t.Fatalf("the page has no first letter of %s: below \"### %s\" write the letter as a block, and what the receipt "+
			"answers as a block called answer", game, game)
	}
	return letter, answer
}
