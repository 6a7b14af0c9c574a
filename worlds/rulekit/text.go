package rulekit

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Text is what is being written for one reader: a report, the body of its mail, a legend.
type Text struct {
	*Reader
	Out   []byte
	Broad bool // it is the body of a mail, whose lines mail programs break
	Exact bool // texts keep their blanks and line ends (AppendKept), and letters are indented, without marks
	Most  int  // how many bytes the text may have; 0: any number. See Over and Section
	Tale  Tale // what the chronicler may say beside it

	cut  bool            // something was left out because of Most
	cuts []int           // of the report
	line []byte          // what is being said, before it is wrapped
	said []phrase.Phrase // the sentences of a paragraph
}

// Text is an empty text for the reader.
func (r *Reader) Text() *Text {
	t := new(Text)
	t.Reset(r)
	t.Tale.Own = []phrase.Arg{phrase.Str("own", r.Person.Name)}
	return t
}

// TextIn is an empty text for the reader, in the words of another book.
func (r *Reader) TextIn(book *phrase.Book) *Text {
	in := *r
	in.Book = book
	return in.Text()
}

// Reset empties a text, for a reader. The memory is used again.
func (t *Text) Reset(r *Reader) {
	*t = Text{Reader: r, Out: t.Out[:0], Tale: t.Tale.again(r), line: t.line, said: t.said}
}

// Line writes sentences after an indent, one after the other.
func (t *Text) Line(indent string, what ...phrase.Phrase) {
	if !t.Exact {
		t.line = t.words(t.line[:0], what)
		t.Wrap(indent, string(t.line))
		return
	}
	start := len(t.Out)
	t.Out = t.words(append(t.Out, indent...), what)
	switch line := t.Out[start:]; {
	case t.Broad || short(line):
		t.Out = append(t.Out, '\n')
	default:
		t.line = append(t.line[:0], line...)
		t.Out = AppendKept(t.Out[:start], t.line, indent+hang)
	}
}

// Lines writes sentences after an indent, each in a line of its own.
func (t *Text) Lines(indent string, what []phrase.Phrase) {
	for _, w := range what {
		t.Line(indent, w)
	}
}

// words puts sentences into words, one after the other. In a mail, where no list of realms is beside them, all are
// named.
func (t *Text) words(dst []byte, what []phrase.Phrase) []byte {
	for i := range what {
		said := what[i]
		if t.Broad {
			said = t.named(said)
		}
		dst = t.Book.Append(dst, said, t.Places)
	}
	return dst
}

// hang is how much deeper than its indent the further lines of a wrapped text are.
const hang = "  "

// Say writes the sentence of a code after an indent.
func (t *Text) Say(indent, code string, args ...phrase.Arg) { t.Line(indent, phrase.P(code, args...)) }

// Wrap writes a text after an indent, which the text's own leading blanks make deeper. If it is wrapped, its further
// lines are indented by two more.
func (t *Text) Wrap(indent, text string) {
	words := strings.TrimLeft(text, " ")
	if words == "" {
		text = ""
	}
	width := Width
	if t.Broad {
		width = game.Unbroken
	}
	t.Out = game.AppendWrapped(t.Out, indent+text[:len(text)-len(words)], words, width)
}

// Title writes a heading below an empty line, with a line under it.
func (t *Text) Title(code string, args ...phrase.Arg) {
	t.Out = game.AppendTitle(t.Out, t.Book.Say(phrase.P(code, args...)))
}

// Blank writes an empty line.
func (t *Text) Blank() { t.Out = append(t.Out, '\n') }

// Drawn writes a line as it is, as maps need it, without blanks at its end.
func (t *Text) Drawn(line string) {
	t.Out = append(append(t.Out, strings.TrimRight(line, " ")...), '\n')
}

// Quote writes what a player has written, after marks that no line of a report begins with. In an exact text it is
// indented instead, with an empty line below.
func (t *Text) Quote(text string) {
	if t.Exact {
		t.Out = append(AppendKept(t.Out, hang+orders.Legible(text), hang), '\n')
		return
	}
	t.Out = game.AppendQuoted(t.Out, text, Width)
}

// Over reports whether the part being written has no room for a text of this many bytes. Then it remembers that something
// of it is left out.
func (t *Text) Over(length int) bool {
	t.cut = t.cut || t.Most > 0 && length >= t.Most
	return t.cut
}

// Section writes a part that may bring the text up to this many bytes. If Over reports that this is not enough, the
// sentence of the code missing says that the rest is left out.
func (t *Text) Section(most int, missing string, write func()) {
	whole := t.Most
	t.Most = most
	write()
	if t.cut {
		t.Say("", missing)
		t.Blank()
	}
	t.Most, t.cut = whole, false
}

// EndWelcome ends report 0: with the legend, below the title legend.title. A sentence of Texts says that the world's
// tables are no secret, since they travel with what a realm knows. The last sentence has the code end.
func EndWelcome(t *Text, legend func(), end string) {
	t.Title("legend.title")
	legend()
	t.Blank()
	t.Say("", "report.numbers")
	t.End(end)
}

// WriteHead names the realm in the first line: the sentence report.head with realm, name and player.
func WriteHead(t *Text) {
	t.Say("", "report.head", phrase.Num("realm", t.Realm()), phrase.Str("name", t.Person.Name), phrase.Str("player", t.Person.Player))
	t.TaleHere()
}

// TaleHere says that the chronicler's lines go here.
func (t *Text) TaleHere() { t.Tale.told.At = len(t.Out) }

// End writes the last sentence of a report, below an empty line.
func (t *Text) End(code string) {
	t.Blank()
	t.Say("", code)
}

// Report is the text as the report of its reader, without a mail.
func (t *Text) Report() game.Report {
	cuts := t.cuts
	t.cuts = nil
	return game.Report{Realm: t.Realm(), Name: game.ReportName(t.Book.Lang), Text: t.Out, Tale: t.Tale.done(), Cuts: cuts}
}

// WriteTable writes a table of a legend under its heads, which are the words legend.head.CODE; an empty code is an empty
// head. The first left columns are flush left, the others flush right.
func WriteTable(t *Text, left int, heads []string, rows [][]string) {
	first := make([]string, len(heads))
	for i, code := range heads {
		if code != "" {
			first[i] = t.Book.T("legend.head." + code)
		}
	}
	t.Out = game.AppendColumns(t.Out, left, append([][]string{first}, rows...))
}

// WriteOpening writes the head of a report: a sentence that names the turn, and report-realm with realm and name.
func WriteOpening(t *Text, turn phrase.Phrase) {
	t.Line("", turn)
	t.Say("", "report-realm", phrase.Num("realm", t.Realm()), phrase.Str("name", t.Person.Name))
	t.TaleHere()
}

// Events writes what a realm is told, under the titles phase.NAME of its phases. Before each event whose code gap
// names is an empty line.
func (t *Text) Events(told []*game.Event, gap ...string) {
	last := ""
	for _, e := range told {
		if e.Phase != last {
			t.Title("phase." + e.Phase)
			last = e.Phase
		}
		if slices.Contains(gap, e.Code) {
			t.Blank()
		}
		t.Line("", e.Phrase)
	}
}

// Paragraph writes sentences after an indent, one after the other, set apart by blanks. It writes nothing if there are
// none.
func (t *Text) Paragraph(indent string, what []phrase.Phrase) {
	if len(what) > 0 {
		t.said = Sentences(what).apart(t.said[:0])
		t.Line(indent, t.said...)
	}
}

// Part writes a part below its title. A part in which nothing is has none.
func (t *Text) Part(title string, write func()) { t.Below(func() { t.Title(title) }, write) }

// Below writes something below a head. If nothing comes, there is no head either, and it reports false.
func (t *Text) Below(head, write func()) bool {
	start := len(t.Out)
	head()
	empty := len(t.Out)
	if write(); len(t.Out) == empty {
		t.Out = t.Out[:start]
		return false
	}
	return true
}

// Sentences is a line of sentences, which are set apart by blanks.
type Sentences []phrase.Phrase

// apart adds the sentences, set apart by blanks.
func (t Sentences) apart(out []phrase.Phrase) []phrase.Phrase {
	for i, what := range t {
		if i > 0 {
			out = append(out, phrase.P("letter.blank"))
		}
		out = append(out, what)
	}
	return out
}
