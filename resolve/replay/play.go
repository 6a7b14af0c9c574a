// Package replay plays turns by the rules alone, without a store: a turn the first time, a turn of a world once more,
// and a whole game from its public file, which it judges. It also says what a world looks like after a turn. The page
// of a player has this room in it, so nothing here touches the disk.
package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Turn is what a turn is played from, beside sheets.
type Turn struct {
	Number int
	World  game.World
	Seed   game.Seed
	Tables []byte       // effective
	Edited []game.Event // what is told of changes by hand
}

// Played is what comes of it.
type Played struct {
	Before  game.World // that awaited the orders
	Outcome game.Outcome
	Next    game.World
	State   []byte
	Events  []byte // canonical: the turn's hash is over them
}

// Play plays a turn. If anything contradicts the rules, it returns ErrRules. A fault in the rules is a panic.
func Play(rb game.Rulebook, t Turn, in []game.Sheet) (out Played, err error) {
	out.Before = t.World
	out.Outcome = resolve(t, withoutPassed(rb.Language(), in))
	if len(t.Edited) > 0 {
		out.Outcome = out.Outcome.(game.Prefaced).Preface(t.Edited)
	}
	out.Next = out.Outcome.Next()
	out.State = out.Next.State()
	out.Events = annalsOf(out.Outcome).Bytes()
	broken := out.Next.Broken()
	if len(broken) == 0 {
		if got := out.Next.Asked().Turn; got != t.Number+1 {
			broken = []string{fmt.Sprintf("after turn %d comes turn %d", t.Number, got)}
		}
		if again, err := rb.Open(out.State, t.Tables); err != nil || !bytes.Equal(again.State(), out.State) {
			broken = append(broken, fmt.Sprintf("its state does not open as it was (%v)", err))
		}
	}
	if len(broken) > 0 {
		err = fmt.Errorf("%w: the world after it is broken: %s", faults.ErrRules, strings.Join(broken, "; "))
	}
	return out, err
}

// resolve plays the turn, in as many lanes as there are cores if the rules support it.
func resolve(t Turn, in []game.Sheet) game.Outcome {
	if w, is := t.World.(game.Laned); is {
		return w.ResolveIn(runtime.GOMAXPROCS(0), in, t.Seed)
	}
	return t.World.Resolve(in, t.Seed)
}

// withoutPassed returns the sheets without the messages that were passed on at once.
func withoutPassed(l *orders.Language, in []game.Sheet) []game.Sheet {
	out := slices.Clone(in)
	for i, s := range out {
		if len(s.Passed) == 0 {
			continue
		}
		file := *s.Orders(l)
		file.Lines = slices.DeleteFunc(slices.Clone(file.Lines), func(line orders.Line) bool {
			_, is := line.Order.(orders.Message)
			return is && slices.Contains(s.Passed, line.Line)
		})
		out[i] = s.Read(l, &file)
	}
	return out
}

// annalsOf are the events of an outcome in their canonical form.
func annalsOf(outcome game.Outcome) *game.Annals {
	if o, ok := outcome.(game.Annalist); ok {
		return o.Annals()
	}
	return game.AnnalsOf(outcome.Events())
}

// sumOf is the name of bytes in records: SHA-256 in hex.
func sumOf(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
