package battlelines

import (
	"embed"
	"fmt"

	"weltentor/orders/phrase"
)

//go:embed texts/*.toml
var texts embed.FS

// Texts are the sentences of the protocol, for a rulebook's book of the language.
func Texts(lang phrase.Lang) []byte { return phrase.Text(texts, "texts/rows."+string(lang)+".toml") }

// Protocol describes the battle, a sentence in each line: who stood where, each round, what is left. army names a
// stack's army as the reader knows it; nil: as in Stack.Army.
func (r *Result) Protocol(b *Battle, army func(Ref) string) []phrase.Phrase {
	p := protocol{battle: b, army: army}
	if army == nil {
		p.army = func(at Ref) string { return p.stack(at).Army }
	}
	p.out = make([]phrase.Phrase, 0, len(r.Log)+2*len(r.After[Attackers])+2*len(r.After[Defenders])+16)
	p.muster()
	p.rounds(r.Log)
	p.end(r)
	return p.out
}

type protocol struct {
	battle *Battle
	army   func(Ref) string
	out    []phrase.Phrase
}

func (p *protocol) add(s phrase.Phrase) { p.out = append(p.out, s) }

func (p *protocol) stack(at Ref) *Stack { return &p.battle.Sides[at.Side][at.Index] }

var sideKeys = [2]string{Attackers: "rows.attackers", Defenders: "rows.defenders"}

// muster describes who stands where, and the walls from row 0 on.
func (p *protocol) muster() {
	for _, s := range p.sides() {
		p.add(phrase.P(sideKeys[p.battle.called(s)]))
		side := p.battle.Sides[s]
		for i := range side {
			k := &side[i]
			p.add(phrase.P("rows.stack", append(p.who(nil, Ref{s, int32(i)}), phrase.Num("men", k.Number()),
				phrase.Num("row", k.Row), phrase.Key("tactic", k.Tactic.Key()))...))
		}
		if s == Defenders {
			p.walls()
		}
	}
}

// sides returns both, the attackers first.
func (p *protocol) sides() [2]Side {
	return [2]Side{p.battle.called(Attackers), p.battle.called(Defenders)}
}

// walls describes the walls, below those who have them.
func (p *protocol) walls() {
	for near, w := range sortedWalls(p.battle.Walls) {
		p.add(phrase.P("rows.wall", phrase.Key("wall", p.battle.Walls[w.index].Name), phrase.Num("hp", up(w.hp)),
			phrase.Num("near", near), phrase.Num("far", near+1)))
	}
}

// rounds describes what happened. One sentence covers a row of rounds in which nothing happens.
func (p *protocol) rounds(log []LogEntry) {
	for i := 0; i < len(log); i++ {
		first, last := log[i].N, int64(0)
		for ; i+1 < len(log) && log[i].Kind == Round && log[i+1].Kind == Quiet; i += 2 {
			last = log[i].N
		}
		switch {
		case last == 0:
			p.add(p.entry(&log[i]))
			continue
		case first == last:
			p.add(phrase.P("rows.quiet", phrase.Num("round", first)))
		default:
			p.add(phrase.P("rows.quiet-rounds", phrase.Num("round", first), phrase.Num("last", last)))
		}
		i-- // what ended the silence still needs its sentence
	}
}

// entry puts one entry of the log into a sentence.
func (p *protocol) entry(e *LogEntry) phrase.Phrase {
	switch e.Kind {
	case Round:
		return phrase.P("rows.round", phrase.Num("round", e.N))
	case Blow:
		args := p.sum(p.whom(p.who(make([]phrase.Arg, 0, 15), e.By), e.At), e)
		return phrase.P(blowCode("rows.blow", "rows.blow-rest", e),
			append(args, phrase.Num("fallen", e.N), phrase.Num("left", e.Left))...)
	case Breach:
		args := p.sum(p.who(make([]phrase.Arg, 0, 12), e.By), e)
		return phrase.P(blowCode("rows.breach", "rows.breach-rest", e), append(args,
			phrase.Key("wall", p.battle.Walls[e.Wall].Name), phrase.Num("left", up(e.Left)))...)
	case Forward:
		return phrase.P("rows.forward", append(p.who(nil, e.By), p.rowArgs(int(e.Row))...)...)
	case Back:
		return phrase.P("rows.back", append(p.who(nil, e.By), p.rowArgs(int(e.Row))...)...)
	case Panic:
		return phrase.P("rows.panic", p.who(nil, e.By)...)
	case Exhaustion:
		return phrase.P("rows.exhaustion", p.who(nil, e.By)...)
	}
	panic(fmt.Sprintf("rows: an entry of kind %d", e.Kind))
}

// blowCode chooses between a whole strike and the rest of one.
func blowCode(code, rest string, e *LogEntry) string {
	if e.Share < whole {
		return rest
	}
	return code
}

// who appends the arguments that name the stack a sentence is about; whom appends those of the stack it does something
// to.
func (p *protocol) who(dst []phrase.Arg, at Ref) []phrase.Arg {
	label, unit := p.army(at), p.stack(at).Name
	switch {
	case label == "":
		return append(dst, phrase.Key("who", "rows.who-alone"), phrase.Key("unit", unit))
	case unit == "":
		return append(dst, phrase.Key("who", "rows.who-army"), phrase.Str("army", label))
	}
	return append(dst, phrase.Key("who", "rows.who"), phrase.Str("army", label), phrase.Key("unit", unit))
}

func (p *protocol) whom(dst []phrase.Arg, at Ref) []phrase.Arg {
	label, foe := p.army(at), p.stack(at).Name
	switch {
	case label == "":
		return append(dst, phrase.Key("whom", "rows.whom-alone"), phrase.Key("foe", foe))
	case foe == "":
		return append(dst, phrase.Key("whom", "rows.whom-army"), phrase.Str("foes", label))
	}
	return append(dst, phrase.Key("whom", "rows.whom"), phrase.Str("foes", label), phrase.Key("foe", foe))
}

// suffered turns thousandths of hit points into whole ones, rounded down. A blow that did something never shows as 0.
func suffered(n int64) int64 {
	if n > 0 && n < 1000 {
		return 1
	}
	return n / 1000
}

// sum appends the numbers of a blow, as the formula has them.
func (p *protocol) sum(dst []phrase.Arg, e *LogEntry) []phrase.Arg {
	return append(dst,
		phrase.Num("men", e.Men), phrase.Num("share", e.Share), phrase.Num("hp", suffered(e.HP)),
		phrase.Num("x", e.X/1000), phrase.Str("x3", thousandths(e.X)),
		phrase.Num("luck", e.Luck/1000), phrase.Str("luck3", thousandths(e.Luck)))
}

// thousandths are the three digits after the point.
func thousandths(n int32) string {
	return string([]byte{'0' + byte(n/100%10), '0' + byte(n/10%10), '0' + byte(n%10)})
}

// rowArgs name a row of the line.
func (p *protocol) rowArgs(row int) []phrase.Arg {
	if p.battle.Turned {
		row = -row
	}
	switch {
	case row < 0:
		return []phrase.Arg{phrase.Key("place", "rows.row-attackers"), phrase.Num("row", -row)}
	case row > 0:
		return []phrase.Arg{phrase.Key("place", "rows.row-defenders"), phrase.Num("row", row)}
	}
	return []phrase.Arg{phrase.Key("place", "rows.row-middle")}
}

// up turns thousandths into whole ones, rounded up: what still stands is not 0.
func up(n int64) int64 { return (n + 999) / 1000 }

// end says who holds the field, and what is left of each stack.
func (p *protocol) end(r *Result) {
	switch {
	case r.Drawn:
		p.add(phrase.P("rows.drawn"))
	case p.battle.called(r.Winner) == Attackers:
		p.add(phrase.P("rows.attackers-won"))
	default:
		p.add(phrase.P("rows.defenders-won"))
	}
	for _, s := range p.sides() {
		p.add(phrase.P(sideKeys[p.battle.called(s)]))
		for i, a := range r.After[s] {
			at := Ref{s, int32(i)}
			code := "rows.stands"
			switch {
			case a.Number == 0:
				code = "rows.gone"
			case a.Fled:
				code = "rows.fled"
			}
			p.add(phrase.P(code, append(p.who(nil, at), phrase.Num("before", p.stack(at).Number()),
				phrase.Num("men", a.Number))...))
		}
	}
	for i, hp := range r.Walls {
		code := "rows.wall-stands"
		if hp == 0 {
			code = "rows.wall-gone"
		}
		p.add(phrase.P(code, phrase.Key("wall", p.battle.Walls[i].Name), phrase.Num("hp", up(hp))))
	}
}
