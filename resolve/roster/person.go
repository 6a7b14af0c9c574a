package roster

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/resolve/address"
)

// Stretch is the time in which one person had a realm: after From, up to and including Until. Somebody from whom an
// address was taken back had it within the stretch of another one.
type Stretch struct {
	Player string    `json:"player,omitempty"` // "": forgotten, or somebody who had an address of the player's
	Mail   []string  `json:"mail,omitempty"`   // all addresses of that person; none: forgotten
	Stood  []string  `json:"stood,omitempty"`  // addresses of those who stood in
	From   time.Time `json:"from,omitzero"`
	Until  time.Time `json:"until,omitzero"` // zero: still
}

// Has reports whether a time is in the stretch.
func (s Stretch) Has(at time.Time) bool {
	return at.After(s.From) && (s.Until.IsZero() || !at.After(s.Until))
}

// Persons returns all who have had the realm, the oldest first. The last one is who has it now, or nobody.
func (r RealmRecord) Persons() []Stretch {
	now := r.Own
	now.Mail = address.Distinct(slices.Concat(r.Addresses(), now.Mail))
	now.Stood = address.Distinct(slices.Concat(r.Substitutes(), now.Stood))
	return append(slices.Clip(r.Past), now)
}

// Before are the persons who had the realm before a time at which it passes to somebody else. It is their player's
// name that the last one has.
func (r RealmRecord) Before(now time.Time, player string) []Stretch {
	all := r.Persons()
	last := &all[len(all)-1]
	last.Player, last.Until = player, now.UTC()
	if len(last.Mail) == 0 {
		all = all[:len(all)-1] // nobody had it
	}
	return all
}

// Former returns the addresses of those who had the realm before.
func (r RealmRecord) Former() (mail []string) {
	all := r.Persons()
	for _, p := range all[:len(all)-1] {
		mail = append(mail, p.Mail...)
	}
	return mail
}

// Named returns the places of those persons who are called so: by their number from 1, their name or an address.
func Named(all []Stretch, who string) (found []int) {
	for i, p := range all {
		switch {
		case len(p.Mail)+len(p.Stood) == 0: // forgotten
		case who == strconv.Itoa(i+1):
			return []int{i}
		case strings.EqualFold(who, p.Player) || address.Contains(p.Mail, who):
			found = append(found, i)
		}
	}
	return found
}

// remember keeps the addresses that the record had, and has no more, with those of its present person. What was taken
// back is another person's.
func (r *RealmRecord) remember(old RealmRecord) {
	mail, stood := r.Addresses(), r.Substitutes()
	for _, p := range r.Past {
		if p.Until.After(r.Own.From) {
			mail, stood = slices.Concat(mail, p.Mail), slices.Concat(stood, p.Stood)
		}
	}
	r.Own.Mail = slices.Concat(r.Own.Mail, without(old.Addresses(), mail, r.Own.Mail))
	r.Own.Stood = slices.Concat(r.Own.Stood, without(old.Substitutes(), stood, r.Own.Stood))
}

// TakenBack adds somebody who had an address of the player's until it was taken back, with the substitutes of that time.
func (r *RealmRecord) TakenBack(mail string, from, until time.Time) {
	r.Past = append(slices.Clip(r.Past), Stretch{Mail: []string{mail}, Stood: without(r.Substitutes(), r.Own.Stood),
		From: from.UTC(), Until: until.UTC()})
}

// without returns those addresses of a list that are in no other.
func without(list []string, others ...[]string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return address.Contains(slices.Concat(others...), m) })
}

// Substitute is somebody who plays a realm for its player for some turns, from one address and with a password of
// their own. The player's orders still count.
type Substitute struct {
	Mail  string `json:"mail"`
	Until int    `json:"until"` // the last turn
	Salt  []byte `json:"salt"`
	Hash  []byte `json:"hash"`
}

// Standing returns the substitute of the realm's player in a turn, or nil.
func (r RealmRecord) Standing(turn int) *Substitute {
	if r.Vacant() || r.Substitute == nil || turn > r.Substitute.Until {
		return nil
	}
	return r.Substitute
}

// StandsIn reports whether an address is the substitute's in a turn, and not the player's.
func (r RealmRecord) StandsIn(mail string, turn int) bool {
	s := r.Standing(turn)
	return s != nil && address.Same(mail, s.Mail) && !address.Contains(r.Mail, mail)
}

// Readers returns the addresses to which letters to the realm go in a turn: the player's first one and the substitute's.
func (r RealmRecord) Readers(turn int) []string {
	if s := r.Standing(turn); s != nil && r.StandsIn(s.Mail, turn) {
		return []string{r.Mail[0], s.Mail}
	}
	return r.Mail[:min(1, len(r.Mail))]
}

// Substitutes returns the addresses of those who stand in for the realm's player, or did.
func (r RealmRecord) Substitutes() (mail []string) {
	if r.Substitute != nil {
		mail = append(mail, r.Substitute.Mail)
	}
	if r.Stood != "" {
		mail = append(mail, r.Stood)
	}
	if r.Ended != nil {
		mail = append(mail, r.Ended.Mail)
	}
	return address.Distinct(mail)
}

// As is the record as it applies to the person who writes from an address. For the substitute, it has the substitute's
// address and password in place of the player's.
func (r RealmRecord) As(mail string, turn int) RealmRecord {
	if s := r.Standing(turn); r.StandsIn(mail, turn) {
		r.Mail, r.Salt, r.Hash = []string{s.Mail}, s.Salt, s.Hash
	}
	return r
}
