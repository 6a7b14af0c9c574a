package laws

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// A paragraph of a page, or of an item of a list: its text without Markdown's marks, and the line where it begins.
// Code in it becomes the word CODE, which is one word and ends no sentence.
type paragraph struct {
	line int
	text string
}

// paragraphs returns the paragraphs of a page in Markdown, without tables, titles, and blocks of code and HTML.
func paragraphs(page string) (all []paragraph) {
	source := []byte(page)
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	root := markdown.Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Kind() != ast.KindParagraph && n.Kind() != ast.KindTextBlock {
			return ast.WalkContinue, nil
		}
		if n.Lines().Len() > 0 { // nothing is left of a paragraph of link definitions
			line := 1 + strings.Count(page[:n.Lines().At(0).Start], "\n")
			all = append(all, paragraph{line, inline(n, source)})
		}
		return ast.WalkSkipChildren, nil
	})
	return all
}

// inline returns the text of a paragraph.
func inline(block ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan, *ast.AutoLink:
			b.WriteString("CODE")
			return ast.WalkSkipChildren, nil
		case *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(b.String())
}

var (
	// sentenceEnd matches a sign that may end a sentence, with the quotes and brackets after it.
	sentenceEnd = regexp.MustCompile(`[.!?:]["”“»«')\]]*\s+`)
	// goesOn matches words that end with a full stop inside a sentence, at the end of a text.
	goesOn = regexp.MustCompile(`(?:^|[\s(„“"])(?:z\. ?B|d\. ?h|u\. ?a|o\. ?Ä|e\.g|i\.e|etc|usw|bzw|ca|vgl|Vgl|` +
		`Nr|No|St|Abs|Mr|Dr|Kap|resp|approx|incl|inkl|max|min|vs|[A-Za-zÄÖÜ])\.$`)
	// ordinal matches a possible ordinal: a number with a full stop. It is one after an article.
	ordinal   = regexp.MustCompile(`(?:^|\s)\d+\.$`)
	isOrdinal = regexp.MustCompile(`(?:^|\s)(?:[Dd](?:er|ie|as|en|em|es)|[AaIi]m|[Zz]u[mr]|[Vv]om|` +
		`[Bb]eim|[Jj]ede[mnrs]?) \d+\.$`)
)

// sentences splits a paragraph at full stops, question marks, exclamation marks and colons. A full stop after an
// abbreviation or an initial ends no sentence. After a number it does, unless the number is an ordinal: an article is
// before it, or a small letter follows.
func (p paragraph) sentences() (all []string) {
	from := 0
	for _, at := range sentenceEnd.FindAllStringIndex(p.text, -1) {
		sentence, rest := strings.TrimSpace(p.text[from:at[1]]), p.text[at[1]:]
		if goesOn.MatchString(sentence) || isOrdinal.MatchString(sentence) ||
			ordinal.MatchString(sentence) && beginsSmall(rest) {
			continue
		}
		all, from = append(all, sentence), at[1]
	}
	if rest := strings.TrimSpace(p.text[from:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

func beginsSmall(s string) bool {
	for _, r := range s {
		return unicode.IsLower(r)
	}
	return false
}

// words counts what has a letter or a digit: a dash between spaces is not a word.
func words(sentence string) (n int) {
	for word := range strings.FieldsSeq(sentence) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// TestSentences: a paragraph is split where a reader would split it.
func TestSentences(t *testing.T) {
	t.Parallel()
	for page, want := range map[string][]string{
		"One. Two! Three? Four":                {"One.", "Two!", "Three?", "Four"},
		"It costs 3.5 GS: `a. b` and\nmore.":   {"It costs 3.5 GS:", "CODE and more."},
		"Send `HELP`. See [it](a.md). (Done.)": {"Send CODE.", "See it.", "(Done.)"},
		"Say “No.” Then *go.* „So.“ Nun":       {"Say “No.”", "Then go.", "„So.“", "Nun"},
		"In week 3. Then e.g. i.e. this.":      {"In week 3.", "Then e.g. i.e. this."},
		"Die 2. Welle, z. B. am 3. Tag.":       {"Die 2. Welle, z. B. am 3. Tag."},
		"Zug 2. und 3. Danach die von 4.":      {"Zug 2. und 3.", "Danach die von 4."},
		"Realm A. is (e.g. here) No. 3.":       {"Realm A. is (e.g. here) No. 3."},
		"A sketch. An arrow.":                  {"A sketch.", "An arrow."},
		"":                                     nil,
	} {
		var got []string
		for _, p := range paragraphs(page) {
			got = append(got, p.sentences()...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}
