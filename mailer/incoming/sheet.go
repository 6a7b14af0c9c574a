package incoming

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"weltentor/mailer/mime"
)

// What a mail program does not show is nobody's words. A part of a page is hidden by the style of its element, or by a
// rule of the page's style sheets for its tag, its classes and its id. Of rules that hold for some readers only, or for
// elements within others, what they show counts, and not what they hide.

// effect is what a declaration does to the text of an element.
type effect int

const (
	none effect = iota
	shows
	hides
	shrinks // to nothing, so that the text is hidden if what is beyond is cut off
	cuts
)

var (
	styleComment = lazily(`(?s)/\*.*?(\*/|$)`)
	nothing      = lazily(`^[+-]?0*\.?0+ *(%|[a-z]*)$`)
	hardlyAny    = lazily(`^0*\.(0\d* *(%|[a-z]*)|\d+(px|pt))$`) // below a tenth, or below a point
	farAway      = lazily(`^-\d{3,}`)
	noFont       = lazily(`(^|\s)0(\.0\d*)?(px|pt|em|rem|%)?(\s|/|$)`)
	clipped      = lazily(`^(rect\(\s*([01](px)?[\s,]+){3}[01](px)?\s*\)|inset\(\s*(50|100)%|circle\(\s*0)`)
)

// effectOf is what a declaration does.
func effectOf(name, value string) effect {
	hidden := false
	switch name {
	case "display":
		hidden = value == "none"
	case "visibility":
		hidden = value == "hidden" || value == "collapse"
	case "content-visibility":
		hidden = value == "hidden"
	case "mso-hide":
		hidden = value == "all"
	case "color":
		hidden = value == "transparent"
	case "opacity", "font-size":
		hidden = nothing().MatchString(value) || hardlyAny().MatchString(value)
	case "font":
		hidden = noFont().MatchString(value)
	case "max-height", "max-width":
		hidden = nothing().MatchString(value)
	case "height", "width":
		if nothing().MatchString(value) {
			return shrinks
		}
	case "overflow":
		if value == "hidden" || value == "clip" {
			return cuts
		}
	case "transform":
		hidden = strings.HasPrefix(value, "scale") && strings.Contains(value, "(0)")
	case "clip", "clip-path":
		hidden = clipped().MatchString(value)
	case "text-indent", "left", "right", "top", "margin-left", "margin-top":
		hidden = farAway().MatchString(value)
	default:
		return none
	}
	if hidden {
		return hides
	}
	return shows
}

// style is what is declared for an element, as far as that may hide it, by property.
type style map[string]declaration

type declaration struct {
	does      effect
	important bool
}

// styleOf reads declarations, in lower case.
func styleOf(text string) style {
	s := style{}
	for declared := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(declared, ":")
		value, mark, _ := strings.Cut(value, "!")
		name = strings.TrimSpace(name)
		if does := effectOf(name, strings.TrimSpace(value)); does != none {
			s.declare(strings.TrimSuffix(name, "-size"), declaration{does, strings.TrimSpace(mark) == "important"})
		}
	}
	return s
}

// declare adds a declaration that is at least as weighty as those before it.
func (s style) declare(property string, d declaration) {
	if d.important || !s[property].important {
		s[property] = d
	}
}

// unseen reports whether nobody sees an element with this style.
func (s style) unseen() bool {
	var has [cuts + 1]bool
	for _, d := range s {
		has[d.does] = true
	}
	return has[hides] || has[shrinks] && has[cuts]
}

// shown is what of a style shows.
func (s style) shown() style {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(_ string, d declaration) bool { return d.does != shows })
	return out
}

// bare is a style or a sheet in lower case, without comments.
func bare(css string) string {
	if strings.Contains(css, "/*") {
		css = styleComment().ReplaceAllString(css, " ")
	}
	return strings.ToLower(css)
}

// maxTried is how many selectors of a page are read, and rules compared with its elements. No person's mail comes near it.
const maxTried = 1 << 20

// sheet are the rules of a page that may hide something, the weightiest last.
type sheet struct {
	rules []rule
	by    map[string][]int // rules that may be for elements with such a mark: "td", ".x", "#x", "*"
	tried int
}

// rule says what holds for elements that have all of its marks.
type rule struct {
	marks  []string
	weight int
	says   style
}

var (
	selector = lazily(`^(\*|[a-z][a-z0-9]*)?([.#][-\w\x{80}-\x{10ffff}]+)*$`)
	mark     = lazily(`[.#]?[^.#]+`)
	// where an element is decides about rules for elements within others; within the page they all are
	within  = lazily(`\s*[>+~]\s*|\s+`)
	topmost = lazily(`^((html|body)(\s*>\s*|\s+))+`)
	always  = lazily(`^\s*((only\s+)?(all|screen))?\s*$`)
	printed = lazily(`^\s*(only\s+)?(print|speech|aural|braille|embossed|tty)\b`)
)

// add reads a sheet, for readers of a medium.
func (s *sheet) add(css, medium string) {
	s.read(strings.NewReplacer("<!--", " ", "-->", " ").Replace(bare(css)), false, strings.ToLower(medium), 0)
}

// read reads rules for a medium. If some is true, they hold for some of its readers only. depth is that of the blocks
// around them.
func (s *sheet) read(css string, some bool, medium string, depth int) {
	media := strings.Split(medium, ",")
	switch {
	case depth > 3 || !slices.ContainsFunc(media, func(m string) bool { return !printed().MatchString(m) }):
		return
	case !slices.ContainsFunc(media, always().MatchString):
		some = true
	}
	for {
		head, rest, opens := strings.Cut(css, "{")
		if !opens {
			return
		}
		head = strings.TrimSpace(head[strings.LastIndexAny(head, ";}")+1:])
		if !strings.HasPrefix(head, "@") {
			block, after, _ := strings.Cut(rest, "}")
			s.keep(head, block, some)
			css = after
			continue
		}
		end := blockEnd(rest)
		s.read(rest[:end], some, strings.TrimPrefix(head, "@media"), depth+1)
		css = rest[end:]
	}
}

// blockEnd is where a block ends in which others may be.
func blockEnd(css string) int {
	depth := 1
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(css)
}

// keep keeps a rule for each of its selectors.
func (s *sheet) keep(selectors, text string, some bool) {
	whole := styleOf(text)
	part := whole.shown()
	for one := range strings.SplitSeq(selectors, ",") {
		if s.tried > maxTried {
			return
		}
		path := within().Split(topmost().ReplaceAllString(strings.TrimSpace(one), ""), -1)
		last, says := path[len(path)-1], whole
		if some || len(path) > 1 {
			says = part
		}
		if s.tried++; len(says) == 0 || last == "" || !selector().MatchString(last) {
			continue
		}
		r := rule{marks: mark().FindAllString(last, -1), says: says}
		for _, step := range path {
			r.weight += 100*strings.Count(step, ".") + 10_000*strings.Count(step, "#") + mime.Btoi(strings.IndexAny(step, ".#*") != 0)
		}
		s.rules = append(s.rules, r)
	}
}

// sort puts the rules in order, once all are read.
func (s *sheet) sort() {
	slices.SortStableFunc(s.rules, func(a, b rule) int { return a.weight - b.weight })
	s.by = map[string][]int{}
	for i, r := range s.rules {
		last := r.marks[len(r.marks)-1]
		s.by[last] = append(s.by[last], i)
	}
}

// veils reports whether an element is hidden by its own attributes or by a rule for it. If it costs too much to find
// out, it is: nobody can tell what is seen of such a page.
func (s *sheet) veils(t html.Token) bool {
	own := ""
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			own = bare(a.Val)
		}
	}
	if own == "" && len(s.rules) == 0 && s.tried <= maxTried {
		return false
	}
	says := s.rulesFor(t)
	for property, d := range styleOf(own) {
		says.declare(property, d)
	}
	return s.tried > maxTried || says.unseen()
}

// rulesFor is what the rules declare for an element.
func (s *sheet) rulesFor(t html.Token) style {
	says := style{}
	if len(s.rules) == 0 {
		return says
	}
	marks := map[string]bool{"*": true, t.Data: true}
	for _, a := range t.Attr {
		if sign := map[string]string{"class": ".", "id": "#"}[a.Key]; sign != "" {
			for _, name := range strings.Fields(strings.ToLower(a.Val)) {
				marks[sign+name] = true
			}
		}
	}
	var found []int
	for m := range marks {
		if s.tried += len(s.by[m]); s.tried > maxTried {
			return says
		}
		for _, i := range s.by[m] {
			if !slices.ContainsFunc(s.rules[i].marks, func(m string) bool { return !marks[m] }) {
				found = append(found, i)
			}
		}
	}
	slices.Sort(found)
	for _, i := range found {
		for property, d := range s.rules[i].says {
			says.declare(property, d)
		}
	}
	return says
}
