package store

// Schema 3 gave a world a logbook. It begins with what happens next: no log has what was before.
func toSchema3(tx *Tx) error {
	for _, name := range []string{"log", "aside"} {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}
