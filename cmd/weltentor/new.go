package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds/game"
)

// newCmd founds a world.
type newCmd struct {
	Dir      string  `arg:""`
	Rulebook string  `placeholder:"NAME"`
	Size     string  `placeholder:"WxH"`
	Seed     *string `placeholder:"WORD"`
	Name     string  `placeholder:"NAME"`
	Set      string  `placeholder:"NAME"`
	Tables   string  `placeholder:"FILE"`
}

// Run founds the world with fresh settings. The same seed founds the same
// world, byte for byte; without one it is secret and drawn from the machine. A set of
// numbers the rulebook offers, and over it numbers of the world's own, as `tables` prints
// them, hold from the founding on.
func (k *newCmd) Run(c *call) error {
	rb, err := c.rulebook(k.Rulebook)
	if err != nil {
		return err
	}
	f := game.Founding{}
	if k.Size != "" {
		if f.Width, f.Height, err = parseSize(k.Size); err != nil {
			return err
		}
	}
	if k.Seed == nil {
		rand.Read(f.Seed[:])
	} else if f.Seed, err = game.ParseSeed(*k.Seed); err != nil {
		return usage("bad-seed")
	}
	own := map[string]string{"gm.lang": strconv.Quote(string(c.voice.book.Lang))}
	if k.Name != "" {
		if !fairGameName(k.Name) { // status would refuse it, and every other command
			return usage("new-bad-name", phrase.Num("most", longestName))
		}
		own["name"] = tomlString(k.Name)
	}
	if p, proposes := rb.(game.Pacer); proposes {
		own["deadline"] = tomlString(days(p.Days()))
	}
	settings := game.File{Name: settingsFile, Type: "application/toml", Data: freshSettings(c.voice.book, own)}
	if err := offersSet(rb, k.Set); err != nil {
		return err
	}
	if k.Tables != "" || k.Set != "" {
		if settings.Data, f.Tables, err = c.withTables(settings.Data, k.Tables, k.Set); err != nil {
			return err
		}
	}
	if err := resolve.Found(k.Dir, rb, f, c.now(), settings); err != nil {
		if known := c.storeError(k.Dir, err); known != err {
			return known
		}
		return &complaint{exit: exitUsage, what: phrase.P("cannot-found", phrase.Str("dir", k.Dir)), cause: err}
	}
	c.voice.say("founded", phrase.Str("dir", k.Dir), phrase.Str("rulebook", rb.Name()))
	return c.saySuits(k.Dir)
}

// saySuits tells how many realms a new world plays well with, where its rules know.
func (c *call) saySuits(dir string) error {
	w, err := c.look(dir)
	if err != nil {
		return err
	}
	_, suits, err := w.Crowd()
	if suits > 0 {
		c.voice.say("suits", phrase.Num("n", suits))
	}
	return w.wrong(err)
}

// days is a deadline of so many, as a setting has it.
func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// withTables puts the part [tables] of a file, beginning with a set of numbers, into
// settings, and gives it as a file of its own too. Without a name there is no file, or no
// set.
func (c *call) withTables(settings []byte, file, set string) (with, tables []byte, err error) {
	if file == "" {
		with = append(settings, setLine(set)...)
		s, err := parseSettings(with)
		if err != nil {
			return nil, nil, err
		}
		return with, s.tables, nil
	}
	own, err := c.readAll(file)
	if err != nil {
		return nil, nil, err
	}
	if err := bounded(own); err != nil { // by its own lines
		return nil, nil, inFile(file, err)
	}
	if set != "" {
		if own, err = underSet(own, set); err != nil {
			return nil, nil, inFile(file, err)
		}
	}
	before, _, _ := bytes.Cut(settings, []byte("\n[tables]\n"))
	with = slices.Concat(before, []byte("\n"), own)
	s, err := parseSettings(with)
	if err != nil {
		return nil, nil, inFile(file, err)
	}
	return with, s.tables, nil
}

// parseSize reads "200x114".
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || width < 1 || height < 1 || width > 10000 || height > 10000 {
		return 0, 0, usage("bad-size", phrase.Str("size", s))
	}
	return width, height, nil
}

// tomlString quotes a text as TOML does.
func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
