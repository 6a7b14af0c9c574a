package complaint

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// places are the arguments of sentences that name files or folders.
var places = []string{"dir", "path", "file"}

// Say puts a phrase into words. In commands, which are between backticks, files and folders are quoted for a shell, so
// that the command can be copied. Elsewhere they stay as they are.
func Say(b *phrase.Book, p phrase.Phrase) string {
	var bare, quoted []string
	args := slices.Clone(p.Args)
	for i, a := range args {
		if a.Kind != phrase.Word || !slices.Contains(places, a.Name) || Quoted(a.S) == a.S {
			continue
		}
		mark := "\x00" + strconv.Itoa(i) + "\x00" // no file name has a NUL
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

// Quoted returns a word for a shell, in quotes if the shell would read it as something else.
func Quoted(word string) string {
	special := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,:@%=", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
