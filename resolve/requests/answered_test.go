package requests_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Advertisements that mention joining leave some invitations for those who write the word.
func TestWillingLeavesInvitations(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0)
	invited := 0
	writes := func(n int, subject, text string) {
		l := b.Letter(1, text)
		l.From, l.Subject = fmt.Sprintf("who@example%d.net", n), subject
		if b.Accept(l).Answered {
			invited++
		}
	}
	for n := range 40 {
		writes(n, "Hallo", "Ich möchte gern mitspielen.\n")
	}
	if invited != 15 { // half of 30
		t.Errorf("%d of 40 were invited", invited)
	}
	for n := range 40 {
		writes(100+n, "ANMELDUNG", "")
	}
	if invited != 30 {
		t.Errorf("%d of 80 were invited", invited)
	}
}

func TestWilling(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]phrase.Lang{
		"Kann ich mich noch anmelden?": phrase.De, "Darf man mitmachen": phrase.De,
		"Ich würde gern teilnehmen.": phrase.De, "Ist noch Platz zum Einsteigen?": phrase.De,
		"May I join you?": phrase.En, "How do I sign up": phrase.En, "I'd like to play": phrase.En,
		"Wie spielt sich das?": "", "A display of playing cards": "", "$I 1 x\nmitspielen": "", "": "",
	} {
		if got, ok := letter.Willing("", text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

// Each word that the players' pages show is answered, alone in the subject and with the line `$I` below it.
func TestEveryWordIsAnswered(t *testing.T) {
	t.Parallel()
	for lang, head := range map[phrase.Lang]string{phrase.De: "| Wort | was kommt |", phrase.En: "| word | what comes |"} {
		page, err := os.ReadFile("../../docs/player." + string(lang) + ".md")
		must(t, err)
		_, table, _ := strings.Cut(string(page), head)
		table, _, _ = strings.Cut(table, "\n\n")
		shown := 0
		for row := range strings.Lines(table) {
			cells := strings.SplitN(row, "|", 3)
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[min(1, len(cells)-1)], -1) {
				shown++
				t.Run(m[1], func(t *testing.T) {
					t.Parallel()
					answered(t, m[1])
				})
			}
		}
		if shown < 25 {
			t.Errorf("%s: only %d words", lang, shown)
		}
	}
}

// answered checks that a word is answered in a world that has all of them, and names other realms as its reader knows them.
func answered(t *testing.T, word string) {
	b := worldtest.Found(t, veiledTiny{}, 2, func(s *world.Settings) {
		s.Press, s.ClosingVote, s.MoreTime, s.Public = world.PressNow, true, 24*time.Hour, public.Parts[:1]
	})
	for _, text := range []string{"", "$I 1 PASSWORD\n"} {
		b.Sent("", b.ClockAt)
		l := b.Letter(1, text)
		l.Subject = word
		a := b.Accept(l)
		to := 0
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To != l.From {
				continue
			}
			to++
			if all := read(d); strings.Contains(all, "Reich2") && !slices.Contains(named, word) {
				t.Errorf("%s, %q: the answer names another realm as the world does, and not as its reader knows it. Take the "+
					"name from Others or RecipientNamed (press.go):\n%s", word, text, all)
			}
		}
		if a.Fate != receipt.Served || !a.Answered || to != 1 {
			t.Errorf("%s, %q: %s, answered %v, %d letters to the player", word, text, a.Fate, a.Answered, to)
		}
	}
}

// named are words whose answers may have the world's names: the game writes them, or they have what is public.
var named = []string{"BERICHT", "REPORT", "STAND", "STANDINGS"}

// read is all that the reader of a letter can read.
func read(d outbox.Draft) string {
	all := d.Subject + "\n" + d.Text
	for _, f := range d.Files {
		all += "\n" + string(f.Data)
	}
	return all
}

// veiledTiny is a tiny game in which a realm knows all realms by other names than the world does.
type veiledTiny struct{ worldtest.Tiny }

func (g veiledTiny) OpenKnown(known, tables []byte) (game.Known, error) {
	k, err := g.Tiny.OpenKnown(known, tables)
	return veiledKnown{k}, err
}

type veiledKnown struct{ game.Known }

func (k veiledKnown) Realms() []game.Realm {
	realms := k.Known.Realms()
	for i := range realms {
		realms[i].Name = fmt.Sprint("Unknown", realms[i].Number)
	}
	return realms
}

// Who writes to a realm that there is not reads which ones there are, by the names that the writer knows.
func TestOthersAreNamedAsTheirReaderKnowsThem(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, veiledTiny{}, 2, func(s *world.Settings) { s.Press = world.PressNow })
	b.Sent("", b.ClockAt)
	b.Asks(1, "LETTER 9", "Peace?")
	sent := b.Sent("", b.ClockAt)
	if len(sent) != 1 || !strings.Contains(sent[0].Text, "Unknown2") || strings.Contains(read(sent[0]), "Reich2") {
		t.Errorf("%+v", sent)
	}
}
