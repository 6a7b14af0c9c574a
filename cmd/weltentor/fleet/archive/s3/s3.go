//go:build fleet

// Package s3 is an archive in an S3-compatible store: settings of a bucket go in, a place for copies comes out. The
// commands of a fleet open it.
package s3

import (
	"context"
	"crypto/md5"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"weltentor/cmd/weltentor/fleet/archive"
)

// Settings are how a bucket is reached.
type Settings struct {
	Endpoint  string // https://…; http:// for this very machine
	Region    string
	Bucket    string
	Prefix    string // begins the names of all objects
	AccessKey string
	Secret    string
	PathStyle bool        // the bucket is in the path of an address, not in its host
	TLS       *tls.Config // nil: the machine's certificates
}

// Bucket is a place in a store.
type Bucket struct {
	core   *minio.Core
	name   string
	prefix string
}

var _ archive.Place = (*Bucket)(nil)

// Times that a request may take, beside what is carried: until the store is reached, until it begins to answer.
const (
	dialTime   = 10 * time.Second
	answerTime = time.Minute
	tries      = 3
	// carryTime is how long one object may be under way.
	carryTime = 15 * time.Minute
)

// Open describes how the bucket is reached. Nothing is asked yet.
func Open(s Settings) (*Bucket, error) {
	u, err := url.Parse(s.Endpoint)
	if err != nil || u.Host == "" {
		return nil, errors.New("the address of the store cannot be read") // it may have a secret in it
	}
	secure := u.Scheme == "https"
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	if s.TLS != nil && secure {
		transport.TLSClientConfig = s.TLS.Clone()
		transport.TLSClientConfig.MinVersion = tls.VersionTLS12
	}
	transport.ResponseHeaderTimeout, transport.TLSHandshakeTimeout = answerTime, dialTime
	style := minio.BucketLookupDNS
	if s.PathStyle {
		style = minio.BucketLookupPath
	}
	core, err := minio.NewCore(u.Host, &minio.Options{Creds: credentials.NewStaticV4(s.AccessKey, s.Secret, ""),
		Secure: secure, Region: s.Region, BucketLookup: style, Transport: transport, MaxRetries: tries})
	if err != nil {
		return nil, fmt.Errorf("the store: %w", err)
	}
	b := &Bucket{core: core, name: s.Bucket}
	if p := strings.Trim(s.Prefix, "/"); p != "" {
		b.prefix = p + "/"
	}
	return b, nil
}

// wrong says of what an error is.
func (b *Bucket) wrong(doing, name string, err error) error {
	if err == nil {
		return nil
	}
	if r := minio.ToErrorResponse(err); r.StatusCode == http.StatusNotFound && r.Code == minio.NoSuchKey {
		return fmt.Errorf("%w: %s", archive.ErrNone, name)
	}
	return fmt.Errorf("%s %s in the bucket %s: %w", doing, b.prefix+name, b.name, err)
}

// List is that of Place.
func (b *Bucket) List(ctx context.Context, prefix string) (names []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	for o := range b.core.Client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix,
		Recursive: true}) {
		if o.Err != nil {
			return nil, b.wrong("list", prefix, o.Err)
		}
		names = append(names, strings.TrimPrefix(o.Key, b.prefix))
	}
	if err := ctx.Err(); err != nil {
		return nil, b.wrong("list", prefix, err)
	}
	slices.Sort(names)
	return names, nil
}

// Put is that of Place: one request, signed over the content's sum, which the store takes whole or not at all. Not
// all stores hold the content against what is signed; all do against its MD5.
func (b *Bucket) Put(ctx context.Context, name, sum string, content io.ReadSeeker, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, carryTime)
	defer cancel()
	h := md5.New()
	_, err := io.Copy(h, content)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = b.core.PutObject(ctx, b.name, b.prefix+name, content, size,
			base64.StdEncoding.EncodeToString(h.Sum(nil)), sum,
			minio.PutObjectOptions{ContentType: "application/octet-stream", DisableContentSha256: true})
	}
	return b.wrong("write", name, err)
}

// Get is that of Place.
func (b *Bucket) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, carryTime)
	r, _, _, err := b.core.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		cancel()
		return nil, b.wrong("read", name, err)
	}
	return object{r, cancel}, nil
}

// object is one that is being read.
type object struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close ends the reading.
func (o object) Close() error {
	defer o.cancel()
	return o.ReadCloser.Close()
}

// Remove is that of Place.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	err := b.core.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
	if err = b.wrong("remove", name, err); errors.Is(err, archive.ErrNone) {
		err = nil
	}
	return err
}
