package orders

import (
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
)

// lineLimit is the maximum length of an order line in bytes, without its comment.
const lineLimit = 1000

// Parse reads a whole order file. It never fails: everything wrong becomes a Problem, and what is good counts. After
// the first Kept problems the rest are only counted, but every line is read.
func (l *Language) Parse(text string) *File { return l.forgetful().Parse(text) }

// look is Glance that also lists the rows of the text; nil: it does not.
func (m *Memory) look(text string, most int, rows *[]Row) (f *File, whole bool) {
	r := &reader{language: m.language, memory: m, file: &File{}, last: map[key]int{}, left: most, rows: rows}
	empty, signed := text == "", 0 // the line of the mark above a signature
	text = clean(text)
	for text != "" && r.place != ended {
		var line string
		line, text = cutLine(text)
		r.line++
		if Signs(line) {
			r.list(Row{Kind: Stray})
			if r.place == before {
				continue // the orders are below it
			}
			signed = r.line
			break
		}
		line = r.language.ours(r.bare(line))
		r.row = Row{Kind: aboutNothing(line)}
		if r.read(line); r.place == inLines || r.place == closed || r.place.text() {
			r.row.Section = r.section.Letter
		}
		r.list(r.row)
	}
	r.below(text, signed)
	r.rest(text)
	r.excuse()
	if r.place == inMessage && signed == 0 && !r.passed {
		r.file.Open = r.from.Line
	}
	r.finish()
	if r.refused > 0 {
		r.tellAt(r.refusedFrom, Error, messagesMany(r.refused))
	}
	if r.place == before && r.hello > 0 {
		r.beforeSections(Position{Line: r.hello, Col: 1})
	}
	if r.place == before && !r.told && !empty {
		r.tellAt(Position{Line: 1, Col: 1}, Warning, phrase.P("nothing-read", phrase.Str("example", "$A")))
	}
	return r.done(), !r.passed
}

// BeforeSections is the problem that text above the orders does not count.
const BeforeSections = "before-sections"

// place is where in a file the reader is.
type place uint8

const (
	before    place = iota // no section yet
	nameless               // after `$I`: no section
	unknown                // in an unknown section: its lines belong to it
	inLines                // in a section of order lines
	closed                 // in a section of messages, outside a message
	inMessage              // in a message
	dropping               // in the lines after a malformed `#` line
	inProse                // in a free text
	ended                  // after `$E`
	anothers               // below another `$I`: nothing is read
)

// text reports whether free text is read, in which `$` may be an ordinary character.
func (p place) text() bool { return p == inMessage || p == dropping || p == inProse }

// key says what a line is about. If several lines have the same key, the last counts.
type key struct {
	section byte
	about   string
}

// reader reads a file.
type reader struct {
	language *Language
	memory   *Memory
	file     *File
	line     int // number of the line being read
	place    place
	section  *Section
	told     bool // the present stray text was reported already
	text     strings.Builder
	from     Position // where the present text began
	to       string   // recipient of the present message
	last     map[key]int
	above    fullLine  // the last line of orders
	hello    int       // number of the first line above all sections that is for a person; 0: there is none
	left     int       // how many lines of orders may still be read
	passed   bool      // there were more
	greeting *greeting // the lines from there on are not orders; nil: nothing like that was found

	row  Row    // what the present line is
	rows *[]Row // all of them; nil: they are not wanted

	messages, messageBytes int // number and bytes of those accepted so far
	refused                int // messages beyond the limits
	refusedFrom            Position
}

// templateHead matches the line above a template. It is there if somebody fills in the template and pastes it into a
// new letter.
var templateHead = lazy.Pattern(`^\s*=== \pL+ [0-9a-f]{8} ===\s*$`)

func (r *reader) read(line string) {
	if r.place == anothers {
		r.row.Kind = Stray
		return
	}
	h, opens := r.head(line)
	if r.file.Identity != nil && h.letter != 'I' {
		if realm, _ := claims(line); realm > 0 {
			h, opens = head{letter: 'I', word: "I"}, true
		}
	}
	if opens {
		r.open(h, line)
		return
	}
	switch r.place {
	case inLines:
		r.order(line)
	case closed, inMessage, dropping:
		r.message(line)
	case inProse:
		r.row.Kind = TextRow
		r.write(line)
	case before:
		if strings.Contains(line, "===") && templateHead().MatchString(line) {
			return // it came with the template, and its reader was told to leave it
		}
		r.opening(line)
	case nameless:
		r.stray(line, Error, "no-section", phrase.Str("got", Clip(trim(line))), phrase.Str("example", "$A"))
	}
}

// openingLines is how many lines above the first section are looked at. Below them nobody reads words for a person.
const openingLines = 200

// opening reads a line above the first section. Words for a person are passed over in silence, if a section follows. Any
// other line may be an order whose section is missing.
func (r *reader) opening(line string) {
	inner := trimLeft(line)
	switch {
	case r.told || inner == "" || inner[0] == ';':
	case r.line > openingLines || !forPerson(line, r.hello > 0):
		r.beforeSections(Position{Line: r.line, Col: Column(line, len(line)-len(inner))})
	case r.hello == 0:
		r.hello = r.line
	}
}

// beforeSections tells once that a text is above all sections.
func (r *reader) beforeSections(at Position) {
	if !r.told {
		r.told = true
		r.tellAt(at, Warning, phrase.P(BeforeSections, phrase.Str("example", "$A")))
	}
}

// head reports whether a line opens a section, and splits it.
func (r *reader) head(line string) (head, bool) {
	if strings.HasPrefix(line, "$") {
		h := cutHead(line)
		if !r.place.text() || h.names(r.language) {
			return h, true
		}
		if near := r.language.near(h.word); len(h.word) >= 3 && len(near) > 0 {
			r.tell(1, Warning, Guessed("dollar-in-text", near, phrase.Str("got", "$"+Clip(h.word))))
		}
		return head{}, false
	}
	// A line of orders never begins with `$`, so an indented `$` opens a section too. In texts it is text.
	inner := trimLeft(line)
	if r.place.text() || !strings.HasPrefix(inner, "$") {
		return head{}, false
	}
	h := cutHead(inner)
	return h, h.names(r.language)
}

// open begins a section.
func (r *reader) open(h head, line string) {
	if (r.place == inMessage || r.place == dropping) && h.letter != 'E' { // $E ends both
		r.tell(1, Warning, phrase.P("message-open", phrase.Num("line", r.from.Line),
			phrase.Str("got", "$"+Clip(h.word))))
	}
	r.finish()
	if r.file.Starts == 0 {
		r.file.Starts = r.line
	}
	r.told, r.greeting, r.above = false, nil, fullLine{}
	r.from = Position{Line: r.line, Col: 1}
	r.enter(h)
	r.row.Kind = Head
	if h.letter == 'I' {
		r.row.Kind = IdentityRow
		r.identity(h)
		return
	}
	switch r.place {
	case inLines, closed:
		r.behind(h)
	case ended:
		r.row.Kind = EndRow
		r.file.Ends, r.file.Leaves = r.line, r.line
		if len(h.word) > 1 && !h.names(r.language) {
			r.tell(1, Warning, phrase.P("end-word", phrase.Str("got", "$"+Clip(h.word))))
		}
	case unknown:
		r.tell(1, Error, Guessed("unknown-section", r.language.near(h.word),
			phrase.Str("got", Clip(trim(CutComment(line)))), phrase.Str("heads", r.language.heads())))
	}
}

// order reads a line of orders.
func (r *reader) order(line string) {
	if r.section.Raw == nil || !r.section.Raw(line) {
		line = CutComment(line)
	}
	inner := trimLeft(line)
	if inner == "" || inner[0] == ';' {
		return
	}
	if masked := maskHeads(line, r.language.clientWords(), false, false); masked != line {
		r.tell(1, Warning, phrase.P("text-masked"))
		line, inner = masked, trimLeft(masked) // as Scrub does, so that the stored and the parsed text are the same
	}
	r.row.Kind, r.row.Text = OrderRow, trim(inner)
	if r.left--; r.left < 0 {
		r.passed = true
		return
	}
	at := Position{Line: r.line, Col: Column(line, len(line)-len(inner))}
	if len(inner) > lineLimit {
		r.tell(at.Col, Error, phrase.P("line-long", phrase.Num("limit", lineLimit), phrase.Str("got", Clip(inner))))
		return
	}
	if r.setting(inner, at) {
		r.above = fullLine{line: r.line, text: line}
		r.greeted(inner, at, true)
		return
	}
	order, problems := r.readLine(line)
	if order == nil && r.brokenOff(inner) {
		problems = []Problem{{Position: at, Severity: Error,
			What: phrase.P("line-broken", phrase.Num("line", r.line-1))}}
	}
	r.above = fullLine{line: r.line, text: line}
	r.greeted(inner, at, order != nil)
	for _, p := range problems {
		r.tell(p.Col, p.Severity, p.What)
	}
	if order == nil {
		return
	}
	r.row.Order = order
	about := ""
	if r.section.Key != nil {
		about = r.section.Key(order)
	}
	r.add(Line{Position: at, Section: r.section.Letter, Order: order}, about)
}

// fullLine is a line of orders that a mail program may have broken.
type fullLine struct {
	line int
	text string
}

// leastFull is the length in characters from which a line may have been full. No mail program breaks shorter lines.
const leastFull = 55

// brokenOff reports whether a line that is not an order is the rest of the line right above: together they are an
// order.
func (r *reader) brokenOff(rest string) bool {
	above := strings.TrimRightFunc(r.above.text, blank)
	if r.above.line == 0 || r.above.line != r.line-1 || utf8.RuneCountInString(above) < leastFull {
		return false
	}
	order, _ := r.readLine(above + " " + rest)
	return order != nil
}

// add adds an order. It replaces an earlier one about the same thing.
func (r *reader) add(line Line, about string) {
	if about != "" {
		k := key{line.Section, Fold(about)}
		if old, ok := r.last[k]; ok {
			code := "twice"
			if r.section.Twice != "" {
				code = r.section.Twice
			}
			what := phrase.Str("what", about)
			switch called := r.section.Called; {
			case r.section.Term != "":
				what = phrase.Key("what", r.section.Term+about)
			case called != nil:
				what = phrase.InBoth("what", about, called(line.Order, phrase.En))
			}
			r.tellAt(line.Position, Warning, phrase.P(code, what, phrase.Num("line", r.file.Lines[old].Line)))
			r.file.Lines[old].Order = nil // removed by done
		}
		r.last[k] = len(r.file.Lines)
	}
	r.file.Lines = append(r.file.Lines, line)
}

// stray reports text that belongs to nothing, once for all lines of it.
func (r *reader) stray(line string, s Severity, code string, args ...phrase.Arg) {
	inner := trimLeft(line)
	if r.told || inner == "" || inner[0] == ';' {
		return
	}
	r.told = true
	r.tell(Column(line, len(line)-len(inner)), s, phrase.P(code, args...))
}

func (r *reader) tell(col int, s Severity, what phrase.Phrase) {
	r.tellAt(Position{Line: r.line, Col: col}, s, what)
}

func (r *reader) tellAt(at Position, s Severity, what phrase.Phrase) {
	switch {
	case len(r.file.Problems) < Kept:
		r.file.Problems = append(r.file.Problems, Problem{Position: at, Severity: s, What: what})
	case s == Error:
		r.file.DroppedErrors++
	default:
		r.file.DroppedWarnings++
	}
}

// done removes the orders that were replaced, and sorts the problems.
func (r *reader) done() *File {
	r.file.Lines = slices.DeleteFunc(r.file.Lines, func(l Line) bool { return l.Order == nil })
	SortProblems(r.file.Problems)
	return r.file
}

// anotherHead is the beginning of a section inside a line.
var anotherHead = lazy.Pattern(`[ \t\x{a0}]\$[A-Za-z]\b`)

// behind reports orders behind the `$` of their section. There a heading may stand, so they are not read; without a
// word, whoever writes all in one line would send nothing. Whatever is no order of the section is a heading.
func (r *reader) behind(h head) {
	rest := strings.TrimLeft(CutComment(h.rest), " \t\u00a0:")
	if rest == "" {
		return
	}
	first, crowded := rest, false
	if at := anotherHead().FindStringIndex(" " + rest); at != nil {
		first, crowded = strings.TrimSpace(rest[:max(at[0]-1, 0)]), true
	}
	switch {
	case crowded:
	case r.place == closed:
		_, crowded = recipient(strings.Fields(first)[0])
	case len(first) <= lineLimit:
		order, _ := r.readLine(first)
		crowded = order != nil
	}
	if crowded {
		r.tell(1, Error, phrase.P("orders-behind", phrase.Str("got", Clip(trim(rest))),
			phrase.Str("head", "$"+string(rune(h.letter)))))
	}
}
