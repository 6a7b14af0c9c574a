package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// brittle rules panic when some orders are checked, and count how often.
type brittle struct {
	game.Rulebook
	panics *atomic.Int64
}

func (r brittle) Open(state, tables []byte) (game.World, error) {
	w, err := r.Rulebook.Open(state, tables)
	return brittleWorld{w, r.panics}, err
}

type brittleWorld struct {
	game.World
	panics *atomic.Int64
}

func (w brittleWorld) Check(s game.Sheet) game.Checked {
	if strings.Contains(s.Text, "tief 5") {
		w.panics.Add(1)
		panic("five is too deep")
	}
	return w.World.Check(s)
}

// dealt is what became of some mails: what was printed, what the players and the game master got,
// and what the world says afterwards. The first mail is not read before the last one is, so that those
// between are ready together; or each is taken in before the next one comes.
func dealt(t *testing.T, together bool) (out []string, panics int64) {
	rb := duel.Rules()
	var faults atomic.Int64
	last, read := make(chan struct{}), sync.Once{}
	for i := range rb.Language().Sections {
		s := &rb.Language().Sections[i]
		if line := s.Line; line != nil {
			s.Line = func(text string) (orders.Order, []orders.Problem) {
				switch {
				case !together:
				case strings.Contains(text, "hoch 1"):
					<-last
				case strings.Contains(text, "hoch 6"):
					read.Do(func() { close(last) })
				}
				return line(text)
			}
		}
	}
	p := stage.NewPlay(t, clitest.InProcess(brittle{rb, &faults}), "rounds = 2\n",
		map[string]string{"gm.mail": `"cilli@demo.test"`}, stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Players = append(p.Players, stage.Player{Address: "cilli@demo.test"})
	p.Cron()
	p.Fresh(stage.Anna)
	p.Fresh(stage.Bob)
	same := "From: bob@demo.test\r\nTo: " + stage.GameAddress +
		"\r\nSubject: Zug\r\nMessage-ID: <same@demo.test>\r\n\r\n" + p.Players[1].Identity + "\r\n$A\r\nmiddle 3\r\n"
	other := strings.ReplaceAll(same, "<same", "<other")
	polled := [2]int{}
	poll := func() {
		var n pollJSON
		if err := json.Unmarshal([]byte(p.Done("poll", p.Dir, "--json")), &n); err != nil {
			t.Fatal(err)
		}
		polled[0], polled[1] = polled[0]+n.Read, polled[1]+n.PutAside
	}
	for _, mail := range []func(){
		func() { p.Mail(stage.Anna, "$A\nhoch 1\n") },
		func() { p.Office.Post(t, "", []byte(same)) },
		func() { p.Mail(stage.Anna, "$A\nhoch 2\n") },
		func() { p.Office.Post(t, "", []byte(same)) }, // it came before
		func() { p.Mail(stage.Bob, "$A\ntief 5\n") },  // the rules panic
		func() { p.Mail(stage.Anna, "$A\nmitte 4\n") },
		func() { p.Office.Post(t, "", []byte("From: x@demo.test\r\nSubject: HILFE\r\n\r\n")) },
		func() { p.Office.Post(t, "", []byte(other)) },
		func() { p.Mail(stage.Anna, "$A\nhoch 6\n") },
	} {
		mail()
		if !together {
			poll()
		}
	}
	if together {
		poll()
	}
	for range 3 {
		p.Done("send", p.Dir)
	}
	out = append(out, fmt.Sprintf("%d read, %d put aside", polled[0], polled[1]))
	for realm := 1; realm <= 3; realm++ {
		for _, l := range p.Fresh(realm) {
			out = append(out, l.Subject+"\n"+l.Body)
		}
	}
	for _, ask := range [][]string{{"orders", p.Dir, "1"}, {"orders", p.Dir, "2"}, {"log", p.Dir}, {"status", p.Dir}} {
		out = append(out, p.Done(ask...))
	}
	return out, faults.Load()
}

// TestTogetherAndAlone: mails that are ready together are taken in one transaction, and everybody reads
// what they would have read of each alone; a mail at which the rules panic is put aside, and no other.
func TestTogetherAndAlone(t *testing.T) {
	t.Parallel()
	alone, panics := dealt(t, false)
	if want := "8 read, 1 put aside"; alone[0] != want || panics != 1 {
		t.Errorf("one by one: %s with %d panics, want %s with one", alone[0], panics, want)
	}
	together, panics := dealt(t, true)
	if panics != 2 { // then each is taken alone
		t.Errorf("together there were %d panics, want 2", panics)
	}
	if len(alone) != len(together) {
		t.Fatalf("%d letters and answers together, %d alone", len(together), len(alone))
	}
	for i := range alone {
		if alone[i] != together[i] {
			t.Errorf("together:\n%s\nalone:\n%s", together[i], alone[i])
		}
	}
}

type pollJSON struct {
	Read     int `json:"read"`
	PutAside int `json:"put_aside"`
}
