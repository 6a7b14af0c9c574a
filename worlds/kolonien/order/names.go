package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// FleetOf reads the number in `Flotte_2`; no tells that the word is no fleet's.
func FleetOf(word string) (n int, ok bool) {
	rest, is := behindFleet(word)
	n, err := strconv.Atoi(strings.TrimPrefix(rest, "_"))
	return n, is && err == nil && n >= 1 && n <= MostFleet
}

// behindFleet is what follows the word that begins a fleet's name.
func behindFleet(word string) (rest string, is bool) {
	w := orders.Fold(word)
	if rest, is = strings.CutPrefix(w, "flotte"); !is {
		rest, is = strings.CutPrefix(w, "fleet")
	}
	return rest, is
}

// fleetLike tells whether a word begins as fleets are called, and nothing but a number
// follows, whether a fleet may bear it or not.
func fleetLike(word string) bool {
	rest, is := behindFleet(word)
	return is && strings.Trim(rest, "_0123456789") == ""
}

// name reads a leader's name: a letter first, then letters, digits and `_`, and
// no keyword.
func name(r *orders.Reading) string {
	t, ok := r.Next("leader")
	if !ok {
		return ""
	}
	if !goodName(t.Value) {
		Reject(r, t, "order.name", nil, phrase.Num("most", mostName))
		return ""
	}
	return t.Value
}

// goodName tells whether a leader may be called so: a letter first, then letters, digits and `_`.
func goodName(s string) bool {
	if s == "" || len([]rune(s)) > mostName || s[0] == '_' || s[0] >= '0' && s[0] <= '9' ||
		strings.ContainsRune(s, '.') || keyword(s) || fleetLike(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r < 0x80 && r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
}

// keywords are the words that have a meaning in orders.
var keywords = slices.Concat([]rulekit.Word{EmbarkWord, LandWord, JoinWord, TakeWord, GiveWord, rulekit.Yes, rulekit.No,
	noneWord, toWord, LeaderWord, MedicWord, GarrisonWord, RegimentWord}, topicWords, whenWords, WorkWords)

// keyword tells whether a word has a meaning in orders, so that nobody may bear it.
func keyword(s string) bool {
	_, unit := kindOf(s)
	_, ship := classOf(s)
	return unit || ship || slices.ContainsFunc(keywords, func(w rulekit.Word) bool { return w.Is(orders.Token{Value: s}) })
}

// FleetTexts are the sentences that name fleets: "Flotte_2", "Fleet_2".
func FleetTexts(lang phrase.Lang) []byte {
	out := []byte("[fleet]\n")
	for n := 1; n <= MostFleet; n++ {
		out = fmt.Appendf(out, "%d = %q\n", n, printFleet(nil, n, lang))
	}
	return out
}

// FleetArg names a fleet in the reader's language.
func FleetArg(name string, number int) phrase.Arg {
	return phrase.Key(name, "fleet."+strconv.Itoa(number))
}

// FleetNames lists a realm's fleets in its language, a dash if there are none.
func FleetNames(r *realm.Realm) string {
	var out []string
	for i := range r.Fleets {
		out = append(out, string(printFleet(nil, r.Fleets[i].Number, r.Lang)))
	}
	return realm.OrDash(strings.Join(out, ", "))
}
