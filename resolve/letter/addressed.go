package letter

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// A line that says whom a letter is for names them by their numbers, or by what they are called: `LETTER 2`,
// `Brief an 2 und 5: Frieden?`, `To realm 2`, `LETTER Graumark`. What follows begins the letter.

// Name is what those are called whom a letter may be for.
type Name struct {
	Is string
	To string // as in Wish.To
}

// together are names that every game knows.
var together = []Name{{"alle", "A"}, {"all", "A"}, {"spielleitung", "M"}, {"die spielleitung", "M"},
	{"game master", "M"}, {"the game master", "M"}}

const (
	longAddress = 200 // characters that such a line has at most: the letter may begin in it
	longName    = 3   // words that may be a mistyped name; more are a sentence
)

// realmWords are words before the number of a realm.
var realmWords = []string{"reich", "realm", "nation"}

const (
	realmWord  = `(?:(?:reich|realm|nation)\s+)`
	realmsList = `(\d{1,3}(?:(?:\s*[,;&+/]\s*|\s+(?:und|and)\s+` + realmWord + `?)\d{1,3})*)\b`
)

var (
	letterLine = lazily(`(?i)^[^\pL\pN]*(brief|letter)\s+(?:(?:an|to|für|for|bitte|please)\s+)*(.*)$`)
	toNumbers  = lazily(`(?i)^` + realmWord + `?` + realmsList + `(.*)$`)
	toSeveral  = lazily(`(?i)^([agm])\b(.*)$`)
	toRealm    = lazily(`(?i)^[^\pL\pN]*(an|to)\s+` + realmWord + realmsList + `\s*(?:$|[.!]$|:(.*)$)`)
	onlyMore   = lazily(`^[\s\d]+$`)
	upTo       = lazily(`(?i)^\s*(?:[-–]|bis\b|to\b|through\b)\s*` + realmWord + `?\d`)
	endsList   = lazily(`(?i)^(?:[.!]?\s*$|\s*:|\s*,\s|\s+[–-]\s|\s+` + realmWord + `\d)`)
	runsOn     = lazily(`^\s+\p{Ll}`)
	andMore    = lazily(`(?i)^(?:\s*(?:[,;&+/]|und\b|and\b)\s*(?:\d+|[agm])\b)+\s*$`)
	ofRealm    = lazily(`(?i)^` + realmWord + `(\d{1,3})\b`)
	someRealm  = lazily(`(?i)\b` + realmWord + `(\d{1,3})\b`)
	aRealm     = lazily(`(?i)^` + realmWord)
	another    = lazily(`(?i)^\s*(?:[,;&+/]|und\b|and\b)\s*(.+)$`)
	anyNumber  = lazily(`\d+`)
	wordOf     = lazily(`[^\s.,:;!?"'*_„“”()]+`)
)

// Unnamed is the Name of whom a letter is for if its line names nobody.
const Unnamed = "–"

// readAddress reads such a line. Many sentences begin with the word, so a name counts only if it is known. One that
// may be mistyped is returned as Wish.Name, and so is a list of what no letter goes to together, such as `2, A`. If names
// is nil, nobody is known by a name.
func readAddress(line string, names func() []Name) (w Wish, ok bool) {
	w.Service = Letters
	if len(line) > longAddress {
		return w, false
	}
	if at := toRealm().FindStringSubmatch(line); at != nil {
		w.Lang = map[bool]phrase.Lang{true: phrase.De, false: phrase.En}[strings.EqualFold(at[1], "an")]
		return w, w.goesTo(at[2]) && w.says(at[3])
	}
	at := letterLine().FindStringSubmatch(line)
	if at == nil {
		w.Name = Unnamed
		return w, names != nil && (line == "LETTER" || line == "BRIEF") // a letter may be called Brief
	}
	w.Lang = map[bool]phrase.Lang{true: phrase.De, false: phrase.En}[strings.EqualFold(at[1], "brief")]
	who, shouted := at[2], at[1] == strings.ToUpper(at[1])
	if at := toNumbers().FindStringSubmatch(who); at != nil {
		numbers, rest := at[1], at[2]
		if andMore().MatchString(rest) || upTo().MatchString(rest) {
			w.Name = who
			return w, names != nil
		}
		if onlyMore().MatchString(rest) { // `LETTER 2 3`; but `LETTER 2 3 armies come` is for realm 2
			numbers, rest = numbers+rest, ""
		}
		w.runsOn = !shouted && runsOn().MatchString(rest)
		return w, w.goesTo(numbers) && w.says(rest)
	}
	if at := toSeveral().FindStringSubmatch(who); at != nil {
		if andMore().MatchString(at[2]) {
			w.Name = who
			return w, names != nil
		}
		if endsList().MatchString(at[2]) { // `LETTER A. Miller` and `LETTER A except 3` are not for all
			w.To = strings.ToUpper(at[1])
			return w, w.says(at[2])
		}
		if shouted {
			w.Name = who
			return w, names != nil
		}
	}
	return w, names != nil && w.byName(who, names())
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

// says reads what follows: the realm that writes, as in `LETTER 2 REALM 4`, and the letter's beginning.
func (w *Wish) says(rest string) bool {
	rest = strings.TrimLeft(rest, " \t.,:;–-")
	if at := ofRealm().FindStringSubmatchIndex(rest); at != nil {
		w.Realm, _ = strconv.Atoi(rest[at[2]:at[3]])
		rest = strings.TrimLeft(rest[at[1]:], " \t.,:;–-")
	}
	if slices.ContainsFunc(words(rest), func(word string) bool { return !isFiller(word) }) {
		w.Words = strings.TrimSpace(rest)
	}
	return true
}

// byName finds the longest name that a line begins with. It is nobody's if several have it.
func (w *Wish) byName(line string, names []Name) bool {
	line = strings.TrimSpace(aRealm().ReplaceAllString(line, ""))
	at, best, to := wordOf().FindAllStringIndex(line, -1), 0, ""
	for _, n := range slices.Concat(together, names) {
		called := words(orders.Fold(n.Is))
		k := len(called)
		if k == 0 || k < best || k > len(at) || slices.Contains(together, n) && k < len(at) ||
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
	case to == "":
		w.Name = line
		return true
	}
	rest := line[at[best-1][1]:]
	if more := another().FindStringSubmatch(rest); more != nil { // a second name, or a number
		if next := (Wish{}); next.byName(more[1], names) && next.To != "" || toNumbers().MatchString(more[1]) {
			w.Name = line
			return true
		}
	}
	w.To = to
	return w.says(rest)
}
