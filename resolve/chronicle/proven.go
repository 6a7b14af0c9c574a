package chronicle

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// What a public file may have: far more than any game. A file may come from anybody.
const (
	mostPublic     = 256 << 20 // bytes, unpacked
	mostPublicLine = 8 << 20
	mostTurns      = 10_000
)

// Proven is what a public file has shown.
type Proven struct {
	World  string // its sum, as in receipts
	Key    string // the mark of the key that checks receipts
	Turns  int
	Realms int               // that were in any turn
	Seals  map[string]Sealed // also the dice, the key and the announced mark of report 0
	Value  string            // the announced public value, "" if there is none
	// what is false in it, in the machine's words; nil: nothing. Nothing after it was read
	False *phrase.Phrase
	marks map[[2]int]string // of sheets, by turn and realm
}

// Sealed is the turn of a seal, 0 for that of the founding.
type Sealed struct {
	Turn int
	Gone bool // the turn was taken back later
}

// Sheet is the mark of a realm's orders of a turn, "" if it had none.
func (p Proven) Sheet(turn, realm int) string { return p.marks[[2]int{turn, realm}] }

// prover plays a public file again, line by line.
type prover struct {
	verifier
	head  publicHead
	f     Founding
	shown Proven
	at    string // the last seal
	ended bool
}

// Prove plays a public file again. book finds rulebooks, and step is called after each turn. The error is ErrPublish if
// the file is none, or none that this program can play. What is false in the file is not an error.
func Prove(file io.Reader, book func(name string) (game.Rulebook, error), step func(turn int)) (Proven, error) {
	p := prover{shown: Proven{Seals: map[string]Sealed{}, marks: map[[2]int]string{}}}
	zipped, err := gzip.NewReader(file)
	if err != nil {
		return p.shown, errNone
	}
	lines := bufio.NewScanner(io.LimitReader(zipped, mostPublic))
	lines.Buffer(nil, mostPublicLine)
	for n := 0; lines.Scan(); n++ {
		if n == 0 {
			err = p.begin(lines.Bytes(), book)
		} else {
			err = p.next(lines.Bytes())
			step(n)
		}
		if err != nil || p.shown.False != nil {
			return p.shown, err
		}
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return p.shown, errMuch
	case p.Rb == nil:
		return p.shown, errNone
	case !p.ended || lines.Err() != nil:
		p.deny("cut", p.shown.Turns)
	}
	return p.shown, nil
}

// Files that nobody can play again.
var (
	errNone = wording.Fault(faults.ErrPublish, "public-none")
	errMuch = wording.Fault(faults.ErrPublish, "public-much", phrase.Num("turns", mostTurns),
		phrase.Num("mb", mostPublicLine>>20))
)

// deny says what is false in a turn.
func (p *prover) deny(code string, turn int, more ...phrase.Arg) {
	said := phrase.P("proven."+code, append(more, phrase.Num("turn", turn))...)
	p.shown.False = &said
}

// begin reads the head, and founds the world again.
func (p *prover) begin(line []byte, book func(string) (game.Rulebook, error)) (err error) {
	h := &p.head
	if json.Unmarshal(line, h) != nil || h.Format != publicFormat || json.Unmarshal([]byte(h.Founding), &p.f) != nil {
		return errNone
	}
	key, err := base64.RawURLEncoding.DecodeString(h.Key)
	seed, bad := game.ParseSeed(p.f.Seed)
	if err != nil || bad != nil || len(key) != ed25519.PublicKeySize {
		return errNone
	}
	if p.Rb, err = book(h.Rulebook); err != nil {
		return err
	}
	if p.f.Rules != p.Rb.Version() {
		return wording.Fault(faults.ErrPublish, "public-rules", phrase.Num("rules", p.f.Rules),
			phrase.Num("own", p.Rb.Version()))
	}
	if err := p.laid(h.Tables); err != nil {
		return err
	}
	p.seed = seed[:]
	f := seal.Founding{World: store.SumOf([]byte(h.Founding)), Rulebook: h.Rulebook, Rules: p.f.Rules,
		Dice: seal.Dice(p.seed), Tables: p.f.Tables, State: p.f.State}
	p.shown.World, p.shown.Key, p.at = f.World, seal.KeyMark(key), f.Seal()
	for _, printed := range []string{p.at, f.Dice, p.shown.Key} {
		p.shown.Seals[printed] = Sealed{}
	}
	if a := p.f.Announced; a != nil {
		if seed != seal.Mixed(*a) {
			p.deny("announced", 0)
			return nil
		}
		p.shown.Value, p.shown.Seals[seal.Master(a.Master)] = a.Value, Sealed{}
	}
	if p.founded(p.f); p.state == nil || store.SumOf(p.state) != p.f.State {
		p.deny("founding", 0)
	}
	return nil
}

// laid reads the tables that the rules can read.
func (p *prover) laid(texts []string) error {
	tables := map[string][]byte{}
	for _, t := range texts {
		var wrong error
		err := store.Guarded(func() { _, wrong = p.Rb.Tables([]byte(t)) })
		if err != nil || wrong != nil {
			return errNone
		}
		tables[store.SumOf([]byte(t))] = []byte(t)
	}
	p.file = func(sum string) ([]byte, error) {
		if t, there := tables[sum]; there {
			return t, nil
		}
		return nil, fmt.Errorf("no tables %s", sum)
	}
	return nil
}

// next reads a turn, or the end.
func (p *prover) next(raw []byte) error {
	var line publicLine
	if json.Unmarshal(raw, &line) != nil {
		p.deny("cut", p.shown.Turns)
		return nil
	}
	if line.Turn > mostTurns {
		return errMuch
	}
	turn := p.shown.Turns + 1
	for _, s := range line.Gone {
		if s == nil || s.Former != p.at {
			p.deny("gone", turn)
			return nil
		}
		p.at = seal.Of(*s)
		p.shown.Seals[p.at] = Sealed{s.Turn, true}
	}
	switch {
	case p.ended, line.End && line.Turn != p.shown.Turns, !line.End && line.Turn != turn:
		p.deny("missing", turn)
	case line.End && line.Seal != p.at:
		p.deny("seal", line.Turn)
	case line.End:
		p.ended = true
	default:
		p.turn(line)
	}
	return nil
}

// turn checks a turn's sheets, its seal, and what comes of it when it is played again.
func (p *prover) turn(line publicLine) {
	turn, r := line.Turn, line.Record
	sheets := p.sheets(line)
	if p.shown.False != nil {
		return
	}
	rec := TurnRecord{Rulebook: p.head.Rulebook, Rules: p.f.Rules, Schema: r.Schema, Seed: p.f.Seed, Tables: r.Tables,
		Before: r.Before, Sheets: r.Sheets, After: r.After, Events: r.Events, Former: p.hash, Undone: r.Undone}
	p.hash = rec.Chain(turn)
	p.at = seal.Of(game.SealedTurn{Turn: turn, Former: p.at, Hash: p.hash,
		Root: seal.Plant(turn, salted(p.seed, turn, line.Leaves)).Root()})
	if p.at != line.Seal {
		p.deny("seal", turn)
		return
	}
	p.replay(turn, rec, line.Joins, sheets)
}

// replay plays a turn after what happened before it. What comes of it must be what its record says.
func (p *prover) replay(turn int, rec TurnRecord, joins []Join, sheets []game.Sheet) {
	c := Current{Turn: turn}
	var err error
	if c.Tables, err = p.file(rec.Tables); err != nil {
		p.deny("tables", turn)
		return
	}
	if p.rejoin(turn, joins); p.state == nil || store.SumOf(p.state) != rec.Before {
		p.deny("joins", turn)
		return
	}
	for _, j := range joins {
		if j.Edit != nil {
			c.Edited = append(c.Edited, j.Edit.Told()...)
		}
	}
	err = store.Guarded(func() { p.state = p.replayWith(c, rec, p.state, sheets) })
	if err != nil || len(p.found.Wrong) > 0 {
		p.deny("replay", turn)
		return
	}
	p.shown.Turns = turn
	p.shown.Seals[p.at] = Sealed{Turn: turn}
}

// sheets reads the sheets of a turn and compares them with the leaves under its seal.
func (p *prover) sheets(line publicLine) (all []game.Sheet) {
	left := map[int]string{}
	for i, leaf := range line.Leaves {
		if i > 0 && leaf.Realm <= line.Leaves[i-1].Realm {
			p.deny("seal", line.Turn)
			return nil
		}
		if p.shown.Realms = max(p.shown.Realms, leaf.Realm); leaf.Sheet != "" {
			left[leaf.Realm] = leaf.Sheet
			p.shown.marks[[2]int{line.Turn, leaf.Realm}] = leaf.Sheet
		}
	}
	for _, s := range line.Sheets {
		read, err := s.read(p.Rb.Language(), line.Turn)
		if err != nil || !s.Absent && left[s.Realm] != markOf([]byte(s.Text), s.Files) {
			p.deny("sheet", line.Turn, phrase.Num("realm", s.Realm))
			return nil
		}
		if all = append(all, read); !s.Absent {
			delete(left, s.Realm)
		}
	}
	for _, realm := range slices.Sorted(maps.Keys(left)) {
		p.deny("sheetless", line.Turn, phrase.Num("realm", realm))
	}
	slices.SortFunc(all, func(a, b game.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	return all
}
