//go:build fleet

package nats

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"weltentor/cmd/weltentor/fleet/engine"
)

// piece is how much of a part one message has.
const piece = engine.MaxData

// piecesOf is where the messages of a part are.
func piecesOf(log, sum string) string { return partRoom(log) + sum + "." }

// PutPart writes a part in pieces. Written again, each takes the place of the one that was
// there, so that it is young again.
func (e *Engine) PutPart(ctx context.Context, log, sum string, data []byte) error {
	if err := errors.Join(engine.CheckName(log), engine.CheckSum(sum), engine.CheckPart(sum, data)); err != nil {
		return err
	}
	now, err := e.Now(ctx)
	if err != nil {
		return err
	}
	pieces := max(1, (len(data)+piece-1)/piece)
	for i := range pieces {
		m := client.NewMsg(piecesOf(log, sum) + strconv.Itoa(i))
		m.Header.Set(headerParts, strconv.Itoa(pieces))
		m.Header.Set(headerAt, now.Add(e.later).Format(time.RFC3339Nano))
		m.Data = data[i*piece : min(len(data), (i+1)*piece)]
		err := e.patiently(ctx, "write a part of "+log, func(ctx context.Context) (bool, error) {
			_, err := e.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
			return err != nil, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Part reads a part, and holds it to its sum.
func (e *Engine) Part(ctx context.Context, log, sum string) (data []byte, err error) {
	if err := errors.Join(engine.CheckName(log), engine.CheckSum(sum)); err != nil {
		return nil, err
	}
	err = e.patiently(ctx, "read a part of "+log, func(ctx context.Context) (bool, error) {
		found, err := e.latest(ctx, parts, piecesOf(log, sum)+"*")
		if err != nil {
			return true, err
		}
		data, err = whole(found, piecesOf(log, sum), sum)
		return false, err
	})
	return data, err
}

// whole puts the pieces of a part together.
func whole(found map[string]message, room, sum string) ([]byte, error) {
	var data []byte
	for i := 0; ; i++ {
		m, there := found[room+strconv.Itoa(i)]
		if !there {
			return nil, fmt.Errorf("the part %.12s: %w", sum, engine.ErrNone)
		}
		data = append(data, m.data...)
		if m.header.Get(headerParts) == strconv.Itoa(i+1) {
			break
		}
	}
	if is := sha256.Sum256(data); hex.EncodeToString(is[:]) != sum {
		return nil, fmt.Errorf("the part %.12s has another content: %x", sum, is[:6])
	}
	return data, nil
}

// KeepParts drops old parts that are not named. A part that is put again meanwhile stays: only
// what was seen is dropped.
func (e *Engine) KeepParts(ctx context.Context, log string, only map[string]bool) error {
	if err := engine.CheckName(log); err != nil {
		return err
	}
	found, err := e.lasts(ctx, parts, partRoom(log)+">", true)
	if err != nil {
		return err
	}
	now, err := e.Now(ctx)
	if err != nil {
		return err
	}
	young := map[string]bool{}
	newest := map[string]uint64{}
	for subject, m := range found {
		sum, _, _ := strings.Cut(strings.TrimPrefix(subject, partRoom(log)), ".")
		at, err := time.Parse(time.RFC3339Nano, m.header.Get(headerAt))
		if err != nil {
			return fmt.Errorf("the part %.12s: when it was put: %w", sum, err)
		}
		young[sum] = young[sum] || now.Add(e.later).Sub(at) < engine.Grace
		newest[sum] = max(newest[sum], m.number)
	}
	for sum, number := range newest {
		if only[sum] || young[sum] {
			continue
		}
		if err := e.purge(ctx, parts, piecesOf(log, sum)+"*", number+1); err != nil {
			return err
		}
	}
	return nil
}
