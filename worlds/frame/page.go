package frame

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Width is how many characters a line of a report has at most. A longer line is wrapped at blanks.
const Width = 78

// Page is a text that is being written for one reader: a report, the body of its mail, a legend. A rulebook's page
// embeds it beside the world it is about.
type Page struct {
	Book   *phrase.Book
	Reader *Person
	Rules  ruled         // whose page it is
	Places phrase.Viewer // how the reader counts fields; nil: sentences have no places
	Out    []byte
	Broad  bool // it is the body of a mail, whose lines mail programs break
	Exact  bool // texts keep their blanks and line ends (AppendKept), and letters are indented, without marks
	Most   int  // how many bytes the page may have; 0: any number. See Over and Section
	// what the page says, as data, collected while it is written; nil: nobody asks for it
	Facts *game.Facts
	// says what an event means to the reader, and what it tells of a battle; nil: nobody does
	Weigh func(*game.FactEvent, phrase.Phrase)
	// what the game's events mean to a reader, by code, and what a chronicler may say of them: see Tell
	Meanings map[string]Meaning
	// what the chronicler hears of an event that does not always mean the same, and what else he may name; nil: Meanings
	Teller func(phrase.Phrase) (Meaning, []phrase.Arg)
	Own    []phrase.Arg // which each of his phrases may use, such as own, the realm's name
	Tale   game.Tale

	Shown *game.Shown // what the reader was shown before; nil: nobody asks for a short report, and all is news

	cut  bool         // something was left out because of that
	cuts []int        // of the report
	line []byte       // what is being said, before it is wrapped
	args []phrase.Arg // of what the chronicler may say
}

// ruled is what facts say of a rulebook.
type ruled interface {
	Name() string
	Version() int
}

// Page is an empty page for a person who plays by these rules.
func (b *Book[T]) Page(r *Person) Page {
	return Page{Book: b.Words(r.Lang), Reader: r, Rules: b, Own: []phrase.Arg{phrase.Str("own", r.Name)}}
}

// Line writes sentences after an indent, one after the other.
func (p *Page) Line(indent string, what ...phrase.Phrase) {
	if !p.Exact {
		p.line = p.said(p.line[:0], what)
		p.Text(indent, string(p.line))
		return
	}
	start := len(p.Out)
	p.Out = p.said(append(p.Out, indent...), what)
	switch line := p.Out[start:]; {
	case p.Broad || short(line):
		p.Out = append(p.Out, '\n')
	default:
		p.line = append(p.line[:0], line...)
		p.Out = AppendKept(p.Out[:start], p.line, indent+hang)
	}
}

// News records what a line says, and reports whether any of it is news to the reader: only then a short report has the
// line.
func (p *Page) News(facts ...game.Fact) bool { return p.Shown == nil || p.Shown.News(facts...) }

// Brief prepares a page for a short report to a reader who was shown what the record says, and reports whether the reader
// wants one. If language or length has changed since, the record is forgotten, and everything is told again.
func (p *Page) Brief(shown *game.Shown) bool {
	if p.Reader.Full {
		shown.Under("full")
		return false
	}
	shown.Under(string(p.Reader.Lang) + " short")
	p.Shown = shown
	return true
}

// said puts sentences into words, one after the other.
func (p *Page) said(dst []byte, what []phrase.Phrase) []byte {
	for i := range what {
		dst = p.Book.Append(dst, what[i], p.Places)
	}
	return dst
}

// hang is how much deeper than its indent the further lines of a wrapped text are.
const hang = "  "

// Say writes the sentence of a code after an indent.
func (p *Page) Say(indent, code string, args ...phrase.Arg) { p.Line(indent, phrase.P(code, args...)) }

// Text writes a text after an indent, which the text's own leading blanks make deeper. If it is wrapped, its further
// lines are indented by two more.
func (p *Page) Text(indent, text string) {
	words := strings.TrimLeft(text, " ")
	if words == "" {
		text = ""
	}
	width := Width
	if p.Broad {
		width = game.Unbroken
	}
	p.Out = game.AppendWrapped(p.Out, indent+text[:len(text)-len(words)], words, width)
}

// Title writes a heading below an empty line, with a line under it.
func (p *Page) Title(code string, args ...phrase.Arg) {
	p.Out = game.AppendTitle(p.Out, p.Book.Say(phrase.P(code, args...)))
}

// Blank writes an empty line.
func (p *Page) Blank() { p.Out = append(p.Out, '\n') }

// Drawn writes a line as it is, as maps need it, without blanks at its end.
func (p *Page) Drawn(line string) {
	p.Out = append(append(p.Out, strings.TrimRight(line, " ")...), '\n')
}

// Quote writes what a player has written, after marks that no line of a report begins with. On an exact page it is
// indented instead, with an empty line below.
func (p *Page) Quote(text string) {
	if p.Exact {
		p.Out = append(AppendKept(p.Out, hang+orders.Legible(text), hang), '\n')
		return
	}
	p.Out = game.AppendQuoted(p.Out, text, Width)
}

// Over reports whether the part being written has no room for a page of this many bytes. Then it remembers that something
// of it is left out.
func (p *Page) Over(length int) bool {
	p.cut = p.cut || p.Most > 0 && length >= p.Most
	return p.cut
}

// Section writes a part that may bring the page up to this many bytes. If Over reports that this is not enough, the
// sentence of the code missing says that the rest is left out.
func (p *Page) Section(most int, missing string, write func()) {
	whole := p.Most
	p.Most = most
	write()
	if p.cut {
		p.Say("", missing)
		p.Blank()
	}
	p.Most, p.cut = whole, false
}

// Refused writes the lines that were not done, or only in part, after an indent, each with the reason. Before that is
// the sentence report.refused with the number of the line, or report.refused-nowhere if there is none. Each line is
// quoted below its last reason. text is the sheet.
func (p *Page) Refused(indent string, undone []orders.Problem, text string, partly bool) {
	if len(undone) == 0 {
		return
	}
	written := orders.Split(text)
	for i, r := range undone {
		if p.Over(len(p.Out)) {
			break
		}
		p.FactRefused(r, partly)
		where := phrase.P("report.refused", phrase.Num("line", r.Line))
		if r.Line == 0 {
			where = phrase.P("report.refused-nowhere")
		}
		p.Line(indent, where, r.What)
		p.quoted(indent, undone, i, written)
	}
}

// EndWelcome ends report 0. A sentence of Texts says that the world's tables are no secret, since they travel with what a
// realm knows. The last sentence has the code end.
func (p *Page) EndWelcome(end string) {
	p.Blank()
	p.Say("", "report.numbers")
	p.End(end)
}

// Head names the realm in the first line: the sentence report.head with realm, name and player.
func (p *Page) Head() {
	r := p.Reader
	p.Say("", "report.head", phrase.Num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player))
	p.TaleHere()
}

// Begin writes the head of a report, and what was not done of the sheet text. Below an empty line follows a sentence
// that names the turn, which has no weeks.
func (p *Page) Begin(undone []orders.Problem, text string, turn phrase.Phrase) {
	p.Head()
	p.Refused("", undone, text, false)
	p.Blank()
	p.Line("", turn)
	p.TaleHere()
	p.factTurn(turn)
}

// End writes the last sentence of a report, below an empty line.
func (p *Page) End(code string) {
	p.Blank()
	p.Say("", code)
}

// Report is the page as the report of a realm, with the body of its mail.
func (p *Page) Report(realm int, summary []byte) game.Report {
	cuts := p.cuts
	p.cuts = nil
	return game.Report{Realm: realm, Name: game.ReportName(p.Book.Lang), Text: p.Out, Summary: summary, Tale: p.tale(),
		Cuts: cuts}
}

// Mailed is Report with the body of a mail that a digest writes, on a page of its own.
func (p *Page) Mailed(d *Digest, body *Page) game.Report {
	report := p.Report(d.Realm, nil)
	report.Summary, report.News = d.Mail(body)
	return report
}

// Table writes a table of a legend under its heads, which are the words legend.head.CODE; an empty code is an empty
// head. The first left columns are flush left, the others flush right.
func (p *Page) Table(left int, heads []string, rows [][]string) {
	first := make([]string, len(heads))
	for i, code := range heads {
		if code != "" {
			first[i] = p.Book.T("legend.head." + code)
		}
	}
	p.Out = game.AppendColumns(p.Out, left, append([][]string{first}, rows...))
}

// Digits is a number in a table.
func Digits[N ~int | ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// Some is a number in a table that shows a dash for 0.
func Some[N ~int | ~int64](n N) string {
	if n == 0 {
		return "-"
	}
	return Digits(n)
}

// Opening writes the head of a report: a sentence that names the turn, and report-realm with realm and name.
func (p *Page) Opening(turn phrase.Phrase) {
	p.Line("", turn)
	p.factTurn(turn)
	p.Say("", "report-realm", phrase.Num("realm", p.Reader.Number), phrase.Str("name", p.Reader.Name))
	p.TaleHere()
}

// Events writes what a realm is told, under the titles phase.NAME of its phases. Before each event whose code gap
// names is an empty line.
func (p *Page) Events(told []*game.Event, gap ...string) {
	last := ""
	for _, e := range told {
		if e.Phase != last {
			p.Title("phase." + e.Phase)
			last = e.Phase
		}
		if slices.Contains(gap, e.Code) {
			p.Blank()
		}
		p.FactEvent(e, e.Phrase)
		p.Line("", e.Phrase)
	}
}

// Happened writes what a realm is told, without titles.
func (p *Page) Happened(told []*game.Event) {
	for _, e := range told {
		p.FactEvent(e, e.Phrase)
		p.Line("", e.Phrase)
	}
}

// Paragraph writes sentences after an indent, one after the other, set apart by blanks. It writes nothing if there are
// none.
func (p *Page) Paragraph(indent string, what []phrase.Phrase) {
	if len(what) > 0 {
		p.Line(indent, Sentences(what).apart()...)
	}
}

// Part writes a part below its title. A part in which nothing is has none.
func (p *Page) Part(title string, write func()) { p.below(func() { p.Title(title) }, write) }

// below writes something below a head. If nothing comes, there is no head either, and it reports false.
func (p *Page) below(head, write func()) bool {
	start := len(p.Out)
	head()
	empty := len(p.Out)
	if write(); len(p.Out) == empty {
		p.Out = p.Out[:start]
		return false
	}
	return true
}

// Voided writes the lines that were not done, as a part of a short report.
func (p *Page) Voided(title string, undone []orders.Problem, text string) {
	p.Part(title, func() { p.Refused("", undone, text, false) })
}
