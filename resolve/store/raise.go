package store

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Schema is the schema of any store, see layout.go, and 0 if it has none. It panics with *Damage, as reading does.
func (tx *Tx) Schema() int {
	meta, key := tx.Bucket(metaBucket), []byte(SchemaNumber)
	if meta == nil {
		return 0
	}
	if stored := meta.keys.Get(key); len(stored) == 4 { // of a schema without checksums
		return int(binary.BigEndian.Uint32(stored))
	}
	value := meta.Get(key)
	if len(value) != 4 {
		return 0
	}
	return int(binary.BigEndian.Uint32(value))
}

// step raises a store by one schema, in one transaction, whichever engine has it. A file is raised as a copy that counts only
// when all steps are done.
type step struct {
	To    int // the schema that it raises to
	Raise func(tx *Tx) error
}

// raised raises a world that an engine has within a change, if it is of an older schema.
func (st *Store) raised(tx *Tx) error {
	if err := st.fits(tx); !errors.Is(err, errOld) {
		return err
	}
	if err := takeSteps(tx); err != nil {
		return fmt.Errorf("raising %s to schema %d: %w", st.path(), Schema, err)
	}
	return nil
}

// takeSteps raises a store of an older schema to the present one.
func takeSteps(tx *Tx) error {
	schema := tx.Schema()
	for _, s := range steps {
		if s.To <= schema {
			continue
		}
		if err := s.Raise(tx); err != nil {
			return err
		}
	}
	Put(tx.Bucket(metaBucket), []byte(SchemaNumber), U32(Schema))
	return nil
}
