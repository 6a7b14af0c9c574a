package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"weltentor/resolve/store/faults"
)

// HasFile reports whether the store has these bytes already.
func HasFile(tx *Tx, data []byte) bool {
	key := sha256.Sum256(data)
	return tx.Bucket(filesBucket).Get(key[:]) != nil
}

// SumOf is the name of bytes in records and in the bucket of files.
func SumOf(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// PutFile keeps bytes once and for the life of the world, and returns their sum.
func PutFile(tx *Tx, data []byte) string {
	key := sha256.Sum256(data)
	if files := tx.Bucket(filesBucket); files.Get(key[:]) == nil {
		Put(files, key[:], Pack(data))
	}
	return hex.EncodeToString(key[:])
}

// GetFile reads what PutFile kept.
func GetFile(tx *Tx, sum string) ([]byte, error) {
	key, err := hex.DecodeString(sum)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is no sum", faults.ErrDamaged, sum)
	}
	packed := tx.Bucket(filesBucket).Get(key)
	if packed == nil {
		return nil, fmt.Errorf("%w: file %s is missing", faults.ErrDamaged, sum)
	}
	data, err := Unpack(packed)
	if err == nil {
		if got := sha256.Sum256(data); !bytes.Equal(got[:], key) {
			err = errors.New("its sum differs")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: file %s: %v", faults.ErrDamaged, sum, err)
	}
	return data, nil
}
