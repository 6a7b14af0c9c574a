package letter

import (
	"slices"
	"strings"
)

// Altered is the first line of a quote that says something else than the letter that it quotes, without blanks around it.
// It is "" if there is none. Programs wrap lines anew, link addresses, and put heads above and footers below; people cut
// lines off, and quote twice. So whole lines of ours may be missing, but no words of one. A line that is not ours counts
// if it is between ours, or like one of them.
func Altered(quoted, ours string) string {
	lines, said := wordsOfLines(linked().ReplaceAllString(quoted, " ")), wordsOfLines(ours)
	read, foreign := 0, ""
	for n := 0; n < len(lines); {
		took, end := said.repeated(lines[n:], read)
		switch {
		case took > 0 && read > 0 && end > read && foreign != "":
			return foreign
		case took > 0:
			read, foreign = end, ""
		case slices.ContainsFunc(said, lines[n].like):
			return lines[n].text
		case foreign == "":
			foreign = lines[n].text
		}
		n += max(took, 1)
	}
	return ""
}

// linked matches what programs put behind an address in a text.
var linked = lazily(`(?i)<(https?|mailto|tel):[^<>\s]*>`)

// lineOfWords is a line that has words, and linesOfWords are those of a text.
type (
	lineOfWords struct {
		text  string // without blanks around it
		words []string
	}
	linesOfWords []lineOfWords
)

func wordsOfLines(text string) (all linesOfWords) {
	for line := range strings.Lines(text) {
		if words := plainWords(bareOfCodes(line)); len(words) > 0 {
			all = append(all, lineOfWords{strings.TrimSpace(line), words})
		}
	}
	return all
}

// like reports whether a line shares half of its words with another one, which may be longer.
func (l lineOfWords) like(other lineOfWords) bool {
	shared := 0
	for _, word := range l.words {
		if slices.Contains(other.words, word) {
			shared++
		}
	}
	return 2*shared >= max(len(l.words), len(other.words))
}

// repeated is how many lines of a quote, from its beginning, say whole lines of a text, however they are wrapped. end is
// the place in the text below these, which is behind read if they occur there.
func (of linesOfWords) repeated(quote linesOfWords, read int) (took, end int) {
	for n := range of {
		at := (read + n) % len(of)
		if of[at].words[0] != quote[0].words[0] {
			continue
		}
		if lines, to := of.along(quote, at); lines > took {
			took, end = lines, to
		}
	}
	return took, end
}

// along is repeated for lines that begin at a place in the text.
func (of linesOfWords) along(quote linesOfWords, at int) (took, end int) {
	var ours []string
	for n, line := range quote {
		for _, word := range line.words {
			if len(ours) == 0 {
				if at == len(of) {
					return took, end
				}
				ours, at = of[at].words, at+1
			}
			if ours[0] != word {
				return took, end
			}
			ours = ours[1:]
		}
		if len(ours) == 0 {
			took, end = n+1, at
		}
	}
	return took, end
}
