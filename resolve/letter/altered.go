package letter

import (
	"slices"
	"strings"

	"weltentor/orders/lazy"
)

// Altered is the first line in which a quote says something else than the letter that it quotes, without blanks around it:
// one of the quote, or one of ours that was taken out. It is "" if there is none. Programs wrap lines anew, link addresses,
// and put heads above and footers below; people cut lines off, and quote twice. So lines of ours may be missing at the
// beginning and at the end, but no words of one. A line that is not ours counts if it is like one of ours, between them, or
// in place of those that are missing at the end.
func Altered(quoted, ours string) string {
	lines, said := wordsOfLines(linked().ReplaceAllString(quoted, " ")), wordsOfLines(ours)
	read, foreign := 0, ""
	for n := 0; n < len(lines); {
		took, from, end := said.repeated(lines[n:], read)
		switch {
		case took > 0 && read > 0 && end > read && foreign != "":
			return foreign
		case took > 0 && read > 0 && from > read:
			return said[read].text
		case took > 0:
			read, foreign = end, ""
		case slices.ContainsFunc(said, lines[n].like):
			return lines[n].text
		case foreign == "":
			foreign = lines[n].text
		}
		n += max(took, 1)
	}
	if read == 0 || read == len(said) {
		return ""
	}
	return foreign
}

// Added are the lines of a quote, below the first of ours in it, that are not ours.
func Added(quoted, ours string) (all []string) {
	lines, said := wordsOfLines(linked().ReplaceAllString(quoted, " ")), wordsOfLines(ours)
	for n, read := 0, 0; n < len(lines); {
		took, _, end := said.repeated(lines[n:], read)
		if took > 0 {
			read = end
		} else if read > 0 {
			all = append(all, lines[n].text)
		}
		n += max(took, 1)
	}
	return all
}

// linked matches what programs put around an address in a text.
var linked = lazy.Pattern(`(?i)[<(\[](?:https?|mailto|tel):[^<>()\[\]\s]*[>)\]]|\bmailto:`)

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

// repeated is how many lines of a quote, from its beginning, say whole lines of a text, however they are wrapped: those from
// one place in the text to before another one, which are behind read if they occur there.
func (of linesOfWords) repeated(quote linesOfWords, read int) (took, from, end int) {
	for n := range of {
		at := (read + n) % len(of)
		if of[at].words[0] != quote[0].words[0] {
			continue
		}
		if lines, to := of.along(quote, at); lines > took {
			took, from, end = lines, at, to
		}
	}
	return took, from, end
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
