package terramagica

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

var _ game.Battler = (*Rulebook)(nil)

// single is a battle told in a text (§17).
type single struct {
	rules  *Rulebook
	seed   string
	battle rows.Battle
}

// fileReading is such a text being read, line by line.
type fileReading struct {
	tables   *Tables
	out      single
	side     int // of rows.Side; −1 before the first head
	line     int
	meant    [2]bool // lines stood under the side, good or bad
	avatar   bool
	problems []orders.Problem
}

// sideWords open the two sides, behind a `$`; the first letter is enough.
var sideWords = [2][]string{rows.Attackers: {"Angreifer", "Attackers"}, rows.Defenders: {"Verteidiger", "Defenders"}}

// sideExamples are the sentences that show them.
var sideExamples = [2]string{rows.Attackers: "example.attackers", rows.Defenders: "example.defenders"}

// Lines of a battle file that are good, shown with problems.
const (
	headExample  = "$Angreifer"
	seedExample  = "Seed 7"
	fieldExample = "Ritter 20 2 Sturmangriff"
)

// ReadBattle reads `Seed 7`, `$Angreifer` and `$Verteidiger` with lines of units,
// and among the defenders walls and the avatar. It fights by the standard tables.
func (r *Rulebook) ReadBattle(text string) (game.Battle, []orders.Problem) {
	f := &fileReading{tables: r.Standard(), out: single{rules: r}, side: -1}
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		f.line++
		line, _, _ = strings.Cut(line, ";")
		if strings.TrimSpace(line) != "" {
			f.read(line)
		}
	}
	for side, meant := range f.meant {
		if !meant {
			what := phrase.P("battle-file.nobody", phrase.Key("side", sideKeys[side]), orders.Sample(orders.Shown),
				phrase.Key("example", sideExamples[side]))
			f.add(orders.Problem{Position: orders.Position{Col: 1}, Severity: orders.Error, What: what})
		}
	}
	if len(f.problems) > 0 {
		return nil, f.problems
	}
	return &f.out, nil
}

var sideKeys = [2]string{rows.Attackers: "rows.attackers", rows.Defenders: "rows.defenders"}

func (f *fileReading) add(p orders.Problem) {
	p.Line = f.line
	f.problems = append(f.problems, p)
}

// read reads one line that is not empty.
func (f *fileReading) read(line string) {
	example := fieldExample
	do := f.stack
	switch {
	case strings.HasPrefix(strings.TrimSpace(line), "$"):
		example, do = headExample, f.head
	case f.side < 0:
		example, do = seedExample, f.seed
	}
	if f.side >= 0 {
		f.meant[f.side] = f.meant[f.side] || example == fieldExample
	}
	_, problems := readLine(f.tables, line, example, func(r *reading) orders.Order { do(r); return nil })
	for _, p := range problems {
		f.add(p)
	}
}

// head reads `$Angreifer` or `$Verteidiger`, or its first letter. Behind a head
// that means neither, the lines are read as those of defenders, who may have all.
func (f *fileReading) head(r *reading) {
	r.Next("side") // the `$`
	t, ok := r.Next("side")
	if !ok {
		return
	}
	word := orders.Fold(t.Value)
	for side, words := range sideWords {
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(orders.Fold(w), word) }) {
			f.side = side
			return
		}
	}
	f.side, f.meant = int(rows.Defenders), [2]bool{true, true}
	r.Bad(t, orders.Guessed("battle-file.head", orders.Nearest(t.Value, slices.Concat(sideWords[:]...)),
		phrase.Str("got", orders.Clip(t.Value))))
}

// seed reads `Seed 7`, before both sides.
func (f *fileReading) seed(r *reading) {
	t, ok := r.Next("seed")
	if !ok {
		return
	}
	if orders.Fold(t.Value) != "seed" {
		r.Bad(t, phrase.P("battle-file.before", phrase.Str("got", orders.Clip(t.Value))))
		return
	}
	var words []string
	for t, ok = r.Next("seed-word"); ok; t, ok = r.Next("seed-word") {
		words = append(words, t.Value)
		if !r.More() {
			break
		}
	}
	f.out.seed = strings.Join(words, "")
}

// stack reads `Ritter 20`, `Ritter 20 2`, `Ritter 20 Halten`, `Ritter 20 2 Sturmangriff`, and for the defenders
// `Mauer`, `Mauer 2000` and `Avatar`.
func (f *fileReading) stack(r *reading) {
	if !r.More() { // a line of control characters
		r.Next("unit")
		return
	}
	first := r.Tokens[0]
	switch w := f.tables.wallOf(first.Value); {
	case w != "" || orders.Fold(first.Value) == "avatar":
		r.Next("unit")
		f.defence(r, first, w)
		return
	}
	s, ordered := Stack{Unit: r.unit(), Number: r.Number("number", 1, most)}, false
	if r.More() && orders.IsNumber(r.Tokens[0]) {
		s.Row = int(r.Number("row", 1, int64(f.tables.Battle.Rows)))
	}
	if r.Problem == nil && r.More() {
		s.Tactic, ordered = r.tactic(), true
	}
	if r.Problem != nil || r.More() {
		return
	}
	u := f.tables.unit(s.Unit)
	out := rows.Stack{Unit: u.soldier(0), Name: u.key(), HP: s.Number * u.HP * thousand, Row: f.tables.row(&s),
		Tactic: s.Tactic}
	if !ordered && rows.Side(f.side) == rows.Attackers {
		out.Tactic = rows.Charge
	}
	f.out.battle.Sides[f.side] = append(f.out.battle.Sides[f.side], out)
}

// defence reads what only defenders have: a wall with its hit points, those of
// the table if none are named, and one avatar.
func (f *fileReading) defence(r *reading, at orders.Token, wall string) {
	switch {
	case rows.Side(f.side) != rows.Defenders:
		r.Bad(at, phrase.P("battle-file.defenders", phrase.Str("got", orders.Clip(at.Value))))
	case wall != "":
		hp := f.tables.wall(wall).HP
		if r.More() {
			hp = r.Number("hp", 1, most)
		}
		if r.Problem == nil && !r.More() {
			f.out.battle.Walls = append(f.out.battle.Walls, rows.Wall{Name: "wall." + wall, HP: hp * thousand})
		}
	case f.avatar:
		r.Bad(at, phrase.P("battle-file.avatar"))
	default:
		f.avatar = true
		f.out.battle.Sides[f.side] = append(f.out.battle.Sides[f.side],
			f.tables.avatar("", f.tables.Avatar.HP*thousand))
	}
}

// Seed is the seed the text names.
func (s *single) Seed() string { return s.seed }

// Fight fights it.
func (s *single) Fight(seed game.Seed) game.Fought {
	return &fought{single: s, result: rows.Fight(&s.battle, &s.rules.Standard().Battle, rows.Dice{Seed: seed, Turn: 1})}
}

// fought is how it went.
type fought struct {
	*single
	result *rows.Result
}

// Winner tells who has the field.
func (f *fought) Winner() phrase.Phrase {
	switch {
	case f.result.Drawn:
		return phrase.P("rows.drawn")
	case f.result.Winner == rows.Attackers:
		return phrase.P("rows.attackers-won")
	}
	return phrase.P("rows.defenders-won")
}

// Left is what each side has left of its hit points: nothing of none, where only
// walls stand.
func (f *fought) Left() [2]int64 {
	var out [2]int64
	for side, stacks := range f.battle.Sides {
		had, has := int64(0), int64(0)
		for i := range stacks {
			had += stacks[i].HP
			has += f.result.After[side][i].HP
		}
		if had > 0 {
			out[side] = has * 1000 / had
		}
	}
	return out
}

// Protocol tells the battle, a sentence a line.
func (f *fought) Protocol(lang phrase.Lang) []byte {
	book := f.rules.Words(lang)
	var out []byte
	for _, p := range f.result.Protocol(&f.battle, nil) {
		if p.Code == "rows.round" {
			out = append(out, '\n')
		}
		out = append(book.Append(out, p, nil), '\n')
	}
	return out
}
