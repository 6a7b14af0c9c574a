package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/resolve/seal"
	"weltentor/worlds/game"
)

// A public file has all that a finished game was made from, without private letters, addresses and passwords:
// whoever reads it can play the game again, and compare its seals with those of letters. It is lines of JSON, packed
// with gzip: a head, each turn, and the end. examples/verify/verify.py shows what each part is for. A reader takes a
// line only if it is what would be written of what was read: so nobody reads another game in it, and nothing is in
// it besides.

// Format is how the head of a public file begins.
const Format = "weltentor public 2"

// Head is the first line.
type Head struct {
	Format   string   `json:"format"`
	Rulebook string   `json:"rulebook"`
	Founding string   `json:"founding"` // as it is stored: the sum of the world is over these bytes
	Key      string   `json:"key"`      // the public one that checks receipts, in base64
	Tables   []string `json:"tables"`   // all that were in force, as TOML
}

// Line is a turn, or the end.
type Line struct {
	Turn   int                `json:"turn"`             // at the end, the last one
	Gone   []*game.SealedTurn `json:"gone,omitempty"`   // seals that were given out before it, of turns taken back since
	Joins  []Join             `json:"joins,omitempty"`  // before it, and changes by hand, in order
	Record HashedTurn         `json:"record,omitzero"`  // what its hash is over, besides
	Leaves []game.Leaf        `json:"leaves,omitempty"` // without salts, which come from the seed
	Sheets []Sheet            `json:"sheets,omitempty"`
	Seal   string             `json:"seal"` // its own; at the end, the last that was given out
	End    bool               `json:"end,omitempty"`
}

// Bytes are the head as it is written.
func (h Head) Bytes() []byte { return written(h) }

// Bytes are the line as it is written: without what has no place in it. That is taken out of its lists, too.
func (l Line) Bytes() []byte {
	if l.End {
		return written(Line{Turn: l.Turn, Gone: l.Gone, Seal: l.Seal, End: true})
	}
	for i, j := range l.Joins {
		if l.Joins[i].At = (time.Time{}); j.Edit != nil || j.To != nil {
			l.Joins[i].Joining = game.Joining{}
		}
		if j.Edit != nil {
			l.Joins[i].Realm, l.Joins[i].To = 0, nil
		}
	}
	for i := range l.Leaves {
		l.Leaves[i].Salt = ""
	}
	for i, s := range l.Sheets {
		if s.Absent {
			l.Sheets[i] = Sheet{Realm: s.Realm, Absent: true}
			continue
		}
		l.Sheets[i].Files = slices.Clone(s.Files)
		for j := range s.Files {
			l.Sheets[i].Files[j].Data = nil
		}
	}
	return written(l)
}

// written is a line as JSON. It is short if that is impossible.
func written(line any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(line)
	return b.Bytes()
}

// parsed reads a line, and reports whether it is as it would be written.
func parsed(raw []byte, line interface{ Bytes() []byte }) bool {
	return json.Unmarshal(raw, line) == nil && bytes.Equal(raw, line.Bytes())
}

// HashedTurn is the part of a turn's record that its hash is over and that is not known from the head. Sums are SHA-256 in
// hex.
type HashedTurn struct {
	Schema int      `json:"schema"`
	Tables string   `json:"tables"`
	Before string   `json:"before"`
	Sheets string   `json:"sheets"` // over the sheets with their private letters
	After  string   `json:"after"`
	Events string   `json:"events"`
	Undone []string `json:"undone,omitempty"` // hashes of turns taken back since the one before
}

// Chain is a turn's hash: over the hash of the turn before, all that went in, and all that came out. It also covers
// turns taken back before it, if there are any. rules are the rulebook's name and version.
func (r HashedTurn) Chain(turn int, former, rules, seed string) string {
	text := fmt.Appendf(nil,
		"weltentor turn %d\nformer %s\nrulebook %s\nschema %d\nseed %s\ntables %s\nbefore %s\nsheets %s\nafter "+
			"%s\nevents %s\n",
		turn, former, rules, r.Schema, seed, r.Tables, r.Before, r.Sheets, r.After, r.Events)
	for _, hash := range r.Undone {
		text = fmt.Appendf(text, "undone %s\n", hash)
	}
	return sumOf(text)
}

// sum is a SHA-256 in hex.
var sum = lazy.Pattern("^[0-9a-f]{64}$")

// plain reports whether the sums that nobody can make again are sums at all. A text with lines of its own could be read
// as other parts of the record: one hash would cover two of them.
func (r HashedTurn) plain() bool {
	other := func(s string) bool { return !sum().MatchString(s) }
	return !other(r.Sheets) && !slices.ContainsFunc(r.Undone, other)
}

// Sheet is a realm's orders of a turn.
type Sheet struct {
	Realm  int         `json:"realm"`
	Text   string      `json:"text,omitempty"` // canonical, with letters blinded
	At     []int       `json:"at,omitempty"`   // the lines where its orders were, without letters
	Files  []game.File `json:"files,omitempty"`
	Absent bool        `json:"absent,omitempty"`
	Missed bool        `json:"missed,omitempty"`
}

// errSheet says that nobody can have sent a sheet.
var errSheet = errors.New("not a sheet")

// read is the sheet as the turn gets it: without letters, its orders at the lines where they were.
func (p Sheet) read(l *orders.Language, turn int) (game.Sheet, error) {
	s := game.Sheet{Realm: p.Realm, Turn: turn, Text: p.Text, Files: p.Files, Absent: p.Absent, Missed: p.Missed}
	file := *l.Parse(p.Text)
	lines := file.Lines
	if len(lines) != len(p.At) {
		return s, errSheet
	}
	for i, line := range lines {
		follows := i > 0 && line.Section == lines[i-1].Section
		if p.At[i] < 1 || follows && p.At[i] <= p.At[i-1] || p.Missed && !l.Speaks(line) {
			return s, errSheet
		}
	}
	places := make([]int, len(lines)) // sorted by their lines: whole lines sorted would be a large part of a page
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return p.At[a] - p.At[b] })
	file.Lines = make([]orders.Line, 0, len(lines))
	for _, i := range places {
		line := lines[i]
		line.Line = p.At[i]
		file.Lines = append(file.Lines, line)
	}
	return s.Read(l, &file), nil
}

// Mark is the sheet's mark in a seal and in receipts: of its orders, the lines where they were, and its files.
func (p Sheet) Mark() string {
	text := fmt.Appendf(nil, "weltentor sheet 1\nat %d\n", p.At)
	for _, f := range p.Files {
		text = fmt.Appendf(text, "file %x %x %x\n", f.Name, f.Type, f.Sum)
	}
	return seal.Mark(append(append(text, '\n'), p.Text...))
}

// Salted are the leaves of a turn with their salts, which come from the world's seed.
func Salted(seed []byte, turn int, plain []game.Leaf) []game.Leaf {
	all := slices.Clone(plain)
	for i := range all {
		all[i].Salt = seal.Salt(seed, turn, all[i].Realm)
	}
	return all
}
