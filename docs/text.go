package docs

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Columns is how wide a book is as text: what a mail program shows without breaking lines.
const Columns = 78

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// Text is the book of a rulebook as plain text, for mails and terminals: no line is wider
// than Columns, tables stand in columns, and nothing of Markdown's marks is left. It is ""
// if there is no such book.
func Text(rulebook, lang string) string { return plain(Book(rulebook, lang), lang) }

// plain lays a text in Markdown out as plain text of a language.
func plain(source, lang string) string { return laid(source, lang, "") }

// laid is plain, with a mark around what is typed.
func laid(source, lang, code string) string { return laidIn(source, lang, code, Columns) }

// laidIn is laid with so many columns for sentences. Tables and lines to copy are as wide as ever.
func laidIn(source, lang, code string, columns int) string {
	p := page{source: []byte(source), mark: code, quotes: [2]string{"“", "”"}, columns: columns}
	if lang == "de" {
		p.quotes = [2]string{"„", "“"}
	}
	p.blocks(markdown.Parser().Parse(text.NewReader(p.source)), "", "")
	return p.out.String()
}

// A page is a text while it is laid out.
type page struct {
	source []byte
	out    bytes.Buffer
	mark   string // around what is typed
	quotes [2]string

	columns int // how wide sentences are
}

// blocks lays out what is in a block. The first line begins with lead, all others with
// indent, which is as wide.
func (p *page) blocks(parent ast.Node, lead, indent string) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if _, comment := n.(*ast.HTMLBlock); comment || picture(n) {
			continue
		}
		if p.out.Len() > 0 && !closeBehind(n) {
			p.out.WriteByte('\n')
		}
		p.block(n, lead, indent)
		lead = indent
	}
}

// picture tells whether a block is nothing but a picture.
func picture(n ast.Node) bool {
	only := n.FirstChild()
	return only != nil && only.Kind() == ast.KindImage && only == n.LastChild()
}

// closeBehind tells whether a block follows the one before without an empty line: the items
// of a list, the lines of an item.
func closeBehind(n ast.Node) bool {
	switch n.(type) {
	case *ast.ListItem: // before the first one the list has its empty line
		return true
	case *ast.TextBlock, *ast.List:
		_, inItem := n.Parent().(*ast.ListItem)
		return inItem
	}
	return n.Parent().Kind() == ast.KindListItem && n.PreviousSibling() == nil
}

func (p *page) block(n ast.Node, lead, indent string) {
	switch n := n.(type) {
	case *ast.Heading:
		p.heading(n)
	case *ast.FencedCodeBlock:
		p.code(n, indent)
	case *ast.CodeBlock:
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			p.line(indent + "  " + strings.TrimRight(string(line.Value(p.source)), "\r\n"))
		}
	case *ast.List:
		p.blocks(n, lead, indent)
	case *ast.ListItem:
		mark := marker(n)
		p.blocks(n, lead+mark, indent+strings.Repeat(" ", len(mark)))
	case *tables.Table:
		p.table(n, indent)
	case *ast.ThematicBreak:
		p.line(strings.Repeat("-", Columns))
	case *ast.Blockquote:
		p.blocks(n, lead+"  ", indent+"  ")
	default:
		for i, line := range wrap(p.words(n), p.columns-utf8.RuneCountInString(indent)) {
			if i == 0 {
				p.line(lead + line)
			} else {
				p.line(indent + line)
			}
		}
	}
}

// code lays a block out as it is: lines to copy. What a receipt says is wrapped.
func (p *page) code(n *ast.FencedCodeBlock, indent string) {
	said := slices.Contains([]string{"receipt", "answer"}, string(n.Language(p.source)))
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := strings.TrimRight(string(line.Value(p.source)), "\r\n")
		deep := indent + "  "
		if !said {
			p.line(deep + text)
			continue
		}
		deep += text[:len(text)-len(strings.TrimLeft(text, " "))]
		for j, part := range wrap(text, Columns-len(deep)-2) {
			if j == 1 {
				deep += "  "
			}
			p.line(deep + part)
		}
	}
}

// marker begins an item of a list: the steps of a sequence keep their numbers.
func marker(item *ast.ListItem) string {
	list := item.Parent().(*ast.List)
	if !list.IsOrdered() {
		return "- "
	}
	number := list.Start
	for n := item.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		number++
	}
	return strconv.Itoa(number) + ". "
}

func (p *page) line(text string) {
	p.out.WriteString(strings.TrimRight(text, " "))
	p.out.WriteByte('\n')
}

// heading underlines a title: the book's and its chapters' differ, lesser ones have no line.
func (p *page) heading(n *ast.Heading) {
	rule := map[int]string{1: "=", 2: "-"}[n.Level]
	for _, line := range wrap(p.words(n), Columns) {
		p.line(line)
		if rule != "" {
			p.line(strings.Repeat(rule, utf8.RuneCountInString(line)))
		}
	}
}

// words is the text of a block without its marks; what a hard line break parts is parted by
// a line end, everything else by blanks.
func (p *page) words(n ast.Node) string {
	var b strings.Builder
	err := ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if _, typed := n.(*ast.CodeSpan); typed {
			b.WriteString(p.mark)
		}
		if p.namesPart(n) {
			mark := p.quotes[0]
			if !entering {
				mark = p.quotes[1]
			}
			b.WriteString(mark)
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.WriteString(strings.ReplaceAll(string(n.Value(p.source)), "\n", " ")) // code may go over a line's end
			switch {
			case n.HardLineBreak():
				b.WriteByte('\n')
			case n.SoftLineBreak():
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.URL(p.source))
		case *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	if err != nil { // the walk above gives none
		panic(err)
	}
	return unescape(b.String())
}

// namesPart tells a link whose words are the name of a part of the same page, in a sentence. Without marks,
// "The games shows what differs" is no sentence.
func (p *page) namesPart(n ast.Node) bool {
	link, is := n.(*ast.Link)
	if !is || n.PreviousSibling() == nil && n.NextSibling() == nil {
		return false
	}
	var words []byte
	for c := link.FirstChild(); c != nil; c = c.NextSibling() {
		text, is := c.(*ast.Text)
		if !is {
			return false
		}
		words = append(words, text.Value(p.source)...)
		if text.SoftLineBreak() {
			words = append(words, ' ')
		}
	}
	first, _ := utf8.DecodeRune(words)
	return unicode.IsUpper(first) && "#"+anchor(string(words)) == string(link.Destination)
}

// anchor is the end of a link to a part with such a name.
func anchor(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// unescape takes the backslashes away that keep a sign of Markdown from being one.
func unescape(s string) string {
	return strings.NewReplacer(`\|`, "|", `\*`, "*", `\_`, "_", `\<`, "<", `\>`, ">", `\#`, "#").Replace(s)
}

// wrap breaks a text at blanks into lines of at most width characters; a longer word is cut.
func wrap(s string, width int) []string {
	var lines []string
	for part := range strings.SplitSeq(s, "\n") {
		line := ""
		for word := range strings.FieldsSeq(part) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width {
				line += " " + word
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; utf8.RuneCountInString(line) > width; {
				cut := []rune(line)
				lines, line = append(lines, string(cut[:width])), string(cut[width:])
			}
		}
		lines = append(lines, line)
	}
	return lines
}
