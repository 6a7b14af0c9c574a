package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// backupsKept is how many copies are kept if nothing else is set.
const backupsKept = 5

// BackupFile writes a copy of the store as it is at one moment into a new private file. Put in the place of world.db,
// the copy is the world again. It calls step with the KB written so far and in all, unless an engine has the world.
func (st *Store) BackupFile(path string, step func(done, all int)) error {
	var err error
	if st.engine != nil {
		err = st.intoFile(path)
	} else {
		err = disk.WriteNew(path, func(dst io.Writer) error {
			return st.View(func(tx *Tx) error {
				_, err := tx.raw.WriteTo(&copying{Writer: dst, all: tx.raw.Size(), step: step})
				return err
			})
		})
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w: %s; choose another name", faults.ErrExists, path)
	case err != nil:
		return disk.Full(fmt.Errorf("backup: %w", err))
	}
	return nil
}

// copying reports how many of all bytes have been written.
type copying struct {
	io.Writer
	done, all int64
	step      func(done, all int)
}

// Write implements io.Writer.
func (c *copying) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.done += int64(n)
	c.step(int(c.done>>10), int(c.all>>10))
	return n, err
}

// BackupTurn keeps a copy from before a turn, and only the last few of these copies.
func (st *Store) BackupTurn(turn int) error {
	if st.engine != nil {
		return nil // whoever runs the engine makes them
	}
	name := copyName(turn)
	dir, err := st.copiesDir()
	if err != nil {
		return err
	}
	before, found := copies.LastCopies(dir, name)
	if found {
		err = st.writeCopy(name, st.changes(before))
	}
	if !found || errors.Is(err, copies.ErrMuchChanged) {
		err = st.writeCopy(name, st.everything)
	}
	if err != nil {
		return err
	}
	return st.dropBackups(dir)
}

// copiesDir returns the folder of copies and makes it if there is none.
func (st *Store) copiesDir() (string, error) {
	if err := st.lock.Stands(); err != nil {
		return "", err
	}
	dir := filepath.Join(st.Dir, disk.BackupsName)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", disk.Full(fmt.Errorf("backup: %w", err))
	}
	return dir, nil
}

// writeCopy writes a packed copy among the backups. If there is one of that name, it is from an attempt that did not
// finish or from a turn that is resolved again. It is set aside, as other copies may be built on it.
func (st *Store) writeCopy(name string, fill func(io.Writer) error) error {
	name += copies.Ext
	path := filepath.Join(st.Dir, disk.BackupsName, name)
	half := path + ".half"
	if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backup: %w", err)
	}
	if err := disk.WriteNew(half, fill); err != nil {
		return disk.Full(fmt.Errorf("backup %s: %w", name, err))
	}
	if aside := copies.AsideOf(path); aside != "" {
		if err := os.Rename(path, filepath.Join(filepath.Dir(path), aside)); err != nil {
			return fmt.Errorf("backup %s: %w", name, err)
		}
	}
	if err := os.Rename(half, path); err != nil {
		return fmt.Errorf("backup %s: %w", name, err)
	}
	return nil
}

// copiesLeast is how many copies are kept whatever they need: if the newest is one of a store with damage, the one
// before it may be sound.
const copiesLeast = 2

// dropBackups removes all copies but the last few and those that they are built on. If the copies have more bytes than
// they may, the oldest go first.
func (st *Store) dropBackups(dir string) error {
	kept, err := copies.List(dir, "before-turn-*.db")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	keep := st.kept
	if keep <= 0 {
		keep = backupsKept
	}
	keep = min(keep, len(kept))
	for st.CopiesMost > 0 && keep > copiesLeast && sizeOf(dir, needed(kept[len(kept)-keep:])) > st.CopiesMost {
		keep--
	}
	old, used := kept[:len(kept)-keep], needed(kept[len(kept)-keep:])
	aside, err := filepath.Glob(filepath.Join(dir, "whole-*.db"+copies.Ext))
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	for _, path := range slices.Concat(old, aside) {
		if used[filepath.Base(path)] {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing an old backup: %w", err)
		}
	}
	return nil
}

// needed names the files of some copies: their own, and those that they are built on.
func needed(kept []string) map[string]bool {
	names := map[string]bool{}
	for left := slices.Clone(kept); len(left) > 0; left = left[1:] {
		names[filepath.Base(left[0])] = true
		head := copies.HeadOf(left[0])
		if head == nil {
			continue
		}
		for _, name := range []string{head.Of, head.Aside()} {
			if !names[name] {
				left = append(left, filepath.Join(filepath.Dir(left[0]), name))
				names[name] = true
			}
		}
	}
	return names
}

// sizeOf is how many bytes those of some files have that are there.
func sizeOf(dir string, names map[string]bool) (size int64) {
	for name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			size += info.Size()
		}
	}
	return size
}

// CopiesSize is how many bytes a world's copies from before turns have, with those that they are built on.
func CopiesSize(dir string) int64 {
	dir = filepath.Join(dir, disk.BackupsName)
	kept, err := copies.List(dir, "before-turn-*.db")
	if err != nil {
		return 0
	}
	return sizeOf(dir, needed(kept))
}

func copyName(turn int) string { return fmt.Sprintf("before-turn-%05d.db", turn) }

// changes writes the pages of the store that differ from an earlier copy, see copies.Earlier.Head. It returns
// ErrMuchChanged if this copy and those below it, without the whole one, have more than a third of the store's pages.
func (st *Store) changes(e copies.Earlier) func(io.Writer) error {
	return func(dst io.Writer) error {
		return st.View(func(tx *Tx) error {
			count, sum, glance := tx.raw.Size()/copies.Size, sha256.New(), crc32.New(copies.Castagnoli)
			io.WriteString(sum, e.Last.Sum)
			file := io.MultiWriter(dst, glance)
			known, found, err := touched(tx, e.Last.Sum)
			if err != nil {
				return err
			}
			h, over := e.Head(count, found)
			head := MustJSON(h)
			if _, err := file.Write(append(copies.SkipHead(int64(len(head))), head...)); err != nil {
				return err
			}
			n := copies.PageRows{Count: h.Below, Most: count / 3}
			if over {
				n.Count += e.Last.Rows
				err = e.Last.CopyTo(file)
			}
			if err == nil {
				err = copies.PackAt(zstd.SpeedFastest, func(z io.Writer) error {
					n.To = z
					if found {
						return copies.These(tx.raw, known, n.Write)
					}
					return copies.Unlike(tx.raw, e.Base, n.Write)
				})(io.MultiWriter(file, sum))
			}
			if err != nil {
				return err
			}
			tail := sum.Sum(copies.SkipHead(copies.PartTail))
			st.copied = &since{hex.EncodeToString(tail[len(tail)-sha256.Size:]), uint64(count), tx.raw.ID()}
			_, err = file.Write(binary.LittleEndian.AppendUint64(tail, uint64(n.Count-h.Below)))
			if err == nil {
				_, err = dst.Write(glance.Sum(nil))
			}
			return err
		})
	}
}

// everything writes the whole store, packed, with the sums of its pages.
func (st *Store) everything(dst io.Writer) error {
	var sums []byte
	var at int
	file, glance := sha256.New(), crc32.New(copies.Castagnoli)
	err := copies.PackInto(func(z io.Writer) error {
		return st.View(func(tx *Tx) error {
			at = tx.raw.ID()
			_, err := tx.raw.WriteTo(io.MultiWriter(z, &copies.Pager{Each: func(_ int64, page []byte) error {
				sum := copies.SumOfPage(page)
				sums = append(sums, sum[:]...)
				return nil
			}}))
			return err
		})
	})(io.MultiWriter(dst, file, glance))
	if err != nil || len(sums) < copies.LeastPages*copies.PageSum {
		return err
	}
	st.copied = &since{hex.EncodeToString(file.Sum(nil)), uint64(len(sums) / copies.PageSum), at}
	sums = glance.Sum(append(file.Sum(nil), sums...))
	own := sha256.Sum256(sums)
	size := int64(len(sums) + len(own) + 4)
	tail := binary.LittleEndian.AppendUint32(nil, uint32(size))
	_, err = dst.Write(slices.Concat(copies.SkipHead(size), sums, own[:], tail))
	return err
}
