//go:build fleet

package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"weltentor/resolve/store/faults"
)

// warning is where a connection keeps the last warning.
const warning = "weltentor.warning"

// Notice must hear what servers say to the connections of a pool (OnNotice). A server that gives up waiting for its
// standby commits with only a warning.
func Notice(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.SeverityUnlocalized == "WARNING" {
		c.CustomData()[warning] = n.Message
	}
}

// confirmed makes a commit. If it succeeds, but with a warning, nobody knows whether it lasts.
func confirmed(c *pgconn.PgConn, commit func() error) error {
	delete(c.CustomData(), warning)
	err := commit()
	if said, warned := c.CustomData()[warning]; err == nil && warned {
		err = fmt.Errorf("%w: the server has warned: %s", faults.ErrUnconfirmed, said)
	}
	return err
}
