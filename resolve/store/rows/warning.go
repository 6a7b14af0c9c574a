//go:build fleet

package rows

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

// Warned returns what the server has warned of since the last call; "": nothing.
func Warned(c *pgconn.PgConn) string {
	said, _ := c.CustomData()[warning].(string)
	delete(c.CustomData(), warning)
	return said
}

// unwarned is the error of a commit that succeeded, but with a warning: nobody knows whether it lasts.
func unwarned(c *pgconn.PgConn) error {
	if said := Warned(c); said != "" {
		return fmt.Errorf("%w: the server has warned: %s", faults.ErrUnconfirmed, said)
	}
	return nil
}
