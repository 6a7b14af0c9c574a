package engine

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Stage is a battle that could be fought, from what is known: its text goes into Battle.
type Stage struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Stages are the battles that could be fought by what the realm knows; none where the rules do not say.
func (e *Engine) Stages() ([]Stage, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	out := []Stage{}
	if s, is := e.laid.known.(game.Stager); is {
		for _, x := range s.Stages(e.laid.table.Realm, e.laid.lang) {
			out = append(out, Stage{x.Title, x.Text})
		}
	}
	return out, nil
}

// Odds is how a battle ends, of so many that were fought.
type Odds struct {
	Problems  []Problem `json:"problems"`
	Times     int       `json:"times"`
	Endings   []Ending  `json:"endings"` // the commonest first
	Attackers Spread    `json:"attackers"`
	Defenders Spread    `json:"defenders"`
	Protocol  string    `json:"protocol"` // of the first
}

// Ending is a way in which a battle ends; Low and High are the bounds of its share in permille, at 95 %.
type Ending struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Times int    `json:"times"`
	Low   int    `json:"low"`
	High  int    `json:"high"`
}

// Spread is what a side has left, in permille.
type Spread struct {
	Mean int `json:"mean"`
	P10  int `json:"p10"`
	P50  int `json:"p50"`
	P90  int `json:"p90"`
}

// mostFights is how often a battle is fought at most.
const mostFights = 1000

// Battle fights the battle of a text so many times, while it may go on, but once in any case.
func (e *Engine) Battle(text string, times int, more func() bool) (*Odds, error) {
	battler, is := e.rules.(game.Battler)
	if !is {
		return nil, fault("no-battles")
	}
	if len(text) > mostText {
		return nil, fault("text-large", "most", strconv.Itoa(mostText>>20))
	}
	lang := phrase.Langs[0]
	if e.laid != nil {
		lang = e.laid.lang
	}
	words := e.rules.Words(lang)
	o := &Odds{Problems: []Problem{}, Endings: []Ending{}}
	battle, problems := battler.ReadBattle(text)
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
	var left [2][]int64
	for n := range min(max(times, 1), mostFights) {
		if n > 0 && !more() {
			break
		}
		f := battle.Fight(seed.Sub("battle " + strconv.Itoa(n)))
		if n == 0 {
			o.Protocol = string(f.Protocol(lang))
		}
		o.Times++
		o.count(f.Winner(), words)
		for side, permille := range f.Left() {
			left[side] = append(left[side], permille)
		}
	}
	for i := range o.Endings {
		x := &o.Endings[i]
		x.Low, x.High = margin(x.Times, o.Times)
	}
	slices.SortStableFunc(o.Endings, func(a, b Ending) int { return cmp.Compare(b.Times, a.Times) })
	o.Attackers, o.Defenders = spread(left[0]), spread(left[1])
	return o, nil
}

func (o *Odds) count(winner phrase.Phrase, words *phrase.Book) {
	i := slices.IndexFunc(o.Endings, func(x Ending) bool { return x.Code == winner.Code })
	if i < 0 {
		i = len(o.Endings)
		o.Endings = append(o.Endings, Ending{Code: winner.Code, Text: words.Say(winner)})
	}
	o.Endings[i].Times++
}

// margin gives the bounds of a share in permille that was found n times of all, at 95 %: Wilson's.
func margin(n, all int) (low, high int) {
	const z = 1.96
	p, m := float64(n)/float64(all), float64(all)
	middle, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	scale := 1000 / (1 + z*z/m)
	return max(0, int(math.Floor((middle-half)*scale))), min(1000, int(math.Ceil((middle+half)*scale)))
}

func spread(left []int64) Spread {
	slices.Sort(left)
	sum := int64(0)
	for _, n := range left {
		sum += n
	}
	at := func(percent int) int { return int(left[(len(left)-1)*percent/100]) }
	return Spread{Mean: int(sum / int64(len(left))), P10: at(10), P50: at(50), P90: at(90)}
}
