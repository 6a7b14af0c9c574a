package rulekit

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Digest is what a player reads first of a turn: the body of the report's mail, counts for its subject, and the same as
// data. A game fills it in one function, from Told, Refused and Written and from the functions by which its report sees
// the world: it says nothing that the report does not say (law 6). All sentences are the game's own. Those of facts are
// said in another language by Reword, so their arguments are numbers, places, keys and names, and List.
//
// A game hands the function to Telling.Digest, or calls Mail for the report and Note for its facts. What is empty is
// left out: a digest with When alone says that the turn was quiet.
type Digest struct {
	Realm int                 // the reader
	When  phrase.Phrase       // names the turn at the head of the headline, without a mark at its end: "Spring of year 6"
	News  []News              // what happened, in the order of the subject
	Needs []Need              // what the player should do, the most urgent first
	Named map[string][]string // names of what happened, by the kind of news that they are: see Count and Counted

	Refused, InPart []orders.Problem // lines that were not done, or only in part, of the sheet Written
	Written         string

	Won, Lost, Also []Sentences     // what happened, line by line
	Stands          []Sentences     // what the realm has, line by line: money and land
	Public          *game.Standings // nil: nothing is

	Letters []PlayerMessage // all of the turn
	Reply   byte            // the section of messages, for how to answer; 0: nothing is said of it

	// Check is the receipt that the reader would get of a sheet with this text after the turn. It reads Need.Line; nil:
	// no need has a line
	Check func(text string) game.Checked
}

// News is something that happened, or did so several times.
type News struct {
	// Kind is counted in the subject, with n: in the words news.KIND.BEFORE behind the kind BEFORE if there are such, and
	// otherwise in news.KIND. No words: it is not counted. Counts have no names, men or money
	Kind   string
	N      int
	Weight int           // as that of a Meaning
	Lead   phrase.Phrase // a clause of the headline, which begins with a small letter as in a sentence; no code: it has none
}

// Need is something that the player should do.
type Need struct {
	Said phrase.Phrase
	More []phrase.Phrase // further sentences, in the same line
	// Line is an order to copy, in the section of that letter. It is left out unless the receipt accepts it as it is
	Section byte
	Line    string
}

// Kinds are kinds of news that name something, in the order of the subject, with their weights.
type Kinds []struct {
	Name   string
	Weight int
}

// Count notes a name as news of a kind, once.
func (d *Digest) Count(kind, name string) {
	if d.Named == nil {
		d.Named = map[string][]string{}
	}
	if !slices.Contains(d.Named[kind], name) {
		d.Named[kind] = append(d.Named[kind], name)
	}
}

// Counted makes news of what is Named, in the order of the kinds. Each has a clause lead.KIND with the names that no
// other clause says; said nil: with all.
func (d *Digest) Counted(r *Reader, kinds Kinds, said func(kind, name string) bool) {
	for _, k := range kinds {
		names := d.Named[k.Name]
		if len(names) == 0 {
			continue
		}
		n := News{Kind: k.Name, N: len(names), Weight: k.Weight}
		left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return said != nil && said(k.Name, name) })
		if len(left) > 0 {
			n.Lead = phrase.P("lead."+k.Name, r.List(left)...)
		}
		d.News = append(d.News, n)
	}
}

// Lead gives the headline a clause.
func (d *Digest) Lead(kind string, weight int, code string, args ...phrase.Arg) {
	d.News = append(d.News, News{Kind: kind, Weight: weight, Lead: phrase.P(code, args...)})
}

// Fell is said of a reader that is no more: the headline says that alone, and nothing needs the player.
func (d *Digest) Fell() {
	for i := range d.News {
		d.News[i].Lead = phrase.Phrase{}
	}
	d.Lead("fallen", 10, "lead.fallen")
	d.Needs = nil
}

const (
	newsCounted = 4  // in the subject
	clausesSaid = 3  // in the headline
	needsSaid   = 6  // lines that were not done are one need, or two
	linesSaid   = 12 // of each part that says what happened
)

// relisted is a list of List in the words of another book.
func relisted(list string, from, to *phrase.Book) string {
	at := strings.LastIndex(list, from.T("letter.list-and"))
	if at < 0 {
		return list
	}
	last := list[at+len(from.T("letter.list-and")):]
	if n, more := strings.CutSuffix(last, from.T("letter.list-more")); more {
		last = n + to.T("letter.list-more")
	}
	return list[:at] + to.T("letter.list-and") + last
}

// Subject counts the weightiest news, for the subject of the mail. It is "" if there is none.
func (d *Digest) Subject(book *phrase.Book) string {
	counted := slices.DeleteFunc(d.heavy(), func(n News) bool { return n.N == 0 || !book.Has("news."+n.Kind) })
	counted = counted[:min(len(counted), newsCounted)]
	var out []string
	before := ""
	for _, n := range d.all() {
		if !slices.ContainsFunc(counted, func(c News) bool { return c.Kind == n.Kind }) || n.N == 0 {
			continue
		}
		code := "news." + n.Kind
		if behind := code + "." + before; book.Has(behind) {
			code = behind
		}
		before = n.Kind
		out = append(out, book.Say(phrase.P(code, phrase.Num("n", n.N))))
	}
	return strings.Join(out, ", ")
}

// undoneWeight is what it weighs that lines were not done.
const undoneWeight = 3

// all is the news, and how many lines were not done.
func (d *Digest) all() []News {
	return append(slices.Clip(d.News), News{Kind: "undone", N: LinesOf(d.Refused), Weight: undoneWeight})
}

// heavy is the news, the weightiest first.
func (d *Digest) heavy() []News {
	out := d.all()
	slices.SortStableFunc(out, func(a, b News) int { return cmp.Compare(b.Weight, a.Weight) })
	return out
}

// clauses are those of the headline.
func (d *Digest) clauses() (out []phrase.Phrase) {
	for _, n := range d.heavy() {
		if n.Lead.Code != "" && len(out) < clausesSaid {
			out = append(out, n.Lead)
		}
	}
	if len(out) == 0 {
		out = append(out, phrase.P("lead.quiet"))
	}
	return out
}

// headline is the first sentence of the mail, as data.
func (d *Digest) headline(r *Reader) game.FactHeadline {
	h := game.FactHeadline{When: r.Said(d.When), Clauses: Map(d.clauses(), r.Said)}
	h.Text = headlined(r.Book, &h)
	return h
}

// headlined puts a headline together.
func headlined(book *phrase.Book, h *game.FactHeadline) string {
	return sentence(book, h.When.Text, Map(h.Clauses, func(s game.Said) string { return s.Text }))
}

// sentence is one of clauses, behind what names the turn.
func sentence(book *phrase.Book, when string, clauses []string) string {
	out := when + ": "
	for i, clause := range clauses {
		switch {
		case i == 0:
			out += phrase.Capital(clause)
		case i == len(clauses)-1:
			out += book.T("letter.clause-and") + clause
		default:
			out += ", " + clause
		}
	}
	return out + "."
}

// asks are the needs that are said, with the lines that the receipt accepts, and how many more there are. Lines that were
// not done come last.
func (d *Digest) asks(r *Reader) (list []Need, more int) {
	var undone []Need
	for _, of := range [...]struct {
		head  string
		lines []orders.Problem
	}{{"letter.undone", d.Refused}, {"letter.undone-in-part", d.InPart}} {
		if n := LinesOf(of.lines); n > 0 {
			undone = append(undone, Need{Said: phrase.P(of.head, phrase.Num("lines", n))})
		}
	}
	list = slices.Clone(d.Needs[:min(len(d.Needs), needsSaid-len(undone))])
	first := First{Book: r.Book, Check: d.Check}
	for i := range list {
		n := &list[i]
		if d.Check == nil || n.Line != "" && !first.accepts(Way{{Section: n.Section, Line: []byte(n.Line)}}) {
			n.Line = ""
		}
	}
	return append(list, undone...), len(d.Needs) - len(list)
}

// Note puts headline and needs into the facts.
func (d *Digest) Note(n *Notes) {
	n.Facts.Headline = d.headline(n.Reader)
	list, _ := d.asks(n.Reader)
	for i := range list {
		need := &list[i]
		say := func(what phrase.Phrase) game.Said { return n.Said(n.named(what)) }
		fact := game.FactNeed{Said: say(need.Said), More: Map(need.More, say), Line: need.Line}
		if need.Line != "" {
			fact.Section = string(rune(need.Section))
		}
		n.Facts.Needs = append(n.Facts.Needs, fact)
	}
}
