package replay

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// What a public file may have: far more than any game. A file may come from anybody.
const (
	mostPublic     = 256 << 20 // bytes, unpacked
	mostPublicLine = 8 << 20
	mostTurns      = 10_000
	mostTyped      = 1000 // characters of a turn's changes by hand that are shown
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
	Notes []phrase.Phrase // what else whoever reads it should know

	marks  map[[2]int]string // of sheets, by turn and realm
	handed map[[2]int]bool   // realms that changed hands while a turn awaited orders
}

// Sealed is the turn of a seal, 0 for that of the founding.
type Sealed struct {
	Turn int
	Gone bool // the turn was taken back later
}

// Watcher sees a public file as it is played again: who joins and what changes, and each turn with its line, in order.
type Watcher interface {
	Joined(g Game, j Join, world game.World)
	Played(g Game, line Line, outcome game.Outcome)
}

// Prover plays a public file again, line by line.
type Prover struct {
	Shown Proven
	watch Watcher // nil: nobody
	game  Game
	file  *bufio.Reader // packed
	lines *bufio.Reader
	left  int // bytes that may still come
	head  Head
	f     Founding
	hash  string // of the last turn
	at    string // the last seal
	given int    // the turn of that
	ended bool
	last  Played // turn
	scene Scene

	tables string          // sum of the last turn's
	unused map[string]bool // sums of tables in the head that nothing has used so far
}

// Scene is a world as a turn began, with what the turn before told: nil at first. After the last turn nothing begins.
type Scene struct {
	Turn    int // the one before
	World   game.World
	Outcome game.Outcome
	// of the World, by which it can be opened again; only from a Prover
	State, Tables []byte
}

// Files that nobody can play again.
var (
	errNone = wording.Fault(faults.ErrPublish, "public-none")
	errMuch = wording.Fault(faults.ErrPublish, "public-much", phrase.Num("turns", mostTurns),
		phrase.Num("mb", mostPublicLine>>20), phrase.Num("all", mostPublic>>20))
)

// Open begins to play a public file again: it founds the world. book finds rulebooks. The error is ErrPublish if the
// file is none, or none that this program can play.
func Open(file io.Reader, book func(name string) (game.Rulebook, error)) (*Prover, error) {
	return open(file, book, mostPublic)
}

// open is Open for a file of at most so many bytes, unpacked.
func open(file io.Reader, book func(name string) (game.Rulebook, error), most int) (*Prover, error) {
	p := &Prover{Shown: Proven{Seals: map[string]Sealed{}, marks: map[[2]int]string{}, handed: map[[2]int]bool{}}, left: most}
	p.file = bufio.NewReader(file)
	head, _ := p.file.Peek(len(packed))
	zipped, err := gzip.NewReader(p.file)
	if err != nil || string(head) != packed {
		return p, errNone
	}
	zipped.Multistream(false)
	p.lines = bufio.NewReaderSize(zipped, mostPublicLine)
	line, err := p.line()
	if err == io.EOF || err == nil {
		return p, p.begin(line, book)
	}
	return p, err
}

// packed is how packed files begin: the head of gzip as publish writes it, with nothing in it.
const packed = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"

// line reads a line with its end. The error is errMuch, errNone if the file is damaged, or io.EOF.
func (p *Prover) line() (line []byte, err error) {
	line, err = p.lines.ReadSlice('\n')
	p.left -= len(line)
	switch {
	case p.left < 0, errors.Is(err, bufio.ErrBufferFull):
		err = errMuch
	case err != nil && err != io.EOF:
		err = errNone
	}
	return line, err
}

// Next plays the next turn, if anything more is to be read. Otherwise Shown has the verdict. What is false in the file
// is not an error: that is as for Open.
func (p *Prover) Next() (more bool, err error) {
	if p.Shown.False != nil {
		return false, nil
	}
	line, err := p.line()
	switch {
	case err == nil:
		err = p.next(line)
		return err == nil && p.Shown.False == nil, err
	case errors.Is(err, errMuch):
		return false, err
	}
	if _, end := p.file.ReadByte(); end == nil || err != io.EOF || len(line) > 0 || !p.ended {
		p.deny("cut", p.Shown.Turns)
	}
	return false, nil
}

// Scene is the newest one.
func (p *Prover) Scene() Scene { return p.scene }

// Prove plays a whole public file again. step is called after each turn. w may be nil. Errors are those of Open.
func Prove(file io.Reader, book func(name string) (game.Rulebook, error), w Watcher, step func(turn int)) (Proven, error) {
	p, err := Open(file, book)
	p.watch = w
	for n, more := 1, err == nil; more; n++ {
		more, err = p.Next()
		step(n)
	}
	return p.Shown, err
}

// deny says what is false in a turn.
func (p *Prover) deny(code string, turn int, more ...phrase.Arg) {
	said := phrase.P("proven."+code, append(more, phrase.Num("turn", turn))...)
	p.Shown.False = &said
}

// guarded turns a panic of the rules into an error: a file from anybody may have what no store has.
func guarded(f func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", faults.ErrRules, fault)
		}
	}()
	return f()
}

// begin reads the head, and founds the world again.
func (p *Prover) begin(line []byte, book func(string) (game.Rulebook, error)) (err error) {
	h := &p.head
	if !parsed(line, h) || h.Format != Format || json.Unmarshal([]byte(h.Founding), &p.f) != nil {
		return errNone
	}
	again, _ := json.Marshal(p.f)
	key, err := base64.RawURLEncoding.DecodeString(h.Key)
	seed, bad := game.ParseSeed(p.f.Seed)
	if err != nil || bad != nil || !seal.SoundKey(key) || string(again) != h.Founding || seed.String() != p.f.Seed ||
		base64.RawURLEncoding.EncodeToString(key) != h.Key {
		return errNone
	}
	p.game.Seed, p.tables = seed, p.f.Tables
	if p.game.Rb, err = book(h.Rulebook); err != nil {
		return err
	}
	if own := p.game.Rb.Version(); p.f.Rules != own {
		return wording.Fault(faults.ErrPublish, "public-rules", phrase.Num("rules", p.f.Rules), phrase.Num("own", own))
	}
	if err := p.laid(h.Tables); err != nil {
		return err
	}
	f := seal.Founding{World: sumOf([]byte(h.Founding)), Rulebook: h.Rulebook, Rules: p.f.Rules,
		Dice: seal.Dice(seed[:]), Tables: p.f.Tables, State: p.f.State, Key: seal.KeyMark(key)}
	p.Shown.World, p.Shown.Key, p.at = f.World, f.Key, f.Seal()
	for _, printed := range []string{p.at, f.Dice, p.Shown.Key} {
		p.Shown.Seals[printed] = Sealed{}
	}
	if a := p.f.Announced; a != nil {
		p.Shown.Value, p.Shown.Seals[seal.Master(a.Master)] = a.Value, Sealed{}
	}
	switch err := guarded(func() error { return p.game.Found(p.f) }); {
	case errors.Is(err, ErrAnnounced):
		p.deny("announced", 0)
	case err != nil:
		p.deny("founding", 0)
	}
	return nil
}

// laid reads the tables that the rules can read. They are sorted by their sums, each once.
func (p *Prover) laid(texts []string) error {
	tables, last := map[string][]byte{}, ""
	p.unused = map[string]bool{}
	for _, t := range texts {
		err := guarded(func() error {
			_, err := p.game.Rb.Tables([]byte(t))
			return err
		})
		if err != nil || sumOf([]byte(t)) <= last {
			return errNone
		}
		last = sumOf([]byte(t))
		tables[last], p.unused[last] = []byte(t), true
	}
	p.game.Files = func(sum string) ([]byte, error) {
		if t, there := tables[sum]; there {
			delete(p.unused, sum)
			return t, nil
		}
		return nil, fmt.Errorf("no tables %s", sum)
	}
	return nil
}

// next reads a turn, or the end.
func (p *Prover) next(raw []byte) error {
	var line Line
	if !parsed(raw, &line) {
		p.deny("cut", p.Shown.Turns)
		return nil
	}
	if line.Turn > mostTurns {
		return errMuch
	}
	turn := p.Shown.Turns + 1
	for _, s := range line.Gone {
		if s == nil || s.Former != p.at || s.Turn < turn || s.Turn > p.given+1 {
			p.deny("gone", turn)
			return nil
		}
		p.at, p.given = seal.Of(*s), s.Turn
		p.Shown.Seals[p.at] = Sealed{s.Turn, true}
	}
	switch {
	case p.ended, line.End && line.Turn != p.Shown.Turns, !line.End && line.Turn != turn:
		p.deny("missing", turn)
	case line.End && line.Seal != p.at:
		p.deny("seal", line.Turn)
	case line.End:
		p.end(line)
	default:
		p.turn(line)
	}
	return nil
}

// end looks at what the last turn left. If the game was over by its rules, no turn came after it.
func (p *Prover) end(line Line) {
	if p.ended = true; len(p.unused) > 0 {
		p.deny("unused", line.Turn)
		return
	}
	p.scene = Scene{line.Turn, p.last.Next, p.last.Outcome, p.last.State, p.scene.Tables}
	if over := p.last.Next != nil && p.last.Next.Asked().Over; !over {
		p.Shown.Notes = append(p.Shown.Notes, phrase.P("proven.not-over"))
	} else if len(line.Gone) > 0 {
		p.deny("gone", line.Turn+1)
	}
}

// turn checks a turn's sheets, its seal, and what comes of it when it is played again.
func (p *Prover) turn(line Line) {
	turn := line.Turn
	for _, j := range line.Joins {
		p.Shown.handed[[2]int{turn, j.Realm}] = j.To != nil || p.Shown.handed[[2]int{turn, j.Realm}]
	}
	sheets := p.sheets(line)
	if p.Shown.False != nil {
		return
	}
	if !line.Record.plain() || slices.ContainsFunc(line.Leaves, func(l game.Leaf) bool { return !seal.Plain(l) }) {
		p.deny("cut", p.Shown.Turns)
		return
	}
	p.hash = line.Record.Chain(turn, p.hash, fmt.Sprintf("%s %d", p.head.Rulebook, p.f.Rules), p.f.Seed)
	p.at = seal.Of(game.SealedTurn{Turn: turn, Former: p.at, Hash: p.hash,
		Root: seal.Plant(turn, Salted(p.game.Seed[:], turn, line.Leaves)).Root()})
	if p.at != line.Seal {
		p.deny("seal", turn)
		return
	}
	if p.replay(line, sheets); p.Shown.False == nil {
		p.known(line)
	}
}

// known checks that the realms under a turn's seal, and those with sheets, were in the world, and that the seal has a
// report for each realm that gets one, and for no other. The game master orders as realm 0.
func (p *Prover) known(line Line) {
	realms, told := p.last.Before.Realms(), map[int]bool{}
	for _, realm := range p.last.Outcome.Realms() {
		told[realm] = true
	}
	strange := func(realm int) bool {
		return !slices.ContainsFunc(realms, func(r game.Realm) bool { return r.Number == realm })
	}
	for _, s := range line.Sheets {
		if strange(s.Realm) && (s.Realm != 0 || s.Absent) {
			p.deny("stranger", line.Turn, phrase.Num("realm", s.Realm))
			return
		}
	}
	for _, leaf := range line.Leaves {
		if leaf.Realm != 0 && strange(leaf.Realm) {
			p.deny("realm", line.Turn, phrase.Num("realm", leaf.Realm))
			return
		}
		if told[leaf.Realm] == (leaf.Report != "") {
			delete(told, leaf.Realm)
		} else {
			told[leaf.Realm] = true
		}
	}
	if wrong := slices.Sorted(maps.Keys(told)); len(wrong) > 0 {
		p.deny("report", line.Turn, phrase.Num("realm", wrong[0]))
	}
}

// replay plays a turn after what happened before it. What comes of it must be what its record says.
func (p *Prover) replay(line Line, sheets []game.Sheet) {
	t, r := Turn{Number: line.Turn}, line.Record
	var err error
	if t.Tables, err = p.game.Files(r.Tables); err != nil {
		p.deny("tables", t.Number)
		return
	}
	err = guarded(func() error { return p.game.Rejoin(line.Joins, p.watch) })
	if err != nil || p.game.State == nil || sumOf(p.game.State) != r.Before {
		p.deny("joins", t.Number)
		return
	}
	var typed []string
	for _, j := range line.Joins {
		if j.Edit != nil {
			t.Edited, typed = append(t.Edited, j.Edit.Told()...), append(typed, j.Edit.Typed())
		}
	}
	scene := Scene{t.Number - 1, nil, p.last.Outcome, p.game.State, t.Tables}
	err = guarded(func() (err error) {
		p.last, err = p.game.Turn(t, p.game.State, p.f.Seed, sheets)
		return err
	})
	if err != nil || sumOf(p.last.State) != r.After || sumOf(p.last.Events) != r.Events {
		p.deny("replay", t.Number)
		return
	}
	if p.watch != nil {
		p.watch.Played(p.game, line, p.last.Outcome)
	}
	p.noted(t.Number, typed, r.Tables)
	scene.World = p.last.Before
	p.game.State, p.scene = p.last.State, scene
	p.Shown.Turns, p.given = t.Number, t.Number
	p.Shown.Seals[p.at] = Sealed{Turn: t.Number}
}

// noted says what the game master did before a turn: changes by hand, as he typed them, and other numbers of the rules.
func (p *Prover) noted(turn int, typed []string, tables string) {
	if len(typed) > 0 {
		p.Shown.Notes = append(p.Shown.Notes, phrase.P("proven.edited", phrase.Num("turn", turn),
			phrase.Str("what", wording.Shortened(wording.OneLine(strings.Join(typed, "; ")), mostTyped))))
	}
	if tables != p.tables {
		p.Shown.Notes = append(p.Shown.Notes, phrase.P("proven.numbers", phrase.Num("turn", turn)))
	}
	p.tables = tables
}

// sheets reads the sheets of a turn and compares them with the leaves under its seal.
func (p *Prover) sheets(line Line) (all []game.Sheet) {
	left := map[int]string{}
	for i, leaf := range line.Leaves {
		if i > 0 && leaf.Realm <= line.Leaves[i-1].Realm {
			p.deny("seal", line.Turn)
			return nil
		}
		if p.Shown.Realms = max(p.Shown.Realms, leaf.Realm); leaf.Sheet != "" {
			left[leaf.Realm] = leaf.Sheet
			p.Shown.marks[[2]int{line.Turn, leaf.Realm}] = leaf.Sheet
		}
	}
	last := -1 // they are sorted by realm
	for _, s := range line.Sheets {
		read, err := s.read(p.game.Rb.Language(), line.Turn)
		if err != nil || s.Realm <= last || !s.Absent && left[s.Realm] != s.Mark() {
			p.deny("sheet", line.Turn, phrase.Num("realm", s.Realm))
			return nil
		}
		last = s.Realm
		if all = append(all, read); !s.Absent {
			delete(left, s.Realm)
		}
	}
	for _, realm := range slices.Sorted(maps.Keys(left)) {
		p.deny("sheetless", line.Turn, phrase.Num("realm", realm))
	}
	return all
}
