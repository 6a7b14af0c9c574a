package suite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"weltentor/cmd/weltentor/fleet/engine"
)

// asked is a request of a client: for the head of a log, or to append an entry with that text.
type asked struct {
	log, text string // text "" asks for the head
	prev      uint64
}

// told is the answer.
type told struct {
	number uint64 // of the head, or of the new entry
	text   string // of the head
	fenced bool
}

// slot is a log as a register with compare-and-set: its last entry.
type slot struct {
	number uint64
	text   string
}

// oneRegister says how a log must look to all clients: as if their requests had come one after the other.
var oneRegister = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		logs := map[string][]porcupine.Operation{}
		for _, op := range history {
			log := op.Input.(asked).log
			logs[log] = append(logs[log], op)
		}
		var out [][]porcupine.Operation
		for _, ops := range logs {
			out = append(out, ops)
		}
		return out
	},
	Init: func() any { return slot{} },
	Step: func(state, input, output any) (bool, any) {
		now, in, out := state.(slot), input.(asked), output.(told)
		switch {
		case in.text == "":
			return out.number == now.number && out.text == now.text, now
		case out.fenced:
			return in.prev != now.number, now
		default:
			return in.prev == now.number && out.number > now.number, slot{out.number, in.text}
		}
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v -> %+v", input, output) },
}

// past records what clients did with logs. One counter gives the order.
type past struct {
	count atomic.Int64
	mu    sync.Mutex
	ops   []porcupine.Operation
	open  []porcupine.Operation // appends whose outcome the client does not know
}

// note records a request that began at a count and ends now.
func (p *past) note(client int, from int64, in asked, out told, sure bool) {
	op := porcupine.Operation{ClientId: client, Input: in, Call: from, Output: out, Return: p.count.Add(1)}
	p.mu.Lock()
	defer p.mu.Unlock()
	if sure {
		p.ops = append(p.ops, op)
	} else {
		op.Return = math.MaxInt64
		p.open = append(p.open, op)
	}
}

// longest is the maximum number of requests of a client, since porcupine must check them all.
const longest = 4000

func isOver(happened <-chan struct{}) bool {
	select {
	case <-happened:
		return true
	default:
		return false
	}
}

// client does what hosts do: it asks for heads, and appends behind the last entry it knows.
type client struct {
	n    int
	e    engine.Engine
	logs []string
	past *past
	dice *rand.Rand
}

// acts does so that often, and longer if what happens meanwhile has not happened yet. After an append with an unknown
// outcome it asks for the head until it gets an answer.
func (c *client) acts(t testing.TB, often int, happened <-chan struct{}) error {
	known := make([]uint64, len(c.logs))
	for i := 0; i < often || !isOver(happened) && i < longest; i++ {
		which := c.dice.IntN(len(c.logs))
		log := c.logs[which]
		if c.dice.IntN(3) == 0 {
			n, err := c.head(t, log)
			if err != nil {
				return err
			}
			known[which] = n
			continue
		}
		in := asked{log, fmt.Sprintf("%d of client %d", i, c.n), known[which]}
		ctx, end := context.WithTimeout(context.Background(), patience/3)
		from := c.past.count.Add(1)
		n, err := c.e.Append(ctx, log, in.prev, []byte(in.text), []byte(in.text))
		end()
		c.past.note(c.n, from, in, told{number: n, fenced: err != nil}, err == nil || errors.Is(err, engine.ErrFenced))
		if err == nil {
			known[which] = n
		} else if known[which], err = c.head(t, log); err != nil {
			return err
		}
	}
	return nil
}

// head asks for the head until there is an answer, and records that request.
func (c *client) head(t testing.TB, log string) (uint64, error) {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		ctx, done := context.WithTimeout(context.Background(), patience/3)
		from := c.past.count.Add(1)
		h, err := c.e.Head(ctx, log)
		done()
		if err == nil {
			c.past.note(c.n, from, asked{log: log}, told{number: h.Number, text: string(h.Head)}, true)
			return h.Number, nil
		}
		if time.Now().After(end) {
			return 0, fmt.Errorf("client %d has no answer for %v: %w", c.n, patience, err)
		}
	}
}

// histories lets clients work without any disturbance.
func histories(t testing.TB, at Place) {
	history(t, at, func(int) Opening { return Opening{} }, 40, func(<-chan struct{}) {})
}

// historiesLostAnswers lets clients work while answers are lost.
func historiesLostAnswers(t testing.TB, at Place) {
	p := NewProxy(t, at.Address)
	how := func(n int) Opening {
		if n == 0 {
			return Opening{} // one client has a sound network
		}
		return Opening{Via: p.Address}
	}
	history(t, at, how, 30, func(over <-chan struct{}) {
		for p.Lost() < 12 && !isOver(over) {
			p.LoseNext()
			time.Sleep(20 * time.Millisecond)
		}
	})
	if p.Lost() == 0 {
		t.Error("no answer was lost")
	}
}

// historiesKilled lets clients work while the server is killed and started again.
func historiesKilled(t testing.TB, at Place) {
	kills := 0
	history(t, at, func(int) Opening { return Opening{} }, 40, func(over <-chan struct{}) {
		for ; kills < 4 && !isOver(over); kills++ {
			time.Sleep(100 * time.Millisecond)
			at.Restart(t)
		}
	})
	if kills == 0 {
		t.Error("the server was not killed: the history was too short")
	}
}

// history lets clients work while something else happens. It then checks that what they were told fits one register
// per log, and what is in the logs afterwards.
func history(t testing.TB, at Place, how func(client int) Opening, often int, meanwhile func(over <-chan struct{})) {
	const clients = 6
	under := space("history")
	logs, p := []string{under + "/a", under + "/b"}, &past{}
	working := make([]*client, clients)
	for n := range working {
		working[n] = &client{n, at.Open(t, how(n)), logs, p, rand.New(rand.NewPCG(15, uint64(n)))}
	}
	over, happened := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(happened)
		meanwhile(over)
	}()
	errs := atOnce(clients, func(i int) error { return working[i].acts(t, often, happened) })
	close(over)
	<-happened
	must(t, errors.Join(errs...))
	e := at.Open(t, Opening{})
	there := map[string]map[string]uint64{} // numbers, by log and text
	for _, log := range logs {
		eventually(t, "the logs can be read", func() bool {
			_, err := e.Head(within(t), log)
			return err == nil
		})
		there[log] = map[string]uint64{}
		for _, entry := range all(t, e, log, 0) {
			text := string(entry.Head)
			if _, twice := there[log][text]; twice {
				t.Errorf("%s has %q twice", log, text)
			}
			same(t, "data of "+text, entry.Data, entry.Head)
			there[log][text] = entry.Number
		}
	}
	p.judge(t, there)
}

// judge checks a history against the logs that it left.
func (p *past) judge(t testing.TB, there map[string]map[string]uint64) {
	t.Helper()
	confirmed, fenced := 0, 0
	for _, op := range p.ops {
		in, out := op.Input.(asked), op.Output.(told)
		switch n := there[in.log][in.text]; {
		case in.text == "":
		case out.fenced:
			fenced++
			if n != 0 {
				t.Errorf("%q was told that it is fenced, and is entry %d of %s", in.text, n, in.log)
			}
		default:
			confirmed++
			if n != out.number {
				t.Errorf("%q was told that it is entry %d of %s, and is %d (0: it is not there)", in.text, out.number,
					in.log, n)
			}
		}
	}
	stored := 0
	for _, op := range p.open { // if such an entry is there, it was appended at some time
		in := op.Input.(asked)
		if n := there[in.log][in.text]; n != 0 {
			stored++
			op.Output = told{number: n}
			p.ops = append(p.ops, op)
		}
	}
	t.Logf("%d confirmed, %d fenced, %d told nothing, of which %d were stored", confirmed, fenced, len(p.open), stored)
	if confirmed < 10 {
		t.Errorf("only %d were confirmed: the history says little", confirmed)
	}
	if got := porcupine.CheckOperationsTimeout(oneRegister, p.ops, patience); got != porcupine.Ok {
		t.Errorf("the answers are not those of one register a log: %s", got)
	}
}
