package intake_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/incoming"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Each mail program's reply to a player's letter reaches its writer, with or without references, and only in the
// reader's own words.
func TestAReplyReachesTheWriter(t *testing.T) {
	t.Parallel()
	own := regexp.MustCompile(`(?i)\b(ja|yes)\b`)
	for _, m := range mailings(t, "consents.txtar", 27)[:25] {
		for _, refers := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s %v", m.name, refers), func(t *testing.T) {
				t.Parallel()
				b := worldtest.Plotting(t, 3)
				d := b.WriteTo(1, 2, "Our plan: we march north at dawn, to Graumark.")
				b.Sent("", b.ClockAt)
				got := b.Accept(readMail(b, m.raw(d, refers)))
				if got.Fate != receipt.Served || got.Realm != 2 {
					t.Fatalf("%+v", got)
				}
				passed := ""
				for _, l := range b.Sent("", b.ClockAt) {
					switch l.To {
					case "r1@example.org":
						passed += l.Text
					case "r2@example.org":
						if !strings.Contains(l.Text, "Reich 1") && !strings.Contains(l.Text, "realm 1") {
							t.Errorf("the receipt says %s", l.Text)
						}
					default:
						t.Errorf("a letter to %s: %s", l.To, l.Text)
					}
				}
				if !own.MatchString(passed) || strings.Contains(passed, "at dawn") || strings.Contains(passed, "spiel@") {
					t.Errorf("the writer reads %s", passed)
				}
			})
		}
	}
}

// generous lets players move the deadline by two days.
func generous(s *world.Settings) { s.MoreTime = 48 * time.Hour }

// begging is a letter that asks for a yes.
type begging struct {
	what string
	ask  func(b *worldtest.Game) outbox.Draft // the last letter that is sent is this one
	text bool                                 // it shows a text that may be changed
	told int                                  // letters to others about a refusal
}

// asksFor asks as the player of a realm.
func asksFor(subject string) func(b *worldtest.Game) outbox.Draft {
	return func(b *worldtest.Game) outbox.Draft {
		b.Asks(2, subject, "")
		got := b.Sent("", b.ClockAt)
		return got[len(got)-1]
	}
}

var askings = []begging{
	{what: "GM CLOSE now", ask: worldtest.BidsFor("GM CLOSE now", "Nobody plays any more.\n")},
	{what: "GM CLOSE after", ask: worldtest.BidsFor("GM CLOSE after 9", "Nobody plays any more.\n")},
	{what: "GM CLOSE no", ask: func(b *worldtest.Game) outbox.Draft {
		_, err := schedule.Close(b.World, 9, "So be it.", b.ClockAt)
		must(b.T, err)
		b.Sent("", b.ClockAt)
		return worldtest.BidsFor("GM CLOSE no", "")(b)
	}},
	{what: "GM TELL", ask: worldtest.BidsFor("GM TELL all", "The next turn is late.\n"), text: true},
	{what: "GM PAUSE", ask: worldtest.BidsFor("GM PAUSE", "")},
	{what: "GM RESUME", ask: func(b *worldtest.Game) outbox.Draft {
		b.Paused(time.Time{}, b.ClockAt)
		b.Sent("", b.ClockAt)
		return worldtest.BidsFor("GM RESUME", "")(b)
	}},
	{what: "GM DEADLINE", ask: worldtest.BidsFor("GM DEADLINE 2026-11-29", "")},
	{what: "an answer to a player", text: true, ask: func(b *worldtest.Game) outbox.Draft {
		b.Ask(func(l *letter.Letter) {})
		return worldtest.BidsFor("Re: [Bovistan #1] Frage", "Five gold.\n")(b)
	}},
	{what: "PASSWORD", ask: asksFor("PASSWORD")},
	{what: "PAUSE", ask: asksFor("PAUSE 2")},
	{what: "PAUSE 0", ask: func(b *worldtest.Game) outbox.Draft {
		b.Asks(2, "Re: "+b.Token(2, "PAUSE 2"), "Ja\n")
		b.Sent("", b.ClockAt)
		return asksFor("PAUSE 0")(b)
	}},
	{what: "SUBSTITUTE", ask: asksFor("SUBSTITUTE evil@example.net 3")},
	{what: "the substitute's", told: 1, ask: func(b *worldtest.Game) outbox.Draft {
		b.Asks(2, "Re: "+b.Token(2, "SUBSTITUTE ann@example.net 2"), "Ja\n")
		got := b.Sent("signup", b.ClockAt)
		return got[0]
	}},
	{what: "SUBSTITUTE END", ask: func(b *worldtest.Game) outbox.Draft {
		b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann))
		return asksFor("SUBSTITUTE END")(b)
	}},
	{what: "CLOSE yes", ask: asksFor("CLOSE yes")},
	{what: "CLOSE no", ask: func(b *worldtest.Game) outbox.Draft {
		b.Asks(2, "Re: "+b.Token(2, "CLOSE yes"), "Ja\n")
		b.Sent("", b.ClockAt)
		return asksFor("CLOSE no")(b)
	}},
	{what: "MORE TIME", ask: asksFor("MORE TIME")},
	{what: "SIGNUP", ask: func(b *worldtest.Game) outbox.Draft {
		b.Accept(b.Newcomer("kim@one.example", "SIGNUP"))
		return b.Sent("signup", b.ClockAt)[0]
	}},
}

// mailing is an answer as a mail program sends it.
type mailing struct{ name, text string }

// mailings reads a file of such answers.
func mailings(t *testing.T, name string, want int) (all []mailing) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "replies", name))
	must(t, err)
	for i, part := range strings.Split("\n"+string(raw), "\n-- ") {
		title, text, found := strings.Cut(part, " --\n")
		if i == 0 {
			continue
		}
		if !found || strings.Contains(title, "\n") { // the mark of a signature
			all[len(all)-1].text += "\n-- " + part
			continue
		}
		all = append(all, mailing{title, text})
	}
	if len(all) != want {
		t.Fatalf("%s has %d letters, want %d", name, len(all), want)
	}
	return all
}

// raw returns the mail, as an answer to a letter of ours.
func (m mailing) raw(d outbox.Draft, refers bool) []byte {
	code := worldtest.TokensIn(d.Subject, d.Text)[0]
	head, body, _ := strings.Cut(m.text, "\n\n")
	h := "From: Kim Meyer <" + d.To + ">\n"
	if strings.HasPrefix(head, "From: ") {
		h = ""
	}
	h += "To: spiel@example.org\nMessage-ID: <" + fmt.Sprintf("%x", sha256.Sum256([]byte(m.name)))[:12] + "@kim>\n"
	if refers {
		h += "In-Reply-To: " + d.MessageID + "\nReferences: " + d.MessageID + "\n"
	}
	if !strings.Contains(head, "Content-Type:") {
		h += "Content-Type: text/plain; charset=utf-8\n"
	}
	asHTML, lines := strings.Contains(head, "text/html"), []string{}
	for _, line := range strings.Split(body, "\n") {
		if strings.HasPrefix(line, "Content-Type: ") {
			asHTML = strings.Contains(line, "text/html")
		}
		switch at := strings.Index(line, "TEXT"); {
		case at < 0:
			lines = append(lines, line)
		case asHTML:
			quoted := strings.ReplaceAll(html.EscapeString(d.Text), "\n", "<br>\n")
			lines = append(lines, line[:at]+quoted+line[at+len("TEXT"):])
		default:
			for text := range strings.Lines(d.Text) {
				for _, wrapped := range wrappedAt(strings.TrimRight(text, "\n"), 72) {
					lines = append(lines, line[:at]+wrapped)
				}
			}
		}
	}
	return []byte(strings.NewReplacer("SUBJECT", d.Subject, "CODE", code, "ADDRESS", d.To).Replace(
		h+head+"\n\n") + strings.NewReplacer("SUBJECT", d.Subject, "CODE", code, "ADDRESS", d.To).Replace(
		strings.Join(lines, "\n")))
}

// wrappedAt breaks a line as mail programs do.
func wrappedAt(line string, width int) (out []string) {
	for len(line) > width {
		at := strings.LastIndex(line[:width], " ")
		if at <= 0 {
			break
		}
		out, line = append(out, line[:at]), line[at+1:]
	}
	return append(out, line)
}

// readMail reads a mail as the game does.
func readMail(b *worldtest.Game, raw []byte) letter.Letter {
	b.T.Helper()
	r, err := incoming.Read(b.T.Context(), raw, incoming.ReadOptions{Own: "spiel@example.org",
		Score: worldtest.Tiny{}.Language().Score, Follow: worldtest.Tiny{}.Language().Follow, Mark: letter.FormMark})
	must(b.T, err)
	l := letter.Letter{Hash: sha256.Sum256(raw), MessageID: r.MessageID, References: r.References, From: r.From,
		FromName: r.FromName, Subject: r.Subject, Texts: letter.Texts{Text: r.Text, Beside: r.Beside, Footer: r.Footer, Quoted: r.Quoted, Form: r.Filled},
		Part: r.Part, Charset: r.Charset, Others: r.Others, MayAnswer: r.NoAnswer == "", Machine: r.Machine,
		Marked: r.Marked, Automatic: r.Automatic != "", Absence: r.Absence, Arrived: b.ClockAt}
	for _, f := range r.Files {
		l.Files = append(l.Files, game.File{Name: f.Name, Type: f.Type, Data: f.Data})
	}
	return l
}

// passing are the buckets that every letter changes.
var passing = []string{"letters", "outbox", "drafts", "due", "ids", "tokens", "counters", "days", "log", "aside",
	"touched", "ring", "digest", "invoked", "silent", "signatures", "passed", "mailed", "files", "notices", "unsettled"}

// outcome is what a letter has done: a sum of what the world is, the letters that it caused, and the codes that are
// still open.
type outcome struct {
	world  [32]byte
	to     []string // of letters, with their subjects
	open   []string // the codes that were there before
	issued int      // codes
}

// wouldDo takes a letter in, returns what came of it, and takes that back.
func wouldDo(b *worldtest.Game, l letter.Letter) (o outcome) {
	b.T.Helper()
	back := errors.New("back")
	known := map[string]bool{}
	read, err := sender.Read(b.World.Setup, l)
	must(b.T, err)
	err = b.Update(func(tx *store.Tx) error {
		var last uint64
		for key := range correspondence.EachToken(tx) {
			known[string(key)] = true
		}
		for k := range store.KeysOf(tx.Bucket([]byte("outbox"))) {
			last = max(last, binary.BigEndian.Uint64(k))
		}
		if l.Hash != [32]byte{} {
			if _, err := intake.Taken(b.World, tx, read, b.ClockAt); err != nil {
				return err
			}
		}
		sum := sha256.New()
		must(b.T, tx.ForEach(func(name []byte, bucket *store.Bucket) error {
			if slices.Contains(passing, string(name)) {
				return nil
			}
			return addUp(sum, string(name), bucket)
		}))
		sum.Sum(o.world[:0])
		for k := range store.KeysOf(tx.Bucket([]byte("outbox"))) {
			if binary.BigEndian.Uint64(k) > last {
				e, _ := store.GetJSON[outbox.Message](tx.Bucket([]byte("outbox")), k)
				o.to = append(o.to, e.To+": "+e.Subject)
			}
		}
		for key, t := range correspondence.EachToken(tx) {
			switch {
			case !known[string(key)]:
				o.issued++
			case t.Open(b.ClockAt):
				o.open = append(o.open, string(key))
			}
		}
		return back
	})
	if !errors.Is(err, back) {
		b.T.Fatal(err)
	}
	return o
}

// addUp adds all of a bucket to a sum. Of the world's own numbers it adds those that a letter may not change.
func addUp(sum io.Writer, name string, bucket *store.Bucket) error {
	return bucket.ForEach(func(key, value []byte) error {
		switch in := bucket.Bucket(key); {
		case name == "meta" && string(key) != "closing" && string(key) != "pause":
		case value == nil && in != nil:
			return addUp(sum, name+fmt.Sprintf(" %x", key), in)
		default:
			fmt.Fprintf(sum, "%s %x %x\n", name, key, value)
		}
		return nil
	})
}

// others counts the letters that do not go to an address.
func (o outcome) others(to string) (n int) {
	for _, s := range o.to {
		n += btoi(!strings.HasPrefix(s, to+": "))
	}
	return n
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// asked returns a world in which a letter that asks for a yes has been read.
func (a begging) asked(t *testing.T) (*worldtest.Game, outbox.Draft) {
	b := worldtest.Found(t, worldtest.Tiny{}, 3, generous, func(s *world.Settings) { s.Signup, s.Places, s.ClosingVote = true, 9, true })
	b.Sent("", worldtest.Day0)
	return b, a.ask(b)
}

// No refusal makes a code do its work, whatever it is for and whichever mail program sent the answer. Nothing in the
// world changes, nobody else is told, and the code ends. Each mail refers to the question or does not, or with KILLS=full
// one does and one does not.
func TestARefusalIsNoConsent(t *testing.T) {
	t.Parallel()
	letters := mailings(t, "refusals.txtar", 94)
	for i, a := range askings {
		b, d := a.asked(t)
		before := wouldDo(b, letter.Letter{})
		for j, m := range letters {
			for n := range worldtest.Bouts(1, 2) {
				refers := (i+j+n)%2 == 0
				o := wouldDo(b, readMail(b, m.raw(d, refers)))
				switch {
				case o.world != before.world:
					t.Errorf("%s, %s: it was done: %q", a.what, m.name, o.to)
				case o.others(d.To) != a.told:
					t.Errorf("%s, %s: letters to %q", a.what, m.name, o.to)
				case len(o.open) != len(before.open)-1:
					t.Errorf("%s, %s: %d codes are open, %d were", a.what, m.name, len(o.open), len(before.open))
				case len(o.to) == 0:
					t.Errorf("%s, %s: no answer", a.what, m.name)
				}
			}
		}
	}
}

// A plain yes makes a code do its work.
func TestAYesIsAConsent(t *testing.T) {
	t.Parallel()
	letters := mailings(t, "consents.txtar", 27)
	for _, a := range askings {
		b, d := a.asked(t)
		before := wouldDo(b, letter.Letter{})
		for _, m := range letters {
			for _, refers := range []bool{true, false} {
				if !refers && strings.Contains(m.name, "without any mark") {
					continue // the quote cannot be recognized
				}
				o := wouldDo(b, readMail(b, m.raw(d, refers)))
				if o.world == before.world && o.others(d.To) == 0 {
					t.Errorf("%s, %s (refers %t): nothing was done: %q", a.what, m.name, refers, o.to)
				}
				if len(o.open) >= len(before.open) {
					t.Errorf("%s, %s: the code is still open", a.what, m.name)
				}
			}
		}
	}
}

// An answer that says nothing, or what a program says, does nothing, and leaves the code open.
func TestSilenceIsNoConsent(t *testing.T) {
	t.Parallel()
	letters := mailings(t, "silent.txtar", 27)
	for _, a := range askings {
		b, d := a.asked(t)
		before := wouldDo(b, letter.Letter{})
		for _, m := range letters {
			o := wouldDo(b, readMail(b, m.raw(d, true)))
			away := a.text && strings.HasPrefix(m.name, "07") // another text, as far as anybody can tell
			if o.world != before.world || o.others(d.To) > 0 || len(o.open) != len(before.open) && !away {
				t.Errorf("%s, %s: %q, %d codes are open, %d were", a.what, m.name, o.to, len(o.open), len(before.open))
			}
		}
	}
}

// A forger cannot write the game master's refusal first, so that it is left out as a quote: the letter with the code
// shows what the forger wrote.
func TestAPlantedRefusalIsNoConsent(t *testing.T) {
	t.Parallel()
	const no = "No, that was not me."
	for _, a := range []begging{
		{what: "GM TELL", ask: worldtest.BidsFor("GM TELL all", "Hello.\n"+no+"\n")},
		{what: "GM TELL that alone", ask: worldtest.BidsFor("GM TELL all", no+"\n")},
		{what: "GM CLOSE now", ask: worldtest.BidsFor("GM CLOSE now", "Nobody plays. "+no+"\n")},
	} {
		b, d := a.asked(t)
		before := wouldDo(b, letter.Letter{})
		for _, m := range []mailing{
			{"the code below", "Subject: Re: SUBJECT\n\n" + no + "\n\nCODE\n"},
			{"an unmarked quote below", "Subject: Re: SUBJECT\n\n" + no + "\n\nTEXT\n"},
			{"a marked quote below", "Subject: Re: SUBJECT\n\n" + no + "\n\n> TEXT\n"},
			{"an unmarked quote above", "Subject: Re: SUBJECT\n\nTEXT\n\n" + no + "\n"},
		} {
			for _, refers := range []bool{true, false} {
				o := wouldDo(b, readMail(b, m.raw(d, refers)))
				if o.world != before.world || o.others(d.To) > 0 {
					t.Errorf("%s, %s (refers %t): it was done: %q", a.what, m.name, refers, o.to)
				}
			}
		}
	}
}
