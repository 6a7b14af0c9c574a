package resolve

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A correspondence is a text a player could check: what comes to a world, and every letter that leaves for
// it, whole, as it is read. testdata/letters/*.txtar has them. The first lines say what world it is; then
// steps, each opened by `-- what --`, end with `-- < --` and what came of them:
//
//	-- 2 h --                              so much later
//	-- 2026-11-27 18:00 --                 at that time, in Berlin
//	-- r1@example.org: HELP --             a mail, with this subject; below it options, @…, and its text
//	-- advance --, -- pause --             what a command does; see doing
//	-- < --                                what became of it, and the letters that left
//
// PASSWORD is a realm's own in its `$I` line, CODE the last code that was mailed, in a step as in a letter, SEAL what a
// letter is checked by. In a step, ASKED is the code of the last question to the game master. A line that begins with `>`
// is quoted, one with `|` the form of ours that is quoted.
//
// -rewrite writes the files anew: then read what has changed, line by line, before it counts.
var rewrite = flag.Bool("rewrite", false, "write testdata/letters anew")

func TestLetters(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/letters/*.txtar")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("no letters")
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			must(t, err)
			got := play(t, string(raw))
			if *rewrite {
				must(t, os.WriteFile(name, []byte(got), 0o600))
				return
			}
			was, is := strings.Split(string(raw), "\n"), strings.Split(got, "\n")
			for i := range max(len(was), len(is)) {
				if i >= len(was) || i >= len(is) || was[i] != is[i] {
					t.Fatalf("line %d differs. Want\n%s\ngot\n%s", i+1, passage(was, i), passage(is, i))
				}
			}
		})
	}
}

func passage(lines []string, at int) string {
	return strings.Join(lines[min(at, len(lines)):min(at+12, len(lines))], "\n")
}

// post is a world in correspondence.
type post struct {
	*worldtest.Game
	code  string                  // the last one mailed
	asked string                  // that of the last question to the game master
	last  map[string]outbox.Draft // by recipient
	extra []string                // what a command gave
}

// play plays a correspondence and returns its text as it came out.
func play(t *testing.T, text string) string {
	head, rest, _ := strings.Cut(text, "\n\n-- ")
	p := &post{Game: founded(t, head), last: map[string]outbox.Draft{}}
	p.came() // reports 0 have a test of their own
	var out strings.Builder
	out.WriteString(head + "\n\n")
	for rest != "" {
		var step, body string
		step, rest, _ = strings.Cut(rest, "\n-- ")
		step, body, _ = strings.Cut(step+"\n", " --\n")
		if step == "<" {
			out.WriteString("-- < --\n" + p.came() + "\n")
			continue
		}
		out.WriteString("-- " + step + " --\n" + strings.TrimSuffix(body, "\n"))
		if body != "" && !strings.HasSuffix(out.String(), "\n") {
			out.WriteString("\n")
		}
		p.do(step, body)
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// founded is the world that the first lines ask for: those that begin with # are remarks.
func founded(t *testing.T, head string) *worldtest.Game {
	rules, realms, bots, settings := worldtest.Tiny{}, 2, false, func(*world.Settings) {}
	with := func(f func(*world.Settings)) {
		before := settings
		settings = func(s *world.Settings) { before(s); f(s) }
	}
	for line := range strings.Lines(head) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		for _, w := range words {
			name, value, _ := strings.Cut(w, "=")
			n, _ := strconv.Atoi(value)
			d, _ := time.ParseDuration(value)
			switch name {
			case "realms":
				realms = n
			case "least":
				rules.Least = n
			case "practice":
				with(func(s *world.Settings) { s.Practice = n })
			case "observers":
				with(func(s *world.Settings) { s.Observers = n })
			case "bots":
				bots = true
			case "signup":
				with(func(s *world.Settings) { s.Signup, s.Places = true, n })
			case "public":
				with(func(s *world.Settings) { s.Public, _, _ = public.ReadParts(strings.Split(value, ",")) })
			case "page":
				with(func(s *world.Settings) { s.Page = worldtest.Paged(value) })
			case "url":
				with(func(s *world.Settings) { s.TableURL = value })
			case "press":
				with(func(s *world.Settings) { s.Press = world.Press(value) })
			case "auth":
				with(func(s *world.Settings) { s.Auth = world.Auth(value) })
			case "reminder":
				with(func(s *world.Settings) { s.Reminder = d })
			case "grace":
				with(func(s *world.Settings) { s.Grace = d })
			case "missed":
				with(func(s *world.Settings) {
					steps, bad := deadlines.ReadSteps(strings.Split(strings.ReplaceAll(value, ":", " "), ","))
					if s.Missed = steps; bad != "" {
						t.Fatalf("%q is no step", bad)
					}
				})
			case "votes":
				with(func(s *world.Settings) { s.ClosingVote = true })
			case "early":
				with(func(s *world.Settings) { s.Early = true })
			case "deaf":
				with(func(s *world.Settings) { s.UnreadAlarm = d })
			case "master":
				with(func(s *world.Settings) { s.Masters = strings.Split(value, ",") })
			case "lang":
				with(func(s *world.Settings) { s.Lang = phrase.Lang(value) })
			case "book":
				with(func(s *world.Settings) {
					s.Book = func(of string, lang phrase.Lang) func() string {
						return func() string { return fmt.Sprintln("§1", of, lang) }
					}
					s.Rule = func(of string, lang phrase.Lang, what string) string {
						return map[string]string{"1.2": fmt.Sprintln("§1.2", of, lang), "1": fmt.Sprintln("1", of, lang),
							"gold": fmt.Sprintln("gold", of, lang)}[what]
					}
				})
			default:
				if !rules.Set(name) {
					t.Fatalf("what is %s?", w)
				}
			}
		}
	}
	if bots {
		depth := 3
		return worldtest.Found(t, worldtest.BotTiny{Tiny: rules, Depth: &depth}, realms, settings)
	}
	return worldtest.Found(t, rules, realms, settings)
}

// do takes a step.
func (p *post) do(step, body string) {
	p.T.Helper()
	from, subject, mails := strings.Cut(step, ": ")
	if strings.Contains(from, "@") && !strings.Contains(from, " ") {
		if !mails {
			from = strings.TrimSuffix(from, ":")
		}
		a := p.Accept(p.mail(from, subject, body))
		p.extra = append(p.extra, p.became(a))
		return
	}
	if at, err := time.ParseInLocation("2006-01-02 15:04", step, worldtest.Berlin); err == nil {
		p.ClockAt = at
		return
	}
	words := strings.Fields(step)
	if d, err := time.ParseDuration(strings.Join(words[:min(2, len(words))], "")); err == nil {
		p.ClockAt = p.ClockAt.Add(d)
		return
	}
	do, is := doing[words[0]]
	if !is {
		p.T.Fatalf("what is %q?", step)
	}
	p.extra = append(p.extra, do(p, words[1:], body)...)
}

func (p *post) became(a receipt.Acceptance) string {
	said := string(a.Fate)
	if a.Realm > 0 {
		said += fmt.Sprintf(" of realm %d", a.Realm)
	}
	if a.Reason.Code != "" {
		said += ", " + a.Reason.Code
	}
	for _, n := range []struct {
		n    int
		what string
	}{{a.Good, "good"}, {a.Bad, "bad"}, {a.Partial, "in part"}, {a.NotYet, "not yet"}} {
		if n.n > 0 {
			said += fmt.Sprintf(", %d %s", n.n, n.what)
		}
	}
	if a.Replaced {
		said += ", replaces"
	}
	if !a.Answered {
		said += ", unanswered"
	}
	return said
}

var passwordMark = regexp.MustCompile(`\$I (\d+) PASSWORD`)

// filledIn puts passwords and the last code into a step.
func (p *post) filledIn(text string) string {
	text = passwordMark.ReplaceAllStringFunc(text, func(mark string) string {
		n, _ := strconv.Atoi(strings.Fields(mark)[1])
		for len(p.Passwords) <= n {
			p.T.Fatalf("nobody knows the password of realm %d", n)
		}
		return "$I " + strconv.Itoa(n) + " " + p.Passwords[n]
	})
	return strings.NewReplacer("CODE", p.code, "ASKED", p.asked).Replace(text)
}

// mail makes a mail of a step.
func (p *post) mail(from, subject, body string) letter.Letter {
	p.T.Helper()
	l := p.Letter(0, p.filledIn(body))
	l.From, l.Subject, l.MessageID, l.Text = from, p.filledIn(subject), fmt.Sprintf("<m%d>", p.Mails), ""
	l.Arrived = p.ClockAt
	for line := range strings.Lines(p.filledIn(body)) {
		switch words := strings.Fields(line); {
		case strings.HasPrefix(line, "@"):
			if set, is := about[words[0]]; is {
				set(p, &l, strings.Join(words[1:], " "))
			} else {
				p.T.Fatalf("what is %s?", line)
			}
		case strings.HasPrefix(line, ">"):
			l.Quoted += strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
		case strings.HasPrefix(line, "|"):
			l.Form += strings.TrimPrefix(strings.TrimPrefix(line, "|"), " ")
		default:
			l.Text += line
		}
	}
	return l
}

var (
	linkMark     = regexp.MustCompile(`(\.html#)[\w-]{43}`)
	codeMark     = regexp.MustCompile(`WT-[A-Z2-7]{26}`)
	passwordLine = regexp.MustCompile(`\$I (\d+) ([a-z2-9]+-[a-z2-9]+-[a-z2-9]+)\b`)
	turnSeal     = regexp.MustCompile(`([A-Z2-7]{4} ){7}[A-Z2-7]{4}\b`)
	sealMark     = regexp.MustCompile(`=== (\pL+) [0-9a-f]{8} ===`)
)

// came is what became of the steps since the last time, and the letters that left.
func (p *post) came() string {
	var out strings.Builder
	for _, line := range p.extra {
		out.WriteString(line + "\n")
	}
	p.extra = nil
	for _, d := range p.Sent("", p.ClockAt) {
		p.last[d.To] = d
		if codes := codeMark.FindAllString(d.Subject+d.Text, -1); len(codes) > 0 && d.ReplyTo != "" {
			p.asked = codes[0] // only what is passed on is answered to another address
		} else if len(codes) > 0 {
			p.code = codes[0]
		}
		for _, m := range passwordLine.FindAllStringSubmatch(d.Text, -1) {
			for n := number(m[1]); len(p.Passwords) <= n; {
				p.Passwords = append(p.Passwords, "")
			}
			p.Passwords[number(m[1])] = m[2]
		}
		out.WriteString(shownLetter(d))
	}
	return out.String()
}

// shownLetter is a letter as it is read, with what of its head a reader notices.
func shownLetter(d outbox.Draft) string {
	var out strings.Builder
	masked := func(s string) string {
		s = passwordLine.ReplaceAllString(codeMark.ReplaceAllString(s, "CODE"), "$$I $1 PASSWORD")
		s = turnSeal.ReplaceAllString(s, "SEAL")
		s = linkMark.ReplaceAllString(s, "${1}KEY")
		return sealMark.ReplaceAllString(s, "=== $1 … ===")
	}
	kind, _, _ := strings.Cut(strings.Trim(d.MessageID, "<>"), ".")
	fmt.Fprintf(&out, "\nTo: %s", d.To)
	if d.ToName != "" {
		fmt.Fprintf(&out, " (%s)", d.ToName)
	}
	fmt.Fprintf(&out, "\nSubject: %s\nKind: %s", masked(d.Subject), kind)
	if d.Answer {
		out.WriteString(", answers " + d.InReplyTo)
	}
	out.WriteString("\n")
	if d.ReplyTo != "" {
		fmt.Fprintf(&out, "Reply to: %s\n", d.ReplyTo)
	}
	for _, f := range d.Files {
		fmt.Fprintf(&out, "File: %s, %s %s: %q\n", f.Name, f.Type, f.Charset, masked(string(f.Data)))
	}
	if d.Zip != "" {
		fmt.Fprintf(&out, "All in: %s\n", d.Zip)
	}
	if e := d.Event; e != nil {
		at := e.At.In(worldtest.Berlin).Format("2006-01-02 15:04")
		fmt.Fprintf(&out, "Calendar: %s, %s, number %d", e.Summary, at, e.Sequence)
		if e.Off {
			out.WriteString(", struck out")
		}
		out.WriteString("\n")
	}
	for line := range strings.Lines(masked(d.Text)) {
		out.WriteString(strings.TrimRight("| "+line, " \n"))
		out.WriteString("\n")
	}
	return out.String()
}
