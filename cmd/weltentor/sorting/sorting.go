// Package sorting finds the world that a mail is for, where several share one mailbox (Mailbox). It looks only at the
// head, so no mail is read for a world that it is not for. The same head always gives the same world, or a Doubt. If a
// mail could be for both of two worlds, that is a Clash, and New refuses them.
package sorting

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/mailer/mime"
	"weltentor/orders/lazy"
	"weltentor/resolve/address"
)

// World is one of the worlds that share a mailbox.
type World struct {
	ID        string   // the caller's name for it; worlds with the same ID are the same
	Addresses []string // that its mails are addressed to
	Name      string   // of the game, as in the subjects of its letters
}

// Clash says that two worlds of one mailbox have the same word, so that a mail with it could be for both.
type Clash struct {
	Word       string // an address, or a name in brackets
	One, Other string // IDs
}

// Error names both worlds and the word.
func (c *Clash) Error() string {
	return fmt.Sprintf("%s is of %s and of %s", c.Word, c.One, c.Other)
}

// Doubt says why a mail is not sorted. It is never translated.
type Doubt string

// The doubts.
const (
	Unknown Doubt = "unknown" // it names no world
	Several Doubt = "several" // it names more than one world
	Unread  Doubt = "unread"  // its head cannot be read
)

// Sorted is where a mail goes: to a world, or nowhere with the reason.
type Sorted struct {
	World string   // ID; "" if there is a doubt
	Doubt Doubt    // "" if there is a world
	Named []string // IDs of Several, in the order of the mailbox's worlds
}

// Mailbox finds the world of a mail among those that share the mailbox.
type Mailbox struct {
	order     []string          // IDs
	called    map[string]string // the game's name, by ID
	addresses map[string]string // IDs by address
	names     map[string]string // IDs by the folded name
	bases     map[string]bool   // addresses with a +, without the + and what follows
}

// New makes a mailbox for the worlds that share it. The error is a *Clash.
func New(worlds ...World) (*Mailbox, error) {
	m := &Mailbox{called: map[string]string{}, addresses: map[string]string{}, names: map[string]string{},
		bases: map[string]bool{}}
	for _, w := range worlds {
		if c := m.Add(w); c != nil {
			return nil, c
		}
	}
	return m, nil
}

// Add adds one more world. If one of its words belongs to another world, nothing is added.
func (m *Mailbox) Add(w World) *Clash {
	names := w.names()
	for _, a := range w.Addresses {
		if id, known := m.addresses[address.Folded(a)]; known && id != w.ID {
			return &Clash{address.Folded(a), id, w.ID}
		}
	}
	for _, n := range names {
		for known, id := range m.names {
			if id != w.ID && (known == n || unnumbered(known) == n || known == unnumbered(n)) {
				return &Clash{"[" + n + "]", id, w.ID}
			}
		}
	}
	for _, a := range w.Addresses {
		m.addresses[address.Folded(a)] = w.ID
		if base, detail := split(address.Folded(a)); detail != "" {
			m.bases[base] = true
		}
	}
	for _, n := range names {
		m.names[n] = w.ID
	}
	if !slices.Contains(m.order, w.ID) {
		m.order = append(m.order, w.ID)
		m.called[w.ID] = w.Name
	}
	return nil
}

// names returns how a subject may name a world: by the game's name, or by what follows the + in an address.
func (w World) names() (out []string) {
	if n := mime.Folded(w.Name); n != "" {
		out = append(out, n)
	}
	for _, a := range w.Addresses {
		if _, detail := split(address.Folded(a)); detail != "" {
			out = append(out, detail)
		}
	}
	return out
}

// split splits an address with a + into the address without it, and what follows the +.
func split(whole string) (base, detail string) {
	local, domain, _ := strings.Cut(whole, "@")
	local, detail, _ = strings.Cut(local, "+")
	return local + "@" + domain, detail
}

// Sort finds the world that a mail is for. It goes by the first of these that names any: the recipient at the last
// server, To and Cc, and [world] in the subject. It reads only the head, and proves nothing: the world itself finds
// out who wrote the mail and whether it counts.
func (m *Mailbox) Sort(raw []byte) Sorted {
	a, err := mime.AddressedTo(raw)
	if err != nil {
		return Sorted{Doubt: Unread}
	}
	return m.of(a)
}

// of is Sort for a head that was already read.
func (m *Mailbox) of(a mime.Addressed) Sorted {
	for _, named := range [][]string{m.delivered(a.Delivered), m.addressed(a.To), m.bracketedIn(a.Subject)} {
		switch len(named) {
		case 0:
		case 1:
			return Sorted{World: named[0]}
		default:
			return Sorted{Doubt: Several, Named: named}
		}
	}
	return Sorted{Doubt: Unknown}
}

// delivered returns the worlds that the last server names. QUIRK: some servers drop the + and what follows. So the
// address without it means nothing if others have it with a +, even if one world has just that address.
func (m *Mailbox) delivered(addresses []string) []string {
	return m.addressed(slices.DeleteFunc(slices.Clone(addresses), func(a string) bool { return m.bases[address.Folded(a)] }))
}

// addressed returns the worlds that have one of the addresses.
func (m *Mailbox) addressed(addresses []string) []string {
	return m.those(func(yield func(string)) {
		for _, a := range addresses {
			yield(m.addresses[address.Folded(a)])
		}
	})
}

var (
	bracketed = lazy.Pattern(`\[([^\[\]]*)\]`)
	// A name is followed by the turn in letters to players, or by the number of a question.
	numbered = lazy.Pattern(` [zt#]\d{1,10}$`)
)

// unnumbered removes what our letters add to a name.
func unnumbered(name string) string { return numbered().ReplaceAllString(name, "") }

// bracketedIn returns the worlds that a subject has in brackets, by their name alone or as our letters write it.
func (m *Mailbox) bracketedIn(subject string) []string {
	return m.those(func(yield func(string)) {
		for _, in := range bracketed().FindAllStringSubmatch(mime.Folded(subject), -1) {
			name := strings.TrimSpace(in[1])
			id, known := m.names[name]
			if !known {
				id = m.names[unnumbered(name)]
			}
			yield(id)
		}
	})
}

// those returns the worlds found, each once, in the mailbox's order.
func (m *Mailbox) those(find func(yield func(id string))) (out []string) {
	found := map[string]bool{}
	find(func(id string) { found[id] = true })
	for _, id := range m.order {
		if found[id] {
			out = append(out, id)
		}
	}
	return out
}
