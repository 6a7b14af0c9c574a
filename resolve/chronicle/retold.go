package chronicle

import (
	"bytes"
	"index/suffixarray"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
	"weltentor/resolve/replay"
	"weltentor/worlds/game"
)

// Claim is a report as a letter has brought it.
type Claim struct {
	Text  string
	Realm int       // 0: one in whose report its first line is
	Turn  int       // −1: the same
	Is    *Likeness // nil: the file tells no such realm of such a turn
}

// Likeness is how like a claim is to what a realm was told of a turn.
type Likeness struct {
	Turn, Realm int
	Foreign     []ForeignLine // that no report of them has
}

// ForeignLine is a line of a claim, counted from 1.
type ForeignLine struct {
	Line int
	Text string
}

// Retelling writes reports anew from a public file as it is played, and compares claims with them. Of each realm it keeps
// what it was shown and heard since its report 0. It is a replay.Watcher.
type Retelling struct {
	claims []*Claim
	realms map[int]*retold
}

// Retell begins to compare claims, and fills them in.
func Retell(claims []*Claim) *Retelling {
	return &Retelling{claims: claims, realms: map[int]*retold{}}
}

// Joined tells a realm that has joined its report 0. Whoever takes a realm over is told everything anew.
func (r *Retelling) Joined(g replay.Game, j Join, world game.World) {
	switch f := r.realms[j.Realm]; {
	case j.Edit != nil, !r.wanted(j.Realm):
	case f == nil, !f.played:
		f = newRetold(j.Realm)
		r.realms[j.Realm] = f
		r.compare(g, 0, f.realm, world, f.welcome(g, world))
	default:
		f.forget()
	}
}

// Played tells the realms a turn. If turns were taken back before it, they are told everything anew.
func (r *Retelling) Played(g replay.Game, line replay.Line, outcome game.Outcome) {
	for _, f := range r.realms {
		if len(line.Gone) > 0 {
			f.forget()
		}
	}
	for _, realm := range outcome.Realms() {
		if f := r.realms[realm]; f != nil {
			r.compare(g, line.Turn, realm, outcome.Next(), f.told(g, line.Turn, outcome))
		}
	}
}

// wanted reports whether a claim may be of a realm.
func (r *Retelling) wanted(realm int) bool {
	return slices.ContainsFunc(r.claims, func(c *Claim) bool { return c.Realm == 0 || c.Realm == realm })
}

// retold is a realm that is told the game anew: as its player wished, and in each language.
type retold struct {
	realm  int
	played bool // it was told a turn
	ways   []way
}

// way is one in which a realm is told the game.
type way struct {
	lang  phrase.Lang // "": as the player wished
	shown []byte
	heard game.Heard
}

func newRetold(realm int) *retold {
	f := &retold{realm: realm, ways: []way{{}}}
	for _, lang := range phrase.Langs {
		f.ways = append(f.ways, way{lang: lang})
	}
	return f
}

// forget ends what the realm was shown: it is told everything anew.
func (f *retold) forget() {
	for i := range f.ways {
		f.ways[i].shown = nil
	}
}

// heir is the present player of a realm, as somebody who wants reports in a language.
func (f *retold) heir(w game.World, lang phrase.Lang) game.Player {
	here := ByNumber(w)[f.realm]
	return game.Player{Name: here.Player, Lang: lang, Computer: here.Computer}
}

// welcome writes report 0 in all ways.
func (f *retold) welcome(g replay.Game, world game.World) *rewritten {
	out := &rewritten{}
	for i := range f.ways {
		w, of := &f.ways[i], world
		if w.lang != "" {
			of = world.HandOver(f.realm, f.heir(world, w.lang))
		}
		var rep game.Report
		rep, w.shown = counted(g.Seed, of.Welcome, f.realm, nil)
		out.add(rep.Text, rep.Tale.Opened())
	}
	return out
}

// told writes the report of a turn in all ways: short after what was shown, short as if nothing was, and whole.
func (f *retold) told(g replay.Game, turn int, outcome game.Outcome) *rewritten {
	f.played = true
	out := &rewritten{}
	for i := range f.ways {
		w, of := &f.ways[i], outcome
		if w.lang != "" {
			of = of.HandOver(f.realm, f.heir(of.Next(), w.lang))
		}
		write, heard := Writer(g.Seed, of), w.heard
		for _, before := range [][]byte{nil, w.shown} {
			var rep game.Report
			rep, w.shown = write(f.realm, before)
			var lines []byte
			lines, w.heard = rep.Tale.Told(g.Seed, turn, f.realm, heard)
			out.add(rep.Text, lines, rep.Tale.Opened())
		}
		whole := of.Report(f.realm, nil)
		lines, _ := whole.Tale.Told(g.Seed, turn, f.realm, heard)
		out.add(whole.Text, lines)
	}
	return out
}

// compare compares the claims with what a realm was told.
func (r *Retelling) compare(g replay.Game, turn, realm int, after game.World, told *rewritten) {
	for _, c := range r.claims {
		if c.Turn >= 0 && c.Turn != turn || c.Realm > 0 && c.Realm != realm || (c.Turn < 0 || c.Realm == 0) && !told.begins(c.Text) {
			continue
		}
		if told.index == nil {
			told.index, told.apart = suffixarray.New(told.text), apartFor(g.Rb, after)
		}
		if foreign := told.foreign(c.Text); c.Is == nil || len(foreign) < len(c.Is.Foreign) {
			c.Is = &Likeness{turn, realm, foreign}
		}
	}
}

// rewritten is all that a realm may have been told at a time, in one text of plain words: each report is a line.
type rewritten struct {
	text  []byte
	index *suffixarray.Index
	apart *apart
}

func (t *rewritten) add(parts ...[]byte) {
	for _, part := range parts {
		t.text = append(append(append(t.text, ' '), plainWords(string(part))...), " \n"...)
	}
}

// begins reports whether a report has the first line of a text.
func (t *rewritten) begins(text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return bytes.Contains(t.text, []byte(" "+plainWords(first)+" "))
}

// has reports whether a report has these plain words one after the other, in whatever lines.
func (t *rewritten) has(words string) bool {
	return len(t.index.Lookup([]byte(" "+words+" "), 1)) > 0
}

// plainWords are the words of a text with a blank between them. Letters that not every charset has count as one.
func plainWords(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, text)), " ")
}

// apart is what tells lines that are made of what public files do not have: letters, and why lines of a sheet did not
// count, for the file has only those that the language knows. All are plain words.
type apart struct {
	titles  map[string]bool // of such parts
	above   map[string]bool // a letter
	refused [][2]string     // before and after the number of a line that did not count
}

func apartFor(rb game.Rulebook, w game.World) *apart {
	a := &apart{titles: map[string]bool{}, above: map[string]bool{}}
	for _, lang := range phrase.Langs {
		book := rb.Words(lang)
		for _, code := range []string{game.LettersTitle, game.RefusedTitle} {
			a.titles[plainWords(book.T(code))] = true
		}
		a.above[plainWords(book.T(game.AboveRumour))] = true
		for _, from := range w.Realms() {
			for _, code := range []string{game.AboveNews, game.AboveLetter} {
				a.above[plainWords(book.Say(phrase.P(code, phrase.Num("realm", from.Number), phrase.Str("name", from.Name))))] = true
			}
		}
		before, after, _ := strings.Cut(plainWords(book.Say(phrase.P(game.RefusedLine, phrase.Num("line", 0)))), "0")
		a.refused = append(a.refused, [2]string{before, after})
	}
	return a
}

// refuses reports whether a line says that a line of orders did not count.
func (a *apart) refuses(words string) bool {
	return slices.ContainsFunc(a.refused, func(says [2]string) bool {
		rest, is := strings.CutPrefix(words, says[0])
		number, _, there := strings.Cut(rest, says[1])
		_, err := strconv.Atoi(number)
		return is && there && err == nil
	})
}

// foreign are the lines of a text that no report has. What is apart is passed over: it begins with a line of its own, and
// its other lines are indented. So is what a report quotes, and a line without a letter or a digit.
func (t *rewritten) foreign(text string) (foreign []ForeignLine) {
	below := false
	for i, line := range strings.Split(text, "\n") {
		words := plainWords(line)
		switch {
		case words == "", strings.HasPrefix(words, ">"):
			below = below && !strings.HasPrefix(line, ">")
			continue
		case below && line[0] == ' ':
			continue
		}
		if below = t.apart.above[words]; below || t.apart.titles[words] || !says(words) || t.has(words) {
			continue
		}
		if below = t.apart.refuses(words); !below {
			foreign = append(foreign, ForeignLine{i + 1, strings.TrimSpace(line)})
		}
	}
	return foreign
}

// says reports whether a line has a letter or a digit.
func says(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '?' })
}
