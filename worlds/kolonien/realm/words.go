package realm

import (
	"strconv"
	"strings"
)

// leaderNames are given to leaders whom nobody names: to the first leader of
// realm n the nth, then the next that is free.
var leaderNames = []string{
	"Cortez", "Raleigh", "Champlain", "Hudson", "Cabral", "Minuit", "Oglethorpe", "Frontenac", "Pizarro", "Drake",
	"Cartier", "Stuyvesant",
	"Orellana", "Penn", "Montcalm", "Almagro", "Smith", "Joliet", "Balboa", "Winthrop",
}

// FreeName returns the realm the next name of the list none of its leaders bears.
func (r *Realm) FreeName() string {
	for i := range 10 * len(leaderNames) {
		name := leaderNames[(r.Number-1+i)%len(leaderNames)]
		if i >= len(leaderNames) {
			name += "_" + strconv.Itoa(i/len(leaderNames)+1)
		}
		if r.Leader(name) == nil {
			return name
		}
	}
	return "Leader" // two hundred leaders are more than any realm can pay
}

// LeaderNames lists a realm's leaders, a dash if there are none.
func (r *Realm) LeaderNames() string {
	var out []string
	for i := range r.Leaders {
		out = append(out, r.Leaders[i].Name)
	}
	return OrDash(strings.Join(out, ", "))
}

// Key is the word of a stance.
func (s Stance) Key() string { return [...]string{"stance.war", "stance.peace", "stance.allied"}[s] }

// OrDash is a list in words, a dash if it is empty.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// YesNo is the key of what is or is not.
func YesNo(key string, yes bool) string {
	if yes {
		return key + "-yes"
	}
	return key + "-no"
}
