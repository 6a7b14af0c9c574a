package store

import "go.etcd.io/bbolt"

// Schema 3 gave a world a logbook. It begins with what happens next: no log has what was before.

func toSchema3(db *bbolt.DB) error {
	return db.Update(func(raw *bbolt.Tx) error {
		for _, name := range []string{"log", "aside"} {
			if _, err := In(raw).CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
}
