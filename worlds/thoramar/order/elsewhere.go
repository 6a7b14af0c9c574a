package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// lineReader reads one line of a section.
type lineReader func(text string) (orders.Order, []orders.Problem)

// neighbours are the sections in which a misplaced line is looked for, with those from which it may have strayed.
// Lines of $G and $L are only numbers, and the beginning of one looks like the other, so neither is taken for the
// other.
var neighbours = []struct {
	section byte
	read    lineReader
	from    string
}{
	{'B', readBuild, "RAGLVS"},
	{'A', armies.Read, "BRGLVST"},
	{'T', tactics.Read, "BRAGLVS"},
	{'R', recruitment.Read, "BAGLVS"},
	{'V', treaties.Read, "BRAGLT"},
	{'G', readTransfer, "BRAV"},
	{'L', cessions.Read, "BRAV"},
}

// placed wraps a section's reader. If a line is bad here but good in another section, it says only where the line
// belongs.
func placed(section byte, read lineReader) lineReader {
	return func(text string) (orders.Order, []orders.Problem) {
		order, problems := read(text)
		if order != nil {
			return order, problems
		}
		words := strings.Fields(text)
		for i := range neighbours {
			n := &neighbours[i]
			if strings.IndexByte(n.from, section) < 0 || !looksLike(n.section, words) {
				continue
			}
			if there, _ := n.read(text); there != nil {
				return nil, []orders.Problem{{
					Position: orders.Position{Col: 1 + len(text) - len(strings.TrimLeft(text, " \t"))},
					Severity: orders.Error,
					What: phrase.P("order.elsewhere", phrase.Str("here", "$"+string(rune(section))),
						phrase.Str("there", "$"+string(rune(n.section)))),
				}}
			}
		}
		return nil, problems
	}
}

// looksLike is a quick test whether a line may belong to a section. To read it costs as much as any line, and a file
// may have thousands of bad ones.
func looksLike(section byte, words []string) bool {
	if len(words) < 2 {
		return false
	}
	first, rest := words[0], words[1:]
	last := rest[len(rest)-1]
	numbers := 0
	for _, w := range rest {
		if isNumber(w) {
			numbers++
		}
	}
	switch section {
	case 'B': // STD 2 4 Name
		return !isNumber(first) && !strings.Contains(first, ".") && numbers >= 2
	case 'R': // +K.M 1 2500 0 0
		return !isNumber(first) && numbers >= 3 && numbers == len(rest)
	case 'A': // K.M 1 1200000000000 E+
		return !isNumber(first) && numbers >= 1 && strings.ContainsAny(strings.Join(rest, ""), "VAPEZvapez")
	case 'T': // K.M 1 3 Sturmangriff
		return !isNumber(first) && !isNumber(last) && len(last) >= 3 && len(words) >= 3 &&
			isNumber(words[len(words)-2])
	case 'V': // 2 A
		return isNumber(first) && len(words) == 2 && !isNumber(last)
	}
	return isNumber(first) && numbers >= 1 // G: 2 20000, L: 2 3 1
}

// isNumber reports whether a word begins like a number.
func isNumber(word string) bool {
	digits := strings.TrimLeft(word, "+-")
	return digits != "" && digits[0] >= '0' && digits[0] <= '9'
}
