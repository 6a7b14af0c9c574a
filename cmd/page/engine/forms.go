package engine

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/mailer/plain"
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Read is a text of orders, line by line.
type Read struct {
	Rows []Row `json:"rows"`
	More int   `json:"more,omitempty"` // lines below that are not among them
}

// Row is a line of a text. Orders and `#` lines but `#E` have a form of their section with its values. Form is −1 if
// there is none.
type Row struct {
	Line   int            `json:"line"` // from 1
	Kind   orders.RowKind `json:"kind"`
	Letter string         `json:"letter,omitempty"`
	Form   int            `json:"form"`
	Values []string       `json:"values,omitempty"`
	Army   string         `json:"army,omitempty"` // the first army in it
	At     string         `json:"at,omitempty"`   // the first field in it
	Note   int            `json:"note,omitempty"` // the column, as problems count them, of the comment behind it
}

// mostRows is the maximum number of rows of a text. Nobody writes more.
const mostRows = 5000

// Read returns what each line of a text is, as the machine will read it, with choices in the player's language.
func (e *Engine) Read(text string) (*Read, error) {
	all, err := e.rows(text)
	if err != nil {
		return nil, err
	}
	r, lines := &Read{Rows: []Row{}, More: max(0, len(all)-mostRows)}, orders.Split(plain.Text(text))
	for i, row := range all[:len(all)-r.More] {
		out := Row{Line: i + 1, Kind: row.Kind, Form: -1}
		if row.Section != 0 {
			out.Letter = string(row.Section)
		}
		if s := e.section(out.Letter); s != nil {
			e.value(&out, s, row)
		}
		if note := e.comment(lines[i], row); row.Kind == orders.OrderRow && note != "" {
			out.Note = 1 + utf8.RuneCountInString(strings.TrimSuffix(lines[i], note))
		}
		r.Rows = append(r.Rows, out)
	}
	return r, nil
}

// rows are the lines of a text. Of mostRows orders it is known what they were read as.
func (e *Engine) rows(text string) ([]orders.Row, error) {
	if err := e.takes(text); err != nil {
		return nil, err
	}
	text = plain.Text(text)
	return e.memory(text).Rows(text, mostRows), nil
}

// section is a section of the language; nil: there is none.
func (e *Engine) section(letter string) *orders.Section {
	sections := e.rules.Language().Sections
	i := slices.IndexFunc(sections, func(s orders.Section) bool { return string(s.Letter) == letter })
	if i < 0 {
		return nil
	}
	return &sections[i]
}

// formKey is a line of a section and the language of its choices, and formed what it is.
type formKey struct {
	section byte
	lang    phrase.Lang
	line    string
}

type formed struct {
	form   int
	values []string // nobody changes them
}

// mostForms is the maximum number of lines whose form is remembered.
const mostForms = 4 * mostRows

// value finds a row's form and values. A line that was written as no form has it is read as it is shown.
func (e *Engine) value(out *Row, s *orders.Section, row orders.Row) {
	if row.Kind != orders.OrderRow && row.Kind != orders.ToRow || row.Text == "#E" {
		return
	}
	key := formKey{s.Letter, e.laid.lang, row.Text}
	of, known := e.forms[key]
	if !known {
		key.line = strings.Clone(key.line) // so that the whole text is not kept in memory
		if of.form, of.values = s.Form(key.line, e.laid.lang); of.form < 0 && row.Order != nil {
			of.form, of.values = s.Form(string(row.Order.Print(nil, e.laid.lang)), e.laid.lang)
		}
		if len(e.forms) >= mostForms {
			clear(e.forms)
		}
		e.forms[key] = of
	}
	out.Form, out.Values = of.form, of.values
	if out.Form < 0 {
		return
	}
	for i, p := range s.Forms[out.Form].Parts {
		switch {
		case p.Kind == orders.AnArmy && out.Army == "":
			out.Army = out.Values[i]
		case p.Kind == orders.APlace && out.At == "":
			out.At, _, _ = strings.Cut(out.Values[i], " ")
		}
	}
}

// Line is a line by its form: what Print writes, and what Put changes.
type Line struct {
	Line   int      `json:"line"` // of the text; 0: a new one
	Letter string   `json:"letter"`
	Form   int      `json:"form"`
	Values []string `json:"values"`
	Remove bool     `json:"remove"` // the line goes
	Before int      `json:"before"` // the line of the text before which a new one comes; 0: at the end of the section
}

// mostLines is the maximum number of lines that are printed or changed at once.
const mostLines = 2000

// lines reads lines as JSON.
func (e *Engine) lines(raw string) ([]Line, error) {
	if err := e.takes(raw); err != nil {
		return nil, err
	}
	var all []Line
	if err := json.Unmarshal([]byte(raw), &all); err != nil || len(all) > mostLines {
		return nil, fault("broken", "what", "lines")
	}
	for _, l := range all {
		if s := e.section(l.Letter); !l.Remove && (s == nil || l.Form < 0 || l.Form >= len(s.Forms)) {
			return nil, fault("broken", "what", "form")
		}
	}
	return all, nil
}

// Print writes lines by their forms, in the player's language. Only a line of free text may become several.
func (e *Engine) Print(raw string) ([]string, error) {
	all, err := e.lines(raw)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, l := range all {
		out = append(out, e.printed(l))
	}
	return out, nil
}

// printed is the text of a line. Nothing in its values ends a message or begins a comment.
func (e *Engine) printed(l Line) string {
	s := e.section(l.Letter)
	f := s.Forms[l.Form]
	if s.Kind != orders.Lines && len(f.Parts) == 1 && f.Parts[0].Kind == orders.AnyText {
		return safe(strings.Join(l.Values, " "))
	}
	line := f.Print(l.Values, e.laid.lang)
	if s.Raw == nil || !s.Raw(line) {
		line = strings.ReplaceAll(line, ";", ",")
	}
	return line
}

// safe is a player's text as it may be in a message: no line of it ends the message.
func safe(text string) string {
	lines := strings.Split(strings.Trim(plain.Text(text), "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(orders.Legible(line), " ")
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "$") || orders.Signs(line+" ") {
			line = " " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// Put changes lines of a text, and returns the new text. A line that is replaced keeps its comment, and a section that
// loses its last line goes too. New lines come before the line that they name, or at the end of their section, which is
// made if it is missing. One that would make another void takes its place.
func (e *Engine) Put(text, raw string) (string, error) {
	changes, err := e.lines(raw)
	if err != nil {
		return "", err
	}
	rows, err := e.rows(text)
	if err != nil {
		return "", err
	}
	text = plain.Text(text)
	lines, gone := orders.Split(text), map[byte]bool{}
	if len(lines) != len(rows) {
		return "", fault("broken", "what", "rows") // both read the same text
	}
	const out = "\x00" // a line that goes; no line has it, since plain.Text has removed it
	added, before := map[string][]string{}, make([][]string, len(lines))
	for _, c := range changes {
		at := c.Line - 1
		switch {
		case at < 0 && !c.Remove:
			line := e.printed(c)
			if k := c.Before - 1; k >= 0 && k < len(rows) && string(rows[k].Section) == c.Letter {
				before[k] = append(before[k], line)
			} else if old := e.void(rows, c.Letter, line); old >= 0 && lines[old] != out {
				lines[old] = line + e.comment(lines[old], rows[old])
			} else {
				added[c.Letter] = append(added[c.Letter], strings.Split(line, "\n")...)
			}
		case at < 0 || at >= len(lines):
			return "", fault("broken", "what", "line")
		case c.Remove:
			lines[at] = out
			gone[rows[at].Section] = true
		default:
			lines[at] = e.printed(c) + e.comment(lines[at], rows[at])
		}
	}
	for letter := range gone {
		empty(lines, rows, letter, out)
	}
	var left []string
	for i, line := range lines {
		if left = append(left, before[i]...); line != out {
			left = append(left, line)
		}
	}
	lines = left
	for _, s := range e.rules.Language().Sections {
		if new := added[string(s.Letter)]; len(new) > 0 {
			lines = e.insert(lines, s, new)
		}
	}
	if len(lines) == 0 {
		return "", nil
	}
	return strings.Join(lines, "\n") + "\n", nil
}

// void is the line of a section that counts and that a new one would make void, since the last of the same key counts;
// -1: there is none.
func (e *Engine) void(rows []orders.Row, letter, line string) int {
	s := e.section(letter)
	if s.Key == nil {
		return -1
	}
	key := func(r orders.Row) string {
		if r.Order == nil {
			return ""
		}
		return orders.Fold(s.Key(r.Order))
	}
	new := ""
	for _, r := range e.recall.Rows("$"+letter+"\n"+line, 2) {
		new += key(r)
	}
	for i := len(rows) - 1; i >= 0 && new != ""; i-- {
		if rows[i].Section == s.Letter && key(rows[i]) == new {
			return i
		}
	}
	return -1
}

// comment is what is behind an order in its line.
func (e *Engine) comment(line string, row orders.Row) string {
	s := e.section(string(row.Section))
	if i := strings.IndexByte(line, ';'); i >= 0 && s != nil && (s.Raw == nil || !s.Raw(line)) {
		return line[len(strings.TrimRight(line[:i], " \t")):]
	}
	return ""
}

// empty removes the head of a section, with the blank lines below it, wherever nothing is left in the section.
func empty(lines []string, rows []orders.Row, letter byte, out string) {
	for i := 0; i < len(rows); i++ {
		if rows[i].Kind != orders.Head || rows[i].Section != letter {
			continue
		}
		end, lost := i+1, false
		for end < len(rows) && (lines[end] == out || rows[end].Kind == orders.Blank) {
			lost = lost || lines[end] == out
			end++
		}
		if !lost || end < len(rows) && rows[end].Kind != orders.Head && rows[end].Kind != orders.EndRow &&
			rows[end].Kind != orders.IdentityRow {
			continue
		}
		for k := i; k < end; k++ {
			lines[k] = out
		}
	}
}

// insert adds lines at the end of a section.
func (e *Engine) insert(lines []string, s orders.Section, added []string) []string {
	rows := e.recall.Rows(strings.Join(lines, "\n"), 0)
	if s.Kind == orders.Messages && !strings.HasPrefix(added[len(added)-1], "#E") {
		added = append(added, "#E")
	}
	last, next := -1, -1
	for i, r := range rows {
		switch {
		case r.Section == s.Letter && (r.Kind != orders.Blank && (r.Kind != orders.TextRow || strings.TrimSpace(lines[i]) != "")):
			last = i
		case next < 0 && (r.Kind == orders.EndRow || r.Kind == orders.Head && e.later(r.Section, s.Letter) ||
			orders.Signs(lines[i])):
			next = i
		}
	}
	if last >= 0 {
		return slices.Insert(lines, last+1, added...)
	}
	head := append([]string{"$" + string(s.Letter)}, added...)
	if next >= 0 {
		if next > 0 && strings.TrimSpace(lines[next-1]) != "" {
			head = append([]string{""}, head...)
		}
		return slices.Insert(lines, next, append(head, "")...)
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 0 {
		head = append([]string{""}, head...)
	}
	return append(lines, head...)
}

// later reports whether a section comes after another in the language.
func (e *Engine) later(one, other byte) bool {
	at := func(letter byte) int {
		return slices.IndexFunc(e.rules.Language().Sections, func(s orders.Section) bool { return s.Letter == letter })
	}
	return at(one) > at(other)
}
