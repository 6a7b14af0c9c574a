package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// tiding is something that a short report says of the turn: an event, a fight, or what happened again and again.
type tiding struct {
	foe  int // the realm that it was with, or one of those below
	rank int
	week int // of a fight
	what []phrase.Phrase
}

// With whom something was, if it was no realm. Their order is that of the report, behind the realms.
const (
	wildFoe    = 1<<30 + iota // armies of nobody
	unknownFoe                // armies without a sign
	ownAffairs                // nobody
	others                    // others among themselves
)

// The order in a group.
const (
	rankFight = iota
	rankLost  // land
	rankWon
	rankRest
)

// grouped writes what happened: against each realm, those first who have cost the reader land or a fight, within the
// realm, among others.
func (p *page) grouped() {
	p.Say("", "report.events")
	list := p.collect()
	losses := map[int]int{} // by group
	for i := range list {
		losses[list[i].foe] += 0
		if list[i].rank == rankLost {
			losses[list[i].foe]--
		}
	}
	slices.SortStableFunc(list, func(a, b tiding) int {
		if a.foe < wildFoe && b.foe < wildFoe {
			if c := losses[a.foe] - losses[b.foe]; c != 0 {
				return c
			}
		}
		return cmp.Or(a.foe-b.foe, a.rank-b.rank, a.week-b.week)
	})
	for i := range list {
		if p.Over(len(p.Out)) {
			break
		}
		if len(losses) > 1 && (i == 0 || list[i].foe != list[i-1].foe) {
			if i > 0 {
				p.Blank()
			}
			p.group(list[i].foe)
		}
		p.Line("", list[i].what...)
	}
	if len(list) == 0 {
		p.Say("", "short.quiet")
	}
	p.Blank()
}

// group names with whom something was.
func (p *page) group(foe int) {
	if foe < wildFoe {
		p.Say("", "short.with", phrase.Num("realm", foe), phrase.Str("name", p.t.State.Realms[foe].Name))
		return
	}
	p.Say("", [...]string{"short.with-wild", "short.with-unknown", "short.own-affairs", "short.others"}[foe-wildFoe])
}

// landLost are the events by which land is lost.
var landLost = map[string]bool{"lost-field": true, "revolt": true, "revolt-militia": true, "capital-taken": true,
	"temple-razed": true}

// collect collects what happened, in its order.
func (p *page) collect() []tiding {
	out := p.firstSeen(p.tidied[:0])
	p.findAlike()
	done := -1 // the last event that a line has said already
	for i := range p.told {
		e := &p.told[i]
		what, silent := p.halted(i, e.Phrase)
		if !silent {
			p.tell(i, what)
		}
		if i <= done {
			continue
		}
		if e.Code == "battle" {
			out, done = p.fight(out, p.battleOf(i))
			continue
		}
		if list := p.listOf[i]; list >= 0 {
			if silent = p.lists[list][0] != i; !silent {
				what = p.bundled(bundles[e.Code], p.lists[list])
			}
		}
		if silent || e.Code == "account-low" { // the account itself says it
			continue
		}
		t := tiding{foe: p.foeOf(e.Phrase), rank: rankRest, what: []phrase.Phrase{p.landed(what)}}
		if e.Code == "work-lost" {
			work, known := p.lostWork(e.Phrase)
			if last := len(out) - 1; known && i > 0 && last >= 0 && losing(&p.told[i-1], e) {
				out[last].what = append(out[last].what, phrase.P("short.also"), work)
				continue
			}
			if t.what[0] = work; known && i+1 < len(p.told) && losing(&p.told[i+1], e) {
				done = i + 1
				e = &p.told[done]
				t.foe, t.what = p.foeOf(e.Phrase), []phrase.Phrase{p.landed(e.Phrase), phrase.P("short.also"), work}
			}
		}
		switch {
		case landLost[e.Code]:
			t.rank = rankLost
		case e.Code == "conquered":
			t.rank = rankWon
		}
		out = append(out, t)
	}
	p.tidied = out
	return out
}

// firstSeen tells of realms whose armies the reader sees for the first time.
func (p *page) firstSeen(out []tiding) []tiding {
	for i := range p.sighted {
		s := &p.sighted[i]
		if s.army.realm < 1 {
			continue
		}
		spot := &p.week(s.last().week).Spots[s.spot]
		p.meets(spot)
		number := strconv.Itoa(int(s.army.realm))
		if !p.News(game.Fact{Subject: "realm " + number, Attribute: "seen", Value: "yes"}) || p.whole {
			continue
		}
		out = append(out, tiding{foe: ownAffairs, rank: rankRest, what: []phrase.Phrase{phrase.P("short.first-seen",
			phrase.Num("realm", s.army.realm), phrase.Str("name", p.t.State.Realms[s.army.realm].Name),
			phrase.Str("army", number+"."+spot.Name().String()), phrase.Num("men", spot.Men),
			phrase.At("field", s.last().at))}})
	}
	return out
}

// foeOf is whom an event was with: the realm of the first foreign army in it, or the owner of the field where an own
// army did something.
func (p *page) foeOf(e phrase.Phrase) int {
	if landLost[e.Code] && e.Code != "lost-field" {
		return ownAffairs
	}
	for _, name := range [...]string{"army", "other", "fleet"} {
		if whose, _ := splitName(e.Arg(name).S); whose != "" {
			return foeNamed(whose)
		}
	}
	if owner := p.t.Ground[max(0, e.Arg("field").N)].Owner; onForeignLand[e.Code] && owner > 0 && int(owner) != p.realm {
		return int(owner)
	}
	return ownAffairs
}

// foeNamed is the realm whose armies are named so.
func foeNamed(whose string) int {
	switch whose {
	case "":
		return ownAffairs
	case "0":
		return wildFoe
	}
	if n, err := strconv.Atoi(whose); err == nil {
		return n
	}
	return unknownFoe
}

// onForeignLand are the events about a field in which the own army stands, so that the report shows whose it is.
var onForeignLand = map[string]bool{"conquered": true, "conquest-season": true, "conquest-defended": true,
	"conquest-treaty": true, "conquest-treaty-before": true, "building-damaged": true, "building-gone": true,
	"edge-destroyed": true, "plundered": true, "work-lost": true}

// bundle says several events of a code in one line.
type bundle struct {
	by   []string // the arguments in which they are alike; others are those of the last
	sum  []string // those that are added
	one  string   // what is listed of each army; "": nothing
	code string   // with list, weeks and n, how many they were
	few  bool     // also for a single event, since it is shorter
}

// bundles are events that the short report says once, if there are several.
var bundles = map[string]bundle{
	"recruited":         {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"reinforced":        {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"points-recruited":  {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"points-reinforced": {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"march-losses":      {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"sea-losses":        {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"split":             {by: []string{"army"}, one: "short.split-one", code: "short.split"},
	"formation-joined":  {by: []string{"formation", "field"}, one: "short.army-new", code: "short.joined"},
	"formation-left":    {by: []string{"formation", "field"}, one: "short.army-new", code: "short.left"},
	"army-shrinks":      {one: "short.deserters-one", code: "short.deserters"},
	"shot":              {by: []string{"army", "other"}, sum: []string{"men", "gold"}, code: "short.shot"},
	"was-shot":          {by: []string{"army", "other"}, sum: []string{"men"}, code: "short.was-shot"},
	"plundered":         {by: []string{"army", "field"}, sum: []string{"gold"}, code: "short.plundered"},
	"was-plundered":     {by: []string{"army", "field"}, code: "short.was-plundered"},
	"plunder-weak":      {by: []string{"army"}, code: "short.plunder-weak"},
	"traded":            {sum: []string{"gold"}, one: "short.traded-one", code: "short.traded"},
	"trade-share":       {sum: []string{"gold"}, one: "short.traded-one", code: "short.trade-share"},
	"treaty-unanswered": {by: []string{"treaty"}, one: "short.unanswered-one", code: "short.unanswered"},
}

// findAlike lists the events that one line says.
func (p *page) findAlike() {
	clear(p.listBy)
	p.lists, p.listOf = p.lists[:0], p.listOf[:0]
	var key []byte
	for i := range p.told {
		e := &p.told[i]
		p.listOf = append(p.listOf, -1)
		b, is := bundles[e.Code]
		if !is {
			continue
		}
		key = append(key[:0], e.Code...)
		for _, name := range b.by {
			a := e.Arg(name)
			key = strconv.AppendInt(append(append(key, '|'), a.S...), a.N, 10)
		}
		list, known := p.listBy[string(key)]
		if !known {
			list = len(p.lists)
			p.lists, p.listBy[string(key)] = slices.Grow(p.lists, 1)[:list+1], list
			p.lists[list] = p.lists[list][:0] // in the room of an earlier report
		}
		p.lists[list], p.listOf[i] = append(p.lists[list], i), list
	}
}

// bundled is the sentence for some events. A single one is said as in the full report.
func (p *page) bundled(b bundle, same []int) phrase.Phrase {
	last := p.told[same[len(same)-1]].Phrase
	if len(same) == 1 && !b.few {
		return last
	}
	var weeks []int
	var list []phrase.Phrase // what is listed, an army once
	args := append(make([]phrase.Arg, 0, len(last.Args)+3), last.Args...)
	for n, i := range same {
		e := &p.told[i]
		if !slices.Contains(weeks, e.Week) {
			weeks = append(weeks, e.Week)
		}
		if n+1 < len(same) {
			add(args, e.Phrase, b.sum)
		}
		if b.one == "" {
			continue
		}
		army := e.Arg("army").S
		k := slices.IndexFunc(list, func(l phrase.Phrase) bool { return l.Arg("army").S == army })
		one := phrase.P(b.one, e.Args...)
		if k < 0 || army == "" || b.one == "short.split-one" {
			list = append(list, one)
		} else {
			one.Args = slices.Clone(one.Args)
			add(one.Args, list[k], b.sum)
			list[k] = one
		}
	}
	args = append(args, phrase.Num("n", len(same)), phrase.Str("weeks", Spans("W", weeks)))
	if b.one != "" {
		listed := p.joined(list, "; ")
		if !strings.Contains(listed, ", ") { // no commas in what is listed
			listed = p.joined(list, ", ")
		}
		args = append(args, phrase.Str("list", listed))
	}
	return phrase.P(b.code, args...)
}

// add adds to the numbers of these names those of a phrase.
func add(to []phrase.Arg, of phrase.Phrase, names []string) {
	for i := range to {
		if slices.Contains(names, to[i].Name) {
			to[i].N += of.Arg(to[i].Name).N
		}
	}
}

// fight adds a fight with how it ended for the reader, and returns the index of its last event. All fights of a siege
// are one, and so are those of one week over a field against the same realm.
func (p *page) fight(out []tiding, i int) ([]tiding, int) {
	battles, last, siege := []int{i}, p.battles[i].end, p.sieged(i)
	if p.battles[i].first != i {
		return out, last
	}
	for k := i + 1; k < len(p.battles); k++ {
		if !siege && p.together(i, k) {
			p.battles[k].first = i
		}
		if p.battles[k].first == i {
			battles = append(battles, k)
		}
	}
	b := &p.battles[i]
	t := tiding{rank: rankFight, week: p.told[b.at].Week, foe: others, what: make([]phrase.Phrase, 0, 8)}
	if b.own {
		t.foe = p.battles[i].foe
	}
	when := phrase.Num("n", t.week)
	if siege {
		t.what = append(t.what, p.summed("battle-weeks", battles, phrase.Str("weeks", Spans("W", b.weeks))))
	} else {
		t.what = append(t.what, p.summed("short.battle", battles[:1], when))
		for _, k := range battles[1:] {
			t.what = append(t.what, p.summed("short.battle-then", []int{k}))
		}
		t.what = append(t.what, phrase.P("short.battle-end"))
	}
	t.what = p.courseOf(t.what, battles)
	return append(out, t), last
}

// together reports whether two fights are told in one sentence: in one week, over one field, against the same realm.
func (p *page) together(i, k int) bool {
	a, b := &p.battles[i], &p.battles[k]
	return !p.sieged(k) && a.own && b.own && a.field == b.field && p.told[a.at].Week == p.told[b.at].Week &&
		p.battles[i].foe == p.battles[k].foe
}

// courseOf adds how the last of some fights ended for the reader, where the beaten went, and who was lost otherwise.
func (p *page) courseOf(out []phrase.Phrase, battles []int) []phrase.Phrase {
	var went []retreat
	var rest []phrase.Phrase
	ended, called := "", int64(0)
	for _, i := range battles {
		for _, e := range p.course(i) {
			switch e.Code {
			case "battle-attackers-won", "battle-defenders-won", "battle-even", "battle-vain":
				ended = e.Code
			case "retreat":
				went = withdrawn(went, e.Arg("army").S, e.Arg("to"))
			case "demons-called":
				called = max(called, e.Arg("men").N)
			case "scattered", "cornered", "slain":
				rest = append(rest, phrase.P("short.also"), e.Phrase)
			}
		}
	}
	last := battles[len(battles)-1] // the verdict says who was not driven out
	out = append(out, phrase.P("short.also"), phrase.P(p.verdict(last, ended), phrase.At("field", p.battles[last].field)))
	if called > 0 {
		out = append(out, phrase.P("short.also"), phrase.P("short.demons", phrase.Num("men", called)))
	}
	for _, w := range went {
		out = append(out, phrase.P("short.also"), phrase.P("short.retreat", phrase.Str("armies", strings.Join(w.armies, ", ")),
			phrase.Num("n", len(w.armies)), w.to))
	}
	return append(out, rest...)
}

// retreat is where armies went that were beaten.
type retreat struct {
	to     phrase.Arg
	armies []string
}

// withdrawn notes where an army went last.
func withdrawn(list []retreat, army string, to phrase.Arg) []retreat {
	for i := range list {
		list[i].armies = slices.DeleteFunc(list[i].armies, func(a string) bool { return a == army })
	}
	list = slices.DeleteFunc(list, func(r retreat) bool { return len(r.armies) == 0 })
	for i := range list {
		if list[i].to.N == to.N {
			list[i].armies = append(list[i].armies, army)
			return list
		}
	}
	return append(list, retreat{to, []string{army}})
}

// verdict is the sentence that says how a fight ended for the reader, or who won a fight of others.
func (p *page) verdict(i int, ended string) string {
	b, own, won := &p.battles[i], p.battles[i].side, 1
	if ended == "battle-attackers-won" {
		won = 0
	}
	week, at := p.told[b.at].Week, game.Place(b.field)
	was, is := p.stood(week-1, at), p.stood(week, at) || p.standsIn(&p.t.Closing, at)
	switch {
	case ended == "battle-vain":
		return "short.vain"
	case ended == "battle-even":
		return "short.even"
	case own < 0:
		return [...]string{"short.attackers-won", "short.defenders-won"}[won]
	case own == won && is && (was || own == 1):
		return "short.held"
	case own == won && is:
		return "short.taken"
	case own == won:
		return "short.won"
	case int(p.t.State.Fields[at].Owner) == p.realm:
		return "short.lost-own"
	case own == 1 || was:
		return "short.lost"
	}
	return "short.beaten"
}

// stood reports whether an own army was in a field at the end of a week, or before the first.
func (p *page) stood(week int, at game.Place) bool {
	if week >= 1 && week <= realm.Weeks {
		return p.standsIn(&p.t.Weeks[week-1], at)
	}
	return slices.ContainsFunc(p.o.was.Armies[p.realm], func(a *realm.Army) bool { return a.At == at && a.Sights() })
}
