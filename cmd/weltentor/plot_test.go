package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// plot is a game of four who write to each other by mail.
type plot struct {
	*clitest.Counter
	orders map[string]string         // each player's first letter of orders, with the password
	bodies map[string][]stage.Letter // what each has got since the game began
}

// Four players plot by Reply, LETTER and messages in their orders, from mutt, s-nail, Outlook, Gmail, Apple Mail and a
// phone. Others forge letters and answer what was forwarded to them. Every letter reaches whom it should and nobody
// else, no order is lost, and no report has again what was passed on.
func TestFourPlayersPlot(t *testing.T) {
	t.Parallel()
	const anna, bob, cara, dave, gm = "anna@demo.test", "bob@demo.test", "cara@demo.test", "dave@demo.test", "gm@demo.test"
	p := &plot{Counter: &clitest.Counter{}, orders: map[string]string{},
		bodies: map[string][]stage.Letter{}}
	rb := worlds.Rulebooks()[0]
	p.Play = stage.NewPlay(t, clitest.InProcess(rb), "", map[string]string{"gm.mail": `"` + gm + `"`, "press": `"now"`},
		func(p *stage.Play) stage.Office {
			return stage.NewEmbedded(t, func() time.Time { return p.Now }, anna, bob, cara, dave, gm, "evil@demo.test")
		}, "--realms", "4")
	for i, who := range []string{anna, bob, cara, dave} {
		p.Join([]string{"Moorland", "Fenmark", "Heide", "Graumark"}[i], who, []string{"de", "en"}[i%2], game.UTF8)
	}
	p.Cron()
	for i, who := range []string{anna, bob, cara, dave} {
		p.orders[who] = p.first(i+1, p.Got(who))
		p.Writes(who, "orders", p.orders[who])
		p.Got(who)
	}
	inForce := func() (all string) {
		for _, n := range []string{"1", "2", "3", "4"} {
			all += p.Done("orders", p.Dir, n)
		}
		return all
	}
	before := inForce()

	p.Writes(anna, "LETTER 2", p.line(1)+"\nkanari1: Frieden? Ich ziehe nach Norden.\n")
	p.reached("kanari1", bob)
	l1 := p.last(bob)

	p.reply(bob, l1, outlook, "kanari2: yes, peace. I will attack realm 3.")
	p.reached("kanari2", anna)
	l2 := p.last(anna)
	p.reply(anna, l2, mutt, "kanari3: gut, am Morgen.")
	p.reached("kanari3", bob)
	l3 := p.last(bob)

	// Bob forwards what he got: whoever answers it reaches nobody, and neither does a forger.
	p.reply(cara, l3, gmail, "kanari4: what do I see here?")
	p.reached("kanari4")
	p.reply("evil@demo.test", l3, gmail, "kanari5: attack now")
	p.reached("kanari5")
	p.Writes(bob, "Automatic reply: "+l3.Subject, "kanari6: I am away until Monday.\n", "Auto-Submitted: auto-replied")
	p.reached("kanari6")

	p.Writes(dave, "LETTER A", p.line(4)+"\nkanari7: hear, all!\n")
	p.reached("kanari7", anna, bob, cara)
	l7 := p.last(cara)
	p.reply(cara, l7, phone, "kanari8: einverstanden\n\n"+p.orders[cara])
	p.reached("kanari8", dave)
	p.reply(dave, p.last(dave), apple, "kanari9: good.")
	p.reached("kanari9", cara)
	p.reply(anna, p.last(anna), nail, "kanari10: auch ich")
	p.reached("kanari10", dave)

	if after := inForce(); !sameOrders(before, after) {
		t.Errorf("orders were\n%s\nand are\n%s", before, after)
	}
	marched := strings.Replace(p.orders[bob], "$E", "$N\n#4\nkanari11: now.\n#E\n$E", 1)
	p.Writes(bob, "orders", marched)
	p.reached("kanari11", dave)
	p.Writes(cara, "BRIEF M", "kanari12: darf man das, Spielleitung?\n")
	p.reached("kanari12", gm)

	p.Now = p.Now.AddDate(0, 0, 8)
	p.Cron()
	p.collect()
	for _, word := range []string{"kanari2", "kanari3", "kanari9", "kanari11"} { // no report has them again
		for i := range 4 {
			if report := p.Done("report", p.Dir, string(rune('1'+i))); strings.Contains(report, word) {
				t.Errorf("the report of realm %d has %s again", i+1, word)
			}
		}
	}
	p.Now = p.Now.AddDate(0, 0, 12)
	p.Cron()
	p.reply(bob, l3, mutt, "kanari13: too late?")
	p.reached("kanari13")
	if got := p.bodies[bob]; !strings.Contains(got[len(got)-1].Body, "LETTER 1") {
		t.Errorf("after two turns Bob reads %s", got[len(got)-1].Body)
	}
}

// line is the `$I` line of a realm.
func (p *plot) line(realm int) string { return p.Players[realm-1].Identity }

// first is the first letter of orders that report 0 has ready, with the password.
func (p *plot) first(realm int, all []stage.Letter) string {
	p.T.Helper()
	for _, l := range all {
		_, rest, found := strings.Cut(l.Body, fmt.Sprintf("\n$I %d ", realm))
		body, _, closed := strings.Cut(rest, "$E\n")
		if found && closed {
			_, orders, _ := strings.Cut(body, "\n")
			return p.line(realm) + "\n" + orders + "$E\n"
		}
	}
	p.T.Fatalf("realm %d has no first letter in %v", realm, all)
	return ""
}

// collect takes what has come to everybody.
func (p *plot) collect() {
	p.T.Helper()
	for _, who := range []string{"anna@demo.test", "bob@demo.test", "cara@demo.test", "dave@demo.test", "gm@demo.test",
		"evil@demo.test"} {
		p.bodies[who] = append(p.bodies[who], p.Got(who)...)
	}
}

// reached checks who has read a word, besides who wrote it: in receipts of orders, lines are quoted to their writer.
func (p *plot) reached(word string, want ...string) {
	p.T.Helper()
	p.collect()
	var got []string
	for who, all := range p.bodies {
		for _, l := range all {
			if strings.Contains(l.Body, word) && !strings.Contains(l.ID, "<receipt.") {
				got = append(got, who)
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.T.Errorf("%s reached %v, want %v", word, got, want)
	}
}

// last is the last letter of another player that somebody has got.
func (p *plot) last(who string) stage.Letter {
	p.T.Helper()
	for _, l := range slices.Backward(p.bodies[who]) {
		if strings.Contains(l.ID, "<press.") {
			return l
		}
	}
	p.T.Fatalf("%s has no letter of another player", who)
	return stage.Letter{}
}

// orderLine is a line of `orders`: its number, the letter it came with, and the order.
var orderLine = regexp.MustCompile(`(?m)^ +\d+ \(\d+\) +(.+)$`)

// sameOrders compares what is in force, whichever letter it came with.
func sameOrders(a, b string) bool {
	lines := func(s string) (out []string) {
		for _, m := range orderLine.FindAllStringSubmatch(s, -1) {
			out = append(out, m[1])
		}
		return out
	}
	return len(lines(a)) == 24 && slices.Equal(lines(a), lines(b))
}

// program writes a reply as a mail program does: its head, its type, and its body with what it quotes.
type program func(l stage.Letter, words string) (subject string, head []string, body string)

func quoted(mark string, l stage.Letter) string {
	return mark + strings.ReplaceAll(strings.TrimSpace(l.Body), "\n", "\n"+mark) + "\n"
}

func asHTML(l stage.Letter) string { return strings.ReplaceAll(l.Body, "\n", "<br>\n") }

func mutt(l stage.Letter, words string) (string, []string, string) {
	return "Re: " + l.Subject, []string{"In-Reply-To: " + l.ID, "References: " + l.ID},
		"On Mon, Mar 02, 2026 at 12:00:00PM +0000, Probe wrote:\n" + quoted("> ", l) + "\n" + words + "\n"
}

func nail(l stage.Letter, words string) (string, []string, string) {
	return "Re: " + l.Subject, []string{"References: " + l.ID},
		words + "\n\nProbe wrote in\n <x@demo.test>:\n" + quoted(" |", l)
}

// outlook drops In-Reply-To and References, and marks nothing that it quotes.
func outlook(l stage.Letter, words string) (string, []string, string) {
	return "AW: " + l.Subject, []string{"Content-Type: text/html; charset=UTF-8"},
		"<html><body lang=DE><div class=WordSection1><p class=MsoNormal>" + words + "<o:p></o:p></p>\n" +
			"<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>\n" +
			"<p class=MsoNormal><b>Von:</b> Probe &lt;" + stage.GameAddress + "&gt; <br><b>Gesendet:</b> Montag, 2. März 2026 " +
			"13:05<br><b>An:</b> Bob<br><b>Betreff:</b> " + l.Subject + "</p></div>\n<p class=MsoNormal>" + asHTML(l) +
			"</p></div></body></html>\n"
}

func gmail(l stage.Letter, words string) (string, []string, string) {
	return "Re: " + l.Subject, []string{"Content-Type: text/html; charset=UTF-8", "In-Reply-To: " + l.ID,
			"References: " + l.ID},
		"<div dir=\"ltr\">" + words + "</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Mon, " +
			"Mar 2, 2026 at 1:05 PM Probe &lt;" + stage.GameAddress + "&gt; wrote:<br></div><blockquote class=\"gmail_quote\">" +
			asHTML(l) + "</blockquote></div>\n"
}

func apple(l stage.Letter, words string) (string, []string, string) {
	return "Re: " + l.Subject, []string{"In-Reply-To: " + l.ID},
		words + "\n\n> On 2. Mar 2026, at 13:05, Probe <" + stage.GameAddress + "> wrote:\n> \n" + quoted("> ", l)
}

// phone keeps nothing but the subject.
func phone(l stage.Letter, words string) (string, []string, string) {
	return "AW: " + l.Subject, nil, words + "\n\nVon meinem iPhone gesendet\n\n> Am 02.03.2026 um 13:05 schrieb Probe <" +
		stage.GameAddress + ">:\n> \n" + quoted("> ", l)
}

// reply answers a letter with a program.
func (p *plot) reply(from string, l stage.Letter, by program, words string) {
	p.T.Helper()
	subject, head, body := by(l, words)
	p.Mails++
	fields := []string{"From: " + from, "To: " + stage.GameAddress, "Subject: " + subject,
		"Date: " + p.Now.Format(time.RFC1123Z), fmt.Sprintf("Message-ID: <plot%d@player.test>", p.Mails), "MIME-Version: 1.0"}
	if len(head) == 0 || !strings.HasPrefix(head[0], "Content-Type") {
		fields = append(fields, "Content-Type: text/plain; charset=UTF-8")
	}
	fields = append(fields, head...)
	p.Office.Post(p.T, from, []byte(strings.ReplaceAll(strings.Join(fields, "\n")+"\n\n"+body, "\n", "\r\n")))
	p.Cron()
}
