// Package s3test starts an S3 store in the process of a test. It accepts only signed requests. Only tests import it.
package s3test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"
)

// The keys of the store. The secret must not appear anywhere else.
const (
	Key    = "AKIATEST"
	Secret = "Sesam-oeffne-dich-7719"
	Bucket = "vault"
)

// Server is an S3 store for a test.
type Server struct {
	*httptest.Server
	Cut    atomic.Int64 // bytes of an upload after which the connection breaks; 0: never
	Refuse atomic.Bool  // refuses every request

	mu    sync.Mutex
	heard bytes.Buffer
}

// Start starts a store that ends with the test.
func Start(t testing.TB, secure bool) *Server {
	t.Helper()
	d, memory := &Server{}, s3mem.New()
	if err := memory.CreateBucket(t.Context(), Bucket); err != nil {
		t.Fatal(err)
	}
	of := gofakes3.New(lenient{memory}, gofakes3.WithV4Auth(map[string]string{Key: Secret})).Server()
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.hear(r)
		switch n := d.Cut.Load(); {
		case d.Refuse.Load():
			http.Error(w, "no", http.StatusForbidden)
		case n > 0 && r.Method == http.MethodPut:
			_, _ = io.CopyN(io.Discard, r.Body, n)
			panic(http.ErrAbortHandler)
		default:
			of.ServeHTTP(w, r)
		}
	})
	if secure {
		d.Server = httptest.NewTLSServer(serve)
	} else {
		d.Server = httptest.NewServer(serve)
	}
	t.Cleanup(d.Close)
	return d
}

func (d *Server) hear(r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintln(&d.heard, r.Method, r.URL, r.Header)
}

// Heard returns the heads of all requests.
func (d *Server) Heard() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.heard.String()
}

// lenient treats an empty delimiter as none, as other stores do.
type lenient struct{ *s3mem.Backend }

// ListBucket lists the bucket with the delimiter corrected.
func (l lenient) ListBucket(ctx context.Context, name string, p *gofakes3.Prefix,
	page gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	p.HasDelimiter = p.Delimiter != ""
	return l.Backend.ListBucket(ctx, name, p, page)
}
