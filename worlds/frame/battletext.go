package frame

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The sides of a battle described in a text. Lines before the first head belong to neither.
const (
	NoSide    = -1
	Attackers = 0
	Defenders = 1
)

// BattleText reads a battle described in a text, for a game.Battler, line by line: `Seed 7` and whatever else a
// rulebook has before the sides, then `$Attackers` and `$Defenders` with their lines. A semicolon begins a comment.
type BattleText struct {
	// Example is a correct line for a side, or for neither, that begins like this one. It is shown with what is wrong.
	// Terms names, for such a line, the sentence that is the line in the reader's words.
	Example func(side int, line string) string
	Terms   map[string]string
	// Line reads a line of a side, or of neither, and reports whether it puts somebody there for the side.
	Line func(side int, r *orders.Reading) (somebody bool)

	Seed     string // that the text names
	Heads    [2]int // the lines of the heads, 0: none
	Problems []orders.Problem

	at      int // the line being read
	side    int
	peopled [2]bool // the side has somebody, or one of its lines is wrong
}

// sideWords open the two sides, after a `$`. The first letter is enough.
var sideWords = [2][]string{{"Angreifer", "Attackers"}, {"Verteidiger", "Defenders"}}

// The correct lines that all rulebooks have in such a text, and the sentences for them.
const (
	headLine = "$Angreifer"
	seedLine = "Seed 7"
)

var sideTerms = [2]string{"battle-text.attackers", "battle-text.defenders"}

// sideKeys name the sides.
var sideKeys = [2]string{"battle-text.attacker", "battle-text.defender"}

// Read reads the text. Every bad line is among the Problems, in the order of lines, and so is a side without anybody.
func (b *BattleText) Read(text string) {
	b.side = NoSide
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.at++
		line, _, _ = strings.Cut(line, ";")
		if strings.TrimSpace(line) != "" {
			b.read(line)
		}
	}
	for side, peopled := range b.peopled {
		if !peopled {
			b.Wrong(b.at, orders.Problem{Position: orders.Position{Col: 1}, Severity: orders.Error,
				What: phrase.P("battle-text.nobody", phrase.Key("side", sideKeys[side]), orders.Sample(orders.Shown),
					phrase.Key("example", sideTerms[side]))})
		}
	}
	b.Sort()
}

// Sort puts the problems into the order of lines.
func (b *BattleText) Sort() {
	slices.SortStableFunc(b.Problems, func(p, q orders.Problem) int { return p.Line - q.Line })
}

// Wrong records what is wrong in a line.
func (b *BattleText) Wrong(line int, p orders.Problem) {
	p.Line = line
	b.Problems = append(b.Problems, p)
}

// At is the line being read.
func (b *BattleText) At() int { return b.at }

// read reads one line that is not empty.
func (b *BattleText) read(line string) {
	example, do := headLine, b.head
	if !strings.HasPrefix(strings.TrimSpace(line), "$") {
		example, do = b.Example(b.side, line), b.line
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); b.side == NoSide && orders.Fold(first) == "seed" {
		example, do = seedLine, b.seed
	}
	side := b.side
	_, problems := orders.ReadLine(line, example, func(r *orders.Reading) orders.Order { do(r); return nil })
	orders.SpeakExamples(problems, b.Terms)
	orders.SpeakExamples(problems, map[string]string{headLine: sideTerms[Attackers]})
	for _, p := range problems {
		b.Wrong(b.at, p)
		if side != NoSide && example != headLine {
			b.peopled[side] = true
		}
	}
}

// line reads a line of a side, or of neither.
func (b *BattleText) line(r *orders.Reading) {
	if b.Line(b.side, r) && b.side != NoSide {
		b.peopled[b.side] = true
	}
}

// head reads `$Angreifer` or `$Verteidiger`, or its first letter. What follows an unreadable head counts as the
// defenders', who may have everything there is. Then no side is reported as empty.
func (b *BattleText) head(r *orders.Reading) {
	r.Next("battle-side") // the `$`
	t, ok := r.Next("battle-side")
	if !ok {
		return
	}
	word := orders.Fold(t.Value)
	for side, words := range sideWords {
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(orders.Fold(w), word) }) {
			if b.side = side; b.Heads[side] == 0 {
				b.Heads[side] = b.at
			}
			return
		}
	}
	b.side, b.peopled = Defenders, [2]bool{true, true}
	r.Bad(t, orders.Guessed("battle-text.head", orders.Nearest(t.Value, slices.Concat(sideWords[:]...)),
		phrase.Str("got", orders.Clip(t.Value))))
}

// seed reads `Seed 7`.
func (b *BattleText) seed(r *orders.Reading) {
	r.Skip()
	var words []string
	for len(words) == 0 || r.More() {
		t, ok := r.Next("seed-word")
		if !ok {
			return
		}
		words = append(words, t.Value)
	}
	b.Seed = strings.Join(words, "")
}

// SampleStage is a battle that shows what such a text may say, from the sentence "battle-stage.example" of a rulebook.
func SampleStage(words *phrase.Book) game.Stage {
	return game.Stage{Title: words.T("battle-text.example"), Text: words.T("battle-stage.example")}
}
