package external

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// failed is what Resolve panics with, and why a founding failed.
func (rb *Rulebook) failed(err error) *game.Failed {
	f := &game.Failed{}
	if !errors.As(err, &f) {
		f.What = err.Error()
	}
	return &game.Failed{What: fmt.Sprintf("engine %s: %s", rb.Name(), f.What), Always: f.Always}
}

func (rb *Rulebook) fail(format string, args ...any) { panic(rb.failed(fmt.Errorf(format, args...))) }

// seeded puts the turn's chance where the engine reads it.
func (w *World) seeded(files map[string][]byte, seed game.Seed) {
	p := w.rb.p.Seed
	if p.File == "" {
		return
	}
	name, n := w.filled(p.File, nil), seed.Throw(w.s.Turn, 0, "engine").N(p.Most)
	line := strconv.AppendInt(nil, n, 10)
	if p.Line == 0 {
		files[name] = append(line, '\n')
		return
	}
	lines := bytes.Split(files[name], []byte("\n"))
	if len(lines) < p.Line {
		w.rb.fail("%s has no line %d for the seed", name, p.Line)
	}
	lines[p.Line-1] = line
	files[name] = bytes.Join(lines, []byte("\n"))
}

// Resolve runs the engine's turn. If it fails, Resolve panics with a game.Failed.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	rb, next, files := w.rb, w.clone(), maps.Clone(w.files)
	if sum := rb.run.Sum(); w.s.Version >= rb.Version() && w.s.Engine != sum {
		panic(rb.failed(&game.Failed{Always: true, What: fmt.Sprintf("it is not the program that made this world any more. "+
			"Raise `version` in engine.toml above %d if the game shall go on with this one", w.s.Version)}))
	}
	o := &outcome{before: w, after: next, turn: rulekit.Turn{Number: w.s.Turn}, played: map[int]played{}}
	for i := range next.s.Seats {
		switch s := &next.s.Seats[i]; {
		case s.Gone:
		case s.Seated:
			if idle := rb.p.Orders.Idle; idle != "" {
				files[w.filled(rb.p.Orders.File, s)] = []byte(w.filled(idle, s))
			}
		default:
			join := w.filled(rb.p.Join.File, s)
			files[join] = append(slices.Clip(files[join]), w.filled(rb.p.Join.Line, s)...)
		}
	}
	sheets = slices.SortedFunc(slices.Values(sheets), func(a, b game.Sheet) int { return a.Realm - b.Realm })
	for _, sheet := range sheets {
		seat := w.seat(sheet.Realm)
		if seat == nil || seat.Gone || sheet.Absent {
			continue
		}
		r := w.reading(seat, sheet, &o.turn, &next.seat(sheet.Realm).Person)
		o.played[sheet.Realm] = played{came: !sheet.Missed, text: sheet.Text, refused: rb.Language().Because(sheet.Text,
			rulekit.Undone(sheet.Orders(rb.Language()).Problems, r.refused), nil)}
		if len(r.lines) > 0 {
			files[w.filled(rb.p.Orders.File, seat)] = w.sheet(seat, r.lines)
		}
	}
	o.turn.SortLetters(rulekit.ByText)
	w.seeded(files, seed)
	done, err := w.run(&rb.p.Turn, files, nil)
	if err != nil {
		panic(rb.failed(err))
	}
	next.s.Turn++
	next.s.Engine, next.s.Version = rb.run.Sum(), rb.Version()
	for i := range next.s.Seats {
		next.s.Seats[i].Seated = true
	}
	o.files = done
	next.settle(done)
	if err := next.keep(done); err != nil {
		panic(rb.failed(err))
	}
	o.annals = game.AnnalsOf(append(slices.Clone(edits), o.proofs()...))
	return o
}

// settle reads from the files who is still there and who has won.
func (w *World) settle(done map[string][]byte) {
	for i := range w.s.Seats {
		s := &w.s.Seats[i]
		if a := w.rb.p.Alive; a.File != "" && !s.Gone {
			file, is := done[w.filled(a.File, s)]
			if !is {
				w.rb.fail("it left no file %s", w.filled(a.File, s))
			}
			s.Gone = !bytes.Contains(file, []byte(w.filled(a.Find, s)))
		}
	}
	list, over := done[w.filled(w.rb.p.Winners, nil)]
	if w.rb.p.Winners == "" || !over {
		return
	}
	w.s.Over = true
	for _, word := range strings.Fields(string(list)) {
		if n, err := strconv.Atoi(word); err == nil && w.seat(n) != nil && !slices.Contains(w.s.Winners, n) {
			w.s.Winners = append(w.s.Winners, n)
		}
	}
	slices.Sort(w.s.Winners)
}

// proofs are events with the sums of the reports, so that the turn's hash covers them. Other files are not in it: some
// engines write addresses of memory into them.
func (o *outcome) proofs() (out []game.Event) {
	for _, n := range o.Realms() {
		s, p := o.after.seat(n), &o.before.rb.p.Report
		name := o.before.filled(p.Text, s)
		text := o.files[name]
		size := len(text)
		for _, f := range o.attached(s) {
			size += len(o.files[f])
		}
		switch {
		case len(text) == 0 && !s.Gone:
			o.before.rb.fail("it wrote no report for realm %d into %s", n, name)
		case size > mostReport:
			o.before.rb.fail("the report of realm %d and its files are %d MB; %d are the most", n, size>>20, mostReport>>20)
		}
		sum := sha256.Sum256(text)
		out = append(out, game.Event{Phase: "engine",
			Phrase: phrase.P("ran", phrase.Str("file", name), phrase.Str("sum", hex.EncodeToString(sum[:])))})
	}
	return out
}

// played is what a turn did with a sheet.
type played struct {
	came    bool
	text    string
	refused []orders.Problem
}

// lines are those of the sheet that were refused.
func (p *played) lines() map[int]bool {
	out := map[int]bool{}
	for _, r := range p.refused {
		out[r.Line] = true
	}
	return out
}
