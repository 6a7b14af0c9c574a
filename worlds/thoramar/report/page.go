package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// page is a text about an account.
type page struct {
	*rulekit.Text
	a *account
}

// within writes a part of the report that may bring it up to a length. If that is not enough, it says that the rest is
// missing.
func (p page) within(most int, write func()) { p.Section(most, "report.cut", write) }

// full reports whether a part has no room for more.
func (p page) full() bool { return p.Over(len(p.Out)) }

// put writes the words of a code, without a line end.
func (p page) put(code string, args ...phrase.Arg) {
	p.Out = p.Book.Append(p.Out, phrase.P(code, args...), p.Places)
}

// heading writes a heading and the blank line after it.
func (p page) heading(code string, args ...phrase.Arg) {
	p.put(code, args...)
	p.Out = append(p.Out, "\n\n"...)
}

// head writes the realm, its player, refused orders and the turn, and begins the tale. It returns how many of the orders
// it had room for.
func (p page) head(tale *chronicler, refused []orders.Problem) (written int) {
	rulekit.WriteHead(p.Text)
	p.Blank()
	if len(refused) > 0 {
		written = p.Refused("", refused, p.a.season.Written(p.a.realm))
		p.Blank()
	}
	n := p.a.t.Number
	p.Say("", "report.turn", phrase.Num("turn", n), phrase.Num("year", realm.Year(n)),
		phrase.Key("season", "season."+realm.Season(n)))
	p.TaleHere()
	tale.opens(&p.Tale, p.a)
	p.Blank()
	return written
}

// fieldTitle writes `Feld   1/  1:` before the first army of a field, or `Feld   1/  1 (verloren):` if the field was
// lost this turn.
func (p page) fieldTitle(l *lot) {
	p.put("report.field")
	p.Out = rulekit.AppendCoords(p.Out, l.x, l.y)
	if !l.owned {
		p.put("report.lost")
	}
	p.Out = append(p.Out, ":\n"...)
}

// written is how many rows of its sections a whole report had room for. Its facts have no more.
type written struct {
	refused           int
	events            [realm.Weeks + 2]int // by week
	observers, armies [realm.Weeks + 1]int // by week
	lots, visitors    int                  // of own land
	yields            int
	capacities        int
	letters           int
}

// No report is longer than reportMost. Each part has a bound of its own for the length reached so far. So no part,
// however many armies of others are in sight, takes the room of later ones.
const (
	reportMost  = 15 << 20
	headMost    = 1 << 20
	beforeMost  = 2 << 20
	weekMost    = 600 << 10 // each week; what one does not use is for the next
	afterMost   = beforeMost + (realm.Weeks+2)*weekMost
	ownLandMost = afterMost + 1<<20
	tablesMost  = ownLandMost + 1<<20
	mapMost     = tablesMost + 1<<20
)

// nameWidth is the column of army names. capitalMark is in that column for the capital, which sees its ring.
const (
	nameWidth   = 7
	capitalMark = "HST"
)

// appendName writes who saw something, in the column of names.
func appendName(dst []byte, name realm.ArmyName) []byte {
	start := len(dst)
	if name.ID == 0 {
		dst = append(dst, capitalMark...)
	} else {
		dst = name.Append(dst)
	}
	return append(dst, rulekit.Blanks[:nameWidth-(len(dst)-start)]...)
}

// appendOwnField writes `:   1/  1 : tla 1 STD I 1:---- 2:---- …`: all
// edges, and the building with its state.
func appendOwnField(dst []byte, a *account, at game.Place) []byte {
	g := &a.t.Ground[at]
	dst = append(appendPlace(dst, a, g, at), ' ', g.State)
	for d := game.Direction(1); d <= 6; d++ {
		dst = append(dst, ' ', '0'+byte(d), ':')
		dst = append(dst, g.Edge(d)[:]...)
	}
	return append(dst, '\n')
}

// appendNeighbour writes `R1     :   1/  2 : tew 0 --- ----`: only the edge towards the observer, and no state.
func appendNeighbour(dst []byte, a *account, d game.Direction, at game.Place) []byte {
	g := &a.t.Ground[at]
	dst = append(dst, 'R', '0'+byte(d), ' ', ' ', ' ', ' ', ' ')
	dst = append(appendPlace(dst, a, g, at), ' ')
	dst = append(dst, g.Edge(d.Opposite())[:]...)
	return append(dst, '\n')
}

// appendPlace writes the columns both lines share, `:   1/  1 : tla 1 STD`.
func appendPlace(dst []byte, a *account, g *sight.Ground, at game.Place) []byte {
	x, y := a.xy(at)
	dst = append(dst, ':', ' ')
	dst = rulekit.AppendCoords(dst, x, y)
	dst = append(dst, ' ', ':', ' ')
	dst = append(dst, a.t.Tables.Terrain[g.Terrain].Code...)
	dst = append(dst, ' ')
	dst = append(dst, a.season.tags[g.Owner]...)
	dst = append(dst, ' ')
	return append(dst, g.Kind[:]...)
}

// appendArmy writes `  A : 1.K.M 3  993`, or without a sign `  A : ?.K.M ?  993`.
func appendArmy(dst []byte, a *account, w *sight.Week, i int32, l sight.Look) []byte {
	s := &w.Spots[i]
	if int(s.Realm) == a.realm && s.Own != s.Men {
		return sight.AppendSpot(dst, a.season.tags[s.Realm], s.Unit, int(s.ID), s.Own)
	}
	return append(dst, w.Line(i, l)...)
}
