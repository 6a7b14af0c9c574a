package order

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
)

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
