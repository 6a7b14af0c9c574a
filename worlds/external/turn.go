package external

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// Outdated reports whether another program made this world, and the version was not raised: then no turn is played.
func (w *World) Outdated() bool {
	sum, err := w.rb.run.Sum()
	return err == nil && w.s.Version >= w.rb.Version() && w.s.Engine != sum
}

// Resolve runs the engine's turn. If it fails, Resolve panics with a game.Failed.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	rb, next, files := w.rb, w.clone(), maps.Clone(w.files)
	sum, err := rb.run.Sum()
	if err != nil {
		panic(rb.failed(err))
	}
	if w.Outdated() {
		panic(rb.failed(&game.Failed{Always: true, What: fmt.Sprintf("it is not the program that made this world any more. "+
			"Raise `version` in engine.toml above %d if the game shall go on with this one", w.s.Version)}))
	}
	delete(files, w.filled(rb.p.Winners, nil)) // what a turn leaves is not from the one before
	for i := range next.s.Seats {
		s := &next.s.Seats[i]
		delete(files, w.filled(rb.p.Orders.File, s))
		delete(files, w.filled(rb.p.Report.Text, s))
		if join := w.filled(rb.p.Join.File, s); !s.Seated && !s.Gone {
			files[join] = append(slices.Clip(files[join]), w.filled(rb.p.Join.Line, s)...)
		} else if idle := w.filled(rb.p.Orders.Idle, s); idle != "" && !s.Gone {
			files[w.filled(rb.p.Orders.File, s)] = []byte(idle)
		}
		s.Seated = true
	}
	t, came := rulekit.Begin(seed, w.s.Turn, w.last()), map[int]bool{}
	t.Phase = "engine"
	sheets = slices.SortedFunc(slices.Values(sheets), func(a, b game.Sheet) int { return a.Realm - b.Realm })
	for _, sheet := range sheets {
		if !w.in(sheet.Realm) {
			continue
		}
		seat, said := w.seat(sheet.Realm), rulekit.ReadSheet(rb.Language(), sheet)
		came[sheet.Realm] = said.Came
		if lines := w.reading(seat, said, &t, &next.seat(sheet.Realm).Person); len(lines) > 0 {
			files[w.filled(rb.p.Orders.File, seat)] = w.sheet(seat, lines)
		}
		t.Undone(sheet.Realm, rb.Language(), said, said.Problems, t.Refused[sheet.Realm])
	}
	t.SortLetters(rulekit.ByText)
	w.seeded(files, seed)
	left, err := w.run(&rb.p.Turn, files, nil)
	if err != nil {
		panic(rb.failed(err))
	}
	next.s.Turn++
	next.s.Engine, next.s.Version = sum, rb.Version()
	next.settle(left)
	if err := next.keep(left); err != nil {
		panic(rb.failed(err))
	}
	w.prove(&t, next, left)
	return rulekit.Close(&t, edits, w, next, func(o rulekit.Outcome[*World]) game.Outcome {
		return &outcome{Outcome: o, files: left, came: came}
	})
}

// alive reports whether a faction is in the game by these files, and whether the file is there that says so.
func (w *World) alive(s *Seat, files map[string][]byte) (alive, is bool) {
	file, is := files[w.filled(w.rb.p.Alive.File, s)]
	return has(file, []byte(w.filled(w.rb.p.Alive.Find, s))), is
}

// has reports whether a text has some words. Where they begin or end with a number, it must be all of it: that of realm 2
// is not in 12.
func has(text, words []byte) bool {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], words)
		if i < 0 {
			return false
		}
		at += i
		if !oneNumber(text[:at], words) && !oneNumber(words, text[at+len(words):]) {
			return true
		}
	}
}

// oneNumber reports whether a number goes on from one text into the next.
func oneNumber(before, behind []byte) bool {
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	return len(before) > 0 && len(behind) > 0 && digit(before[len(before)-1]) && digit(behind[0])
}

// settle reads from the files who is still there and who has won.
func (w *World) settle(done map[string][]byte) {
	for i := range w.s.Seats {
		if s := &w.s.Seats[i]; w.rb.p.Alive.File != "" && !s.Gone {
			alive, is := w.alive(s, done)
			if !is {
				w.rb.fail("it left no file %s", w.filled(w.rb.p.Alive.File, s))
			}
			s.Gone = !alive
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

// prove records the sums of the reports, so that the turn's hash covers them. Other files are not in it: some engines
// write addresses of memory into them.
func (w *World) prove(t *rulekit.Turn, next *World, left map[string][]byte) {
	for i := range next.s.Seats {
		s := &next.s.Seats[i]
		if !w.in(s.Number) {
			continue
		}
		name := w.filled(w.rb.p.Report.Text, s)
		text := left[name]
		size := len(text)
		for _, f := range w.attached(s, left) {
			size += len(left[f])
		}
		if len(text) == 0 && !s.Gone {
			w.rb.fail("it wrote no report for realm %d into %s", s.Number, name)
		} else if size > mostReport {
			w.rb.fail("the report of realm %d and its files are %d MB; %d are the most", s.Number, size>>20, mostReport>>20)
		}
		t.Tell(phrase.P("ran", phrase.Str("file", name), phrase.Str("sum", fmt.Sprintf("%x", sha256.Sum256(text)))))
	}
}

// attached are the other files of a realm's report, and those that everybody may see.
func (w *World) attached(s *Seat, left map[string][]byte) (out []string) {
	patterns := w.names(s, slices.Concat(w.rb.p.Report.Files, w.rb.p.Public))
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if matches(patterns, name) {
			out = append(out, name)
		}
	}
	return out
}
