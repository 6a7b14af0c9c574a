package truth_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/world"
)

// posts sends a mail with a header of its own, in which SUBJECT and OURS are those of a letter of ours that it answers.
func (p *play) posts(from, head, text string, of letterOut) answers {
	p.later(70 * time.Minute)
	p.mails++
	head = strings.NewReplacer("SUBJECT", of.subject, "<OURS>", of.id).Replace(head)
	raw := fmt.Sprintf("From: %s\nTo: %s\nMessage-ID: <marks%d@mail.example.net>\nDate: %s\n%s\n\n%s", from, gameAddress, p.mails,
		p.ClockAt.Format(time.RFC1123Z), head, p.withPasswords(text))
	out := p.post([]byte(strings.ReplaceAll(raw, "\n", "\r\n")))
	p.notes(out)
	return answers{p, out}
}

// answered is the head of an answer.
const answered = "Subject: Re: SUBJECT\nIn-Reply-To: <OURS>\n"

// Marks of mail that was sent to many are on people's mail, too. They keep no letter from being read and answered. Nor do
// words about an absence in its subject.
func TestMarksOfMany(t *testing.T) {
	for _, mark := range []string{"Feedback-ID: i197146af:Fastmail", "List-Id: <spielrunde.example>\nPrecedence: list",
		"List-Unsubscribe: <mailto:x@y.example>", "Precedence: bulk", "X-Auto-Response-Suppress: All", "X-Auto-Response-Suppress: OOF"} {
		t.Run(mark, func(t *testing.T) {
			p := begin(t, 1, 1, func(s *world.Settings) { s.Signup, s.Places = true, 9 })
			p.posts(bob, "Subject: LETTER 1", "$I 2 PASSWORD 2\nShall we march?\n", letterOut{})
			got := p.posts(ann, answered+mark, "Yes, at dawn.\n", p.passed[1])
			if !got.reads(bob, "at dawn") {
				t.Errorf("an answer: Bob reads %q", got.to(bob))
			}
			got = p.posts(ann, "Subject: Zug\n"+mark, "LETTER 2\nI go north.\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n", letterOut{})
			if !got.reads(bob, "i go north") || p.inForce(1) != "3" {
				t.Errorf("beside orders: Bob reads %q, and %q is in force", got.to(bob), p.inForce(1))
			}
			p.posts(ann, "Subject: ADDRESS new@example.net", "", letterOut{})
			if got = p.posts(ann, answered+mark, "YES\n", p.asked); !strings.Contains(got.to(ann), "new@example.net") {
				t.Errorf("a YES to ADDRESS: %q", got.to(ann))
			}
			if got = p.posts("who@example.net", "Subject: SIGNUP\n"+mark, "", letterOut{}); got.to("who@example.net") == "" {
				t.Error("a SIGNUP has no answer")
			}
			if got = p.posts("shop@example.net", "Subject: News\n"+mark, "I want to play too!\n", letterOut{}); got.to("shop@example.net") != "" {
				t.Error("an advertisement is answered")
			}
		})
	}
}

// An answer to a player whose subject a program may have written goes to nobody, and its writer hears so. All others go.
func TestSubjectsOfPrograms(t *testing.T) {
	for head, goes := range map[string]bool{
		answered: true, "Subject: Away next week\nIn-Reply-To: <OURS>": true, "Subject: Ferien (was: SUBJECT)\nIn-Reply-To: <OURS>": true,
		"Subject: Urlaub\nFeedback-ID: i1:Fastmail\nIn-Reply-To: <OURS>": true, "Subject: SV: VS: SUBJECT\nIn-Reply-To: <OURS>": true,
		"Subject: [ext] Re: SUBJECT\nIn-Reply-To: <OURS>":             true,
		"Subject: Lu : SUBJECT\nIn-Reply-To: <OURS>":                  false,
		"Subject: Zugesagt: SUBJECT\nIn-Reply-To: <OURS>":             false,
		"Subject: Poissa: Re: SUBJECT\nIn-Reply-To: <OURS>":           false,
		"Subject: Out of the office Re: SUBJECT\nIn-Reply-To: <OURS>": false,
		"Subject: Away\nPrecedence: bulk\nIn-Reply-To: <OURS>":        false,
	} {
		t.Run(head, func(t *testing.T) {
			p := bobWrites(t)
			got := p.posts(ann, head, "Yes, at dawn.\n", p.passed[1])
			if got.reads(bob, "at dawn") != goes || !goes && !strings.Contains(got.to(ann), "niemanden") {
				t.Errorf("Bob reads %q, and Ann %q", got.to(bob), got.to(ann))
			}
		})
	}
}

// A text that is signed or encrypted by PGP is as much its writer's as any other, and what cannot be read is told.
func TestArmour(t *testing.T) {
	const begin, end = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n",
		"-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n"
	const orders = "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"
	for name, c := range map[string]struct{ text, reads, force string }{
		"words below":    {begin + "Yes.\n" + end + "\nPS: At dawn.\n", "at dawn", ""},
		"a second block": {begin + "Yes.\n" + end + begin + "PS: At dawn.\n" + end, "at dawn", ""},
		"orders below":   {begin + "Yes, at dawn.\n" + end + orders, "at dawn", "3"},
		"orders beside":  {begin + "Yes, at dawn.\n" + end + begin + orders + end, "at dawn", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			p := bobWrites(t)
			got := p.posts(ann, answered, c.text, p.passed[1])
			if !got.reads(bob, c.reads) || p.inForce(1) != c.force {
				t.Errorf("Bob reads %q, and %q is in force", got.to(bob), p.inForce(1))
			}
		})
	}
	p := bobWrites(t)
	got := p.posts(ann, answered, "At dawn.\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n", p.passed[1])
	if !got.reads(bob, "at dawn") || !strings.Contains(got.to(ann), "verschlüsselt") {
		t.Errorf("an encrypted block: Bob reads %q, and Ann %q", got.to(bob), got.to(ann))
	}
	got = p.posts(ann, "Subject: LETTER 2", "At dusk.\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n", letterOut{})
	if !aCode.MatchString(got.to(ann)) || !strings.Contains(got.to(ann), "verschlüsselt") {
		t.Errorf("an encrypted block in a letter with a code: Ann reads %q", got.to(ann))
	}
}

// A reaction of Gmail is what its writer has clicked, without the part for programs.
func TestReaction(t *testing.T) {
	p := bobWrites(t)
	got := p.posts(ann, answered+"MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=AA",
		"--AA\nContent-Type: text/plain; charset=utf-8\n\n👍\n--AA\nContent-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n"+
			`{"emoji":"👍","version":1}`+"\n--AA\nContent-Type: text/html; charset=utf-8\n\n<p>👍</p>\n--AA--\n", p.passed[1])
	if !got.reads(bob, "👍") || got.reads(bob, "emoji") {
		t.Errorf("Bob reads %q", got.to(bob))
	}
}

// bobWrites begins a play in which Bob has written to Ann.
func bobWrites(t *testing.T) *play {
	p := begin(t, 1, 1)
	p.posts(bob, "Subject: LETTER 1", "$I 2 PASSWORD 2\nShall we march?\n", letterOut{})
	return p
}
