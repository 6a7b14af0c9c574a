//go:build fleet

package nats

import (
	"context"
	"errors"
	"fmt"
	"strings"

	client "github.com/nats-io/nats.go"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Get gives a value as last does. One that was removed is a message that says so.
func (e *Engine) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	m, err := e.value(ctx, key)
	if err != nil || m.gone() {
		return nil, 0, err
	}
	return m.data, m.number, nil
}

// value is the last message of a key.
func (e *Engine) value(ctx context.Context, key string) (m message, err error) {
	if err := engine.CheckName(key); err != nil {
		return message{}, err
	}
	err = e.patiently(ctx, "read "+key, func(ctx context.Context) (bool, error) {
		var err error
		m, err = e.last(ctx, values, subject(roomValue, key))
		return err != nil, err
	})
	return m, err
}

// gone tells that a message is none, or of a value that was removed.
func (m message) gone() bool { return m.number == 0 || m.header.Get(headerGone) != "" }

// Put stores a value by the fence of its key's subject. What is removed leaves a message that
// says so, whose number nobody is told: only a value behind none can take its place.
func (e *Engine) Put(ctx context.Context, key string, value []byte, prev uint64) (uint64, error) {
	if err := errors.Join(engine.CheckName(key), engine.CheckSize("a value", value, engine.MaxData)); err != nil {
		return 0, err
	}
	m := client.NewMsg(subject(roomValue, key))
	m.Data = value
	if value == nil {
		m.Header.Set(headerGone, "1")
	}
	if prev == 0 {
		now, err := e.value(ctx, key)
		if err != nil {
			return 0, err
		}
		if !now.gone() {
			return 0, fmt.Errorf("%w: the revision is %d, not 0", engine.ErrFenced, now.number)
		}
		if value == nil {
			return 0, nil
		}
		prev = now.number
	}
	revision, err := e.replace(ctx, values, m, prev)
	if value == nil {
		revision = 0
	}
	return revision, err
}

// All gives the values of one moment.
func (e *Engine) All(ctx context.Context, prefix string) (map[string][]byte, error) {
	if err := engine.CheckPrefix(prefix); err != nil {
		return nil, err
	}
	found, err := e.lasts(ctx, values, below(roomValue, prefix), false)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for subject, m := range found {
		if key := named(roomValue, subject); strings.HasPrefix(key, prefix) && !m.gone() {
			all[key] = m.data
		}
	}
	return all, nil
}
