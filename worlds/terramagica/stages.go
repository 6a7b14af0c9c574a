package terramagica

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

// Stages are the battles that the realm may have in mind: of its armies in a province
// with the armies of each other realm that it sees there or in one beside, by either of
// them. Who stands how to whom is not asked: all armies of a province are on their side.
// The last is an example.
func (w *World) Stages(number int, _ game.Facts, lang phrase.Lang) []game.Stage {
	if w.state.realm(number) == nil || number == 0 {
		return nil
	}
	t := startTurn(w, w.state.clone(), game.Seed{})
	t.wound()
	sees := t.state.sees(number)
	var out []game.Stage
	for at := 1; at <= len(t.state.Provinces); at++ {
		own := t.of(number, at, at)
		if len(own) == 0 {
			continue
		}
		for _, to := range append([]int{at}, t.state.province(at).Ways...) {
			for other := range t.state.Realms {
				if other == number || !sees[to-1] && to != at {
					continue
				}
				foes := t.of(other, to, to)
				if come := t.of(number, at, to); len(foes) > 0 && len(come) > 0 {
					out = append(out, t.stage(lang, "attack", at, to, number, come, foes))
				}
				if come := t.of(other, to, at); len(come) > 0 {
					out = append(out, t.stage(lang, "defence", to, at, number, come, own))
				}
			}
		}
	}
	return append(out, frame.SampleStage(w.rules.Words(lang)))
}

// of lists a realm's armies in a province that can go to one beside it, or stay.
func (t *turn) of(realm, at, to int) (out []*Army) {
	from, on := t.state.province(at).Terrain, t.state.province(to).Terrain
	for _, a := range t.in(at) {
		if a.Realm == realm && !a.Routed && (at == to || t.pace(a, from, on) > 0) {
			out = append(out, a)
		}
	}
	return out
}

// stage writes a battle in a province, into which the attackers come from one, lined up as the week would.
func (t *turn) stage(lang phrase.Lang, code string, from, province, reader int, of ...[]*Army) game.Stage {
	if from != province {
		code += "-from"
	}
	s := &sides{province: province, armies: [2][]*Army{of[0], of[1]}}
	for side, armies := range s.armies {
		if t.avatarAt(armies[0].Realm, province) {
			s.avatar[side] = armies[0].Realm
		}
	}
	l, words := t.lineUp(s), t.rules.Words(lang)
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
				out = t.stackLine(out, lang, f.army.stack(f.unit), &l.battle.Sides[side][i], known)
			case rows.Side(side) == rows.Defenders:
				out = append(out, "Avatar\n"...)
			default:
				out = append(append(append(out, "; "...), words.T("battle-stage.avatar")...), '\n')
			}
		}
		if rows.Side(side) == rows.Defenders {
			for _, wall := range t.state.province(province).Walls {
				if l.walled {
					out = append(append(out, nameIn(lang, wall)...), '\n')
				}
			}
		}
	}
	return game.Stage{Title: title, Text: string(out)}
}

// stackLine appends `Ritter 20 +6 2 Sturmangriff`; of another realm's it says what is assumed.
func (t *turn) stackLine(out []byte, lang phrase.Lang, s *Stack, as *rows.Stack, known bool) []byte {
	out = strconv.AppendInt(append(append(out, nameIn(lang, s.Unit)...), ' '), s.Number, 10)
	if s.Experience > 0 {
		out = strconv.AppendInt(append(out, " +"...), s.Experience, 10)
	}
	out = append(strconv.AppendInt(append(out, ' '), int64(as.Row), 10), ' ')
	out = append(out, tacticWord(lang, as.Tactic)...)
	if !known {
		out = append(append(out, " ; "...), t.rules.Words(lang).T("battle-stage.assumed")...)
	}
	return append(out, '\n')
}

var sideWords = [2][]string{rows.Attackers: {"Angreifer", "Attackers"}, rows.Defenders: {"Verteidiger", "Defenders"}}
