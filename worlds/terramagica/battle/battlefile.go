// Package battle fights battles apart from a game. A text goes in, and a battle that can be fought any number of times
// comes out. From a position it writes the texts of battles that a realm may have in mind. The rulebook calls it.
package battle

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// Single is a battle described in a text (§17).
type Single struct {
	rules  *frame.Book[*tables.Tables]
	tables *tables.Tables
	seed   string
	Battle rows.Battle
}

// fileReading is such a text while it is read, line by line.
type fileReading struct {
	frame.BattleText
	tables *tables.Tables
	out    Single
	avatar bool
}

// Correct lines of such a text, shown with problems.
const (
	seedExample  = "Seed 7"
	stackExample = "Ritter 20 2 Sturmangriff"
)

// Read reads `Seed 7`, then `$Angreifer` and `$Verteidiger` with lines of units. Defenders may have walls and the
// avatar.
func Read(rules *frame.Book[*tables.Tables], t *tables.Tables, text string) (game.Battle, []orders.Problem) {
	f := &fileReading{tables: t, out: Single{rules: rules, tables: t}}
	f.Line, f.Terms = f.line, map[string]string{stackExample: "example.stack"}
	f.Example = func(side int, _ string) string {
		if side == frame.NoSide {
			return seedExample
		}
		return stackExample
	}
	f.Read(text)
	if len(f.Problems) > 0 {
		return nil, f.Problems
	}
	f.out.seed = f.Seed
	return &f.out, nil
}

// line reads one line of a side. Before both sides there may only be the seed.
func (f *fileReading) line(side int, r *orders.Reading) bool {
	if side == frame.NoSide {
		t, _ := r.Next("seed")
		r.Bad(t, phrase.P("battle-file.before", phrase.Str("got", orders.Clip(t.Value))))
		return false
	}
	f.stack(rows.Side(side), r)
	return true
}

// stack reads `Ritter 20`, `Ritter 20 2`, `Ritter 20 Halten` and `Ritter 20 2 Sturmangriff`, each also with
// experience, as in `Ritter 20 +6`. Defenders may also have `Mauer`, `Mauer 2000` and `Avatar`.
func (f *fileReading) stack(side rows.Side, r *orders.Reading) {
	if !r.More() { // a line of control characters
		r.Next("unit")
		return
	}
	first := r.Tokens[0]
	switch w := order.WallOf(first.Value); {
	case w != "" || orders.Fold(first.Value) == "avatar":
		r.Next("unit")
		f.defence(side, r, first, w)
		return
	}
	s, ordered := realm.Stack{Unit: order.Unit(r), Number: r.Number("number", 1, realm.Most)}, false
	if r.More() && r.Tokens[0].Value == "+" {
		r.Skip()
		s.Experience = r.Number("experience", 0, realm.MostExperience)
	}
	if r.More() && orders.IsNumber(r.Tokens[0]) {
		s.Row = int(r.Number("row", 1, int64(f.tables.Battle.Rows)))
	}
	if r.Problem == nil && r.More() {
		s.Tactic, ordered = order.Tactic(r), true
	}
	if r.Problem != nil || r.More() {
		return
	}
	u := f.tables.UnitOf(s.Unit)
	out := rows.Stack{Unit: fight.SoldierOf(u, s.Experience), Name: u.Key(), HP: s.Number * u.HP * fight.Thousand,
		Row: s.Stands(f.tables), Tactic: s.Tactic}
	if !ordered && side == rows.Attackers {
		out.Tactic = rows.Charge
	}
	f.out.Battle.Sides[side] = append(f.out.Battle.Sides[side], out)
}

// defence reads what only defenders have: walls, and one avatar. A wall without hit points has those of the table.
func (f *fileReading) defence(side rows.Side, r *orders.Reading, at orders.Token, wall string) {
	switch {
	case side != rows.Defenders:
		r.Bad(at, phrase.P("battle-file.defenders", phrase.Str("got", orders.Clip(at.Value))))
	case wall != "":
		hp := f.tables.WallOf(wall).HP
		if r.More() {
			hp = r.Number("hp", 1, realm.Most)
		}
		if r.Problem == nil && !r.More() {
			f.out.Battle.Walls = append(f.out.Battle.Walls, rows.Wall{Name: "wall." + wall, HP: hp * fight.Thousand})
		}
	case f.avatar:
		r.Bad(at, phrase.P("battle-file.avatar"))
	default:
		f.avatar = true
		f.out.Battle.Sides[side] = append(f.out.Battle.Sides[side],
			fight.AvatarOf(f.tables, "", f.tables.Avatar.HP*fight.Thousand))
	}
}

// Seed is the seed that the text names.
func (s *Single) Seed() string { return s.seed }

// Fight fights the battle.
func (s *Single) Fight(seed game.Seed) game.Fought {
	return &fought{Single: s, result: rows.Fight(&s.Battle, &s.tables.Battle, rows.Dice{Seed: seed, Turn: 1})}
}

// fought is how the battle went.
type fought struct {
	*Single
	result *rows.Result
}

// Winner says who holds the field.
func (f *fought) Winner() phrase.Phrase {
	switch {
	case f.result.Drawn:
		return phrase.P("rows.drawn")
	case f.result.Winner == rows.Attackers:
		return phrase.P("rows.attackers-won")
	}
	return phrase.P("rows.defenders-won")
}

// Left is the share of its hit points that each side has left, in permille. A side that has only walls has 0.
func (f *fought) Left() [2]int64 {
	var out [2]int64
	for side, stacks := range f.Battle.Sides {
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

// Protocol describes the battle, one sentence on each line.
func (f *fought) Protocol(lang phrase.Lang) []byte {
	book := f.rules.Words(lang)
	var out []byte
	for _, p := range f.result.Protocol(&f.Battle, nil) {
		if p.Code == "rows.round" {
			out = append(out, '\n')
		}
		out = append(book.Append(out, p, nil), '\n')
	}
	return out
}
