package letter

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// A line that says whom a letter is for names them by their numbers, or by what they are called: `LETTER 2`,
// `Brief an 2 und 5: Frieden?`, `To realm 2`, `LETTER Graumark`. What follows begins the letter.

// Name is what those are called whom a letter may be for.
type Name struct {
	Is string
	To string // as in Wish.To
}

// masterWords are what the game master is called, and articles what may stand before it.
const (
	masterWords = `(?:spiel-?leit\pL*|game[ -]?master|gm|sl)`
	articles    = `(?:(?:die|der|den|dem|the) )?`
)

// together are names that every game knows, but for the game master's.
var together = []Name{{"alle", "A"}, {"all", "A"}}

const (
	longAddress = 200 // characters that such a line has at most: the letter may begin in it
	longName    = 3   // words that may be a mistyped name; more are a sentence
)

// few is how many words the head of a line has at most. With a mark in it it has no more than fewer, and before a full
// stop not even that.
const (
	few   = 8
	fewer = 4
)

// realmWords are words before the number of a realm, letterWords those of a letter, and toWords those before its
// reader.
var (
	realmWords  = []string{"reich", "realm", "nation"}
	letterWords = []string{"letter", "letters", "brief", "briefe", "message", "messages", "nachricht", "pm", "#"}
	toWords     = []string{"an", "to", "für", "fuer", "for"}
)

const (
	realmWord  = `(?:(?:reich|realm|nation)\s+)`
	numberSign = `(?:(?:nr|no|nummer|number)[^\pL\pN]*)?`
	realmsList = `(\d{1,3}(?:(?:\s*[,;&+/]\s*|\s+(?:(?:und|and)\s+` + realmWord + `?)?)\d{1,3})*)\b`
)

// atEnd is the end of a head, behind a name.
var atEnd = `(?:[^\pL\pN]+(?:` + strings.Join(fillers, "|") + `))*[^\pL\pN]*$`

var (
	letterLine = lazy.Pattern(`(?i)^[^\pL\pN]*(brief|letter)\s+(?:(?:an|to|für|fuer|for|bitte|please)\s+)*(.*)$`)
	whom       = lazy.Pattern(`(?i)^(?:` + realmWord + `?` + realmsList + `|([agm])\b)(.*)$`)
	aMaster    = lazy.Pattern(`(?i)^` + articles + masterWords + `(?:$|[^\pL\pN])`)
	saysMaster = lazy.Pattern(`(?i)\b` + masterWords + `\b`)
	toRealm    = lazy.Pattern(`(?i)^[^\pL\pN]*(an|to)\s+(?:` + realmWord + realmsList + `|` + articles + `(` + masterWords + `))(\s*(?:[.!]?$|:.*$))`)
	andMore    = lazy.Pattern(`(?i)^(?:\s*(?:[,;&+/]|und\b|and\b)\s*(?:\d+|[agm])\b)+\s*$`)
	ofRealm    = lazy.Pattern(`(?i)^\s+` + realmWord + `(\d{1,3})\b(.*)$`)
	someRealm  = lazy.Pattern(`(?i)\b` + realmWord + `(\d{1,3})\b`)
	aRealm     = lazy.Pattern(`(?i)^` + realmWord)
	anyNumber  = lazy.Pattern(`\d+`)
	wordOf     = lazy.Pattern(`[^\s.,:;!?"'*_„“”()]+`)
	// nearLine is a line that such a one may have been meant for: a word, and a number with little between.
	nearLine = lazy.Pattern(`(?i)^[^\pL\pN#]*(?:(?:subject|betreff|private\pL*)\W+)*(?:(#)\s*|(\pL+)((?:[\W_]*(?:an|to|für|fuer|for|no|nr|number` +
		`|nummer|player|spieler|reich|realm|nation))*)[\W_]*)(?:` + realmsList + `|([agm]))(?:\W*$|\s*:)`)
	// goesOn is the end of a sentence that a program has wrapped.
	goesOn = lazy.Pattern(`^\p{Ll}[^:]*[.!]$`)
	// mark ends what may be the head of a line: no time of day, and no number with a point in it.
	mark = lazy.Pattern(`[;,!?()\[\]]|:(?:[^\d]|$)|\.(?:\s|$)|\s[-–—]+(?:\s|$)|$`)
	// headsRealm is a head that names realms at its end, with `An 3` and `#3` as a whole. After `to realm 3` a word may follow.
	headsRealm = lazy.Pattern(`(?i)(?:^[^\pL\pN]*(?:(?:please|bitte|forward|weiter\pL*)\s+)*(?:an|to|für|fuer|for|zu|cc)[^\pL\pN]+` + articles + numberSign + `|^[^\pL\pN#&]*#\s*` +
		`|(?:^|[^\pL\pN])(?:(?:reich|realm|nation|spieler|player|r)[^\pL\pN]*` + numberSign + `|(?:letter|brief|message|nachricht)[^\pL\pN]*)` +
		`)(?:` + realmsList + `|(alle?|[agm])\b)` + atEnd +
		`|\b(?:an|to|für|fuer|for)\s+` + realmWord + realmsList + `\s+\pL+\W*$|^[^\pL\pN]*` + realmsList + `:\W?$`)
	// alone is what may follow those who are named, and postscript what may stand before all of it.
	alone      = lazy.Pattern(`(?i)(?:[^\pL\pN]+(?:s|only|alone|nur|allein|eyes|(?:and |und )?(?:nobody|no one|niemand)(?: else| sonst)?))+([^\pL\pN]*)$`)
	postscript = lazy.Pattern(`(?i)^[^\pL\pN]*p\.?\s?(?:p\.?\s?)?s\b\.?[\s:,]+`)
	// beforeColon is a head that says for whom a text is, in whatever words: a number behind an/to/for, all, or a word for the
	// game master that may be another's elsewhere.
	beforeColon = lazy.Pattern(`(?i)(?:^|[^\pL\pN])(?:an|to|für|fuer|for)\s+` + articles + `(?:(?:reich|realm|nation|players?|spieler)\s+)?` + numberSign + realmsList + atEnd +
		`|^[^\pL\pN]*(?:an|to|für|fuer|for)\s+(alle|all)\b` +
		`|^[^\pL\pN]*(?:(?:an|to|für|fuer|for)\s+)?` + articles + `(?:meister|master|referee|schiedsrichter|host|admin)[^\pL\pN]*$`)
	headsMaster = lazy.Pattern(`(?i)(?:^|[^\pL\pN])` + masterWords + `(?:\s+(?:und|and|&)\s+\S+)?` + atEnd)
	// acts matches who does something in a sentence.
	acts = anyOf(`i|we|you|he|she|they|ich|wir|du|er|sie`)
	// greeting is a line that begins with a greeting, and who is greeted; calling is one that is only a name, with a mark.
	greeting = lazy.Pattern(`(?i)^[^\pL\pN]*` + hello + `\b[\s,]*([^,.?!:;\n–]{1,60})(?:[,.?!:;–]|$)`)
	calling  = lazy.Pattern(`^[^\pL\pN]*([^,.?!:;\n]{1,60})[,:!]\s*$`)
	// toward is what stands in a subject before those whom it names, if more than they stands there.
	toward = lazy.Pattern(`(?i)^.*\b(?:an|to|für|fuer|for)\s+`)
)

// Unnamed is the Name of whom a letter is for if its line names nobody.
const Unnamed = "–"

// readAddress reads such a line. Many sentences begin with the word, so a name counts only if it is known, and those
// who are named must end the line or have a colon behind them. What is in doubt is returned as Wish.Name: a name that
// may be mistyped, a list of what no letter goes to together, such as `2, A`, and `LETTER 2, 3 armies come`. If names
// is nil, nobody is known by a name, and nothing is in doubt.
func readAddress(line string, names func() []Name) (w Wish, ok bool) {
	w.Service = Letters
	if len(line) > longAddress {
		return w, false
	}
	if at := toRealm().FindStringSubmatch(line); at != nil {
		w.Lang = map[bool]phrase.Lang{true: phrase.De, false: phrase.En}[strings.EqualFold(at[1], "an")]
		if at[3] != "" {
			w.To = "M"
			return w, w.ends(at[4])
		}
		return w, w.goesTo(at[2]) && w.ends(at[4])
	}
	at := letterLine().FindStringSubmatch(line)
	if at == nil {
		if line == "LETTER" || line == "BRIEF" { // a letter may be called Brief
			w.Name = Unnamed
			return w, names != nil
		}
		return w, names != nil && w.nearly(line)
	}
	w.Lang = map[bool]phrase.Lang{true: phrase.De, false: phrase.En}[strings.EqualFold(at[1], "brief")]
	who, shouted := at[2], at[1] == strings.ToUpper(at[1])
	w.prose = !shouted
	if at := whom().FindStringSubmatch(who); at != nil {
		switch more := andMore().MatchString(at[3]); {
		case w.ends(at[3]) && at[1] != "":
			return w, w.goesTo(at[1])
		case w.ends(at[3]):
			w.To = strings.ToUpper(at[2])
			return w, true
		case at[1] != "", shouted, more: // `LETTER A. Miller` and `LETTER A except 3` are not for all
			w.Name, w.prose = who, !shouted && !more
			if !w.prose {
				w.near = who
			}
			return w, names != nil
		}
	}
	if names == nil {
		return w, false
	}
	named := w.byName(who, names())
	return w, named && w.To != "" || w.nearly(line) || named
}

// nearly reads a line that may have been meant for such a one, and is none: `LETTER: 2`, `Message to realm 2`, `#2`, or
// a misspelt word. Its writer hears how it is written.
func (w *Wish) nearly(line string) bool {
	at := nearLine().FindStringSubmatch(line)
	if at == nil {
		return false
	}
	word, between := strings.ToLower(at[1]+at[2]), words(strings.ToLower(at[3]))
	switch {
	case slices.Contains(letterWords, word),
		slices.Contains(toWords, word) && slices.ContainsFunc(between, func(b string) bool { return slices.Contains(realmWords, b) }):
		w.near = strings.ToUpper(at[4] + at[5])
	case len(orders.Nearest(word, []string{"letter", "brief"})) == 0:
		return false
	}
	w.Name, w.prose = strings.TrimSpace(line), false
	return true
}

// second finds a line, within the text of a letter, that names somebody else than the letter does: nobody can tell
// where what is for whom begins. The first line may greet one of several readers. It returns "" if there is none.
func (of Said) second(w Wish, text string) string {
	of.plain = sync.OnceValue(func() (all []Name) {
		if of.Names != nil {
			all = of.Names()
		}
		all = slices.Clone(all)
		for i := range all {
			all[i].Is = " " + plain(all[i].Is)
		}
		return all
	})
	first := true
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		to := of.heads(line)
		one := first && (to == "A" || w.To == "A" && to != "M" || slices.Contains(strings.Split(w.To, ","), to))
		all := first && w.To == "A"
		if first = false; to != "" && to != w.To && !one && !slices.Contains(of.Mine, to) || !all && of.callsAnother(line, w.To) {
			return line
		}
	}
	return ""
}

// callsAnother reports whether a line greets a player, or is a player's name with a mark, and none of the readers is
// called so. A player is called by the whole name or by its first word.
func (of Said) callsAnother(line, readers string) bool {
	if of.Persons == nil || readers == "M" { // how the game master is called, no game knows
		return false
	}
	at, greets := greeting().FindStringSubmatch(line), true
	if at == nil {
		at, greets = calling().FindStringSubmatch(line), false
	}
	if at == nil || acts().MatchString(at[1]) {
		return false
	}
	said, reads, called := " "+plain(at[1])+" ", strings.Split(readers, ","), map[string]bool{}
	if own := func(sign string) bool { return " "+plain(sign)+" " == said }; !greets && slices.ContainsFunc(of.Signs, own) {
		return false
	}
	call := func(name, to string) {
		name = plain(name)
		if name != "" && (said == " "+name+" " || greets && strings.Contains(said, " "+name+" ")) {
			called[name] = called[name] || slices.Contains(reads, to)
		}
	}
	for _, p := range of.Persons() {
		first, _, _ := strings.Cut(strings.TrimSpace(p.Is), " ")
		call(p.Is, p.To)
		call(first, p.To)
	}
	for _, n := range of.plain() {
		if slices.Contains(reads, n.To) {
			call(n.Is, n.To)
		}
	}
	return slices.Contains(slices.Collect(maps.Values(called)), false)
}

// heads is whom a line within a letter is for, as in To, if it begins as a letter does, or if its head names them at its
// end: what stands before a mark, or all of it, in a few words. With somebody who does something, that is a sentence, if no
// colon ends it. "": the line is for nobody else.
func (of Said) heads(line string) string {
	if next, ok := readAddress(line, of.Names); ok && next.To+next.near != "" && !goesOn().MatchString(line) {
		return next.To + next.near
	}
	line = postscript().ReplaceAllString(strings.NewReplacer("*", "", "_", "").Replace(wording.Clipped(line, longAddress)), "")
	for inner, at := range mark().FindAllStringIndex(line, -1) {
		head, by := line[:at[1]], strings.TrimSpace(line[at[0]:at[1]])
		switch n, dot := len(words(head)), strings.HasPrefix(by, "."); {
		case n > few, inner > 0 && n > fewer:
			return ""
		case by == "?", dot && (n >= fewer || goesOn().MatchString(line)), !strings.HasPrefix(by, ":") && acts().MatchString(head):
			continue
		}
		if to := of.headed(head); to != "" {
			return to
		}
		if at := beforeColon().FindStringSubmatch(head); at != nil && strings.HasPrefix(by, ":") {
			w := Wish{To: "M"}
			if at[1] != "" {
				w.goesTo(at[1])
			} else if at[2] != "" {
				w.To = "A"
			}
			return w.To
		}
	}
	return ""
}

// headed is whom the head of a line names at its end.
func (of Said) headed(head string) string {
	head = alone().ReplaceAllString(head, "$1")
	if headsMaster().MatchString(head) {
		return "M"
	}
	if at := headsRealm().FindStringSubmatch(head); at != nil {
		w := Wish{To: strings.ToUpper(at[2])}
		if w.To != "" {
			return w.To[:1]
		}
		w.goesTo(at[1] + at[3] + at[4])
		return w.To
	}
	longest, said := Name{}, " "+plain(head)
	for _, n := range of.plain() {
		if len(n.Is) > max(1, len(longest.Is)) && strings.HasSuffix(said, n.Is) {
			longest = n
		}
	}
	return longest.To
}

// plain are the words of a text as they are compared, without any marks.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(orders.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// RealmIn is the number of the first realm that a text names by it, as in `realm 4`; 0: it names none.
func RealmIn(text string) int {
	at := someRealm().FindStringSubmatch(text)
	if at == nil {
		return 0
	}
	n, _ := strconv.Atoi(at[1])
	return n
}

// goesTo adds the numbers of realms to those that a letter is for, each once.
func (w *Wish) goesTo(numbers string) bool {
	var to []string
	for _, one := range anyNumber().FindAllString(numbers, -1) {
		n, _ := strconv.Atoi(one)
		if one = strconv.Itoa(n); n == 0 {
			return false
		}
		if !slices.Contains(to, one) {
			to = append(to, one)
		}
	}
	w.To = strings.Join(to, ",")
	return true
}

// ends reads what follows those whom a letter is for: nothing, the realm that writes, as in `LETTER 2 REALM 4`, or a
// colon and the letter's beginning. Anything else may be a sentence.
func (w *Wish) ends(rest string) bool {
	realm := 0
	if at := ofRealm().FindStringSubmatch(rest); at != nil {
		realm, _ = strconv.Atoi(at[1])
		rest = at[2]
	}
	before, says, _ := strings.Cut(rest, ":")
	if slices.ContainsFunc(words(before), func(word string) bool { return !isFiller(word) }) {
		return false
	}
	w.Realm, w.Words = realm, strings.TrimSpace(says)
	return true
}

// byName finds the longest name that a line begins with. It is nobody's if several have it.
func (w *Wish) byName(line string, names []Name) bool {
	line = strings.TrimSpace(aRealm().ReplaceAllString(line, ""))
	if at := aMaster().FindStringIndex(line); at != nil {
		names = append(slices.Clip(names), Name{line[:at[1]], "M"})
	}
	at, best, to := wordOf().FindAllStringIndex(line, -1), 0, ""
	for _, n := range slices.Concat(together, names) {
		called := words(orders.Fold(n.Is))
		k := len(called)
		if k == 0 || k < best || k > len(at) ||
			!slices.Equal(called, words(orders.Fold(line[:at[k-1][1]]))) {
			continue
		}
		if k == best && n.To != to {
			to = "" // another has the same name
			continue
		}
		best, to = k, n.To
	}
	switch {
	case best == 0 && (len(at) == 0 || len(at) > longName || strings.Contains(line, "?")):
		return false
	case best == 0, to == "", !w.ends(line[at[best-1][1]:]): // or a second name follows, or a number
		w.Name = line
		return true
	}
	w.To = to
	return true
}
