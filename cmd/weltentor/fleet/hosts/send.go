//go:build fleet

package hosts

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/tables"
)

// errLimited says that an account has sent as many letters in this hour as it may.
var errLimited = errors.New("the account has sent as many letters as it may in an hour")

// claimAccount takes an account in hand, if letters may leave by one.
func (h *Host) claimAccount(ctx context.Context) (do func(context.Context), err error) {
	names := []string{}
	for _, a := range h.Config.Accounts {
		names = append(names, a.Name)
	}
	g, err := h.Tables.ClaimAccount(ctx, names, h.can(false))
	if g == nil {
		return nil, err
	}
	return func(ctx context.Context) { h.send(ctx, g) }, nil
}

// send empties the outboxes of the worlds of an account, one after the other.
func (h *Host) send(ctx context.Context, account *tables.Grip) {
	limited := false
	err := h.Tables.Within(ctx, account, func(ctx context.Context) error {
		for !limited && ctx.Err() == nil {
			w, g, err := h.Tables.ClaimLetters(ctx, account.Name, h.can(false))
			if w == nil || err != nil {
				return err
			}
			h.serve(ctx, w, g, func(ctx context.Context, w *tables.World, s fleet.Stay) (plan tables.Plan, err error) {
				plan, limited, err = h.empty(ctx, w, s)
				return plan, err
			})
		}
		return nil
	}, func(ctx context.Context, g *tables.Grip) error {
		if !limited {
			return h.Tables.Leave(ctx, g)
		}
		left, err := h.Tables.NextHour(ctx)
		return cmp.Or(err, h.Tables.Rest(ctx, g, left))
	})
	if err != nil {
		h.tell("", fmt.Errorf("account %s: %w", account.Name, err))
	}
}

// empty sends what may leave of a world. limited says that the account has sent as many letters as it may.
func (h *Host) empty(ctx context.Context, w *tables.World, s fleet.Stay) (plan tables.Plan, limited bool, err error) {
	now := s.Now
	sent, failed := h.Worker.Send(ctx, s, func(ctx context.Context) error { return h.permit(ctx, w.About.Account) })
	h.Count.sent.Add(uint64(sent))
	if limited = errors.Is(failed, errLimited); limited {
		failed = nil
	}
	if fenced(failed) || stands(failed) {
		return plan, false, failed
	}
	h.tell(w.Name, failed) // such as a server that is down: its worlds wait, the others go on
	_, until, err := h.Tables.For(ctx, w)
	if err != nil {
		return plan, limited, err
	}
	if s.Now = until; w.About.Mailbox == "" || until.IsZero() {
		s.Now = now
	}
	plan, err = h.outlook(ctx, w, s, plan)
	switch { // what a look had to do before is still to be done
	case w.Changed:
		plan.Next = now
	case !w.Next.IsZero() && (plan.Next.IsZero() || w.Next.Before(plan.Next)):
		plan.Next = w.Next
	}
	if err == nil && failed != nil && !plan.Letters.IsZero() &&
		plan.Letters.Before(now.Add(retryTime)) {
		plan.Letters = now.Add(retryTime)
	}
	return plan, limited, err
}

// permit lets one letter of an account leave. The error is errLimited if it must wait for the next hour, and
// tables.ErrLost if another host may send it by now.
func (h *Host) permit(ctx context.Context, account string) error {
	if err := h.Tables.Alive(ctx); err != nil {
		return err
	}
	a := h.Config.Account(account)
	if a == nil || a.PerHour == 0 {
		return nil
	}
	may, err := h.Tables.Permit(ctx, account, a.PerHour)
	if err == nil && !may {
		err = errLimited
	}
	return err
}
