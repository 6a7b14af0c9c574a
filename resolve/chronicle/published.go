package chronicle

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// A public file has all that a finished game was made from, without private letters, addresses and passwords: whoever
// reads it can play the game again, and compare its seals with those of letters. It is lines of JSON, packed with gzip:
// a head, each turn, and the end. examples/verify/verify.py shows what each part is for.

// publicFormat is how the head of a public file begins.
const publicFormat = "weltentor public 1"

type publicHead struct {
	Format   string   `json:"format"`
	Rulebook string   `json:"rulebook"`
	Founding string   `json:"founding"` // as it is stored: the sum of the world is over these bytes
	Key      string   `json:"key"`      // the public one that checks receipts, in base64
	Tables   []string `json:"tables"`   // all that were in force, as TOML
}

// publicLine is a turn, or the end.
type publicLine struct {
	Turn   int                `json:"turn"`             // at the end, the last one
	Gone   []*game.SealedTurn `json:"gone,omitempty"`   // seals that were given out before it, of turns taken back since
	Joins  []Join             `json:"joins,omitempty"`  // before it, and changes by hand, in order
	Record publicRecord       `json:"record,omitzero"`  // what its hash is over, besides
	Leaves []game.Leaf        `json:"leaves,omitempty"` // without salts, which come from the seed
	Sheets []publicSheet      `json:"sheets,omitempty"`
	Seal   string             `json:"seal"` // its own; at the end, the last that was given out
	End    bool               `json:"end,omitempty"`
}

// publicRecord is the part of a turn's record that its hash is over and that is not known from the head. Sums are
// SHA-256 in hex.
type publicRecord struct {
	Schema int      `json:"schema"`
	Tables string   `json:"tables"`
	Before string   `json:"before"`
	Sheets string   `json:"sheets"` // over the sheets with their private letters
	After  string   `json:"after"`
	Events string   `json:"events"`
	Undone []string `json:"undone,omitempty"`
}

// publicSheet is a realm's orders of a turn.
type publicSheet struct {
	Realm  int         `json:"realm"`
	Text   string      `json:"text"` // as its mark is over: canonical, with letters blinded
	At     []int       `json:"at"`   // the lines where its orders were, without letters
	Files  []game.File `json:"files,omitempty"`
	Absent bool        `json:"absent,omitempty"`
	Missed bool        `json:"missed,omitempty"`
}

// Publish writes the public file of a game that is over, packed. Letters stay private if the secret that blinds them is
// not made from the seed, which the file has; otherwise guessable must be set. ErrPublish says why there is no such file.
func (a Archive) Publish(tx *store.Tx, guessable bool, to io.Writer) error {
	p := publisher{Archive: a, tx: tx, last: store.Turn(tx) - 1}
	if err := p.may(guessable); err != nil {
		return err
	}
	zipped, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	p.to = json.NewEncoder(zipped)
	p.to.SetEscapeHTML(false)
	if err := p.write(); err != nil {
		return err
	}
	return zipped.Close()
}

// publisher writes a public file.
type publisher struct {
	Archive
	tx     *store.Tx
	to     *json.Encoder
	last   int
	secret []byte
	undone map[string]game.SealedTurn // seals of turns that were taken back, by the seal before
	at     string                     // the last seal that was written
}

// may returns ErrPublish if there is no public file of the world.
func (p *publisher) may(guessable bool) error {
	held, err := Held(p.tx)
	if err != nil {
		return err
	}
	if held.Turn > 0 {
		return wording.Fault(faults.ErrPublish, "publish-held", phrase.Num("turn", held.Turn))
	}
	if _, own, err := signer.Get(p.tx); err != nil || !own && !guessable {
		return orElse(err, "publish-guessable")
	}
	f, _, err := Founded(p.tx)
	if err != nil {
		return err
	}
	others := f.Rules != p.Rb.Version()
	for turn := 1; turn <= p.last && err == nil; turn++ {
		var rec TurnRecord
		if rec, _, err = Record(p.tx, turn); err == nil && rec.Sealed == nil {
			return wording.Fault(faults.ErrPublish, "publish-unsealed", phrase.Num("turn", turn))
		}
		others = others || rec.Rules != p.Rb.Version()
	}
	if others {
		return orElse(err, "publish-rules")
	}
	return err
}

// orElse is the error, or otherwise ErrPublish with a reason.
func orElse(err error, why string) error {
	if err == nil {
		err = wording.Fault(faults.ErrPublish, why)
	}
	return err
}

func (p *publisher) write() (err error) {
	if p.secret, err = Secret(p.tx); err != nil {
		return err
	}
	f, err := FoundingSeal(p.tx)
	if err != nil {
		return err
	}
	p.at, p.undone = f.Seal(), map[string]game.SealedTurn{}
	all, err := AllUndone(p.tx)
	if err != nil {
		return err
	}
	for _, u := range all {
		if s := u.Record.Sealed; s != nil {
			p.undone[s.Former] = *s
		}
	}
	if err := p.head(); err != nil {
		return err
	}
	for turn := 1; turn <= p.last; turn++ {
		if err := p.turn(turn); err != nil {
			return err
		}
	}
	gone := p.gone("")
	return p.to.Encode(publicLine{Turn: p.last, Gone: gone, Seal: p.at, End: true})
}

func (p *publisher) head() error {
	f, _, err := Founded(p.tx)
	if err != nil {
		return err
	}
	sums := []string{f.Tables}
	for turn := 1; turn <= p.last; turn++ {
		rec, _, err := Record(p.tx, turn)
		if err != nil {
			return err
		}
		joins, err := JoinsOf(p.tx, turn)
		if err != nil {
			return err
		}
		for _, j := range joins {
			sums = append(sums, j.Tables)
		}
		sums = append(sums, rec.Tables)
	}
	slices.Sort(sums)
	h := publicHead{Format: publicFormat, Rulebook: store.RulebookOf(p.tx), Founding: string(Identity(p.tx)),
		Key: base64.RawURLEncoding.EncodeToString(publicKey(p.secret))}
	for _, sum := range slices.Compact(sums) {
		tables, err := store.GetFile(p.tx, sum)
		if err != nil {
			return err
		}
		h.Tables = append(h.Tables, string(tables))
	}
	return p.to.Encode(h)
}

func (p *publisher) turn(turn int) error {
	rec, _, err := Record(p.tx, turn)
	if err != nil {
		return err
	}
	line := publicLine{Turn: turn, Gone: p.gone(rec.Sealed.Former), Seal: seal.Of(*rec.Sealed),
		Record: publicRecord{rec.Schema, rec.Tables, rec.Before, rec.Sheets, rec.After, rec.Events, rec.Undone}}
	p.at = line.Seal
	if line.Joins, err = JoinsOf(p.tx, turn); err != nil {
		return err
	}
	for i := range line.Joins {
		line.Joins[i].At = time.Time{}
	}
	if line.Leaves, _, err = leaves.Get(p.tx, store.U32(turn)); err != nil {
		return err
	}
	records, err := p.Shelf.Sheets(p.tx, turn)
	if err != nil {
		return err
	}
	for _, s := range sheets.Plain(records) {
		line.Sheets = append(line.Sheets, p.sheet(s))
	}
	return p.to.Encode(line)
}

// gone takes the seals of turns that were taken back, up to the one that is before the next turn's. At the end there is
// none: it takes all.
func (p *publisher) gone(until string) (gone []*game.SealedTurn) {
	for p.at != until {
		s, more := p.undone[p.at]
		if !more {
			break
		}
		delete(p.undone, p.at)
		p.at, gone = seal.Of(s), append(gone, &s)
	}
	return gone
}

// sheet is a sheet without what is private.
func (p *publisher) sheet(s game.Sheet) publicSheet {
	out := publicSheet{Realm: s.Realm, Files: s.Files, Absent: s.Absent, Missed: s.Missed}
	if s.Absent {
		return out
	}
	l := p.Rb.Language()
	out.Text = string(blinded(p.secret, l, s))
	for _, section := range l.Sections {
		for _, line := range s.Orders(l).Lines {
			if _, letter := line.Order.(orders.Message); !letter && line.Section == section.Letter {
				out.At = append(out.At, line.Line)
			}
		}
	}
	return out
}

// read is the sheet as the turn gets it: without letters, its orders at the lines where they were.
func (p publicSheet) read(l *orders.Language, turn int) (game.Sheet, error) {
	s := game.Sheet{Realm: p.Realm, Turn: turn, Text: p.Text, Files: p.Files, Absent: p.Absent, Missed: p.Missed}
	file := *l.Parse(p.Text)
	if len(file.Lines) != len(p.At) {
		return s, fmt.Errorf("%d orders at %d lines", len(file.Lines), len(p.At))
	}
	file.Lines = slices.Clone(file.Lines)
	for i := range file.Lines {
		file.Lines[i].Line = p.At[i]
	}
	slices.SortStableFunc(file.Lines, func(a, b orders.Line) int { return a.Line - b.Line })
	return s.Read(l, &file), nil
}
