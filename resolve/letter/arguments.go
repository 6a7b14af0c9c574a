package letter

import (
	"slices"
	"strconv"
	"strings"
)

// These read what follows a word of the game master (see Word.Takes).

// Nothing may follow.
func Nothing(_ *Wish, rest []string) bool { return len(rest) == 0 }

// Realms are the numbers of realms, or ALL.
func Realms(w *Wish, rest []string) bool {
	for _, word := range rest {
		word = strings.Trim(word, ".:,;")
		n, err := strconv.Atoi(word)
		switch {
		case (word == "all" || word == "alle") && len(rest) == 1:
		case err == nil && n > 0:
			w.Realms = append(w.Realms, n)
		default:
			return false
		}
	}
	return len(rest) > 0
}

// OneRealm is the number of a realm.
func OneRealm(w *Wish, rest []string) bool {
	n, err := strconv.Atoi(strings.Trim(strings.Join(rest, " "), ".:,;"))
	w.Realm = n
	return err == nil && n > 0
}

// Somebody is a number of the waiting list, a name or an address.
func Somebody(w *Wish, rest []string) bool {
	w.Who = strings.Join(rest, " ")
	return w.Who != ""
}

// Until is a time, or nothing.
func Until(w *Wish, rest []string) bool {
	if len(rest) > 0 && slices.Contains([]string{"until", "bis", "to", "auf"}, rest[0]) {
		rest = rest[1:]
	}
	w.Time = strings.Join(rest, " ")
	return true
}

// To is a time.
func To(w *Wish, rest []string) bool { return Until(w, rest) && w.Time != "" }

// After is the turn after which something is to happen, as in `7` or `after turn 7`. `now` is 0.
func After(w *Wish, rest []string) bool {
	if w.Given = true; len(rest) == 1 && (rest[0] == "now" || rest[0] == "sofort") {
		return true
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(word string) bool {
		return word == "after" || word == "nach" || word == "turn" || word == "zug"
	})
	if len(rest) != 1 {
		return false
	}
	turn, err := strconv.Atoi(strings.Trim(rest[0], ".:,;"))
	w.Number = turn
	return err == nil && turn > 0
}
