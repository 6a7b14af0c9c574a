package battle

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/sight"
)

// Stages are the battles that the realm may have in mind: of its armies in a province with each other realm's armies
// that it sees there or in a neighbouring one. One may stand where its march leads. Either may attack. Statuses are
// ignored: all armies of a realm in a province fight on its side. Battles of the report follow, and the last stage is an
// example.
func Stages(p realm.Position, number int, facts *game.Facts, at game.Stand, lang phrase.Lang) []game.Stage {
	if p.State.Realm(number) == nil || number == 0 {
		return nil
	}
	p = p.With(p.State.Clone())
	sees := sight.Sees(p.State, number)
	to, _ := strconv.Atoi(at.At)
	if a := p.State.Army(number, at.Army); a != nil && p.State.Province(to) != nil {
		a.At = to
	}
	t := staging{fight.NewWar(p, new(frame.Turn)), number, lang}
	fight.Wound(t.War)
	var out []game.Stage
	for at := 1; at <= len(t.State.Provinces); at++ {
		own := reaching(t.War, number, at, at)
		if len(own) == 0 {
			continue
		}
		for _, to := range append([]int{at}, t.State.Province(at).Ways...) {
			for other := range t.State.Realms {
				if other == number || !sees[to-1] && to != at {
					continue
				}
				foes := reaching(t.War, other, to, to)
				if come := reaching(t.War, number, at, to); len(foes) > 0 && len(come) > 0 {
					out = append(out, t.stage("attack", at, to, come, foes))
				}
				if come := reaching(t.War, other, to, at); len(come) > 0 {
					out = append(out, t.stage("defence", to, at, come, own))
				}
			}
		}
	}
	for i := range facts.Battles {
		if s, can := reported(p, &facts.Battles[i], lang); can {
			s.Battle = i + 1
			out = append(out, s)
		}
	}
	return append(out, frame.SampleStage(p.Rules.Words(lang)))
}

// reported writes a battle of the report with the stacks that fought it, if the report says who they were. It has their
// experience and the walls only as far as the report says.
func reported(p realm.Position, b *game.FactBattle, lang phrase.Lang) (out game.Stage, can bool) {
	if len(b.Sides) != len(sideWords) || b.At == "" {
		return out, false
	}
	words := p.Rules.Words(lang)
	out.Title = words.Say(phrase.P("battle-stage.reported", phrase.Str("province", b.At)))
	lines := []string{"; " + out.Title}
	for side := range sideWords {
		lines = append(lines, "$"+sideWords[side].In(lang))
		stacks, avatar := 0, false
		for i := range b.Sides[side].Armies {
			switch f := &b.Sides[side].Armies[i]; {
			case p.Tables.UnitOf(f.Kind) != nil && f.Before > 0 && f.Before <= realm.Most:
				lines = append(lines, fmt.Sprintf("%s %d ; %s", order.NameIn(lang, f.Kind), f.Before,
					words.T("battle-stage.assumed")))
				stacks++
			case f.Kind != "avatar" || avatar:
			case rows.Side(side) == rows.Defenders:
				lines = append(lines, "Avatar")
				stacks, avatar = stacks+1, true
			default:
				lines = append(lines, "; "+words.T("battle-stage.avatar"))
			}
		}
		if stacks == 0 {
			return out, false
		}
	}
	for i := range b.Course { // walls are the defenders'
		name, _ := strings.CutPrefix(b.Course[i].Args["wall"].Word, "wall.")
		hp := b.Course[i].Args["hp"].Number
		if b.Course[i].Code == "rows.wall" && p.Tables.WallOf(name) != nil && hp > 0 && hp <= realm.Most {
			lines = append(lines, fmt.Sprintf("%s %d", order.NameIn(lang, name), hp))
		}
	}
	out.Text = strings.Join(lines, "\n") + "\n"
	return out, true
}

// reaching lists a realm's armies in a province that can go to a neighbouring one, or stay.
func reaching(w *fight.War, whose, at, to int) (out []*realm.Army) {
	from, on := w.State.Province(at).Terrain, w.State.Province(to).Terrain
	for _, a := range w.In(at) {
		if a.Realm == whose && !a.Routed && (at == to || a.Pace(w.Tables, from, on) > 0) {
			out = append(out, a)
		}
	}
	return out
}

// staging writes battles of a week for a realm.
type staging struct {
	*fight.War
	reader int
	lang   phrase.Lang
}

// stage writes a battle in a province. The attackers come from one province, and all are lined up as in the week.
func (w staging) stage(code string, from, province int, of ...[]*realm.Army) game.Stage {
	if from != province {
		code += "-from"
	}
	s := &fight.Sides{Province: province, Armies: [2][]*realm.Army{of[0], of[1]}}
	for side, armies := range s.Armies {
		if w.AvatarAt(armies[0].Realm, province) {
			s.Avatar[side] = armies[0].Realm
		}
	}
	l, words := fight.LineUp(w.War, s), w.Rules.Words(w.lang)
	title := words.Say(phrase.P("battle-stage."+code, phrase.Num("from", from), phrase.Num("province", province),
		phrase.Num("by", s.Armies[0][0].Realm), phrase.Num("at", s.Armies[1][0].Realm)))
	lines := []string{"; " + title}
	if l.Battle.Turned {
		lines = append(lines, "; "+words.T("battle-stage.turned"))
	}
	for side := range l.From {
		lines = append(lines, "$"+sideWords[side].In(w.lang))
		for i, f := range l.From[side] {
			switch {
			case f.Army != nil:
				lines = append(lines, w.stackLine(f.Army.Stack(f.Unit), &l.Battle.Sides[side][i], f.Army.Realm == w.reader))
			case rows.Side(side) == rows.Defenders:
				lines = append(lines, "Avatar")
			default:
				lines = append(lines, "; "+words.T("battle-stage.avatar"))
			}
		}
		if l.Walled && rows.Side(side) == rows.Defenders {
			for _, wall := range w.State.Province(province).Walls {
				lines = append(lines, order.NameIn(w.lang, wall))
			}
		}
	}
	return game.Stage{Title: title, Text: strings.Join(lines, "\n") + "\n"}
}

// stackLine is `Ritter 20 +6 2 Sturmangriff`. For another realm's stack it says what is assumed.
func (w staging) stackLine(s *realm.Stack, as *rows.Stack, known bool) string {
	line := fmt.Sprintf("%s %d", order.NameIn(w.lang, s.Unit), s.Number)
	if s.Experience > 0 {
		line += fmt.Sprintf(" +%d", s.Experience)
	}
	line += fmt.Sprintf(" %d %s", as.Row, order.TacticWord(w.lang, as.Tactic))
	if !known {
		line += " ; " + w.Rules.Words(w.lang).T("battle-stage.assumed")
	}
	return line
}

var sideWords = [2]frame.Word{
	rows.Attackers: {De: "Angreifer", En: "Attackers"}, rows.Defenders: {De: "Verteidiger", En: "Defenders"},
}
