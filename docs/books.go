// Package docs holds the rules of the games and the pages for game masters and players. For mails and terminals it
// turns them into text without Markdown. The program cites from the same files that people read on the web, so both
// always say the same. Begin with Book and Topic.
package docs

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/lazy"
)

//go:embed rules/*.md gm-*.md player.*.md engine.*.md data.en.md fleet.en.md
var files embed.FS

// Book is the book of a rulebook in a language, de or en; "" if there is none.
func Book(rulebook, lang string) string {
	suffix := ".md" // English has no mark of its own
	if lang != "en" {
		suffix = "." + lang + ".md"
	}
	return read("rules/" + rulebook + suffix)
}

// Rule is a part of a rulebook's book as plain text, without its lines being wrapped: number 8.3 is the rule §8.3, and 8 is
// the chapter. Words bring the rules that have all of them, the first ones whole, and the numbers of the others. "" brings
// the titles of the chapters. It is "" if there is no such rule. Rules that the book leaves to the game master's reference
// are found, too.
func Rule(rulebook, lang, what string) string {
	book := Book(rulebook, lang)
	all := book + further(rulebook, lang)
	switch _, err := strconv.Atoi(what); {
	case what == "":
		return strings.ReplaceAll(strings.Join(titles().FindAllString(book, -1), "\n"), "## ", "")
	case strings.Contains(what, "."):
		for number, text := range rules(all) {
			if number == what {
				return laidIn(text, lang, "", unwrapped)
			}
		}
		return ""
	case err == nil:
		_, rest, found := strings.Cut(book, "\n## "+what+" ")
		if !found {
			return ""
		}
		chapter, _, _ := strings.Cut(rest, "\n## ")
		return laidIn("## "+what+" "+chapter, lang, "", unwrapped)
	}
	var found, others []string
	for number, text := range rules(all) {
		switch {
		case slices.ContainsFunc(strings.Fields(strings.ToLower(what)), func(word string) bool {
			return !strings.Contains(strings.ToLower(text), word)
		}):
		case len(found) < mostFound:
			found = append(found, laidIn(text, lang, "", unwrapped))
		default:
			others = append(others, "§"+number)
		}
	}
	if len(others) > 0 {
		found = append(found, "… "+strings.Join(others, ", ")+"\n")
	}
	return strings.Join(found, "\n")
}

// further are the rules of a rulebook that are in the game master's reference, between two marks; "" if there are none.
func further(rulebook, lang string) string {
	_, from, _ := strings.Cut(read("gm-reference."+lang+".md"), "<!-- rules of "+rulebook+" -->")
	part, _, _ := strings.Cut(from, "<!-- end of rules of "+rulebook+" -->")
	return part
}

// titles are those of the chapters.
var titles = lazy.Pattern(`(?m)^## \d+ .+$`)

// Hints are the numbers of the rules, two at most, that have at least two of the words of a question, those with its rarest
// words first. Words of many rules, and those of which any sentence is made, say nothing of what it is about.
func Hints(rulebook, lang, question string) (numbers []string) {
	in, all := map[string][]string{}, 0 // the rules that have a word
	for number, text := range rules(Book(rulebook, lang)) {
		all++
		for _, word := range wordsOf(text) {
			in[word] = append(in[word], number)
		}
	}
	words, weight := map[string]int{}, map[string]float64{}
	for _, word := range wordsOf(question) {
		if len(in[word]) > all/4 || slices.Contains(common, word) || slices.Contains(common, word+"s") || slices.Contains(common, word+"en") {
			continue
		}
		for _, number := range in[word] {
			weight[number] += 1 / float64(len(in[word]))
			if words[number]++; words[number] == 2 {
				numbers = append(numbers, number)
			}
		}
	}
	slices.SortStableFunc(numbers, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	return numbers[:min(len(numbers), mostHints)]
}

const mostHints = 2

// common are words of which any sentence is made.
var common = strings.Fields("can how what who when where which from with without does have has had you your are was were will " +
	"would should may the and for not but this that than them they their there into over out any all one two " +
	"kann können wie was wer wann wo welche welcher aus vom von mit ohne ein eine einen einem einer der die das den dem des und " +
	"oder für nicht aber ist sind hat haben habe ich ihr wir man auch noch nur bei zum zur über unter auf gibt wird mein meine")

// wordsOf are the words of a text that are no shorter than three letters, in lower case and without the endings of plurals,
// each once.
func wordsOf(text string) []string {
	all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range all {
		all[i] = strings.TrimSuffix(strings.TrimRight(word, "s"), "en")
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(word string) bool { return len(word) < 3 })
}

// mostFound is how many rules a word brings whole.
const mostFound = 6

// rules yields the rules of a book in its order, each with its number.
func rules(book string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		parts := strings.Split(book, "\n**§")
		for _, part := range parts[1:] {
			if end := nextRule().FindStringIndex(part); end != nil {
				part = part[:end[0]]
			}
			if number, _, is := strings.Cut(part, "** "); is && !yield(number, "**§"+part) {
				return
			}
		}
	}
}

// nextRule is where a rule ends.
var nextRule = lazy.Pattern(`\n(\*\*§|#|<!--)`)

// unwrapped is how wide a sentence may be in the body of a letter: mail programs break it.
const unwrapped = 1 << 16

// read is a file; "" if there is none.
func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		panic(err)
	}
	return string(text)
}

// Topics are the pages for game masters, the players' guide, and what is for programs, in the order in which one
// reads them.
var Topics = []string{"start", "trouble", "reference", "players", "engine", "data", "fleet"}

// Topic is a page for a terminal, in a language, de or en, or in English if there is no other; "" if there is none. What
// is typed is between backticks.
func Topic(topic, lang string) string {
	name := "gm-" + topic
	switch topic {
	case "players":
		name = "player"
	case "engine", "data", "fleet":
		name = topic
	}
	page := read(name + "." + lang + ".md")
	if page == "" {
		lang, page = "en", read(name+".en.md")
	}
	page = ruleLink().ReplaceAllString(page, "`weltentor rules $1`")
	return laid(elsewhere().ReplaceAllStringFunc(page, shown), lang, "`")
}

// Manual is the players' page as plain text, in a language, for those who play one game: of the
// chapter about the games it has theirs. It is laid out only when it is called for, and nil if there is no such game.
func Manual(rulebook, lang string) func() string {
	page, ours := read("player."+lang+".md"), "](rules/"+rulebook+"."
	var chapters []string
	for chapter := range strings.SplitSeq(page, "\n## ") {
		title, games, is := strings.Cut(chapter, "\n\n### ")
		title, _, _ = strings.Cut(title, "\n")
		for part := range strings.SplitSeq("\n\n### "+games, "\n\n### ") {
			if is && strings.Contains(part, ours) {
				title, page = title+"\n\n### "+part, ""
			}
		}
		if !is {
			title = chapter
		}
		chapters = append(chapters, title)
	}
	if page != "" {
		return nil
	}
	return func() string {
		word := map[string]string{"de": "schick `REGELN`", "en": "send `RULES`"}[lang]
		return plain(ruleLink().ReplaceAllString(strings.Join(chapters, "\n## "), word), lang)
	}
}

// ruleLink is a link to a rulebook's book. Who reads letters only gets it for a word.
var ruleLink = lazy.Pattern(`\[[\w.]+\]\(rules/(\w+)[\w.]+\)`)

// elsewhere is a link to another page, or to a part of one.
var elsewhere = lazy.Pattern(`\[([^\]]+)\]\((gm-(\w+)|player|data|fleet)\.\w+\.md(#[^)]*)?\)`)

// fileName is the name of a page.
var fileName = lazy.Pattern(`^[\w-]+\.\w+\.md$`)

// shown is such a link for a reader who has no links: with the command that shows the page.
func shown(link string) string {
	m := elsewhere().FindStringSubmatch(link)
	topic := cmp.Or(m[3], m[2])
	if topic == "player" {
		topic = "players"
	}
	if fileName().MatchString(m[1]) {
		return "`weltentor help " + topic + "`"
	}
	return m[1] + " (`weltentor help " + topic + "`)"
}
