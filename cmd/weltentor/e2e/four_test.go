package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// four is a game of four by mail: realms 1 and 2 are the machine's from the beginning, and the players of the two
// others read and write as players do.
type four struct {
	*stage.Play
	came    map[string]bool   // Message-IDs of letters that came
	waits   map[string]string // subjects of mails that no letter has answered yet, by Message-ID
	letters map[int][]stage.Letter
}

// The realms with players, and how many turns are played.
const (
	faithful, absent = 3, 4 // the first one orders in each turn, the second one falls silent
	turnsOfFour      = 10
)

// TestGameOfFour plays with the embedded server; TestRealServersGameOfFour does the same with Dovecot and Exim.
func TestGameOfFour(t *testing.T) {
	t.Parallel()
	gameOfFour(t, stage.EmbeddedFor(t))
}

// gameOfFour plays ten turns. Bob orders in the first three, and misses the fourth and the fifth. So the machine stands in
// for him in the sixth and the seventh, which is taken back and resolved again. In the eighth he comes back.
func gameOfFour(t *testing.T, open func(*stage.Play) stage.Office) {
	f := &four{came: map[string]bool{}, waits: map[string]string{}, letters: map[int][]stage.Letter{}}
	f.Play = stage.NewPlay(t, stage.AsBuilt(t), "", map[string]string{"missed": `["1 warn", "2 bot"]`, "press": `"now"`,
		"gm.mail": `"cilli@demo.test"`}, open, "--size", "40x30", "--bots", "2")
	f.Players = make([]stage.Player, 2) // the machine has no mailbox
	f.Join("Moorland", "anna@demo.test", "de", game.UTF8)
	f.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
	f.cron()
	f.letters = map[int][]stage.Letter{}
	for turn := 1; turn <= turnsOfFour; turn++ {
		f.orders(faithful, turn, map[int]string{2: "#1\nFrieden?\n#E\n", 6: "#4\nNoch da?\n#E\n"}[turn])
		if turn < 4 || turn > 7 {
			f.orders(absent, turn, "")
		}
		f.cron()
		f.resolved(turn)
		if turn == 7 {
			f.takenBack()
		}
		f.read(turn)
	}
	if len(f.waits) > 0 {
		t.Errorf("no letter answers %v", f.waits)
	}
	if s := f.status(); s.Outbox.Waiting+s.Outbox.Failed+s.Outbox.Unclear > 0 {
		t.Errorf("letters are left: %+v", s.Outbox)
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
		Bot            *struct{ Style string }
	}
}

func (f *four) status() (s fourStatus) {
	f.T.Helper()
	if err := json.Unmarshal([]byte(f.Done("status", "--json", f.Dir)), &s); err != nil {
		f.T.Fatal(err)
	}
	return s
}

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

// cron runs cron, and takes in what came. No letter comes twice.
func (f *four) cron() {
	f.T.Helper()
	f.Cron()
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
func (f *four) takes(realm int, word string) (got stage.Letter) {
	f.T.Helper()
	var others []stage.Letter
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
	f.Mails++
	from, id := f.Players[realm-1].Address, fmt.Sprintf("<four-%d@player.test>", f.Mails)
	f.waits[id] = subject
	f.Office.Post(f.T, from, []byte(strings.ReplaceAll(fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nDate: %s\nMessage-ID: %s\n"+
		"Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n%s", from, stage.GameAddress, subject,
		f.Now.Format(time.RFC1123Z), id, text), "\n", "\r\n")))
}

// orders sends orders of the first rulebook: men are raised in the capital, which is field 0/0 to its realm. Behind them
// is a message. The receipt says that all lines are good.
func (f *four) orders(realm, turn int, message string) {
	f.T.Helper()
	if message != "" {
		message = "$N\n" + message
	}
	f.post(realm, "Zug", fmt.Sprintf("%s %d\n$R\nR.L %d 500 0 0\n%s$E\n", f.Players[realm-1].Identity, turn, 20+turn,
		message))
	f.cron()
	receipt := f.takes(realm, map[int]string{faithful: " gut", absent: " good"}[realm])
	f.Says("the receipt", receipt.Body, map[int]string{faithful: "alles gut", absent: "all good"}[realm])
	if back := strings.Contains(receipt.Body, "You play your realm yourself again"); back != (realm == absent && turn == 8) {
		f.T.Errorf("turn %d: realm %d is taken back: %t\n%s", turn, realm, back, receipt.Body)
	}
	if message != "" {
		f.Says("the machine", f.takes(realm, "Brief").Body, "spielt die Maschine")
	}
}

// resolved lets the turn's deadline pass.
func (f *four) resolved(turn int) {
	f.T.Helper()
	f.Now = f.status().Deadline
	f.cron()
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
	f.cron()
	if s := f.status(); s.bots() != before.bots() || s.Turn != before.Turn {
		f.T.Errorf("after redo, turn %d, the machine plays %s, and before %s", s.Turn, s.bots(), before.bots())
	}
}

// reportID begins the Message-ID of a report.
const reportID = "<report."

// read reads the reports of a turn, and what Bob is told when he misses turns. A report names whom the machine played when
// the turn was resolved.
func (f *four) read(turn int) {
	f.T.Helper()
	plays := "1, 2"
	if 5 <= turn && turn <= 7 {
		plays = "1, 2, 4"
	}
	if got := f.status().bots(); got != plays {
		f.T.Errorf("after turn %d the machine plays %s, not %s", turn, got, plays)
	}
	if turn == 5 {
		plays = "1, 2"
	}
	f.Says("Anna's report", f.takes(faithful, reportID).Body, "Die Maschine spielt die Reiche "+plays+".")
	f.Says("Bob's report", f.takes(absent, reportID).Body, "The machine plays realms "+plays+".", map[bool]string{
		true: "The machine plays your realm. Your next orders take it back at once."}[turn == 6 || turn == 7])
	switch turn {
	case 4:
		f.Says("the warning", f.takes(absent, "Missed turns").Body, "After 2 missed turns in a row, the machine plays your realm")
	case 5:
		f.Says("the letter", f.takes(absent, "Missed turns").Body, "The machine plays your realm from now on.")
	case 6:
		f.Says("Anna's letter", f.takes(absent, "letter").Body, "Noch da?")
	}
	if len(f.letters[faithful])+len(f.letters[absent]) > 0 {
		f.T.Errorf("turn %d: other letters came: %v", turn, f.letters)
	}
	f.letters = map[int][]stage.Letter{}
}
