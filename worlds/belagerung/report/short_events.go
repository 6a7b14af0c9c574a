package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// bundles are events that are said together: the sentence for each of them, and that for all. They are in the order in
// which they come behind all others.
var bundles = []struct {
	codes     []string
	one, code string
}{
	{[]string{"walks", "leads", "mans", "builds-with", "builds"}, "short.one-", "short.moves"},
	{[]string{"recruited", "recruited.own"}, "short.one-", "short.recruits"},
	{[]string{"counter-on", "counter-full", "counter-waits"}, "short.one-", "short.counters"},
}

// happened writes what happened: first the fights and all that changed, then the income, steps, recruits and counters.
func (w short) happened(told []*game.Event) {
	var income []phrase.Phrase
	together := make([][]string, len(bundles))
	empty := len(w.Out)
	for i := 0; i < len(told); i++ {
		e := told[i]
		w.hear(e.Phrase)
		k := -1
		for n := range bundles {
			if slices.Contains(bundles[n].codes, e.Code) {
				k = n
			}
		}
		switch rest := told[i+1:]; {
		case k >= 0:
			code := bundles[k].one + strings.TrimSuffix(e.Code, ".own")
			together[k] = append(together[k], w.Book.Say(phrase.P(code, e.Args...)))
		case strings.HasPrefix(e.Code, "income"):
			income = append(income, e.Phrase)
		case e.Code == "shoots" || e.Code == "scatters":
			n := 0
			for n < len(rest) && (rest[n].Code == "weakened" || rest[n].Code == "die-lifted") {
				w.hear(rest[n].Phrase)
				n++
			}
			w.shots(e.Phrase, rest[:n])
			i += n
		case e.Code == "storms" && len(rest) > 0 && strings.HasPrefix(rest[0].Code, "blow-"):
			w.hear(rest[0].Phrase)
			i += 1 + w.blows(rest[0].Phrase, e.Arg("building"), rest[1:])
		case strings.HasPrefix(e.Code, "blow-") || e.Code == "counter-fell" || e.Code == "counter-held":
			i += w.blows(e.Phrase, phrase.Arg{}, rest)
		default:
			w.Line("", e.Phrase)
		}
	}
	for _, e := range income {
		w.Line("", e)
	}
	for k, list := range together {
		if len(list) > 0 {
			w.Say("", bundles[k].code, phrase.Str("list", strings.Join(list, ", ")))
		}
	}
	if len(w.Out) == empty {
		w.Say("", "short.quiet")
	}
}

// hear tells the chronicler of what the report says.
func (w short) hear(what phrase.Phrase) { w.Tale.Hear(meanings.Of(what.Code), what) }

// blows writes a blow: who strikes whom, both sums and dice, and what becomes of whom. It returns how many of the events
// behind it that says.
func (w short) blows(e phrase.Phrase, building phrase.Arg, rest []*game.Event) (used int) {
	code, result := "short.attacks", "short.fell"
	if strings.HasPrefix(e.Code, "counter-") {
		code = "short.strikes-back"
	} else if building.Name != "" {
		code = "short.storms"
	}
	args := append(slices.Clone(e.Args), building)
	if strings.HasSuffix(e.Code, "-held") {
		result = "short.held-out"
		if len(rest) > 0 && rest[0].Code == "weakened" && rest[0].Arg("whom") == e.Arg("whom") {
			w.hear(rest[0].Phrase)
			result, used = "short.weakened", 1
			args = append(args, phrase.Num("weakness", rest[0].Arg("sum").N))
		}
	}
	w.Line("", phrase.P(code, w.sides(args)...), phrase.P("short.also"), phrase.P(result, args...))
	return used
}

// sides adds to arguments the words for both sides: of two realms only the striker's is named.
func (w short) sides(args []phrase.Arg) []phrase.Arg {
	victim := "short.victim"
	if len(w.a.s.Realms) > 2 {
		victim = "short.victim-of"
	}
	return append(args, phrase.Key("victim", victim))
}

// shots writes the weakening dice that an engine throws, with what they come to for each unit.
func (w short) shots(e phrase.Phrase, hit []*game.Event) {
	var list []string
	for i, h := range hit {
		if h.Code == "die-lifted" || slices.ContainsFunc(hit[i+1:], func(l *game.Event) bool {
			return l.Code == "weakened" && l.Arg("whom") == h.Arg("whom")
		}) {
			continue // the last says it
		}
		list = append(list, w.Book.Say(phrase.P("short.one-weakened", h.Args...)))
	}
	w.Say("", "short."+e.Code, append(w.sides(slices.Clone(e.Args)), phrase.Str("list", strings.Join(list, ", ")))...)
}
