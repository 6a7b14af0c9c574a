package main

import (
	"bufio"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// battleCmd fights one battle from a text.
type battleCmd struct {
	File     string `arg:""`
	Rulebook string `placeholder:"NAME"`
	Times    number `placeholder:"N" default:"1"`
	JSON     bool   `name:"json"`
}

// battleJSON is the answer of `battle --json`.
type battleJSON struct {
	Times   int          `json:"times"`
	Endings []endingJSON `json:"endings"` // the commonest first
}

type endingJSON struct {
	Code      string `json:"code"` // of who has won, in the rulebook's words
	Text      string `json:"text"`
	Times     int64  `json:"times"`
	Attackers int64  `json:"attackers"` // permille of them that are left, on average
	Defenders int64  `json:"defenders"`
}

// The bounds of --times, and the seed of a battle that names none.
const (
	mostBattles = 1_000_000
	battleSeed  = "1"
)

// Run prints the protocol of the battle, or how so many of them end. A file with
// errors is not fought: all of them are printed as `check` does, exit 1.
func (k *battleCmd) Run(c *call) error {
	if k.Times < 1 || k.Times > mostBattles {
		return usage("bad-times", phrase.Num("most", mostBattles))
	}
	rb, battler, err := c.battler(k.Rulebook)
	if err != nil {
		return err
	}
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	b, problems := battler.ReadBattle(text)
	words := rb.Words(c.voice.book.Lang)
	if err := k.tell(c, words, problems); err != nil {
		return err
	}
	seed, err := game.ParseSeed(cmp.Or(b.Seed(), battleSeed))
	if err != nil {
		return usage("bad-seed")
	}
	if k.Times == 1 && !k.JSON {
		_, err = c.out.Write(b.Fight(seed).Protocol(c.voice.book.Lang))
		return err
	}
	return k.distribution(c, words, b, seed)
}

// battler is the named rulebook, or the first that can fight a battle from a text.
func (c *call) battler(name string) (game.Rulebook, game.Battler, error) {
	if name != "" {
		rb, err := c.rulebook(name)
		if err != nil {
			return nil, nil, err
		}
		if b, ok := rb.(game.Battler); ok {
			return rb, b, nil
		}
	} else {
		for _, rb := range c.books {
			if b, ok := rb.(game.Battler); ok {
				return rb, b, nil
			}
		}
	}
	var names []string
	for _, rb := range c.books {
		if _, ok := rb.(game.Battler); ok {
			names = append(names, rb.Name())
		}
	}
	if names == nil {
		return nil, nil, usage("no-battles")
	}
	return nil, nil, usage("no-battle", phrase.Str("name", name), phrase.Str("names", strings.Join(names, ", ")))
}

// tell prints the problems of a battle file: errors as the answer, which is no;
// warnings alone on the side.
func (k *battleCmd) tell(c *call, words *phrase.Book, problems []orders.Problem) error {
	wrong := slices.ContainsFunc(problems, func(p orders.Problem) bool { return p.Severity == orders.Error })
	out := c.voice.err
	if wrong {
		out = c.out
	}
	w := bufio.NewWriter(out)
	for _, p := range problems {
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", k.File, p.Line, p.Col, p.Severity, words.Say(p.What), p.What.Code)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the problems: %w", err)
	}
	if wrong {
		return silent(exitNo)
	}
	return nil
}

// ending is one way in which battles end.
type ending struct {
	winner phrase.Phrase
	times  int64
	left   [2]int64 // permille, summed up
}

// distribution fights the battle so many times and tells how often it ended how.
func (k *battleCmd) distribution(c *call, words *phrase.Book, b game.Battle, seed game.Seed) error {
	endings := k.fightAll(c, b, seed)
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if k.JSON {
		out := battleJSON{Times: int(k.Times), Endings: []endingJSON{}}
		for _, e := range endings {
			out.Endings = append(out.Endings, endingJSON{Code: e.winner.Code, Text: words.Say(e.winner), Times: e.times,
				Attackers: e.left[0] / e.times, Defenders: e.left[1] / e.times})
		}
		return c.encode(out)
	}
	c.voice.say("battle-times", phrase.Num("times", k.Times))
	for _, e := range endings {
		args := []phrase.Arg{phrase.Str("times", fmt.Sprintf("%7d", e.times)),
			phrase.Str("winner", words.Say(e.winner))}
		args = append(args, percent("share", e.times*1000/int64(k.Times))...)
		args = append(args, percent("attackers", e.left[0]/e.times)...)
		c.voice.say("battle-ending", append(args, percent("defenders", e.left[1]/e.times)...)...)
	}
	return nil
}

// percent gives permille as two arguments: the percent, and their tenths.
func percent(name string, permille int64) []phrase.Arg {
	return []phrase.Arg{phrase.Str(name, fmt.Sprintf("%3d", permille/10)), phrase.Num(name+"-tenths", permille%10)}
}

// fightAll fights on all cores. Which core fights which battle changes nothing:
// each has its own seed, and the sums are of whole numbers. The commonest ending
// comes first.
func (k *battleCmd) fightAll(c *call, b game.Battle, seed game.Seed) []ending {
	hands := runtime.GOMAXPROCS(0)
	found := make([][]ending, hands)
	var wait sync.WaitGroup
	for h := range hands {
		wait.Go(func() {
			for n := h; n < int(k.Times) && c.ctx.Err() == nil; n += hands {
				f := b.Fight(seed.Sub("battle " + strconv.Itoa(n)))
				left := f.Left()
				found[h] = count(found[h], ending{winner: f.Winner(), times: 1, left: left})
			}
		})
	}
	wait.Wait()
	var all []ending
	for _, some := range found {
		for _, e := range some {
			all = count(all, e)
		}
	}
	slices.SortFunc(all, func(a, b ending) int {
		if a.times != b.times {
			return int(b.times - a.times)
		}
		return strings.Compare(a.winner.Code, b.winner.Code)
	})
	return all
}

// count adds an ending to those like it.
func count(endings []ending, e ending) []ending {
	for i := range endings {
		if have := &endings[i]; have.winner.Code == e.winner.Code {
			have.times += e.times
			have.left[0] += e.left[0]
			have.left[1] += e.left[1]
			return endings
		}
	}
	return append(endings, e)
}
