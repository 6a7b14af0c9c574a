package fleet

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/sorting"
)

// Astray counts the mails of a mailbox that are for no world and that the operator has not been told of.
type Astray struct {
	Since time.Time `json:"since,omitzero"` // when the first of them came; zero: there are none
	Mails int       `json:"mails,omitempty"`
	Told  time.Time `json:"told,omitzero"` // when the last letter about such mails left
}

// astrayTime is how much time must pass between two letters about such mails, since anybody can send them.
const astrayTime = 24 * time.Hour

// strays counts the mails for no world that one look into a mailbox found, by reason.
type strays map[sorting.Doubt]int

func (s *strays) add(why sorting.Doubt) {
	if *s == nil {
		*s = strays{}
	}
	(*s)[why]++
}

// tell logs such mails, one line for each reason, and counts them for the operator. The operator gets at most one
// letter a day, about all that came since the letter before.
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
		if err = h.Worker.Astray(ctx, mailbox, folder, a); err == nil {
			err = note(ctx, h.Roll(), key, func(v *Astray) bool { *v = Astray{Told: now}; return true })
		}
	}
	h.tell("", err)
}
