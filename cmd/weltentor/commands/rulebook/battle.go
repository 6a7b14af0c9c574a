package rulebook

import (
	"bufio"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// BattleCmd fights a single battle that a text describes.
type BattleCmd struct {
	File     string      `arg:""`
	Rulebook string      `placeholder:"NAME"`
	Times    call.Number `placeholder:"N" default:"1"`
	JSON     bool        `name:"json"`
}

// battleJSON is the answer of `battle --json`.
type battleJSON struct {
	Times   int          `json:"times"`
	Endings []endingJSON `json:"endings"` // the most frequent first
}

type endingJSON struct {
	Code      string `json:"code"` // who has won, as a code of the rulebook
	Text      string `json:"text"`
	Times     int64  `json:"times"`
	Attackers int64  `json:"attackers"` // permille of them that are left, on average
	Defenders int64  `json:"defenders"`
}

// The limits of --times, and the seed of a battle that names none.
const (
	mostBattles = 1_000_000
	battleSeed  = "1"
)

// Run prints the protocol of the battle or, with --times, how so many of them end. A file with errors is not fought:
// all errors are printed as `check` does, and the exit code is 1.
func (k *BattleCmd) Run(c *call.Call) error {
	if k.Times < 1 || k.Times > mostBattles {
		return fault.Usage("bad-times", phrase.Num("most", mostBattles))
	}
	battlers, err := battlers(c, k.Rulebook)
	if err != nil {
		return err
	}
	text, err := c.OrderText(k.File)
	if err != nil {
		return err
	}
	rb, b, problems := readBattle(battlers, text)
	words := rb.Words(c.Voice.Book.Lang)
	if err := k.tell(c, words, problems); err != nil {
		return err
	}
	seed, err := game.ParseSeed(cmp.Or(b.Seed(), battleSeed))
	if err != nil {
		return fault.Usage("bad-seed")
	}
	if k.Times == 1 && !k.JSON {
		_, err = c.Out.Write(b.Fight(seed).Protocol(c.Voice.Book.Lang))
		return err
	}
	return k.distribution(c, words, b, seed)
}

// battlers returns the rulebook named, or all rulebooks that can fight a battle from a text.
func battlers(c *call.Call, name string) ([]game.Rulebook, error) {
	var all []game.Rulebook
	var names []string
	for _, rb := range c.Books {
		if _, ok := rb.(game.Battler); ok {
			all, names = append(all, rb), append(names, rb.Name())
		}
	}
	if name != "" {
		rb, err := c.Rulebook(name)
		if err != nil {
			return nil, err
		}
		if all = slices.DeleteFunc(all, func(b game.Rulebook) bool { return b.Name() != rb.Name() }); len(all) > 0 {
			return all, nil
		}
	}
	switch {
	case names == nil:
		return nil, fault.Usage("no-battles")
	case len(all) == 0:
		return nil, fault.Usage("no-battle", phrase.Str("name", name), phrase.Str("names", strings.Join(names, ", ")))
	}
	return all, nil
}

// readBattle reads the text with the rulebook that finds the fewest errors, or the first of several.
func readBattle(battlers []game.Rulebook, text string) (by game.Rulebook, b game.Battle, problems []orders.Problem) {
	for _, rb := range battlers {
		read, wrong := rb.(game.Battler).ReadBattle(text)
		if by == nil || b == nil && (read != nil || len(wrong) < len(problems)) {
			by, b, problems = rb, read, wrong
		}
	}
	return by, b, problems
}

// tell prints the problems of a battle file. Errors are the answer, which is then no; warnings alone go to stderr.
func (k *BattleCmd) tell(c *call.Call, words *phrase.Book, problems []orders.Problem) error {
	wrong := slices.ContainsFunc(problems, func(p orders.Problem) bool { return p.Severity == orders.Error })
	out := c.Voice.Err
	if wrong {
		out = c.Out
	}
	w := bufio.NewWriter(out)
	for _, p := range problems {
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", k.File, p.Line, p.Col, p.Severity, words.Say(p.What), p.What.Code)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the problems: %w", err)
	}
	if wrong {
		return fault.Silent(fault.ExitNo)
	}
	return nil
}

// distribution fights the battle so many times, and prints how often it ended in each way.
func (k *BattleCmd) distribution(c *call.Call, words *phrase.Book, b game.Battle, seed game.Seed) error {
	odds := k.fightAll(c, b, seed)
	if err := c.Ctx.Err(); err != nil {
		return err
	}
	if k.JSON {
		out := battleJSON{Times: int(k.Times), Endings: []endingJSON{}}
		for _, e := range odds.Endings {
			out.Endings = append(out.Endings, endingJSON{Code: e.Winner.Code, Text: words.Say(e.Winner), Times: e.Times,
				Attackers: e.Left[0].Mean, Defenders: e.Left[1].Mean})
		}
		return c.JSON().Encode(out)
	}
	c.Voice.Say("battle-times", phrase.Num("times", k.Times))
	for _, e := range odds.Endings {
		args := []phrase.Arg{phrase.Str("times", fmt.Sprintf("%7d", e.Times)),
			phrase.Str("winner", words.Say(e.Winner))}
		args = append(args, percent("share", e.Share)...)
		args = append(args, percent("attackers", e.Left[0].Mean)...)
		c.Voice.Say("battle-ending", append(args, percent("defenders", e.Left[1].Mean)...)...)
	}
	return nil
}

// percent splits permille into two arguments: percent, and tenths of a percent.
func percent(name string, permille int64) []phrase.Arg {
	return []phrase.Arg{phrase.Str(name, fmt.Sprintf("%3d", permille/10)), phrase.Num(name+"-tenths", permille%10)}
}

// fightAll fights on all cores. The result does not depend on which core fights which battle: each battle has its own
// seed, and the sums are whole numbers.
func (k *BattleCmd) fightAll(c *call.Call, b game.Battle, seed game.Seed) game.Odds {
	found := make([]game.Tally, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for h := range found {
		wait.Go(func() {
			found[h].Fight(b, seed, h, len(found), int(k.Times), func() bool { return c.Ctx.Err() == nil })
		})
	}
	wait.Wait()
	var all game.Tally
	for h := range found {
		all.Add(&found[h])
	}
	return all.Odds()
}
