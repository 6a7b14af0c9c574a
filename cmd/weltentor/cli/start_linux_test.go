package cli_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// mostTyped is how many lines a new game master types at most, from the package to the first report sent.
const mostTyped = 25

// typedOf are the lines that the page shows in its blocks: commands, and questions with their answers.
func typedOf(page string) (lines []string) {
	for i, block := range strings.Split(page, "\n```\n") {
		if i%2 == 1 {
			lines = append(lines, strings.Split(block, "\n")...)
		}
	}
	return lines
}

// newcomerAt is a new game master who types what the page *start* says, and nothing else. The mail servers of the test
// replace those of the page.
type newcomerAt struct {
	t      *testing.T
	office stage.Embedded
	lang   phrase.Lang
	home   string
	typed  int
}

// Following the page start, word by word, ends with a report in the mailbox of each player, after at most 25
// lines.
func TestStartIsAllOneTypes(t *testing.T) {
	for _, lang := range phrase.Langs {
		t.Run(string(lang), func(t *testing.T) {
			page := laws.Content(t, "docs/gm-start."+string(lang)+".md")
			addresses := regexp.MustCompile(`[a-z]+@example\.org`).FindAllString(page, -1)
			slices.Sort(addresses)
			addresses = slices.Compact(addresses)
			n := &newcomerAt{t: t, lang: lang, home: t.TempDir(), office: stage.NewEmbedded(t, time.Now, addresses...)}
			t.Chdir(n.home)
			n.follow(typedOf(page))
			if strings.Contains(page, "`crontab -e`") {
				n.typed++
			}
			if n.typed > mostTyped {
				t.Errorf("%d lines typed, more than %d", n.typed, mostTyped)
			}
			for address, want := range map[string][3]string{
				"ann@example.org":  {"[Bovistan] Welcome: you play Fenmark", "REPORT.TXT", "YOUR FIRST ORDERS"},
				"jost@example.org": {"[Bovistan] Willkommen: Ihr spielt Graumark", "ERGEBNIS.TXT", "EURE ERSTEN BEFEHLE"}} {
				letters := n.office.Inbox(t, address)
				if len(letters) != 1 {
					t.Fatalf("%s has %d letters, want one", address, len(letters))
				}
				if l := stage.OpenLetter(t, letters[0]); !strings.HasPrefix(l.Subject, want[0]) || l.Files[want[1]] == "" ||
					!strings.Contains(l.Body, want[2]) {
					t.Errorf("%s got %q with %d files:\n%s", address, l.Subject, len(l.Files), l.Body)
				}
			}
		})
	}
}

// follow types the lines in their order.
func (n *newcomerAt) follow(lines []string) {
	founding, cron := -1, false
	for i, line := range lines {
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "sudo apt install "):
			n.typed++
			if want := "./weltentor_" + call.Release + "_amd64.deb"; words[3] != want {
				n.t.Errorf("the page installs %s, the package is %s", words[3], want)
			}
		case words[0] == "weltentor" && words[1] == "new":
			founding = i + 1
		case words[0] == "weltentor":
			if founding > 0 {
				n.found(lines[founding:i])
				founding = -1
			}
			n.run(words[1:], cron)
			cron = cron || words[1] == "cron"
		case strings.HasPrefix(line, "*/5 "):
			n.typed++
			if words[6] != "cron" || filepath.Base(words[7]) != "bovistan" {
				n.t.Errorf("the line of crontab is %q", line)
			}
		case founding < 0:
			n.t.Errorf("neither a command nor an answer: %q", line)
		}
	}
}

// found answers the questions of `new` as the page does.
func (n *newcomerAt) found(lines []string) {
	var dialog [][2]string
	for _, line := range lines {
		question, answer, _ := strings.Cut(line+" ", ": ")
		switch answer = strings.TrimSpace(answer); {
		case strings.HasPrefix(answer, "imap."):
			answer = n.office.Server.IMAP()
		case strings.HasPrefix(answer, "smtp."):
			answer = n.office.Server.SMTP()
		case strings.Contains(answer, " pass"), strings.Contains(answer, " Pass"):
			answer = stage.Password
		}
		dialog = append(dialog, [2]string{question + ": ", answer})
		if answer == n.office.Server.IMAP() || answer == n.office.Server.SMTP() {
			dialog = append(dialog, [2]string{" [1]: ", "plain"}) // the port is not a usual one
		}
	}
	n.typed += 1 + len(dialog)
	tty, seen := stage.Typing(n.t, dialog)
	code := cli.Run(n.t.Context(), []string{"new", "bovistan"}, tty, tty, tty, n.env, worlds.Rulebooks())
	if shown := seen(); code != complaint.ExitDone || strings.Count(shown, n.works()) != 2 {
		n.t.Fatalf("new: exit %d\n%s", code, shown)
	}
}

// works is what `new` says of a server that lets it in.
func (n *newcomerAt) works() string {
	return texts.Book(n.lang).Say(phrase.P("ask.works", phrase.Str("host", "127.0.0.1")))
}

func (n *newcomerAt) env(name string) string {
	return map[string]string{"HOME": n.home, "TERM": "xterm", "LANG": string(n.lang) + ".UTF-8", "PATH": n.home}[name]
}

// run types a command, which must succeed and say something.
func (n *newcomerAt) run(words []string, sent bool) {
	n.typed++
	var out, errs strings.Builder
	code := cli.Run(n.t.Context(), words, strings.NewReader(""), &out, &errs, n.env, worlds.Rulebooks())
	if code != complaint.ExitDone {
		n.t.Fatalf("%v: exit %d\n%s%s", words, code, &out, &errs)
	}
	if words[0] == "status" && (!sent || !strings.Contains(out.String(), "Fenmark")) {
		n.t.Errorf("%v:\n%s", words, &out)
	}
}
