package terramagica

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

// stages are the battles that the realm may have in mind: of its armies in a province
// with the armies of each other realm that it sees there or in one beside, by either of
// them. Who stands how to whom is not asked: all armies of a province are on their side.
// The last is an example.
func stages(p Position, number int, lang phrase.Lang) []game.Stage {
	if p.State.realm(number) == nil || number == 0 {
		return nil
	}
	t := newWar(p.With(p.State.clone()), new(frame.Turn))
	wound(t)
	sees := t.State.sees(number)
	var out []game.Stage
	for at := 1; at <= len(t.State.Provinces); at++ {
		own := reaching(t, number, at, at)
		if len(own) == 0 {
			continue
		}
		for _, to := range append([]int{at}, t.State.province(at).Ways...) {
			for other := range t.State.Realms {
				if other == number || !sees[to-1] && to != at {
					continue
				}
				foes := reaching(t, other, to, to)
				if come := reaching(t, number, at, to); len(foes) > 0 && len(come) > 0 {
					out = append(out, stage(t, lang, "attack", at, to, number, come, foes))
				}
				if come := reaching(t, other, to, at); len(come) > 0 {
					out = append(out, stage(t, lang, "defence", to, at, number, come, own))
				}
			}
		}
	}
	return append(out, frame.SampleStage(p.Rules.Words(lang)))
}

// of lists a realm's armies in a province that can go to one beside it, or stay.
func reaching(w *war, whose, at, to int) (out []*Army) {
	from, on := w.State.province(at).Terrain, w.State.province(to).Terrain
	for _, a := range w.in(at) {
		if a.Realm == whose && !a.Routed && (at == to || a.pace(w.Tables, from, on) > 0) {
			out = append(out, a)
		}
	}
	return out
}

// stage writes a battle in a province, into which the attackers come from one, lined up as the week would.
func stage(w *war, lang phrase.Lang, code string, from, province, reader int, of ...[]*Army) game.Stage {
	if from != province {
		code += "-from"
	}
	s := &sides{province: province, armies: [2][]*Army{of[0], of[1]}}
	for side, armies := range s.armies {
		if w.avatarAt(armies[0].Realm, province) {
			s.avatar[side] = armies[0].Realm
		}
	}
	l, words := lineUp(w, s), w.Rules.Words(lang)
	title := words.Say(phrase.P("battle-stage."+code, phrase.Num("from", from), phrase.Num("province", province),
		phrase.Num("by", s.armies[0][0].Realm), phrase.Num("at", s.armies[1][0].Realm)))
	out := append([]byte("; "+title), '\n')
	if l.battle.Turned {
		out = append(append(append(out, "; "...), words.T("battle-stage.turned")...), '\n')
	}
	for side := range l.from {
		out = append(append(append(out, '$'), wordIn(lang, sideWords[side])...), '\n')
		for i, f := range l.from[side] {
			switch {
			case f.army != nil:
				known := f.army.Realm == reader
				out = stackLine(w, out, lang, f.army.stack(f.unit), &l.battle.Sides[side][i], known)
			case rows.Side(side) == rows.Defenders:
				out = append(out, "Avatar\n"...)
			default:
				out = append(append(append(out, "; "...), words.T("battle-stage.avatar")...), '\n')
			}
		}
		if rows.Side(side) == rows.Defenders {
			for _, wall := range w.State.province(province).Walls {
				if l.walled {
					out = append(append(out, nameIn(lang, wall)...), '\n')
				}
			}
		}
	}
	return game.Stage{Title: title, Text: string(out)}
}

// stackLine appends `Ritter 20 +6 2 Sturmangriff`; of another realm's it says what is assumed.
func stackLine(w *war, out []byte, lang phrase.Lang, s *Stack, as *rows.Stack, known bool) []byte {
	out = strconv.AppendInt(append(append(out, nameIn(lang, s.Unit)...), ' '), s.Number, 10)
	if s.Experience > 0 {
		out = strconv.AppendInt(append(out, " +"...), s.Experience, 10)
	}
	out = append(strconv.AppendInt(append(out, ' '), int64(as.Row), 10), ' ')
	out = append(out, tacticWord(lang, as.Tactic)...)
	if !known {
		out = append(append(out, " ; "...), w.Rules.Words(lang).T("battle-stage.assumed")...)
	}
	return append(out, '\n')
}

var sideWords = [2][]string{rows.Attackers: {"Angreifer", "Attackers"}, rows.Defenders: {"Verteidiger", "Defenders"}}
