package manual

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Words returns the sentences of a page in its language: by code for those below "man.", and the examples of a
// command, by "example." and its path with dashes.
type Words interface {
	Has(code string) bool
	T(code string) string
}

// Page writes the manual page of a program with all its commands, in the format of man(7). The page has no date: the
// same program writes the same page.
func Page(w io.Writer, app *kong.Node, release string, words Words) error {
	p := page{words: words}
	top := commandOf(app, nil)
	p.line(`.TH %s 1 "" "%s %s" "%s"`, strings.ToUpper(app.Name), app.Name, release, roff(words.T("man.book")))
	p.line(".nh\n.ad l") // a word to type is never hyphenated
	p.title("man.name")
	p.line(`%s \- %s`, roff(app.Name), roff(words.T("man.line")))
	p.title("man.synopsis")
	p.line(".B %s", roff(app.Name))
	p.line(`.I %s`, roff(words.T("man.call")))
	p.title("man.description")
	p.text(app.Help)
	p.title("man.day")
	p.rows(words.T("man.day-rows"))
	p.title("man.options")
	p.text(words.T("man.options-text"))
	p.values(top.flags)
	p.title("man.commands")
	for _, c := range top.all() {
		if len(c.children) == 0 {
			p.command(app.Name, c, top.flags)
		}
	}
	for _, part := range []string{"exit", "environment", "files"} {
		p.title("man." + part)
		p.rows(words.T("man." + part + "-rows"))
	}
	p.title("man.see")
	p.rows(words.T("man.see-rows"))
	p.line(".P")
	p.text(words.T("man.see-text"))
	_, err := io.WriteString(w, p.b.String())
	return err
}

type page struct {
	b     strings.Builder
	words Words
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }
func (p *page) text(s string)                   { p.line("%s", roff(s)) }
func (p *page) title(code string)               { p.line(".SH %s", roff(strings.ToUpper(p.words.T(code)))) }

// command describes what a command does, its arguments and flags, and examples. The flags that every command has are
// left out.
func (p *page) command(program string, c *command, everywhere []value) {
	own := slices.DeleteFunc(slices.Clone(c.flags), func(f value) bool {
		return slices.ContainsFunc(everywhere, func(e value) bool { return e.name == f.name })
	})
	p.line(".SS %s", roff(program+" "+c.path))
	p.line(".B %s", roff(program+" "+c.path))
	for _, f := range own {
		if f.needs {
			p.line("%s", italic(f.text))
		} else {
			p.line("[%s]", italic(f.text))
		}
	}
	for _, a := range c.arguments {
		p.line(`\fI%s\fR`, roff(a.text))
	}
	p.line(".P")
	p.text(c.help)
	p.values(c.arguments)
	p.values(own)
	if code := "example." + strings.ReplaceAll(c.path, " ", "-"); p.words.Has(code) {
		p.line(".P\n%s\n.P\n.nf\n.RS 4", roff(p.words.T("man.examples")))
		for line := range strings.Lines(strings.TrimSpace(p.words.T(code))) {
			p.line("%s", roff(strings.TrimSuffix(line, "\n")))
		}
		p.line(".RE\n.fi")
	}
}

// values writes one row for each flag or argument, with its meaning.
func (p *page) values(values []value) {
	for _, v := range values {
		p.line(".TP")
		if v.short != "" {
			p.line(`\fB%s\fR, %s`, roff(v.short), italic(v.text))
		} else {
			p.line("%s", italic(v.text))
		}
		p.text(v.help)
	}
}

// rows writes lines "what: meaning", one row each.
func (p *page) rows(lines string) {
	for line := range strings.Lines(lines) {
		what, meaning, _ := strings.Cut(strings.TrimSpace(line), ": ")
		p.line(".TP\n.B %s", roff(what))
		p.text(meaning)
	}
}

// italic formats a flag or an argument, with the part to fill in in italics.
func italic(text string) string {
	name, stands, takes := strings.Cut(text, "=")
	switch {
	case takes:
		return `\fB` + roff(name) + `\fR=\fI` + roff(stands) + `\fR`
	case strings.HasPrefix(text, "-"):
		return `\fB` + roff(name) + `\fR`
	}
	return `\fI` + roff(text) + `\fR`
}

// roff escapes a text for roff: nothing in it is a command, and a dash can be copied. Characters beyond ASCII are
// written as escapes, so that the charset does not matter.
func roff(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch escape := escapes[r]; {
		case escape != "":
			b.WriteString(escape)
		case r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	text := b.String()
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// escapes are the characters that mean something to roff.
var escapes = map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '"': `\(dq`, '^': `\(ha`, '~': `\(ti`}
