package game

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// Tale is what a chronicler may say in a report. He says nothing that the report does not say as well, so a reader who
// does without him misses no fact. He uses little of it, so its texts are made when they are asked for, as long as the
// Text of the report is valid.
type Tale struct {
	At      int           // the byte of the Text before which his lines go
	Opening func() string // the story of the world, a line for each paragraph: for whoever begins to read; nil: none
	Weight  int           // of the weightiest event of the report
	Moments []Moment
}

// Moment is something that a report says and that the chronicler has phrases for.
type Moment struct {
	Kind   string        // such as held: of one kind he speaks once a turn, and not in two turns in a row
	Weight int           // as of a FactEvent
	Lines  func() []Line // the kind's phrases
	Once   string        // it counts only the first time that something of the kind and this name happens to the realm
	Grave  bool          // where it happened, nobody jokes
}

// Tells reports whether the chronicler may speak of a moment of the tale.
func (t *Tale) Tells(m *Moment) bool {
	if m.Kind == Quiet {
		return t.Weight < Telling
	}
	return m.Weight >= Telling
}

// Line is a phrase in the reader's words.
type Line struct {
	Text string // "": it does not fit here
	Joke bool
}

// Joke begins a phrase that is one, in the texts of a game.
const Joke = "~"

// The kind that is for turns in which nothing happened, and how often the chronicler mentions that.
const (
	Quiet      = "quiet"
	quietTurns = 6
)

// A chronicler says at most this much at a time, of nothing lighter than Telling. A phrase rests for some turns.
const (
	Telling     = 2
	tellingMost = 3 // phrases, and lines
	tellingRest = 6
	taleWidth   = 78
)

// Heard is what the chronicler has told a realm so far.
type Heard struct {
	Lang  phrase.Lang `json:"lang"`
	Kinds []Spoken    `json:"kinds,omitempty"` // sorted by kind
	Late  bool        `json:"late,omitempty"`  // it began after the realm did: what happens for the first time is unknown
}

// Spoken says in which turns the phrases of a kind were used last; 0: never. A moment that counts once is there as
// "kind name", without turns.
type Spoken struct {
	Kind  string `json:"kind"`
	Turns []int  `json:"turns,omitempty"`
}

// Told is what the chronicler says to a realm after a turn, as lines of a report, and what the realm has heard then.
// The same arguments give the same lines.
func (t *Tale) Told(seed Seed, turn, realm int, heard Heard) ([]byte, Heard) {
	now, said := Heard{Lang: heard.Lang, Late: heard.Late}, ""
	for _, k := range heard.Kinds {
		if k.Turns == nil || slices.Max(k.Turns)+2*tellingRest > turn {
			now.Kinds = append(now.Kinds, Spoken{k.Kind, slices.Clone(k.Turns)})
		}
	}
	moments := now.fresh(t.Moments)
	slices.SortStableFunc(moments, func(a, b Moment) int { return b.Weight - a.Weight })
	grave := slices.ContainsFunc(moments, func(m Moment) bool { return m.Grave })
	for n, i := 0, 0; i < len(moments) && n < tellingMost; i++ {
		m := &moments[i]
		if !t.Tells(m) {
			continue
		}
		k, lines := now.kind(m.Kind), m.Lines()
		which := k.next(lines, m.Kind, seed, turn, realm, grave)
		if which < 0 {
			continue
		}
		next := strings.TrimLeft(said+" "+lines[which].Text, " ")
		if strings.Count(string(paragraph(nil, next)), "\n") > tellingMost {
			continue
		}
		k.Turns[which] = turn
		said, n = next, n+1
	}
	now.Kinds = slices.DeleteFunc(now.Kinds, func(k Spoken) bool { return k.Turns != nil && slices.Max(k.Turns) == 0 })
	if said == "" {
		return nil, now
	}
	return paragraph([]byte("\n"), said), now
}

// fresh returns the moments that count, and remembers those that will not count again.
func (h *Heard) fresh(moments []Moment) (out []Moment) {
	for _, m := range moments {
		if m.Once != "" {
			once := m.Kind + " " + m.Once
			at, known := h.find(once)
			if !known {
				h.Kinds = slices.Insert(h.Kinds, at, Spoken{Kind: once})
			}
			if known || h.Late {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

func (h *Heard) find(kind string) (int, bool) {
	return slices.BinarySearchFunc(h.Kinds, kind, func(k Spoken, kind string) int { return cmp.Compare(k.Kind, kind) })
}

// kind is the entry of a kind, which is made if it is missing.
func (h *Heard) kind(kind string) *Spoken {
	at, known := h.find(kind)
	if !known {
		h.Kinds = slices.Insert(h.Kinds, at, Spoken{Kind: kind, Turns: []int{0}})
	}
	return &h.Kinds[at]
}

// next is the phrase of a kind that comes next: of those that fit, the one that has rested longest. Which comes first
// is drawn for the kind, and each realm begins one further than the one before it, so that neighbours read different ones.
// −1: the kind, or each phrase that fits, has to rest.
func (k *Spoken) next(lines []Line, kind string, seed Seed, turn, realm int, grave bool) int {
	for len(k.Turns) < len(lines) {
		k.Turns = append(k.Turns, 0)
	}
	rest := 2
	if kind == Quiet {
		rest = quietTurns
	}
	last, best := slices.Max(k.Turns), -1
	var fit []int
	for at, line := range lines {
		if line.Text != "" && !(grave && line.Joke) {
			fit = append(fit, at)
		}
	}
	if len(fit) == 0 || last > 0 && turn-last < rest {
		return -1
	}
	first := realm + int(seed.Throw(0, 0, "tale."+kind).N(int64(len(fit))))
	for i := range fit {
		at := fit[(first+i)%len(fit)]
		used := k.Turns[at]
		if (used == 0 || turn-used >= tellingRest) && (best < 0 || used < k.Turns[best]) {
			best = at
		}
	}
	return best
}

// Opened is the story of the world as lines of a report.
func (t *Tale) Opened() []byte {
	if t.Opening == nil {
		return nil
	}
	out := []byte("\n")
	for part := range strings.Lines(t.Opening()) {
		out = paragraph(out, part)
	}
	return out
}

// paragraph appends a text as lines that all begin at the left.
func paragraph(dst []byte, text string) []byte { return appendHung(dst, "", "", text, taleWidth) }

// With is the report with lines of its tale.
func (r Report) With(lines []byte) Report {
	if len(lines) > 0 {
		at := min(max(r.Tale.At, 0), len(r.Text))
		r.Text = bytes.Join([][]byte{r.Text[:at:at], lines, r.Text[at:]}, nil)
	}
	return r
}
