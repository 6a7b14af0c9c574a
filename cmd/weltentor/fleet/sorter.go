package fleet

import (
	"cmp"
	"maps"
	"slices"

	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
)

// Sorter finds the world that a mail in a mailbox is for.
type Sorter struct {
	alone   string // the only world that reads the mailbox and does not share it: it gets all mail
	mailbox *sorting.Mailbox
	foreign map[string]string // names of worlds outside the fleet, by their IDs
	Left    map[string]bool   // those of them for which mails were left
}

// NewSorter makes a sorter for the worlds of the fleet that read a mailbox. The error is a *sorting.Clash if two
// cannot be told apart.
func NewSorter(worlds map[string]Entered, mailbox string) (*Sorter, error) {
	r := &Sorter{foreign: map[string]string{}, Left: map[string]bool{}}
	var in []sorting.World
	for _, name := range slices.Sorted(maps.Keys(worlds)) {
		if w := worlds[name]; w.Mailbox == mailbox {
			in = append(in, sorting.World{ID: name, Addresses: w.Addresses, Name: w.Name})
		}
	}
	if len(in) == 1 && !worlds[in[0].ID].Shared {
		r.alone = in[0].ID
	}
	var err error
	r.mailbox, err = sorting.New(in...)
	return r, err
}

// Meet adds worlds outside the fleet, as their marks describe them. Marks of the fleet's own worlds, from before they
// joined it, are skipped. So is one that cannot be told apart from a world of the fleet.
func (r *Sorter) Meet(worlds map[string]Entered, beside []imap.Neighbour) {
	ours := map[string]bool{}
	for _, w := range worlds {
		ours[w.Mark] = true
	}
	for _, n := range beside {
		id := "mark " + n.World // the space sets it apart from the fleet's worlds
		if ours[n.World] || r.foreign[id] != "" {
			continue
		}
		if r.mailbox.Add(sorting.World{ID: id, Addresses: n.Addresses, Name: n.Name}) == nil {
			r.foreign[id] = cmp.Or(n.Name, n.World)
		}
	}
}

// Own drops the mails that are for worlds outside the fleet.
func (r *Sorter) Own(uids []uint32, heads imap.Heads) ([]uint32, error) {
	if len(r.foreign) == 0 || r.alone != "" {
		return uids, nil
	}
	theirs := map[uint32]bool{}
	if err := sorting.EachHead(uids, heads, func(uid uint32, head []byte) {
		if name := r.foreign[r.mailbox.Sort(head).World]; name != "" {
			theirs[uid], r.Left[name] = true, true
		}
	}); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(uids, func(uid uint32) bool { return theirs[uid] }), nil
}

// Doubt makes the sorter look at each mail, even if only one world is known to read the mailbox.
func (r *Sorter) Doubt() { r.alone = "" }

// Sort finds the world of the fleet that a mail is for. It returns true if the mail is for a world outside.
func (r *Sorter) Sort(raw []byte) (s sorting.Sorted, foreign bool) {
	if r.alone != "" {
		return sorting.Sorted{World: r.alone}, false
	}
	if s = r.mailbox.Sort(raw); r.foreign[s.World] != "" {
		return sorting.Sorted{}, true
	}
	return s, false
}

// Called reports whether one of the worlds has that name.
func Called(worlds map[string]Entered, name string) bool {
	for _, w := range worlds {
		if w.Name == name {
			return true
		}
	}
	return false
}
