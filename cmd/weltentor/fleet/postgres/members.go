//go:build fleet

package postgres

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"weltentor/cmd/weltentor/fleet/engine"
)

var _ engine.Members = (*Engine)(nil)

// mostLook is how long a server may take to answer.
const mostLook = 5 * time.Second

// Members asks each server in the address for its role: one takes what is written, the others are its standbys.
func (e *Engine) Members(ctx context.Context) ([]engine.Member, error) {
	ctx, done := e.call(ctx)
	defer done()
	all := e.pool.Config().ConnConfig
	ways := append([]*pgconn.FallbackConfig{{Host: all.Host, Port: all.Port, TLSConfig: all.TLSConfig}},
		all.Fallbacks...)
	var members []engine.Member
	known := map[string]int{}
	for _, way := range ways {
		name := net.JoinHostPort(way.Host, fmt.Sprint(way.Port))
		at, is := known[name]
		if !is {
			at, known[name] = len(members), len(members)
			members = append(members, engine.Member{Name: name, State: engine.Away})
		}
		if members[at].State == engine.Away { // unless it was reached already, with TLS
			members[at] = look(ctx, all, way, members[at])
		}
	}
	return members, nil
}

// look asks one server, one way. The errors it returns name no password.
func look(ctx context.Context, all *pgx.ConnConfig, way *pgconn.FallbackConfig, m engine.Member) engine.Member {
	ctx, cancel := context.WithTimeout(ctx, mostLook)
	defer cancel()
	one := all.Copy()
	one.Host, one.Port, one.TLSConfig, one.Fallbacks = way.Host, way.Port, way.TLSConfig, nil
	one.ValidateConnect = nil // standbys may answer here
	standby := false
	c, err := pgx.ConnectConfig(ctx, one)
	if err == nil {
		defer c.Close(ctx)
		is := c.QueryRow(ctx, `select pg_is_in_recovery(), current_setting('server_version')`)
		err = is.Scan(&standby, &m.Version)
	}
	if err != nil {
		m.Why = cmp.Or(m.Why, strings.Join(strings.Fields(err.Error()), " ")) // pgx writes several lines
		return m
	}
	m.State, m.Why, m.Version = engine.Leader, "", "PostgreSQL "+word(m.Version)
	if standby {
		m.State = engine.Standby
	}
	return m
}

// word returns the first word of a text, for example of a version followed by that of a package.
func word(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return first
}
