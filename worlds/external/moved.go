package external

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// moved is the world of a game that was played elsewhere. Of its files, those stay that live from turn to turn.
func (w *World) moved(m *game.Moved) (game.World, error) {
	if err := w.seats(m); err != nil {
		return nil, err
	}
	return w, cmp.Or(w.keep(m.Files), w.sound())
}

// seats takes the realms of a game that moves in.
func (w *World) seats(m *game.Moved) error {
	w.s.Stored, w.s.Moved, w.s.Turn, w.s.Since = true, true, m.Turn, m.Turn
	for _, r := range m.Realms {
		p, err := rulekit.Person{Number: r.Number, Name: r.Name, Lang: r.Lang, Computer: r.Computer}.Equipped()
		if err == nil && !oneLine(r.Name, 200) {
			err = fmt.Errorf("realm %d: %q is not a name of one line", r.Number, r.Name)
		}
		if err != nil {
			return err
		}
		w.s.Seats = append(w.s.Seats, Seat{Person: p, Seated: true})
	}
	slices.SortFunc(w.s.Seats, func(a, b Seat) int { return cmp.Compare(a.Number, b.Number) })
	return nil
}

// Compared is what the files of a game that moves in say of it.
type Compared struct {
	Missing   string // the first file that a turn needs and that is not there; then nothing else is known
	Absent    []int  // realms that are not in the game by the files
	Unlisted  []int  // factions that are, and that have no realm
	Blind     bool   // no file that lives from turn to turn says who is in the game, though one of each turn does
	Tokenless bool   // the orders' head has the token, and no file does: a program that compares the two refuses all orders
}

// Compare compares a game that moves in with its files.
func (rb *Rulebook) Compare(m *game.Moved) (c Compared, err error) {
	w := &World{rb: rb}
	if err := w.seats(m); err != nil {
		return c, err
	}
	lasting := w.lasting()
	w.files = maps.Clone(m.Files)
	maps.DeleteFunc(w.files, func(name string, _ []byte) bool { return !matches(lasting, name) })
	needed := w.missing()
	file := w.filled(rb.p.Alive.File, nil)
	if _, is := w.files[file]; !is && file != "" && !strings.Contains(file, "{") && matches(lasting, file) {
		needed = append(needed, file)
	}
	if len(needed) > 0 {
		return Compared{Missing: needed[0]}, nil
	}
	token := []byte(rb.p.Token)
	c.Tokenless = len(token) > 0 && strings.Contains(rb.p.Orders.Head, "{token}") &&
		!slices.ContainsFunc(slices.Collect(maps.Values(w.files)), func(data []byte) bool { return bytes.Contains(data, token) })
	if file == "" {
		return c, nil
	}
	for _, n := range w.mentioned() {
		s := w.seat(n)
		listed := s != nil
		if !listed {
			s = &Seat{Person: rulekit.Person{Number: n}}
		}
		alive, _ := w.alive(s, w.files)
		switch {
		case !matches(lasting, w.filled(rb.p.Alive.File, s)):
			c.Blind = c.Blind || listed
		case listed && !alive:
			c.Absent = append(c.Absent, n)
		case !listed && alive && n >= rb.p.First:
			c.Unlisted = append(c.Unlisted, n)
		}
	}
	return c, nil
}

// mentioned are the numbers of the realms, and those that the files have where they say who is in the game: in the text
// of one, or in the names of several.
func (w *World) mentioned() (out []int) {
	read := func(pattern string, text []byte) {
		pattern = regexp.QuoteMeta(w.filled(pattern, nil))
		shape := regexp.MustCompile(strings.NewReplacer(`\{faction\}`, "([0-9]+)", `\{realm\}`, "([0-9]+)").Replace(pattern))
		for shape.NumSubexp() > 0 {
			at := shape.FindSubmatchIndex(text)
			if at == nil {
				return
			}
			if n, err := strconv.Atoi(string(text[at[2]:at[3]])); err == nil && n <= mostNumber {
				out = append(out, n)
			}
			text = text[at[3]:]
		}
	}
	for _, s := range w.s.Seats {
		out = append(out, s.Number)
	}
	read(w.rb.p.Alive.Find, w.files[w.filled(w.rb.p.Alive.File, nil)])
	for name := range w.files {
		read(w.rb.p.Alive.File, []byte(name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
