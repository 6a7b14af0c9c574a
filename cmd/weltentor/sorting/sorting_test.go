package sorting

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// box has two worlds with a +, one with the plain address, and two with addresses of other domains.
func box(t *testing.T) *Mailbox {
	t.Helper()
	m, err := New(
		World{"nord", []string{"game+nord@box.example", "Nord@Old.Example"}, "Nordland"},
		World{"sued", []string{"Game+Sued@box.example"}, "Größe – Süd"},
		World{"plain", []string{"game@box.example"}, "Erste Welt"},
		World{"ost", []string{"ost@east.example"}, "Nordland Ost"},
		World{"west", []string{"spiel@west.example"}, "West"},
	)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const received = "Received: from a by b;\n\tMon, 1 Mar 2027 12:00:00 +0000\n"

// Whom a mail is written to decides, and who wrote it does not.
func TestSort(t *testing.T) {
	m := box(t)
	for _, c := range []struct{ what, head, want string }{
		{"by the last server", "Delivered-To: game+nord@box.example\n" + received + "To: game+sued@box.example\n",
			"nord"},
		{"by the last server, in its other field",
			"X-Original-To: GAME+NORD@BOX.EXAMPLE\nDelivered-To: box@box.example\n" +
				received + "To: x@y.example\n", "nord"},
		{"in Exim's", "Return-path: <a@b>\nEnvelope-to: game+sued@box.example\n" + received + "To: list@y.example\n",
			"sued"},
		{"forged below the server's line", received + "Delivered-To: game+sued@box.example\nX-Original-To: " +
			"game+sued@box.example\nTo: game+nord@box.example\n", "nord"},
		{"forged, and the server writes one, too", "Delivered-To: game+nord@box.example\n" + received +
			"Delivered-To: game+sued@box.example\n" + received + "To: game+sued@box.example\n", "nord"},
		{"forged between two servers", received + "Delivered-To: game+sued@box.example\n" + received +
			"To: game+nord@box.example\n", "nord"},
		{"forged, and no server at all", "Delivered-To: game+sued@box.example\nTo: game+nord@box.example\n", "nord"},
		{"a server that forwards", "Delivered-To: box@big.example\n" + received +
			"Delivered-To: game+sued@box.example\n" +
			received + "To: Nord@old.example\n", "nord"},
		{"the server names two", "X-Original-To: game+nord@box.example\nDelivered-To: game+sued@box.example\n" +
			received +
			"To: game+nord@box.example\n", "several nord sued"},
		{"the server leaves out what is behind the +", "Delivered-To: game@box.example\n" + received +
			"To: game+nord@box.example\n", "nord"},
		{"the same, for the world without +", "Delivered-To: game@box.example\n" + received + "To: game@box.example\n",
			"plain"},
		{"the same, for nobody to be seen", "Delivered-To: game@box.example\n" + received + "Subject: x\n", "unknown"},
		{"one of several recipients", "To: Anna <anna@a.example>, \"The Game\" <Game+Nord@BOX.example>\n", "nord"},
		{"in Cc", "To: anna@a.example\nCc: spiel@west.example\n", "west"},
		{"in a second To", "To: anna@a.example\nTo: spiel@west.example\n", "west"},
		{"folded", "To: anna@a.example,\n bob@b.example,\n\tost@east.example\n", "ost"},
		{"an old address", "To: NORD@OLD.EXAMPLE\n", "nord"},
		{"twice the same", "To: game+nord@box.example, nord@old.example\nCc: game+nord@box.example\n", "nord"},
		{"two worlds", "To: game+sued@box.example\nCc: game+nord@box.example\nSubject: Re: [Nordland Z3]\n",
			"several nord sued"},
		{"a name that is an address", "To: \"game+sued@box.example\" <game+nord@box.example>\n", "nord"},
		{"such a name without quotes", "To: game+sued@box.example, Jörg, <game+nord@box.example>\n", "nord"},
		{"a group", "To: players: anna@a.example, game+nord@box.example;\n", "nord"},
		{"a comment", "To: game+nord@box.example (game+sued@box.example)\n", "nord"},
		{"part of an address", "To: xgame+nord@box.example, game+nord@box.example.org\n", "unknown"},
		{"another detail", "To: game+west@box.example\n", "unknown"},
		{"an address before the subject", "To: game+nord@box.example\nSubject: [West]\n", "nord"},
		{"subject", "To: list@y.example\nSubject: Re: [Nordland Z12] Befehle angekommen\n", "nord"},
		{"subject, English", "Subject: AW: Re: Fwd: [nordland T3] Orders received\n", "nord"},
		{"subject, of a question", "Subject: AW: [Nordland #17] Frage\n", "nord"},
		{"subject, by the +", "Subject: [SUED] my orders\n", "sued"},
		{"subject, a list's mark before it", "Subject: [spam?] [ext] Re: [West Z1] x\n", "west"},
		{"subject, a longer name", "Subject: [Nordland Ost Z2] x\n", "ost"},
		{"subject, a name that goes on", "Subject: [Nordland Nord] x\n", "unknown"},
		{"subject, blanks", "Subject: [ Nordland\n  Ost  Z2 ] x\n", "ost"},
		{"subject, encoded", "Subject: =?utf-8?q?Re:_=5BGr=C3=B6=C3=9Fe_=E2=80=93_?= =?iso-8859-1?b?U/xkIFoyXQ==?= x\n",
			"sued"},
		{"subject, an accent of its own", "Subject: [Gro\u0308ße - Su\u0308d]\n", "sued"},
		{"subject, two worlds", "Subject: [Nordland Z1] [West Z1]\n", "several nord west"},
		{"subject, one twice", "Subject: [Nordland Z1] was: [nord]\n", "nord"},
		{"subject, no brackets", "Subject: Nordland\n", "unknown"},
		{"subject, one bracket", "Subject: [Nordland\n", "unknown"},
		{"subject, in each other", "Subject: [[Nordland]]\n", "nord"},
		{"nothing", "From: a@b.example\n", "unknown"},
		{"no head", "", "unknown"},
		{"lines that are none", "From a@b Mon Jan\nwhat?\nSubject: x\nTo : game+nord@box.example\n", "nord"},
		{"in the text", "Subject: x\n\nTo: game+nord@box.example\n", "unknown"},
		{"a huge head", "To: game+nord@box.example\n" + strings.Repeat("X-Y: "+strings.Repeat("z", 990)+"\n", 300),
			"unread"},
		{"many recipients", "To: " + strings.Repeat("a@b.example, ", 9000) + "game+nord@box.example\n", "nord"},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			raw := strings.ReplaceAll(c.head, "\n", end)
			if !strings.Contains(c.head, "\n\n") {
				raw += end + "To: game+west@box.example" + end
			}
			got := m.Sort([]byte(raw))
			is := strings.Join(append([]string{got.World + string(got.Doubt)}, got.Named...), " ")
			if is != c.want {
				t.Errorf("%s: %+v, want %s", c.what, got, c.want)
			}
		}
	}
}

// No mail is for two worlds, and none causes a panic.
func FuzzSort(f *testing.F) {
	m, err := New(World{"a", []string{"g+a@x.example"}, "Anna"}, World{"b", []string{"b@y.example"}, "Bob"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("Delivered-To: g+a@x.example\nReceived: x\nTo: b@y.example\nSubject: [Bob]\n\n")
	f.Add("To: =?x?q?")
	f.Fuzz(func(t *testing.T, raw string) {
		got := m.Sort([]byte(raw))
		if (got.World == "") == (got.Doubt == "") || (got.Doubt == Several) != (len(got.Named) > 1) {
			t.Errorf("%+v", got)
		}
	})
}

// Anything that could mean two worlds is refused before a mail comes.
func TestClash(t *testing.T) {
	first := World{"one", []string{"game+one@x.example"}, "Die Eine"}
	for _, c := range []struct {
		what, want string
		second     World
	}{
		{"another", "", World{"two", []string{"game+two@x.example"}, "Zwei"}},
		{"the plain address", "", World{"two", []string{"game@x.example"}, "Zwei"}},
		{"the same detail elsewhere", "[one] is of one and of two", World{"two", []string{"game+one@y.example"},
			"Zwei"}},
		{"the address", "game+one@x.example is of one and of two", World{"two", []string{"GAME+One@X.example"},
			"Zwei"}},
		{"the name", "[die eine] is of one and of two", World{"two", []string{"game+two@x.example"}, "DIE  eine"}},
		{"a name that is the other's detail", "[one] is of one and of two", World{"two", []string{"t@x.example"},
			"One"}},
		{"the name and a turn's number", "[die eine z1] is of one and of two", World{"two",
			[]string{"game+two@x.example"}, "Die Eine Z1"}},
		{"the name and what is no number of ours", "", World{"two", []string{"game+two@x.example"}, "Die Eine 1"}},
		{"the same world", "", first},
	} {
		_, err := New(first, c.second)
		if _, back := New(c.second, first); (back == nil) != (err == nil) {
			t.Errorf("%s, the other way round: %v", c.what, back)
		}
		var clash *Clash
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && (got != c.want || !errors.As(err,
			&clash)) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}
