//go:build fleet && servers

package migrate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// doomed names the variable by which a test makes itself a migration that is killed.
const doomed = "MIGRATION_KILLED"

func TestMain(m *testing.M) {
	if as := os.Getenv(doomed); as != "" {
		if err := die(strings.Fields(as)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// killed runs a migration in a process of its own, which is killed before its nth statement; 0: it is not. It returns
// how many there were.
func (b *base) killed(database string, n int) (statements int) {
	b.Helper()
	dir := b.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s", doomed, b.url(database), n, filepath.Join(dir, "x")))
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if killed := errors.As(err, &ended) && ended.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL; killed != (n > 0) {
		b.Fatalf("before statement %d: %v\n%s", n, err, out)
	}
	if n == 0 {
		statements, err = strconv.Atoi(strings.TrimSpace(string(out)))
		must(b, err)
	}
	return statements
}

// die is that process: it says how many statements there were.
func die(as []string) error {
	n, err := strconv.Atoi(as[1])
	if err != nil {
		return err
	}
	c, err := pgxpool.ParseConfig(as[0])
	if err != nil {
		return err
	}
	count := &counting{last: int64(n)}
	c.ConnConfig.Tracer = count
	ctx := context.Background()
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return err
	}
	m := &Migration{Pool: pool, Dir: as[2], Tell: func(string, Became, error) {}}
	if err := m.Run(ctx); err != nil {
		return err
	}
	fmt.Println(count.now.Load())
	return nil
}

// counting counts statements, and kills the process before the last one.
type counting struct {
	now  atomic.Int64
	last int64
}

func (c *counting) next() {
	if c.now.Add(1) == c.last {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

// TraceQueryStart implements pgx.QueryTracer.
func (c *counting) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.next()
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (c *counting) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (c *counting) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	c.next()
	return ctx
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (c *counting) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}
