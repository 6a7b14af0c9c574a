package mailer

import "context"

// Poll is PollAhead for tests that do not care what is read meanwhile, nor with what others a
// mail is committed.
func Poll(ctx context.Context, c IMAPConfig, take func(Fetched) (Verdict, error)) (Polled, error) {
	return PollAhead(ctx, c, Singly(func(f Fetched) Commit { return func() (Verdict, error) { return take(f) } }))
}
