package smtp

import (
	"context"
	"fmt"

	"weltentor/mailer/wire"
)

// Probe makes the connection that Send would use, with TLS and login. What is wrong with it is a *ServerError.
func (s *Sender) Probe(ctx context.Context) error {
	if s.client != nil {
		return nil
	}
	if o := s.connect(ctx); o.Result != Delivered {
		return &wire.ServerError{Trouble: o.Trouble, Err: fmt.Errorf("smtp %s: %w", s.c.Addr, s.refused)}
	}
	return nil
}
