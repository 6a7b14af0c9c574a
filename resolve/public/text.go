package public

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Columns is the width of a page outside the body of a mail.
const Columns = 78

// writer writes a page in one language.
type writer struct {
	book  *phrase.Book
	width int
	out   []byte
}

// Text is the whole page in a language, in lines of at most width characters.
func (p Page) Text(lang phrase.Lang, width int) []byte {
	w := writer{book: wording.Words(lang), width: width}
	title := p.Title[w.book.Lang]
	if title == "" {
		w.line("", p.World)
	} else {
		w.say("", "head", phrase.Str("world", p.World), phrase.Str("title", title))
	}
	if !p.Deadline.IsZero() {
		w.say("", "until", phrase.Str("when", wording.Moment(w.book, p.Deadline)))
	}
	w.out = append(w.out, p.Parts(lang, width)...)
	return w.out
}

// Parts is the page without its head.
func (p Page) Parts(lang phrase.Lang, width int) []byte {
	w := writer{book: wording.Words(lang), width: width}
	if p.GameOver {
		w.say("", "over", phrase.Num("n", len(p.Winners)), phrase.Str("list", Listed(p.Winners)))
	}
	if p.Public.Has(Sent) {
		w.sent(p)
	}
	if p.Public.Has(Standing) {
		w.standings(p.Standings)
	}
	if p.Public.Has(Turns) {
		w.turns(p.Turns, p.earlier)
	}
	if p.Public.Has(Newspaper) {
		w.papers(p.fresh())
	}
	return w.out
}

// Sheet is a turn's newspaper as a text of its own, with the standings, in lines of at most width characters.
func (p Page) Sheet(lang phrase.Lang, width int) []byte {
	w := writer{book: wording.Words(lang), width: width}
	w.line("", p.World)
	w.papers(p.Newspaper)
	if p.Public.Has(Standing) {
		w.standings(p.Standings)
	}
	return w.out
}

func (w *writer) line(indent, text string) { w.out = game.AppendWrapped(w.out, indent, text, w.width) }

func (w *writer) say(indent, code string, args ...phrase.Arg) {
	w.line(indent, w.book.Say(phrase.P("public."+code, args...)))
}

func (w *writer) title(code string) {
	w.out = game.AppendTitle(w.out, w.book.T("public.title."+code))
}

// Listed names realms in a row.
func Listed(realms []Realm) string {
	var out []string
	for _, r := range realms {
		out = append(out, fmt.Sprintf("%d %s", r.Realm, r.Name))
	}
	return strings.Join(out, ", ")
}

func (w *writer) sent(p Page) {
	w.title("sent")
	var yes, no []Realm
	for _, r := range p.Sent {
		if r.Sent {
			yes = append(yes, r.Realm)
		} else {
			no = append(no, r.Realm)
		}
	}
	switch {
	case p.Hidden:
		w.say("", "sent-hidden")
	case p.secret:
		w.say("", "sent-secret")
	case len(p.Sent) == 0:
		w.say("", "sent-closed")
	}
	if len(yes) > 0 {
		w.say("", "sent-yes", phrase.Str("list", Listed(yes)))
	}
	if len(no) > 0 {
		w.say("", "sent-no", phrase.Str("list", Listed(no)))
	}
}

func (w *writer) standings(s *Standings) {
	title := "standings"
	if s.none() {
		title = "realms"
	}
	w.title(title)
	if s == nil {
		w.say("", "standings-none")
		return
	}
	table := game.AppendColumns(nil, s.left(), append(s.head(w.book.Lang), s.rows(w.book)...))
	for line := range strings.Lines(string(table)) {
		if utf8.RuneCountInString(line) > w.width {
			table = nil
		}
	}
	w.out = append(w.out, table...)
	if table == nil { // too wide: as sentences
		for _, cells := range s.rows(w.book) {
			w.line("  ", s.sentence(cells, w.book))
		}
	}
	for _, note := range s.Notes {
		w.line("", note[w.book.Lang])
	}
	if s.none() {
		w.say("", "standings-secret")
	}
}

// none reports whether it is only a list of the realms: the rules publish no numbers and no order.
func (s *Standings) none() bool { return s != nil && !s.Ranked() && len(s.Columns) == 0 }

// Tells reports whether a newspaper has news, or standings with numbers.
func (p Page) Tells() bool {
	return slices.ContainsFunc(p.Newspaper, func(paper Paper) bool { return len(paper.News) > 0 }) ||
		p.Public.Has(Standing) && p.Standings != nil && !p.Standings.none()
}

// Ranked reports whether the rules have an order of realms.
func (s *Standings) Ranked() bool {
	return slices.ContainsFunc(s.Rows, func(r StandingRow) bool { return r.Place > 0 })
}

// left is how many cells of a row are before the numbers: place, number and name of the realm.
func (s *Standings) left() int {
	if s.Ranked() {
		return 3
	}
	return 2
}

// head is the row of titles. It is empty if there are no numbers.
func (s *Standings) head(lang phrase.Lang) [][]string {
	if len(s.Columns) == 0 {
		return nil
	}
	head := make([]string, s.left())
	for _, c := range s.Columns {
		head = append(head, c.Title[lang])
	}
	return [][]string{head}
}

func (s *Standings) rows(book *phrase.Book) (rows [][]string) {
	for _, row := range s.Rows {
		var cells []string
		if s.Ranked() {
			cells = append(cells, strconv.Itoa(row.Place)+".")
		}
		name := row.Name
		if row.Fallen {
			name = book.Say(phrase.P("public.fallen", phrase.Str("name", name)))
		}
		if row.Bot {
			name = book.Say(phrase.P("public.bot", phrase.Str("name", name)))
		}
		cells = append(cells, strconv.Itoa(row.Realm.Realm), name)
		for _, n := range row.Numbers {
			cells = append(cells, strconv.FormatInt(n, 10))
		}
		rows = append(rows, cells)
	}
	return rows
}

// sentence is a row as a sentence: each number comes after its title.
func (s *Standings) sentence(cells []string, book *phrase.Book) string {
	var numbers []string
	for i, c := range s.Columns {
		numbers = append(numbers, c.Title[book.Lang]+" "+cells[s.left()+i])
	}
	name := strings.Join(cells[:s.left()], " ")
	if len(numbers) == 0 {
		return name
	}
	return book.Say(phrase.P("public.row", phrase.Str("name", name), phrase.Str("list", strings.Join(numbers, ", "))))
}

func (w *writer) turns(rows []TurnRow, earlier int) {
	w.title("turns")
	resolved := false
	for _, row := range rows {
		turn := phrase.Num("turn", row.Turn)
		for _, at := range row.Undone {
			w.say("", "turn-undone", turn, phrase.Str("when", Day(w.book, at)))
		}
		if row.At.IsZero() {
			continue
		}
		resolved = true
		w.say("", "turn", turn, phrase.Str("when", Day(w.book, row.At)), phrase.Num("sent", row.Sent),
			phrase.Num("asked", row.Asked))
		if row.Fights > 0 {
			w.say("  ", "turn-fights", phrase.Num("n", row.Fights))
		}
	}
	switch {
	case earlier > 0:
		w.say("", "turns-earlier", phrase.Num("n", earlier))
	case !resolved:
		w.say("", "turns-none")
	}
}

// fresh are the newspapers without what a list of turns has said already: that a turn was taken back.
func (p Page) fresh() []Paper {
	if !p.Public.Has(Turns) {
		return p.Newspaper
	}
	var out []Paper
	for _, paper := range p.Newspaper {
		had := len(paper.News)
		paper.News = slices.DeleteFunc(slices.Clone(paper.News), func(n News) bool { return n.Code == undoneNews })
		if paper.Turn < p.Turn || len(paper.News) > 0 || had == 0 {
			out = append(out, paper)
		}
	}
	return out
}

func (w *writer) papers(papers []Paper) {
	w.title("newspaper")
	for i, p := range papers {
		if i > 0 && len(p.News) == 0 && !p.Older {
			continue // only the newest one says that there are no news
		}
		if i > 0 {
			w.out = append(w.out, '\n')
		}
		turn := phrase.Num("turn", p.Turn)
		if p.At.IsZero() {
			w.say("", "paper-now", turn)
		} else {
			w.say("", "paper-turn", turn, phrase.Str("when", Day(w.book, p.At)))
		}
		for _, n := range p.News {
			w.line("  ", n.Text[w.book.Lang])
		}
		if len(p.News) == 0 {
			w.say("  ", "paper-none")
		}
		if p.Older {
			w.say("  ", "paper-older")
		}
	}
	if len(papers) == 0 {
		w.say("", "turns-none")
	}
}
