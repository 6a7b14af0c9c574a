package incoming

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// What a mail program does not show is nobody's words. A part of a page is hidden by the style of its element, or by a
// rule of the page's style sheets for its tag, its classes and its id. Of rules and values that we cannot decide, such
// as those for some readers or for elements within others, what they hide counts, and not what they show: so what may be
// hidden does nothing and goes to nobody.

// effect is what a declaration does to the text of an element.
type effect int

const (
	none effect = iota
	shows
	hides
	strikes
	shrinks // to nothing, so that the text is hidden if what is beyond is cut off
	cuts
	lightens // the text, so that it is hidden on a light ground
	darkens  // the ground
)

var (
	styleComment = pattern.Lazy(`(?s)/\*.*?(\*/|$)|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'`) // and strings
	styleEscape  = pattern.Lazy(`\\([0-9a-fA-F]{1,6}\s?|[^\n])`)
	variable     = pattern.Lazy(`var\(\s*--[-\w]+\s*(,([^()]*))?\)`)
	undecided    = pattern.Lazy(`(var|calc|env|attr|min|max|clamp|if)\(`)
	measure      = pattern.Lazy(`(^|[\s/(,])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)`)
	bareColour   = pattern.Lazy(`^([0-9a-f]{3}){1,2}$`)
	hexColour    = pattern.Lazy(`#[0-9a-f]{3,8}\b`)
	rgbColour    = pattern.Lazy(`rgba?\(\s*(\d+)(?:\.\d+)?[\s,]+(\d+)(?:\.\d+)?[\s,]+(\d+)(?:\.\d+)?\s*([,/]\s*([\d.]+%?)\s*)?\)`)
	litColour    = pattern.Lazy(`^(hsla?\([\d.]+(?:deg)?[\s,]+[\d.]+%[\s,]+|(?:ok)?l(?:ab|ch)\()([\d.]+)(%?)([^/)]*)(?:/\s*([\d.]+%?)\s*)?\)`)
	placed       = pattern.Lazy(`^(text-indent|left|right|top|bottom|(margin|padding|inset)(-(left|right|top|bottom|(block|inline)(-(start|end))?))?)$`)
	ends         = pattern.Lazy(`^margin-(right|bottom|inline-end|block-end)$`) // which move only what follows
	identity     = pattern.Lazy(`^(translate[xyz3d]*\((0(px|%)?[, ]*)+\)|rotate[xyz]?\(0(deg)?\)|scale[xyz3d]*\((1[, ]*)+\)|matrix\(1, ?0, ?0, ?1, ?0, ?0\)|(brightness|opacity|contrast)\((1|100%)\)|rect\((auto[, ]*)+\))$`)
	computed     = pattern.Lazy(`^(calc|min|max|clamp)\([^()]*\)$`)
	prefixed     = pattern.Lazy(`^-(webkit|moz|ms|o)-`)
	longhand     = pattern.Lazy(`-(size|line)$|-color$`)
	function     = pattern.Lazy(`\b[a-z-]+\(`)
)

// Sizes in pixels, about. What is smaller than tiny is no letter, and what is narrower than thin has none in it.
const (
	tiny, thin   = 3, 5
	off, farther = -80, 1000 // a page does not begin before the first, and few go beyond the other
	narrowing    = -4        // between letters
	faint        = 0.1       // of what is seen, or of a size

	ofLetter, ofScreen = 0.16, 9 // one hundredth of each
)

// units are sizes in pixels, about. Those of a part are of a line's.
var units = map[string]float64{"px": 1, "pt": 4. / 3, "pc": 16, "in": 96, "cm": 38, "mm": 3.8, "q": 0.95, "em": 16, "rem": 16,
	"ex": 8, "rex": 8, "ch": 8, "rch": 8, "lh": 20, "rlh": 20, "ic": 16}

// sizes are the numbers of a value, in pixels. Units of a screen, and those that are not listed, count tenfold. percent is
// one hundredth of what a size is a part of.
func sizes(value string, percent float64) (all []float64) {
	for _, m := range measure().FindAllStringSubmatch(value, -1) {
		n, err := strconv.ParseFloat(m[2], 64)
		unit, known := units[m[3]]
		switch {
		case m[3] == "%":
			unit = percent
		case m[3] == "" && n != 0: // is none
			continue
		case !known:
			unit = 10
		}
		if err == nil {
			all = append(all, n*unit)
		}
	}
	return all
}

// below reports whether a value is one size that is smaller than another.
func below(value string, size float64) bool {
	all := sizes(value, ofLetter)
	return len(all) == 1 && all[0] < size
}

// atLeast reports whether a value that is computed has no smaller size than another: whatever is the least or the most of
// several, or their sum.
func atLeast(value string, size float64) bool {
	all := sizes(value, ofLetter)
	small := func(n float64) bool { return n < size }
	switch {
	case !computed().MatchString(value), len(all) == 0, strings.ContainsAny(value, "*/"), strings.Contains(value, " - "), slices.Min(all) < 0:
		return false
	case strings.HasPrefix(value, "min("):
		return !slices.ContainsFunc(all, small)
	case strings.HasPrefix(value, "clamp("):
		return !small(all[0])
	}
	return !small(slices.Max(all))
}

// share is what a value says of a whole: 0.1, or 10%.
func share(value string) (n float64, is bool) {
	text, percent := strings.CutSuffix(value, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if percent {
		n /= 100
	}
	return n, err == nil
}

// fontSize is the size in the value of `font`; 0 also if it has numbers and none of them is larger.
func fontSize(value string) (size float64, is bool) {
	for _, m := range measure().FindAllStringSubmatch(value, -1) {
		if n, _ := strconv.ParseFloat(m[2], 64); m[3] != "" || n == 0 {
			return sizes(m[2]+m[3], ofLetter)[0], true
		}
	}
	return 0, false
}

// effectOf is what a declaration does.
func effectOf(name, value string) effect {
	hidden := undecided().MatchString(value)
	switch name {
	case "display":
		hidden = hidden || value == "none" || strings.HasPrefix(value, "table-column")
	case "contain":
		words := strings.Fields(value)
		hidden = hidden || slices.Contains(words, "strict") || slices.Contains(words, "size")
	case "animation", "animation-name", "offset-path": // no mail that a person writes has them
		hidden = !kept(value) && !slices.Contains(strings.Fields(value), "none")
	case "visibility", "content-visibility":
		hidden = hidden || value == "hidden" || value == "collapse"
	case "mso-hide":
		hidden = hidden || value == "all"
	case "color", "text-fill-color":
		switch colour := colourOf(value); {
		case hidden, colour == unclear, colour == clear:
			return hides
		case colour == light:
			return lightens
		}
	case "background", "background-color":
		if colourOf(value) == dark {
			return darkens
		}
	case "opacity", "zoom", "scale":
		n, is := share(value)
		hidden = hidden || is && n < faint
	case "font-size":
		hidden = hidden && !atLeast(value, tiny) || below(value, tiny)
	case "font":
		size, is := fontSize(value)
		hidden = hidden || is && size < tiny
	case "max-height", "max-width", "max-block-size", "max-inline-size":
		switch hidden = hidden && !atLeast(value, thin+0.1) || below(value, 0.1); {
		case !hidden && below(value, thin+0.1):
			return shrinks
		}
	case "height", "width", "line-height", "block-size", "inline-size":
		if n, is := share(value); name == "line-height" && is && n > 0.3 { // of a letter's height
			break
		} else if is && name == "line-height" {
			return shrinks
		}
		if hidden || below(value, thin+0.1) {
			return shrinks
		}
	case "overflow", "overflow-x", "overflow-y", "overflow-block", "overflow-inline":
		if hidden || value == "auto" || value != "visible" && !kept(value) {
			return cuts
		}
	case "transform", "filter", "clip", "clip-path", "translate", "rotate", "text-security": // no mail that a person writes has them
		hidden = !kept(value) && !identity().MatchString(value)
	case "z-index":
		hidden = hidden || strings.HasPrefix(value, "-")
	case "letter-spacing":
		hidden = hidden || below(value, narrowing)
	case "text-decoration", "text-decoration-line":
		if hidden || strings.Contains(value, "line-through") {
			return strikes
		}
	case "mask", "mask-image", "mask-border", "mask-border-source":
		hidden = !kept(value)
	default:
		if !placed().MatchString(name) {
			return none
		}
		hidden = hidden && !strings.HasPrefix(name, "padding") || slices.ContainsFunc(sizes(value, ofScreen), func(n float64) bool {
			return n <= off && !ends().MatchString(name) || n >= farther
		})
	}
	if hidden {
		return hides
	}
	return shows
}

// kept reports whether a value leaves an element as it is.
func kept(value string) bool {
	return slices.Contains([]string{"none", "auto", "inherit", "initial", "unset", "revert"}, value)
}

// colour is what a colour is like.
type colour int

const (
	usual   colour = iota // a name that is not listed below, or none
	unclear               // cannot be read
	clear                 // nothing of it is seen
	light                 // not seen on a white ground
	dark                  // as a ground it shows what is light
)

// named are colours that have a name.
var named = func() map[string]colour {
	names := map[string]colour{"transparent": clear}
	for is, all := range map[colour]string{
		light: "white snow ivory floralwhite ghostwhite mintcream azure whitesmoke seashell honeydew aliceblue " +
			"lightyellow lightcyan oldlace linen lavenderblush cornsilk lavender beige canvas window field",
		dark: "black navy blue darkblue midnightblue green darkgreen maroon red darkred purple indigo teal brown " +
			"gray grey dimgray dimgrey darkslategray darkslategrey",
	} {
		for name := range strings.FieldsSeq(all) {
			names[name] = is
		}
	}
	return names
}()

// sharesOf are red, green and blue of the first colour of a value, and how much of it is seen.
func sharesOf(value string) (parts []string) {
	if hex := hexColour().FindString(value); hex != "" {
		wide := 1 + mime.Btoi(len(hex) > 5)
		for digits := hex[1:]; len(digits) >= wide; digits = digits[wide:] {
			n, _ := strconv.ParseInt(strings.Repeat(digits[:wide], 3-wide), 16, 32)
			if part := strconv.FormatInt(n, 10); len(parts) < 3 {
				parts = append(parts, part)
			} else {
				parts = append(parts, strconv.FormatFloat(float64(n)/0xff, 'f', 3, 64))
			}
		}
	} else if rgb := rgbColour().FindStringSubmatch(value); rgb != nil {
		parts = append(rgb[1:4:4], rgb[5])
	}
	return parts
}

// colourOf is what the first colour of a value is like.
func colourOf(value string) colour {
	parts := sharesOf(value)
	seen, is := 1.0, false
	if len(parts) > 3 {
		seen, is = share(parts[3])
	}
	switch {
	case len(parts) == 0 && litColour().MatchString(value):
		return lit(litColour().FindStringSubmatch(value))
	case len(parts) == 0 && function().MatchString(value):
		return unclear
	case len(parts) == 0:
		for word := range strings.FieldsSeq(value) {
			if is := named[word]; is != usual {
				return is
			}
		}
		return usual
	case is && seen < faint:
		return clear
	case slices.ContainsFunc(parts[:min(3, len(parts))], func(p string) bool { n, _ := strconv.Atoi(p); return n < 0xe0 }):
		return dark
	}
	return light
}

// lit is what a colour is like that says how light it is: a part of the whole, or of a hundred.
func lit(m []string) colour {
	n, _ := strconv.ParseFloat(m[2], 64)
	if m[3] == "" && strings.HasPrefix(m[1], "ok") {
		n *= 100
	}
	alpha := m[5]
	if rest := strings.Split(m[4], ","); strings.HasPrefix(m[1], "hsl") && len(rest) > 1 {
		alpha = strings.TrimSpace(rest[len(rest)-1])
	}
	switch seen, is := share(alpha); {
	case is && seen < faint:
		return clear
	case n >= 85:
		return light
	}
	return dark
}

// style is what is declared for an element, as far as that may hide it, by property.
type style map[string]declaration

type declaration struct {
	does      effect
	important bool
}

// styleOf reads declarations, in lower case.
func (s *sheet) styleOf(text string) style {
	if !s.defines { // then a variable is what stands in for it
		text = variable().ReplaceAllString(text, "${2} ")
	}
	says, ink, ground := style{}, "", ""
	for declared := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(declared, ":")
		value, mark, _ := strings.Cut(value, "!")
		name, value = prefixed().ReplaceAllString(strings.TrimSpace(name), ""), strings.TrimSpace(value)
		switch name {
		case "color":
			ink = paintOf(value)
		case "background", "background-color":
			ground = paintOf(value)
		}
		if does := effectOf(name, value); does != none {
			says.declare(longhand().ReplaceAllString(name, ""),
				declaration{does, strings.TrimSpace(mark) == "important"})
		}
	}
	if ink != "" && ink == ground { // in any colour
		says.declare("color", declaration{hides, false})
	}
	return says
}

// paintOf is the first colour of a value as it is compared with another: its shares in sixteenths, or its name; "": none
// that can be read.
func paintOf(value string) string {
	parts := sharesOf(value)
	if len(parts) < 3 {
		word, _, _ := strings.Cut(value, " ")
		if named[word] == clear || function().MatchString(value) || kept(word) || word == "currentcolor" {
			return ""
		}
		return word
	}
	text := ""
	for _, part := range parts[:3] {
		n, _ := strconv.Atoi(part)
		text += strconv.Itoa(n/16) + " "
	}
	return text
}

// declare adds a declaration that is at least as weighty as those before it.
func (s style) declare(property string, d declaration) {
	if d.important || !s[property].important {
		s[property] = d
	}
}

// does is what a style does to its element, on a dark ground or on a light one: it hides, strikes, darkens or does none
// of that.
func (s style) does(onDark bool) effect {
	var has [darkens + 1]bool
	for _, d := range s {
		has[d.does] = true
	}
	switch {
	case has[hides] || has[shrinks] && has[cuts] || has[lightens] && !has[darkens] && !onDark:
		return hides
	case has[strikes]:
		return strikes
	case has[darkens]:
		return darkens
	}
	return none
}

// hidden is what of a style may hide.
func (s style) hidden() style {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(_ string, d declaration) bool { return d.does == shows || d.does == darkens })
	return out
}

// bare is a style or a sheet in lower case, without comments, strings and escapes.
func bare(css string) string {
	if strings.ContainsAny(css, `*"'`) {
		css = styleComment().ReplaceAllString(css, " ")
	}
	if strings.Contains(css, `\`) {
		css = styleEscape().ReplaceAllStringFunc(css, func(escape string) string {
			n, err := strconv.ParseInt(strings.TrimSpace(escape[1:]), 16, 32)
			if err != nil {
				return escape[1:]
			}
			return string(rune(n))
		})
	}
	return strings.ToLower(css)
}

// sheet are the rules of a page that may hide something, the weightiest last.
type sheet struct {
	rules []rule
	by    map[string][]int // rules that may be for elements with such a mark: "td", ".x", "#x", "[x", "*"
	left  *budget
	lost  bool // it is too deep
	// the page gives a variable a value somewhere
	defines bool
}

// over reports that nobody can tell what is seen of the page.
func (s *sheet) over() bool { return s.lost || s.left.tried < 0 }

// rule says what holds for elements that have all of its marks.
type rule struct {
	marks  []string
	weight int
	says   style
}

var (
	selector = pattern.Lazy(`^(\*|[a-z][a-z0-9]*)?([.#\[][-\w\x{80}-\x{10ffff}]+)*$`)
	// what a selector has besides, which we do not decide
	condition = pattern.Lazy(`\([^()]*\)|&|:[-\w]+`)
	valued    = pattern.Lazy(`\[\s*([-\w]+)[^\]]*\]`)            // of an attribute we only ask whether it is there
	alike     = pattern.Lazy(`:(is|where)\(\s*([^(),\s]*)\s*\)`) // what it is said to be, which may be one thing
	// what holds for no text, or only where the reader points
	pointed = pattern.Lazy(`^:(hover|active|focus[-\w]*|visited|target|before|after|first-line|first-letter)\b`)
	// where an element is decides about rules for elements within others; within the page they all are
	within  = pattern.Lazy(`\s*[>+~]\s*|\s+`)
	topmost = pattern.Lazy(`^((html|body)(\s*>\s*|\s+))+`)
	always  = pattern.Lazy(`^\s*((only\s+)?(all|screen))?\s*$`)
	// blocks without rules for elements
	apart   = pattern.Lazy(`^@(-\w+-)?(keyframes|font-face|page|counter-style|property|list)\b`)
	printed = pattern.Lazy(`^\s*(only\s+)?(print|speech|aural|braille|embossed|tty)\b`)
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
	case depth > 3: // nobody can tell what is seen
		s.lost = true
		return
	case !slices.ContainsFunc(media, func(m string) bool { return !printed().MatchString(m) }):
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
		end := blockEnd(rest)
		block := rest[:end]
		css = rest[end:]
		switch {
		case apart().MatchString(head):
		case strings.HasPrefix(head, "@"):
			s.read(block, some, strings.TrimPrefix(head, "@media"), depth+1)
		default:
			s.keep(head, block, some)
			if strings.Contains(block, "{") { // rules for what is within
				s.read(block, true, "", depth+1)
			}
		}
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
	whole := s.styleOf(text)
	part := whole.hidden()
	if strings.ContainsAny(selectors, "[:(&") {
		selectors = unconditioned(selectors)
	}
	for one := range strings.SplitSeq(selectors, ",") {
		if s.over() {
			return
		}
		path := []string{strings.TrimSpace(one)}
		if strings.ContainsAny(path[0], " \t\n\f\r>+~") {
			path = within().Split(topmost().ReplaceAllString(path[0], ""), -1)
		}
		last, says := strings.ReplaceAll(path[len(path)-1], "|", ""), whole
		if some || len(path) > 1 || strings.Contains(one, "|") {
			says = part
		}
		if last == "" && strings.Contains(one, "|") {
			last = "*"
		}
		if s.left.tried--; len(says) == 0 || last == "" || !selector().MatchString(last) {
			continue
		}
		r := rule{marks: marksIn(last), says: says}
		s.left.tried -= len(r.marks)
		for _, step := range path {
			r.weight += 100*(strings.Count(step, ".")+strings.Count(step, "[")) + 10_000*strings.Count(step, "#") + mime.Btoi(strings.IndexAny(step, ".#*[") != 0)
		}
		s.rules = append(s.rules, r)
	}
}

// marksIn are what an element needs for a selector: its name, then what begins with one of the signs.
func marksIn(last string) (marks []string) {
	for last != "" {
		end := 1 + strings.IndexAny(last[1:], ".#[")
		if end == 0 {
			end = len(last)
		}
		marks, last = append(marks, last[:end]), last[end:]
	}
	return marks
}

// unconditioned puts | in place of the conditions of selectors. Those stay that hold for no text, or only where the reader
// points.
func unconditioned(selectors string) string {
	selectors = valued().ReplaceAllString(selectors, "[$1|")
	selectors = alike().ReplaceAllString(selectors, "$2|")
	for range 3 { // a list within a condition is none of selectors
		selectors = condition().ReplaceAllStringFunc(selectors, func(c string) string {
			if c[0] == ':' && pointed().MatchString(c) {
				return c
			}
			return "|"
		})
	}
	return selectors
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

// does is what the tag of an element, its attributes and the rules for it do, as with a style. onDark is true if it is on
// a dark ground. If it costs too much to find out, the element is hidden: nobody can tell what is seen of such a page.
func (s *sheet) does(t html.Token, onDark bool) effect {
	own, open := "", false
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden", "popover":
			return hides
		case "open":
			open = true
		case "style":
			own += ";" + bare(a.Val)
		case "color", "bgcolor", "text":
			own = map[string]string{"bgcolor": "background:"}[a.Key] + colourAttribute(a.Val) + own
			if a.Key != "bgcolor" {
				own = "color:" + own
			}
		}
	}
	switch {
	case foldedTags[t.DataAtom] && !open:
		return hides
	case struckTags[t.DataAtom]:
		return strikes
	case own == "" && len(s.rules) == 0 && !s.over():
		return none
	}
	says := s.rulesFor(t)
	for property, d := range s.styleOf(own) {
		says.declare(property, d)
	}
	if s.over() {
		return hides
	}
	return says.does(onDark)
}

// colourAttribute is the value of an attribute as a style has it.
func colourAttribute(value string) string {
	value, _, _ = strings.Cut(bare(value), ";")
	if bareColour().MatchString(value) {
		value = "#" + value
	}
	return value + ";"
}

// rulesFor is what the rules declare for an element.
func (s *sheet) rulesFor(t html.Token) style {
	says := style{}
	if len(s.rules) == 0 {
		return says
	}
	marks := map[string]bool{"*": true, t.Data: true}
	for _, a := range t.Attr {
		marks["["+a.Key] = true
		if sign := map[string]string{"class": ".", "id": "#"}[a.Key]; sign != "" {
			for _, name := range strings.Fields(strings.ToLower(a.Val)) {
				marks[sign+name] = true
			}
		}
	}
	var found []int
	for m := range marks {
		for _, i := range s.by[m] {
			if s.left.tried -= len(s.rules[i].marks); s.over() {
				return says
			}
			if !slices.ContainsFunc(s.rules[i].marks, func(m string) bool { return !marks[m] }) {
				found = append(found, i)
			}
		}
	}
	slices.Sort(found)
	for _, i := range found {
		if s.left.tried -= len(s.rules[i].says); s.over() {
			return says
		}
		for property, d := range s.rules[i].says {
			says.declare(property, d)
		}
	}
	return says
}
