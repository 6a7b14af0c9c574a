package mailer

import "context"

// Poll is PollAhead for tests that do not care what is read meanwhile.
func Poll(ctx context.Context, c IMAPConfig, take func(Fetched) (Verdict, error)) (Polled, error) {
	return PollAhead(ctx, c, func(f Fetched) Commit { return func() (Verdict, error) { return take(f) } })
}
