package report

import (
	"strconv"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and it records what the
// report shows.
type selection struct {
	first  bool      // nothing was shown yet: the report takes nothing for known
	yields []bool    // by lot: its yield is news
	met    []int     // armies among those sighted whose realm is seen for the first time
	ground [][7]bool // by post: whether the row of the field, or of a neighbour, is news

	shown *game.Shown
	names []string // by number of a place around: as the reader counts it, once its row was compared
}

// choose selects what is news of an account.
func (s *selection) choose(r *frame.Reader, a *account, shown *game.Shown) {
	s.shown, s.first = shown, shown.Empty()
	s.yields, s.met, s.ground = s.yields[:0], s.met[:0], s.ground[:0]
	for i := range a.lots {
		s.yields = append(s.yields, a.lots[i].owned && shown.News(yieldFact(r, a, &a.lots[i])))
	}
	s.names = append(s.names[:0], make([]string, len(a.around))...)
	for i := range a.posts {
		s.ground = append(s.ground, s.survey(r, a, a.posts[i].at))
	}
	for i := range a.sighted {
		if number := int(a.sighted[i].army.realm); number >= 1 && shown.News(game.Fact{
			Subject: "realm " + strconv.Itoa(number), Attribute: "seen", Value: "yes"}) && !s.first {
			s.met = append(s.met, i)
		}
	}
}

// yieldFact is the fact what an own field yields.
func yieldFact(r *frame.Reader, a *account, l *lot) game.Fact {
	f := &a.t.State.Fields[l.place]
	value := strconv.Itoa(int(f.Yield))
	if f.Blessed > 0 {
		value += "^"
	}
	return game.Fact{Subject: r.Place(int64(l.place)), Attribute: "yield", Value: value}
}

// survey finds out what of the land is news from a field.
func (s *selection) survey(r *frame.Reader, a *account, at game.Place) (news [7]bool) {
	news[0] = s.newGround(r, a, at)
	state := game.Fact{Subject: s.names[a.numberOf(at)], Attribute: "state"}
	if g := &a.t.Ground[at]; g.State != '-' {
		state.Value = string(rune(g.State))
	}
	news[0] = s.shown.News(state) || news[0]
	for d := game.Direction(1); d <= 6; d++ {
		news[0] = s.newEdge(a, at, d) || news[0]
	}
	for i, q := range a.t.Near[at] {
		if q != game.Nowhere {
			news[i+1] = s.newGround(r, a, q)
			news[i+1] = s.newEdge(a, q, game.Direction(i+1).Opposite()) || news[i+1]
		}
	}
	return news
}

// newGround reports whether what a field's row begins with is news: terrain, owner, building. It is news once in a report.
func (s *selection) newGround(r *frame.Reader, a *account, at game.Place) bool {
	name, g := &s.names[a.numberOf(at)], &a.t.Ground[at]
	if *name != "" {
		return false
	}
	*name = r.Place(int64(at))
	return s.shown.News(game.Fact{Subject: *name, Attribute: "ground",
		Value: a.t.Tables.Terrain[g.Terrain].Code + a.season.tags[g.Owner] + string(g.Kind[:])})
}

// newEdge reports whether what is on an edge of a field is news.
func (s *selection) newEdge(a *account, at game.Place, d game.Direction) bool {
	edge := *a.t.Ground[at].Edge(d)
	f := game.Fact{Subject: s.names[a.numberOf(at)], Attribute: edgeNames[d]}
	if edge != noEdge {
		f.Value = string(edge[:])
	}
	return s.shown.News(f)
}

// noEdge is an edge on which there is nothing.
var noEdge = [4]byte{'-', '-', '-', '-'}

// edgeNames are the attributes of a field for its edges, by direction.
var edgeNames = [7]string{"", "1", "2", "3", "4", "5", "6"}
