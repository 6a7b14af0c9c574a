package fleet

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/sorting"
)

// Astray are mails of a mailbox that are for no world, and that the operator has not been told of.
type Astray struct {
	Since time.Time `json:"since,omitzero"` // when the first of them came; zero: there are none
	Mails int       `json:"mails,omitempty"`
	Told  time.Time `json:"told,omitzero"` // when there was a letter last
}

// astrayTime is how long a letter about such mails tells of all: anybody can send some.
const astrayTime = 24 * time.Hour

// strays are those that one look into a mailbox has found, by why they are for no world.
type strays map[sorting.Doubt]int

func (s *strays) add(why sorting.Doubt) {
	if *s == nil {
		*s = strays{}
	}
	(*s)[why]++
}

// tell says in the log that there are some, all of one kind together, and counts them for the operator's letter: one a
// day tells of all that have come since the one before.
func (s strays) tell(ctx context.Context, h *Host, mailbox, folder string, now time.Time) {
	came := 0
	for _, why := range slices.Sorted(maps.Keys(s)) {
		came += s[why]
		h.tell("", fmt.Errorf("mailbox %s: mails that are for no world (%s) are in the folder %s", mailbox, why,
			folder))
	}
	key := astrayKey + mailbox
	var a Astray
	err := note(ctx, h.Roll(), key, func(v *Astray) bool {
		if v.Mails += came; came > 0 && v.Since.IsZero() {
			v.Since = now
		}
		a = *v
		return came > 0
	})
	if err == nil && a.Mails > 0 && now.Sub(a.Told) >= astrayTime {
		if err = h.Crew.Astray(ctx, mailbox, folder, a); err == nil {
			err = note(ctx, h.Roll(), key, func(v *Astray) bool { *v = Astray{Told: now}; return true })
		}
	}
	h.tell("", err)
}
