package game

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// Called calls the realms of a sentence that knows them by their number alone by their name, too: realm 3 is
// "Graumark (3)". A sentence that has a name, and a realm without one, stay as they are.
func Called(what phrase.Phrase, name func(realm int) string) phrase.Phrase {
	if what.Arg("name").Name != "" {
		return what
	}
	own, between := false, what.Arg("to").Name != ""
	for i, a := range what.Args {
		if a.Kind != phrase.Number || !slices.Contains(numbered, a.Name) && !(between && a.Name == "from") {
			continue
		}
		is, number := name(int(a.N)), strconv.FormatInt(a.N, 10)
		if is == "" {
			continue
		}
		if !own {
			what.Args, own = slices.Clone(what.Args), true
		}
		what.Args[i] = phrase.Str(a.Name, is+" ("+number+")")
	}
	return what
}

// numbered are the arguments of sentences that are the number of a realm; so is "from" beside "to".
var numbered = []string{"realm", "owner", "attacker", "to"}

// Called is what was checked, with the realms of its sentences called by their names.
func (c Checked) Called(realms []Realm) Checked {
	name := func(number int) string {
		if i := slices.IndexFunc(realms, func(r Realm) bool { return r.Number == number }); i >= 0 {
			return realms[i].Name
		}
		return ""
	}
	c.Problems, c.InForce = slices.Clone(c.Problems), slices.Clone(c.InForce)
	for i := range c.Problems {
		c.Problems[i].What = Called(c.Problems[i].What, name)
	}
	for i := range c.InForce {
		c.InForce[i].What = Called(c.InForce[i].What, name)
	}
	for _, list := range []*[]phrase.Phrase{&c.Idle, &c.Outlook} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i] = Called((*list)[i], name)
		}
	}
	c.Holds = Called(c.Holds, name)
	return c
}
