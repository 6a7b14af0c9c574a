package engine

import (
	"bytes"
	"encoding/base64"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	chart  game.Chart // of the newest scene
	fields replay.Fields
	shown  int // the turn of the next scene
}

// Words are a sentence in each language.
type Words map[phrase.Lang]string

// Proved is what has come of a public file so far.
type Proved struct {
	Read   int           `json:"read"` // permille of the file
	More   bool          `json:"more"` // there is no verdict yet
	Turns  int           `json:"turns"`
	Realms int           `json:"realms"`
	False  Words         `json:"false,omitempty"` // what is false in it
	Notes  []Words       `json:"notes,omitempty"` // what else its reader should know
	Scenes []ProvedScene `json:"scenes"`          // new ones
}

// ProvedScene is the world after a turn, as everybody may see it when the game is over.
type ProvedScene struct {
	Turn    int                    `json:"turn"` // 0: as the game began
	Title   Words                  `json:"title"`
	Chart   *game.Chart            `json:"chart,omitempty"` // nil: it is that of the scene before, but for Cells
	Cells   map[int]game.ChartCell `json:"cells,omitempty"` // by their place
	Realms  []Realm                `json:"realms"`
	Armies  []replay.Army          `json:"armies"`
	Battles []ProvedBattle         `json:"battles"`
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
	var scenes []ProvedScene
	for {
		on, err := p.prover.Next()
		if err != nil {
			e.proving = nil
			return nil, unproved(err)
		}
		if s := p.prover.Scene(); s.World != nil && s.Turn == p.shown {
			scenes, p.shown = append(scenes, p.draw(s)), s.Turn+1
		}
		if !on || !more() {
			out := p.proved(on)
			out.Scenes = append(out.Scenes, scenes...)
			return out, nil
		}
	}
}

func (p *proving) proved(more bool) *Proved {
	shown := &p.prover.Shown
	out := &Proved{More: more, Turns: shown.Turns, Realms: shown.Realms, Scenes: []ProvedScene{}, Notes: sentences(shown.Notes),
		Read: int(1000 - 1000*int64(p.file.Len())/max(p.file.Size(), 1))}
	if shown.False != nil {
		out.False = sentence(*shown.False)
	}
	return out
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

// draw is a scene as the page shows it.
func (p *proving) draw(s replay.Scene) ProvedScene {
	out := ProvedScene{Turn: s.Turn, Title: Words{}, Realms: []Realm{}, Armies: []replay.Army{}, Battles: []ProvedBattle{}}
	for _, lang := range phrase.Langs {
		out.Title[lang] = s.World.Title(lang)
	}
	for _, r := range s.World.Realms() {
		out.Realms = append(out.Realms, Realm{r.Number, r.Name, r.Fallen})
	}
	charter, is := s.World.(game.Charter)
	if !is {
		return out
	}
	chart := charter.Chart(0, p.lang).Bare(true)
	if s.Turn == 0 || !sameGround(chart, p.chart) {
		out.Chart, p.fields = &chart, replay.FieldsOf(chart)
	} else {
		out.Cells = map[int]game.ChartCell{}
		for i, cell := range chart.Cells {
			if cell != p.chart.Cells[i] {
				out.Cells[i] = cell
			}
		}
	}
	p.chart = chart
	armies, battles := p.fields.Told(s)
	out.Armies = append(out.Armies, armies...)
	for _, b := range battles {
		out.Battles = append(out.Battles, ProvedBattle{b.Field, b.Label, [2]int{b.Sides[0].Realm, b.Sides[1].Realm}, b.Won,
			b.Fallen})
	}
	return out
}

// sameGround reports whether two charts have the same fields, terrains and crests.
func sameGround(a, b game.Chart) bool {
	return slices.Equal(a.Terrains, b.Terrains) && slices.Equal(a.Signs, b.Signs) && maps.Equal(a.Crests, b.Crests) &&
		slices.EqualFunc(a.Cells, b.Cells, func(x, y game.ChartCell) bool { return x.H == y.H && x.Y == y.Y })
}

// Compared is what a reader's seal or receipt says of the file.
type Compared struct {
	False Words   `json:"false,omitempty"`
	Gone  int     `json:"gone,omitempty"`  // the turn of a seal that was taken back later
	Notes []Words `json:"notes,omitempty"` // what there is to say of a receipt besides
}

// Signed is what a receipt says and whose signature the browser checks, by Ed25519: the engine would be larger by that.
type Signed struct {
	Key       []byte `json:"key"`
	Message   []byte `json:"message"`
	Signature []byte `json:"signature"`
}

// Signed finds the receipt in a saved mail; nil: there is none.
func (e *Engine) Signed(text string) (s *Signed) {
	_, _, _ = seal.ReadReceipt(receiptIn(text), func(public, message, signature []byte) bool {
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
	if field := receiptIn(text); field != "" {
		r, key, err := seal.ReadReceipt(field, func(_, _, _ []byte) bool { return signed })
		if err != nil && key == "" {
			return nil, fault("no-seal")
		}
		received := replay.Received{Receipt: r, File: seal.Field, Key: key, Forged: err != nil}
		notes, no := shown.CompareReceipts([]replay.Received{received})
		if out.Notes = sentences(notes); no != nil {
			out.False = sentence(*no)
		}
		return out, nil
	}
	s, no, err := shown.CompareSeal(text)
	switch {
	case err != nil:
		return nil, fault("no-seal")
	case no != nil:
		out.False = sentence(*no)
	case s.Gone:
		out.Gone = s.Turn
	}
	return out, nil
}

// receiptIn returns the field with the receipt in the header of a mail; "": there is none. What is quoted in the mail
// below does not count.
func receiptIn(mail string) (field string) {
	inside := false
	for line := range strings.Lines(strings.TrimLeft(mail, "\r\n")) {
		if strings.TrimSpace(line) == "" {
			break
		}
		name, value, named := strings.Cut(line, ":")
		switch folded := line[0] == ' ' || line[0] == '\t'; {
		case folded && inside:
			field += " " + strings.TrimSpace(line)
		case !folded:
			if inside = named && strings.EqualFold(name, seal.Field); inside {
				field = strings.TrimSpace(value)
			}
		}
	}
	return field
}
