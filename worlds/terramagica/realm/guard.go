package realm

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// guard is how the armies of realm 0 are called, before the number of their province. The German name is stored.
var guard = rulekit.Word{De: "Wache", En: "Guard"}

// GuardName is the name of the guard of a province, as it is stored.
func GuardName(province int) string { return guard.De + strconv.Itoa(province) }

// GuardTexts is how a book shows the guards' names.
func GuardTexts(lang phrase.Lang) []byte {
	return fmt.Appendf(nil, "[named]\n\"0.%s\" = \"0.%s\"\n", guard.De, guard.In(lang))
}

// AsStored is a target whose guard may have been named in any language.
func (t Target) AsStored() Target {
	name := strings.TrimRight(t.Army, "0123456789")
	if t.Realm == 0 && name != t.Army && orders.Fold(name) == orders.Fold(guard.En) {
		t.Army = guard.De + t.Army[len(name):]
	}
	return t
}

// AppendIn is Append in a language.
func (t Target) AppendIn(dst []byte, lang phrase.Lang) []byte {
	if digits, ok := strings.CutPrefix(t.Army, guard.De); ok && t.Realm == 0 {
		t.Army = guard.In(lang) + digits
	}
	return t.Append(dst)
}
