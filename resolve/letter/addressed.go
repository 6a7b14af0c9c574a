package letter

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders"
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
	masterWords = `(?:spielleit(?:ung|er|erin)|game ?master|gm|sl)`
	articles    = `(?:(?:die|der|den|dem|the) )?`
)

// together are names that every game knows, but for the game master's.
var together = []Name{{"alle", "A"}, {"all", "A"}}

const (
	longAddress = 200 // characters that such a line has at most: the letter may begin in it
	longName    = 3   // words that may be a mistyped name; more are a sentence
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
	realmsList = `(\d{1,3}(?:(?:\s*[,;&+/]\s*|\s+(?:(?:und|and)\s+` + realmWord + `?)?)\d{1,3})*)\b`
)

var (
	letterLine = lazily(`(?i)^[^\pL\pN]*(brief|letter)\s+(?:(?:an|to|für|fuer|for|bitte|please)\s+)*(.*)$`)
	whom       = lazily(`(?i)^(?:` + realmWord + `?` + realmsList + `|([agm])\b)(.*)$`)
	aMaster    = lazily(`(?i)^` + articles + masterWords + `(?:$|[^\pL\pN])`)
	saysMaster = lazily(`(?i)\b` + masterWords + `\b`)
	toRealm    = lazily(`(?i)^[^\pL\pN]*(an|to)\s+(?:` + realmWord + realmsList + `|` + articles + `(` + masterWords + `))(\s*(?:[.!]?$|:.*$))`)
	andMore    = lazily(`(?i)^(?:\s*(?:[,;&+/]|und\b|and\b)\s*(?:\d+|[agm])\b)+\s*$`)
	ofRealm    = lazily(`(?i)^\s+` + realmWord + `(\d{1,3})\b(.*)$`)
	someRealm  = lazily(`(?i)\b` + realmWord + `(\d{1,3})\b`)
	aRealm     = lazily(`(?i)^` + realmWord)
	anyNumber  = lazily(`\d+`)
	wordOf     = lazily(`[^\s.,:;!?"'*_„“”()]+`)
	// nearLine is a line that such a one may have been meant for: a word, and a number with little between.
	nearLine = lazily(`(?i)^[^\pL\pN#]*(?:(?:subject|betreff|private\pL*)\W+)*(?:(#)\s*|(\pL+)((?:[\W_]*(?:an|to|für|fuer|for|no|nr|number` +
		`|nummer|player|spieler|reich|realm|nation))*)[\W_]*)(?:` + realmsList + `|([agm]))(?:\W*$|\s*:)`)
	// goesOn is the end of a sentence that a program has wrapped.
	goesOn = lazily(`^\p{Ll}[^:]*[.!]$`)
	// heading is what may stand before those whom a part of a letter is for: `2)`, `PS an`, `Question for`.
	heading = lazily(`(?i)^[^\pL\pN#]*(?:\d{1,2}[.)]\s*)?(?:p\.?s\.?\W*\s)?(?:(?:und|and|next|nächster)\s+|(?:\S+\s+){0,3}?(?:an|to|für|fuer|for)\s+)?`)
	// hailing is what stands before those whom a letter greets, and hailed is they.
	hailing = lazily(`(?i)^(?:[^\pL]*(?:` + hello + `|herr|frau)\b[\s,]*)+`)
	hailed  = lazily(`^[^,.!:?]+`)
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
// where what is for whom begins. The greeting may be such a line. It returns "" if there is none.
func (w Wish) second(text string, names func() []Name) string {
	first := true
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		to := headed(line, names)
		if first && to == "" {
			to = w.greets(line, names)
		}
		if first = false; to != "" && to != w.To {
			return line
		}
	}
	return ""
}

// headed is whom a line within a letter is for, as in To, if it begins as a letter does or has a colon behind those
// whom it names: `2) LETTER 3`, `@Realm 3: …`, `PS an die Spielleitung: …`; "": it is for nobody else.
func headed(line string, names func() []Name) string {
	bare := wording.Clipped(heading().ReplaceAllString(line, ""), longAddress)
	before, says, colon := strings.Cut(bare, ":")
	tries := []string{line, bare}
	if colon {
		tries = append(tries, before+":")
	}
	for _, one := range tries {
		if next, ok := readAddress(one, names); ok && next.To+next.near != "" && !goesOn().MatchString(line) {
			return next.To + next.near
		}
	}
	if !colon || strings.IndexFunc(says, unicode.IsDigit) == 0 { // a time
		return ""
	}
	return called(before, names)
}

// greets is whom the greeting of a letter names, if the letter is not for them; "": it names nobody else.
func (w Wish) greets(line string, names func() []Name) string {
	hail := hailing().FindString(line)
	if hail == "" {
		return ""
	}
	to := called(hailed().FindString(line[len(hail):]), names)
	if to == "A" || slices.Contains(strings.Split(w.To, ","), to) || w.To == "A" && to != "M" {
		return ""
	}
	return to
}

// called is who is called so, as in To: by numbers or a name; "": it is nobody's name.
func called(who string, names func() []Name) string {
	w := Wish{}
	if at := whom().FindStringSubmatch(who); at != nil && at[1] != "" && w.ends(at[3]) && w.goesTo(at[1]) {
		return w.To
	}
	if names != nil && w.byName(who, names()) {
		return w.To
	}
	return ""
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
