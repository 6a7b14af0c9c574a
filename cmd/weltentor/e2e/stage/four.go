package stage

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/worlds/game"
)

// four is a game of four by mail: realms 1 and 2 are the machine's from the beginning, and the players of the two
// others read and write as players do.
type four struct {
	*Play
	course
	came    map[string]bool   // Message-IDs of letters that came
	waits   map[string]string // subjects of mails that no letter has answered yet, by Message-ID
	letters map[int][]Letter
	own     int // turns in which the absent player is asked, so far
}

// The realms with players.
const (
	faithful, absent = 3, 4 // the first one orders whenever asked, the second one falls silent
)

// course is when what happens, in turns in which the absent player is asked.
type course struct {
	silent int // the first one without orders
	undone int // it is taken back and resolved again
	back   int // orders come again
	last   int
}

// The courses of a game of four.
var (
	whole = course{silent: 4, undone: 7, back: 8, last: 10}
	brief = course{silent: 2, undone: 4, back: 5, last: 5}
)

// GameOfFour plays ten turns of the first rulebook. Bob orders in the first three, and misses the fourth and the fifth. So
// the machine stands in for him in the sixth and the seventh, which is taken back and resolved again. In the eighth he
// comes back.
func GameOfFour(t *testing.T, by Program, open func(*Play) Office) {
	newFour(t, by, open, whole, "--size", "40x30").plays(func(_, turn int) string {
		return fmt.Sprintf("$R\nR.L %d 500 0 0\n", 20+turn) // the capital is field 0/0 to its realm
	})
}

// BriefGameOfFour does the same in five turns of each player's, of any rulebook. The orders of a realm in the turn that
// awaits some are given.
func BriefGameOfFour(t *testing.T, by Program, rulebook string, open func(*Play) Office, orders func(dir string,
	realm int) string) {
	f := newFour(t, by, open, brief, "--rulebook", rulebook)
	f.plays(func(realm, _ int) string { return orders(f.Dir, realm) })
}

func newFour(t *testing.T, by Program, open func(*Play) Office, c course, founding ...string) *four {
	t.Helper()
	f := &four{course: c, came: map[string]bool{}, waits: map[string]string{}, letters: map[int][]Letter{}}
	f.Play = NewPlay(t, by, "", map[string]string{"missed": `["1 warn", "2 bot"]`, "press": `"now"`,
		"gm.mail": `"cilli@demo.test"`, "public": `["standings", "newspaper"]`}, open, append(founding, "--bots", "2")...)
	f.Players = make([]Player, 2) // the machine has no mailbox
	f.Join("Moorland", "anna@demo.test", "de", game.UTF8)
	f.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
	f.cron()
	f.letters = map[int][]Letter{}
	return f
}

// plays plays the game with these orders, behind a line that sets how long reports are, and messages.
func (f *four) plays(orders func(realm, turn int) string) {
	f.T.Helper()
	for f.own < f.last {
		s := f.status()
		asked := s.asked(absent)
		if asked {
			f.own++
		}
		if s.asked(faithful) {
			f.orders(faithful, s.Turn, map[int]string{1: "$N\n#1\nFrieden?\n#E\n",
				f.undone: "$N\n#4\nNoch da?\n#E\n"}[f.own]+orders(faithful, s.Turn))
		}
		if asked && (f.own < f.silent || f.own >= f.back) {
			f.orders(absent, s.Turn, orders(absent, s.Turn))
		}
		f.resolved(s.Turn)
		if asked && f.own == f.undone {
			f.takenBack()
		}
		f.read(asked)
	}
	if len(f.waits) > 0 {
		f.T.Errorf("no letter answers %v", f.waits)
	}
	if s := f.status(); s.Outbox.Waiting+s.Outbox.Failed+s.Outbox.Unclear > 0 {
		f.T.Errorf("letters are left: %+v", s.Outbox)
	}
	f.Done("verify", f.Dir)
}

// fourStatus is what the test looks up in the status of the world.
type fourStatus struct {
	Turn     int
	Deadline time.Time
	Outbox   struct{ Waiting, Failed, Unclear int }
	Realms   []struct {
		Number, Missed int
		Asked          bool
		Bot            *struct{ Style string }
	}
}

func (f *four) status() (s fourStatus) {
	f.T.Helper()
	Must(f.T, json.Unmarshal([]byte(f.Stands("--json")), &s))
	return s
}

// asked reports whether orders of a realm are awaited.
func (s fourStatus) asked(realm int) bool { return s.Realms[realm-1].Asked }

// bots are the realms that the machine plays, as a report names them.
func (s fourStatus) bots() string {
	var all []string
	for _, r := range s.Realms {
		if r.Bot != nil {
			all = append(all, fmt.Sprint(r.Number))
		}
	}
	return strings.Join(all, ", ")
}

// cron runs cron, and takes in what came.
func (f *four) cron() {
	f.T.Helper()
	f.Cron()
	f.fetch()
}

// fetch takes in what came. No letter comes twice.
func (f *four) fetch() {
	f.T.Helper()
	for _, realm := range []int{faithful, absent} {
		for _, l := range f.Fresh(realm) {
			if f.came[l.ID] {
				f.T.Errorf("realm %d got %s %q twice", realm, l.ID, l.Subject)
			}
			f.came[l.ID] = true
			delete(f.waits, l.Answers)
			f.letters[realm] = append(f.letters[realm], l)
		}
	}
}

// takes takes the only letter that a realm got whose subject or Message-ID has a word.
func (f *four) takes(realm int, word string) (got Letter) {
	f.T.Helper()
	var others []Letter
	n := 0
	for _, l := range f.letters[realm] {
		if strings.Contains(l.Subject+l.ID, word) {
			got, n = l, n+1
		} else {
			others = append(others, l)
		}
	}
	if f.letters[realm] = others; n != 1 {
		f.T.Fatalf("realm %d got %d letters with %q, and %v", realm, n, word, others)
	}
	return got
}

// post sends a player's mail, which a letter must answer.
func (f *four) post(realm int, subject, text string) {
	f.T.Helper()
	f.waits[f.Send(f.Players[realm-1].Address, subject, text)] = subject
}

// orders sends orders. The receipt says that the lines are good.
func (f *four) orders(realm, turn int, lines string) {
	f.T.Helper()
	f.post(realm, "Zug", fmt.Sprintf("%s %d\n$S\n%s\n%s$E\n", f.Players[realm-1].Identity, turn,
		map[int]string{faithful: "Bericht kurz", absent: "Report short"}[realm], strings.ReplaceAll(lines, "$E\n", "")))
	f.cron()
	receipt := f.takes(realm, map[int]string{faithful: " gut", absent: " good"}[realm])
	first, _, _ := strings.Cut(receipt.Body, "\n")
	f.Says("the receipt", first, map[int]string{faithful: " gut", absent: " good"}[realm])
	if strings.Contains(first, "fehlerhaft") || strings.Contains(first, " bad") {
		f.T.Errorf("turn %d: realm %d has bad lines:\n%s", turn, realm, receipt.Body)
	}
	if back := strings.Contains(receipt.Body, "You play your realm yourself again"); back != (realm == absent && f.own == f.back) {
		f.T.Errorf("turn %d: realm %d is taken back: %t\n%s", turn, realm, back, receipt.Body)
	}
	if strings.Contains(lines, "$N") {
		f.Says("the machine", f.takes(realm, "Brief").Body, "spielt die Maschine")
	}
}

// resolved lets the turn's deadline pass. If it is the game master's to resolve the turn, they do.
func (f *four) resolved(turn int) {
	f.T.Helper()
	if s := f.status(); s.Turn == turn {
		f.Now = s.Deadline
		f.cron()
	}
	if s := f.status(); s.Turn == turn {
		f.Done("turn", "--force", "--yes", f.Dir)
		f.cron()
	}
	if s := f.status(); s.Turn != turn+1 {
		f.T.Fatalf("turn %d is next, not %d", s.Turn, turn+1)
	}
}

// takenBack takes the last turn back and resolves it again. That changes nothing about who plays.
func (f *four) takenBack() {
	f.T.Helper()
	before := f.status()
	f.takes(faithful, reportID)
	f.takes(absent, reportID)
	f.Done("undo", f.Dir, "--turn", fmt.Sprint(before.Turn-1), "--yes", "--why", "a test")
	f.cron()
	f.takes(faithful, "zurückgenommen")
	f.takes(absent, "taken back")
	if s := f.status(); s.bots() != before.bots() || s.Turn != before.Turn-1 {
		f.T.Errorf("after undo, turn %d, the machine plays %s, and before %s", s.Turn, s.bots(), before.bots())
	}
	f.Done("redo", f.Dir)
	f.Done("send", f.Dir)
	f.fetch()
	if s := f.status(); s.bots() != before.bots() || s.Turn != before.Turn {
		f.T.Errorf("after redo, turn %d, the machine plays %s, and before %s", s.Turn, s.bots(), before.bots())
	}
}

// reportID begins the Message-ID of a report.
const reportID = "<report."

// read reads the reports and newspapers of a turn, and what Bob is told when he misses turns of his. They name whom the
// machine plays from then on.
func (f *four) read(asked bool) {
	f.T.Helper()
	plays, stands := "1, 2", f.silent < f.own && f.own < f.back
	if stands {
		plays = "1, 2, 4"
	}
	if got := f.status().bots(); got != plays {
		f.T.Errorf("after turn %d of Bob's the machine plays %s, not %s", f.own, got, plays)
	}
	annas, bobs := f.takes(faithful, reportID), f.takes(absent, reportID)
	named := `[^,.]+ \(` + strings.ReplaceAll(plays, ", ", `\), [^,.]+ \(`) + `\)\.`
	for body, says := range map[string]string{annas.Body: "Die Maschine spielt ", bobs.Body: "The machine plays "} {
		if !regexp.MustCompile(says + named).MatchString(body) {
			f.T.Errorf("%s%s is not in\n%s", says, plays, body)
		}
	}
	if found := strings.Contains(bobs.Body, "The machine plays your realm. Your next orders take it back at once."); found != stands {
		f.T.Errorf("turn %d of Bob's: the machine plays his realm: %t, and he reads\n%s", f.own, stands, bobs.Body)
	}
	for _, paper := range []string{annas.Files["ZEITUNG.TXT"], bobs.Files["NEWS.TXT"]} { // without news there is none
		if found := slices.ContainsFunc(strings.Split(paper, "\n"), machines); paper != "" && found != stands {
			f.T.Errorf("turn %d of Bob's: the machine plays his realm: %t, and the newspaper says\n%s", f.own, stands, paper)
		}
	}
	switch {
	case asked && f.own == f.silent:
		f.Says("the warning", f.takes(absent, "Missed turns").Body, "After 2 missed turns in a row, the machine plays your realm")
	case asked && f.own == f.silent+1:
		f.Says("the letter", f.takes(absent, "Missed turns").Body, "The machine plays your realm from now on.")
	}
	f.letters[absent] = slices.DeleteFunc(f.letters[absent], func(l Letter) bool { return strings.Contains(l.Body, "Noch da?") })
	if len(f.letters[faithful])+len(f.letters[absent]) > 0 {
		f.T.Errorf("turn %d of Bob's: other letters came: %v", f.own, f.letters)
	}
	f.letters = map[int][]Letter{}
}

// machines reports whether a line of the standings says that the machine plays Bob's realm.
func machines(line string) bool {
	return strings.Contains(line, "Fenmark") && (strings.Contains(line, "die Maschine") || strings.Contains(line, "the machine"))
}
