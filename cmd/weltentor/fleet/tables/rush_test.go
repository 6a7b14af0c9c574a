//go:build fleet && servers

package tables

import (
	"errors"
	"slices"
	"testing"
)

// lettersGiveWayToARush: letters give way to a rush of turns, for half a minute at most, and to nothing else. This host
// resolves two turns at once.
func lettersGiveWayToARush(b *base) {
	t := b.process("north")
	for _, name := range []string{"done", "due-0", "due-1", "due-2"} {
		b.enter(t, name, "")
	}
	for what, c := range map[string]struct {
		change, only string // the columns of three worlds that have just become due, or of one of them
		letter       string // for how long the letter may leave
		leaves       bool
	}{
		"three due, two hands":      {"", "", "20 s", false},
		"a letter after the turn":   {"", "", "0 s", false},
		"a letter of half a minute": {"", "", "31 s", true},
		"due for half a minute":     {"next_due = now() - interval '31 s'", "", "20 s", true},
		"due in an hour":            {"next_due = now() + interval '1 h'", "", "1 s", true},
		"no deadline":               {"next_due = null", "", "1 s", true},
		"changed":                   {"next_due = '-infinity'", "", "1 s", true},
		"of another version":        {`about = about || '{"rules": 2}'`, "", "1 s", true},
		"standing still":            {`stopped = '{"why": "lost"}'`, "", "1 s", true},
		"two due, two hands":        {"next_due = null", "due-2", "1 s", true},
	} {
		b.Run(what, func(own *testing.T) {
			b := &base{own, b.server, b.pool, b.worlds}
			b.sql("delete from weltentor.hold")
			b.sql(`update weltentor.world set stopped = null, about = about || '{"rules": 3}',
				next_due = case when name = 'done' then null else now() - interval '20 s' end,
				letter_due = case when name = 'done' then now() - $1::text::interval end`, c.letter)
			if c.change != "" {
				b.sql("update weltentor.world set "+c.change+" where starts_with(name, 'due-') and $1 in ('', name)", c.only)
			}
			w, _, err := t.ClaimLetters(b.Context(), "post", can)
			if b.must(err); (w != nil) != c.leaves {
				b.Errorf("the letter leaves: %t, want %t", w != nil, c.leaves)
			}
			b.sql("delete from weltentor.hold")
			g, err := t.ClaimAccount(b.Context(), []string{"post"}, can)
			if b.must(err); (g != nil) != c.leaves {
				b.Errorf("the account sends: %t, want %t", g != nil, c.leaves)
			}
		})
	}
}

// anOddRowIsOfOneWorld: whatever a hand has written into a row, the other worlds are seen and claimed, and the error names
// the column.
func anOddRowIsOfOneWorld(b *base) {
	t := b.process("north")
	b.enter(t, "odd", "main")
	b.enter(t, "well", "main")
	for _, change := range []string{`about = about || '{"rules": "three"}'`, `about = about || '{"shared": "yes"}'`,
		`about = about || '{"addresses": 5}'`, `about = about || '{"since": "soon"}'`, `about = about || '{"rulebook": 7}'`,
		`gist = '{"turn": "x"}'`, `gist = '[]'`, `stopped = '{"at": 5}'`} {
		b.sql("delete from weltentor.hold")
		b.sql(`update weltentor.world set about = '{"rulebook": "tiny", "rules": 3}', gist = '{}', stopped = null,
			next_due = '-infinity', letter_due = now()`)
		b.sql("update weltentor.world set " + change + " where name = 'odd'")
		if _, err := t.World(b.Context(), "odd"); !errors.Is(err, ErrOdd) {
			b.Errorf("%s: %v", change, err)
		}
		_, err := t.World(b.Context(), "well")
		b.must(err)
		for what, look := range map[string]func() ([]*World, error){
			"all":     func() ([]*World, error) { return t.Worlds(b.Context()) },
			"readers": func() ([]*World, error) { return t.Readers(b.Context(), "main") },
			"status": func() ([]*World, error) {
				s, err := t.See(b.Context())
				return s.Worlds, err
			},
			"to do": func() (got []*World, err error) {
				for {
					w, _, err := t.Claim(b.Context(), can)
					if w == nil {
						return got, err
					}
					got = append(got, w)
				}
			},
		} {
			all, err := look()
			well := slices.IndexFunc(all, func(w *World) bool { return w.Name == "well" && w.Odd == nil })
			odd := slices.ContainsFunc(all, func(w *World) bool { return w.Name == "odd" && w.Odd == nil })
			if err != nil || well < 0 || odd {
				b.Errorf("%s: %s: %v, %v", change, what, all, err)
			}
		}
		if s, err := t.Sums(b.Context()); err != nil || s.Worlds != 2 {
			b.Errorf("%s: %+v, %v", change, s, err)
		}
		b.must(t.Raise(b.Context(), map[string]int{"tiny": 9}, b.now(t).Add(-2*goneTime)))
	}
}
