package mailer

import "context"

// Poll is PollAhead for tests that do not care what is read meanwhile, nor with what others a
// mail is committed.
func Poll(ctx context.Context, c IMAPConfig, take func(Fetched) (Verdict, error)) (Polled, error) {
	return PollAhead(ctx, c, &singly{take: take})
}

// singly commits one mail at a time.
type singly struct {
	take  func(Fetched) (Verdict, error)
	queue []Fetched
}

func (s *singly) Prepare(mails []Fetched) { s.queue = append(s.queue, mails...) }

func (s *singly) Ready() <-chan struct{} { return always }

var always = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (s *singly) Commit() ([]Verdict, error) {
	mail := s.queue[0]
	s.queue = s.queue[1:]
	v, err := s.take(mail)
	if err != nil {
		return nil, err
	}
	return []Verdict{v}, nil
}
