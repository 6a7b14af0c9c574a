package engine

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/resolve/replay"
	"weltentor/resolve/seal"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// proving is a public file that is being played again.
type proving struct {
	prover *replay.Prover
	file   *bytes.Reader
	lang   phrase.Lang
	fields replay.Fields
	realms int    // of the newest scene
	kept   []kept // by turn, as far as there is room
	size   int    // bytes of their states
	full   bool   // there is no more room
	title  Words  // of the newest
}

// kept is what a scene is drawn from when somebody looks at it: to draw all of them took half of the time.
type kept struct {
	state, tables []byte
	title         Words // of the turn while it was played; nil: the game began
	armies        []replay.Army
	battles       []replay.Battle
}

// What is drawn of a game. Maps of more fields freeze a page; the states are a part of its memory.
const (
	mostCells = 100_000
	mostKept  = 32 << 20 // bytes
)

// Words are a sentence in each language.
type Words map[phrase.Lang]string

// Proved is what has come of a public file so far.
type Proved struct {
	Read   int     `json:"read"` // permille of the file
	More   bool    `json:"more"` // there is no verdict yet
	Turns  int     `json:"turns"`
	Realms int     `json:"realms"`
	False  Words   `json:"false,omitempty"` // what is false in it
	Notes  []Words `json:"notes,omitempty"` // what else its reader should know
	Scenes int     `json:"scenes"`          // that can be drawn
	Full   bool    `json:"full,omitempty"`  // there will be no more of them: they are too large
}

// ProvedScene is the world after a turn, as everybody may see it when the game is over.
type ProvedScene struct {
	Turn    int            `json:"turn"`            // 0: as the game began
	Title   Words          `json:"title,omitempty"` // of the turn; nil: as the game began
	Chart   game.Chart     `json:"chart"`
	Realms  []Realm        `json:"realms"`
	Armies  []replay.Army  `json:"armies"`
	Battles []ProvedBattle `json:"battles"`
}

// ProvedBattle is a battle on a field of the chart; −1: elsewhere.
type ProvedBattle struct {
	Field  int    `json:"field"`
	Label  string `json:"label"`
	Realms [2]int `json:"realms"` // 0: nobody's, or unknown
	Won    int    `json:"won"`    // the side, from 1; 0: nobody
	Fallen int64  `json:"fallen"`
}

// Prove begins to play a public file again, which comes in base64. It takes the place of the one before.
func (e *Engine) Prove(file string, lang phrase.Lang) (*Proved, error) {
	e.proving = nil
	raw, err := base64.StdEncoding.DecodeString(file)
	if err != nil || len(raw) > mostTable {
		return nil, fault("table-large", "most", strconv.Itoa(mostTable>>20))
	}
	p := &proving{file: bytes.NewReader(raw), lang: spoken(lang)}
	if p.prover, err = replay.Open(p.file, e.book); err != nil {
		return nil, unproved(err)
	}
	e.proving = p
	return p.proved(p.prover.Shown.False == nil), nil
}

// book is the one rulebook of this engine.
func (e *Engine) book(name string) (game.Rulebook, error) {
	if name != e.rules.Name() {
		return nil, fault("other-rulebook", "rulebook", wording.Cut(name), "own", e.rules.Name())
	}
	return e.rules, nil
}

// unproved says why a file cannot be played again.
func unproved(err error) error {
	var f *phrase.Fault
	if !errors.As(err, &f) {
		return err
	}
	return fault("unproved", "de", f.In(phrase.De), "en", f.In(phrase.En))
}

// ProveOn plays at least a turn of the file, and then as many as there is time for.
func (e *Engine) ProveOn(more func() bool) (*Proved, error) {
	p := e.proving
	if p == nil {
		return nil, fault("stopped")
	}
	for {
		on, err := p.prover.Next()
		if err != nil {
			e.proving = nil
			return nil, unproved(err)
		}
		if s := p.prover.Scene(); s.World != nil && s.Turn == len(p.kept) && !p.full {
			p.keep(s)
		}
		if !on || !more() {
			return p.proved(on), nil
		}
	}
}

func (p *proving) proved(more bool) *Proved {
	shown := &p.prover.Shown
	out := &Proved{More: more, Turns: shown.Turns, Realms: shown.Realms, Scenes: len(p.kept), Full: p.full,
		Notes: sentences(shown.Notes),
		Read:  int(1000 - 1000*int64(p.file.Len())/max(p.file.Size(), 1))}
	if shown.False != nil {
		out.False = sentence(*shown.False)
	}
	return out
}

// keep keeps what a scene is drawn from, if there is room.
func (p *proving) keep(s replay.Scene) {
	small := true
	if n := len(s.World.Realms()); len(p.kept) == 0 || n != p.realms { // who joins may bring fields
		chart := s.World.Chart(0, p.lang)
		if small = chart != nil && len(chart.Cells) <= mostCells; chart != nil {
			p.fields, p.realms = replay.FieldsOf(*chart), n
		}
	}
	if p.size += len(s.State); !small || p.size > mostKept {
		p.full = true
		return
	}
	k := kept{state: s.State, tables: s.Tables, title: p.title}
	k.armies, k.battles = p.fields.Told(s)
	p.kept, p.title = append(p.kept, k), Words{}
	for _, lang := range phrase.Langs {
		p.title[lang] = s.World.Title(lang)
	}
}

// sentence is what the machine says.
func sentence(what phrase.Phrase) Words {
	out := Words{}
	for _, lang := range phrase.Langs {
		out[lang] = wording.Words(lang).Say(what)
	}
	return out
}

func sentences(all []phrase.Phrase) (out []Words) {
	for _, what := range all {
		out = append(out, sentence(what))
	}
	return out
}

// Scene draws the world after a turn.
func (e *Engine) Scene(turn int) (*ProvedScene, error) {
	p := e.proving
	if p == nil || turn < 0 || turn >= len(p.kept) {
		return nil, fault("stopped")
	}
	k := p.kept[turn]
	world, err := e.rules.Open(k.state, k.tables)
	if err != nil {
		return nil, err
	}
	out := &ProvedScene{Turn: turn, Title: k.title, Chart: world.Chart(0, p.lang).Bare(true),
		Realms: []Realm{}, Armies: append([]replay.Army{}, k.armies...), Battles: []ProvedBattle{}}
	for _, r := range world.Realms() {
		out.Realms = append(out.Realms, Realm{r.Number, r.Name, r.Fallen})
	}
	for _, b := range k.battles {
		out.Battles = append(out.Battles, ProvedBattle{b.Field, b.Label, [2]int{b.Sides[0].Realm, b.Sides[1].Realm}, b.Won,
			b.Fallen})
	}
	return out, nil
}

// Compared is what a reader's seal or receipt says of the file.
type Compared struct {
	False  Words   `json:"false,omitempty"`
	Turn   int     `json:"turn"`             // 0: the founding
	Realm  int     `json:"realm,omitempty"`  // of the receipt
	Number int     `json:"number,omitempty"` // of the receipt
	Taken  bool    `json:"taken,omitempty"`  // the turn of the seal was taken back later
	Notes  []Words `json:"notes,omitempty"`  // what there is to say of a receipt besides
}

// Signed is what a receipt says and whose signature the browser checks, by Ed25519: the engine would be larger by that.
type Signed struct {
	Key       []byte `json:"key"`
	Message   []byte `json:"message"`
	Signature []byte `json:"signature"`
}

// Signed finds the receipt in a saved mail; nil: there is none.
func (e *Engine) Signed(text string) (s *Signed) {
	_, _, _ = seal.ReadReceipt(seal.FieldIn(text), func(public, message, signature []byte) bool {
		s = &Signed{public, message, signature}
		return true
	})
	return s
}

// Compare holds a text of a reader against the file that was played last: a seal as a letter has it, or a saved mail
// with a receipt, whose signature is right or not.
func (e *Engine) Compare(text string, signed bool) (*Compared, error) {
	if e.proving == nil {
		return nil, fault("stopped")
	}
	if err := large(text); err != nil {
		return nil, err
	}
	shown, out := &e.proving.prover.Shown, &Compared{}
	if field := seal.FieldIn(text); field != "" {
		r, key, err := seal.ReadReceipt(field, func(_, _, _ []byte) bool { return signed })
		if err != nil && key == "" {
			return nil, fault("no-seal")
		}
		out.Turn, out.Realm, out.Number = r.Turn, r.Realm, r.Number
		received := replay.Received{Receipt: r, File: seal.Field, Key: key, Forged: err != nil}
		notes, no := shown.CompareReceipts([]replay.Received{received})
		if out.Notes = sentences(notes); no != nil {
			out.False = sentence(*no)
		}
		return out, nil
	}
	s, no, err := shown.CompareSeal(text)
	if err != nil {
		return nil, fault("no-seal")
	}
	if out.Turn, out.Taken = s.Turn, s.Gone; no != nil {
		out.False = sentence(*no)
	}
	return out, nil
}
