package fault

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// places are the arguments of sentences that name a file or a folder.
var places = []string{"dir", "path", "file"}

// Say puts a phrase into words. In the commands among them, which are between backticks, files and folders are
// quoted where a shell needs it, so that a command can be copied; elsewhere they stay as they are.
func Say(b *phrase.Book, p phrase.Phrase) string {
	var bare, quoted []string
	args := slices.Clone(p.Args)
	for i, a := range args {
		if a.Kind != phrase.Word || !slices.Contains(places, a.Name) || Quoted(a.S) == a.S {
			continue
		}
		mark := "\x00" + strconv.Itoa(i) + "\x00" // no name of a file has a NUL
		args[i].S, bare, quoted = mark, append(bare, mark, a.S), append(quoted, mark, Quoted(a.S))
	}
	if bare == nil {
		return b.Say(p)
	}
	parts := strings.Split(b.Say(phrase.Phrase{Code: p.Code, Args: args}), "`")
	for i := range parts {
		names := bare
		if i%2 == 1 {
			names = quoted
		}
		parts[i] = strings.NewReplacer(names...).Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

// Quoted is a word for a shell: in quotes, if it would otherwise be read as more than itself.
func Quoted(word string) string {
	special := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,:@%=", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
