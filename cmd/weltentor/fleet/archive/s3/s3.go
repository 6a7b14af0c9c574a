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

// Settings say how a bucket is reached.
type Settings struct {
	Endpoint  string // https://…; http:// https://…; http:// only for this machine
	Region    string
	Bucket    string
	Prefix    string // the names of all objects begin with it
	AccessKey string
	Secret    string
	PathStyle bool        // the bucket is in the path of the address, not in its host
	TLS       *tls.Config // nil: the machine's certificates
}

// Bucket is a place in an S3-compatible store.
type Bucket struct {
	core   *minio.Core
	name   string
	prefix string
}

var _ archive.Place = (*Bucket)(nil)

// How long a request may take, apart from the transfer: until the store is reached, and until it begins to answer.
const (
	dialTime   = 10 * time.Second
	answerTime = time.Minute
	tries      = 3
	// carryTime is how long the transfer of one object may take.
	carryTime = 15 * time.Minute
)

// Open prepares to reach a bucket. It sends nothing yet.
func Open(s Settings) (*Bucket, error) {
	u, err := url.Parse(s.Endpoint)
	if err != nil || u.Host == "" {
		return nil, errors.New("the address of the store cannot be read") // the address may have a secret in it
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

// wrong says what failed, and for which file.
func (b *Bucket) wrong(doing, name string, err error) error {
	if err == nil {
		return nil
	}
	if r := minio.ToErrorResponse(err); r.StatusCode == http.StatusNotFound && r.Code == minio.NoSuchKey {
		return fmt.Errorf("%w: %s", archive.ErrNone, name)
	}
	return fmt.Errorf("%s %s in the bucket %s: %w", doing, b.prefix+name, b.name, err)
}

// List lists the objects, as Place says.
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

// Put sends one request, signed over the content's sum, which the store takes whole or not at all. It also sends an
// MD5: not all stores check the content against the signature, but all check the MD5.
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

// Get opens an object, as Place says.
func (b *Bucket) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, carryTime)
	r, _, _, err := b.core.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		cancel()
		return nil, b.wrong("read", name, err)
	}
	return object{r, cancel}, nil
}

// object is an object that is being read.
type object struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close ends the reading.
func (o object) Close() error {
	defer o.cancel()
	return o.ReadCloser.Close()
}

// Remove removes an object, as Place says.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	err := b.core.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
	if err = b.wrong("remove", name, err); errors.Is(err, archive.ErrNone) {
		err = nil
	}
	return err
}
