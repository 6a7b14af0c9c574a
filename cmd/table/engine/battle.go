package engine

import (
	"cmp"
	"encoding/json"

	"weltentor/mailer/plain"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Stages returns the battles that could be fought by what the realm knows, and none if the rules do not say. The first
// is the one of a meeting, if there is one.
func (e *Engine) Stages(m game.Meeting) ([]game.Stage, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	out := []game.Stage{} // never null
	if s, is := e.laid.known.(game.Stager); is {
		var facts game.Facts
		if len(e.laid.facts) > 0 {
			if err := json.Unmarshal(e.laid.facts, &facts); err != nil {
				return nil, fault("table-damaged", "what", err.Error())
			}
		}
		if met, is := s.(game.Meeter); is {
			out = append(out, met.Meet(e.laid.table.Realm, facts, m, e.laid.lang)...)
		}
		out = append(out, s.Stages(e.laid.table.Realm, facts, e.laid.lang)...)
	}
	return out, nil
}

// Odds is how a battle ends, if it is fought that many times.
type Odds struct {
	Problems  []Problem   `json:"problems"`
	Times     int64       `json:"times"`
	Endings   []Ending    `json:"endings"`   // the most frequent first
	Attackers game.Spread `json:"attackers"` // what is left of them
	Defenders game.Spread `json:"defenders"`
	Protocol  string      `json:"protocol"` // of the first
}

// Ending is one way in which a battle ends. Low and High are the limits of its share in permille, at 95 %.
type Ending struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Times int64  `json:"times"`
	Low   int64  `json:"low"`
	High  int64  `json:"high"`
}

// mostFights is how often a battle is fought at most.
const mostFights = 1000

// Battle fights the battle of a text with the numbers of the world on the table. It fights at least once, and then up
// to that many times as long as more returns true.
func (e *Engine) Battle(text string, times int, more func() bool) (*Odds, error) {
	battler, is := e.rules.(game.Battler)
	if e.laid != nil {
		if own, has := e.laid.known.(game.Battler); has {
			battler, is = own, true
		}
	}
	if !is {
		return nil, fault("no-battles")
	}
	if err := large(text); err != nil {
		return nil, err
	}
	lang := phrase.Langs[0]
	if e.laid != nil {
		lang = e.laid.lang
	}
	words := e.rules.Words(lang)
	o := &Odds{Problems: []Problem{}, Endings: []Ending{}}
	battle, problems := battler.ReadBattle(plain.Text(text))
	for _, p := range problems {
		o.Problems = append(o.Problems, Problem{p.Line, p.Col, p.Severity, string(p.Severity), p.What.Code,
			words.Say(p.What)})
	}
	if battle == nil {
		return o, nil
	}
	seed, err := game.ParseSeed(cmp.Or(battle.Seed(), "1"))
	if err != nil {
		return nil, fault("broken", "what", err.Error())
	}
	fought := 0
	odds := game.OddsOf(battle, seed, min(max(times, 1), mostFights), func() bool {
		fought++
		return fought == 1 || more()
	})
	o.Times, o.Attackers, o.Defenders = odds.Times, odds.Left[0], odds.Left[1]
	for _, x := range odds.Endings {
		o.Endings = append(o.Endings, Ending{x.Winner.Code, words.Say(x.Winner), x.Times, x.Low, x.High})
	}
	o.Protocol = string(battle.Fight(seed.Sub("battle 0")).Protocol(lang))
	return o, nil
}
