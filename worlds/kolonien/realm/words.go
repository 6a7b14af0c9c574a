package realm

import (
	"cmp"
	"strconv"
	"strings"
)

// leaderNames are for leaders to whom nobody gave a name. The first leader of realm n gets the nth name, later ones
// the next free name.
var leaderNames = []string{
	"Cortez", "Raleigh", "Champlain", "Hudson", "Cabral", "Minuit", "Oglethorpe", "Frontenac", "Pizarro", "Drake",
	"Cartier", "Stuyvesant",
	"Orellana", "Penn", "Montcalm", "Almagro", "Smith", "Joliet", "Balboa", "Winthrop",
}

// FreeName returns the next name of the list that none of the realm's leaders has.
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
	return "Leader" // no realm can pay two hundred leaders
}

// LeaderNames lists the names of a realm's leaders, or a dash if there are none.
func (r *Realm) LeaderNames() string {
	var out []string
	for i := range r.Leaders {
		out = append(out, r.Leaders[i].Name)
	}
	return OrDash(strings.Join(out, ", "))
}

// Code is the code of the stance.
func (s Stance) Code() string { return [...]string{"war", "peace", "allied"}[s] }

// Key is the key of the stance's word.
func (s Stance) Key() string { return "stance." + s.Code() }

// OrDash returns a list in words, or a dash if it is empty.
func OrDash(s string) string { return cmp.Or(s, "–") }

// YesNo is the key of one of two sentences: that something is so, or that it is not.
func YesNo(key string, yes bool) string {
	if yes {
		return key + "-yes"
	}
	return key + "-no"
}
