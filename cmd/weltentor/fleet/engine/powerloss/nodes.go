//go:build fleet && linux

package powerloss

import (
	"context"
	"slices"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
	"golang.org/x/sys/unix"
)

// node is a thing of the disk, for FUSE.
type node struct {
	fs.Inode
	disk *Disk
	it   *thing
}

// open is an open file. If synced is true, each write is synced.
type open struct{ synced bool }

var (
	_ fs.NodeLookuper   = (*node)(nil)
	_ fs.NodeGetattrer  = (*node)(nil)
	_ fs.NodeSetattrer  = (*node)(nil)
	_ fs.NodeCreater    = (*node)(nil)
	_ fs.NodeMkdirer    = (*node)(nil)
	_ fs.NodeUnlinker   = (*node)(nil)
	_ fs.NodeRmdirer    = (*node)(nil)
	_ fs.NodeRenamer    = (*node)(nil)
	_ fs.NodeLinker     = (*node)(nil)
	_ fs.NodeSymlinker  = (*node)(nil)
	_ fs.NodeReadlinker = (*node)(nil)
	_ fs.NodeReaddirer  = (*node)(nil)
	_ fs.NodeOpener     = (*node)(nil)
	_ fs.NodeReader     = (*node)(nil)
	_ fs.NodeWriter     = (*node)(nil)
	_ fs.NodeFsyncer    = (*node)(nil)
	_ fs.NodeStatfser   = (*node)(nil)
)

// attr fills in a thing's attributes. The disk must be locked.
func (t *thing) attr(out *fuse.Attr) {
	out.Ino, out.Mode, out.Nlink = t.ino, t.mode, t.links
	out.Owner = fuse.Owner{Uid: t.uid, Gid: t.gid}
	out.Size, out.Blksize, out.Blocks = uint64(len(t.data)), pageSize, uint64(len(t.data)+511)/512
	out.SetTimes(&t.mtime, &t.mtime, &t.mtime)
}

// entry returns the inode of a thing in a folder. The disk must be locked.
func (n *node) entry(ctx context.Context, t *thing, out *fuse.EntryOut) *fs.Inode {
	t.attr(&out.Attr)
	return n.NewInode(ctx, &node{disk: n.disk, it: t}, fs.StableAttr{Mode: t.mode & syscall.S_IFMT, Ino: t.ino, Gen: 1})
}

// add makes a new thing in a folder, owned by the caller.
func (n *node) add(ctx context.Context, name string, mode uint32) *thing {
	t := n.disk.make(mode)
	if by, ok := fuse.FromContext(ctx); ok {
		t.uid, t.gid = by.Uid, by.Gid
	}
	n.it.names[name] = t.ino
	return t
}

func (n *node) Lookup(ctx context.Context, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	ino, there := n.it.names[name]
	if !there {
		return nil, syscall.ENOENT
	}
	return n.entry(ctx, n.disk.thing(ino), out), 0
}

func (n *node) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.it.attr(&out.Attr)
	return 0
}

func (n *node) Setattr(_ context.Context, _ fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if mode, ok := in.GetMode(); ok {
		n.it.mode = n.it.mode&syscall.S_IFMT | mode&0o7777
	}
	if uid, ok := in.GetUID(); ok {
		n.it.uid = uid
	}
	if gid, ok := in.GetGID(); ok {
		n.it.gid = gid
	}
	if size, ok := in.GetSize(); ok {
		n.it.truncate(int(size))
	}
	if when, ok := in.GetMTime(); ok {
		n.it.mtime = when
	}
	n.it.attr(&out.Attr)
	return 0
}

func (n *node) Create(ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut) (*fs.Inode,
	fs.FileHandle, uint32, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if _, there := n.it.names[name]; there {
		return nil, nil, 0, syscall.EEXIST
	}
	t := n.add(ctx, name, syscall.S_IFREG|mode&0o7777)
	return n.entry(ctx, t, out), opened(flags), 0, 0
}

func (n *node) Mkdir(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if _, there := n.it.names[name]; there {
		return nil, syscall.EEXIST
	}
	return n.entry(ctx, n.add(ctx, name, syscall.S_IFDIR|mode&0o7777), out), 0
}

func (n *node) Symlink(ctx context.Context, target, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if _, there := n.it.names[name]; there {
		return nil, syscall.EEXIST
	}
	t := n.add(ctx, name, syscall.S_IFLNK|0o777)
	t.data = []byte(target)
	t.settle()
	return n.entry(ctx, t, out), 0
}

func (n *node) Readlink(context.Context) ([]byte, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	return slices.Clone(n.it.data), 0
}

func (n *node) Link(ctx context.Context, target fs.InodeEmbedder, name string, out *fuse.EntryOut) (*fs.Inode,
	syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if _, there := n.it.names[name]; there {
		return nil, syscall.EEXIST
	}
	t := target.(*node).it
	t.links++
	n.it.names[name] = t.ino
	return n.entry(ctx, t, out), 0
}

func (n *node) Unlink(_ context.Context, name string) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.remove(name)
	return 0
}

// remove removes a name. The thing stays for whoever has it open, and for the next power loss.
func (n *node) remove(name string) {
	if ino, there := n.it.names[name]; there {
		n.disk.thing(ino).links--
		delete(n.it.names, name)
	}
}

func (n *node) Rmdir(_ context.Context, name string) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	ino, there := n.it.names[name]
	if !there {
		return syscall.ENOENT
	}
	if len(n.disk.thing(ino).names) > 0 {
		return syscall.ENOTEMPTY
	}
	n.remove(name)
	return 0
}

func (n *node) Rename(_ context.Context, name string, to fs.InodeEmbedder, as string, flags uint32) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	into := to.(*node)
	ino, there := n.it.names[name]
	old, taken := into.it.names[as]
	switch {
	case !there:
		return syscall.ENOENT
	case flags&^unix.RENAME_NOREPLACE != 0:
		return syscall.EINVAL
	case taken && flags != 0:
		return syscall.EEXIST
	case taken && old == ino:
		return 0
	case taken && len(n.disk.thing(old).names) > 0:
		return syscall.ENOTEMPTY
	}
	into.remove(as)
	delete(n.it.names, name)
	into.it.names[as] = ino
	return 0
}

func (n *node) Readdir(context.Context) (fs.DirStream, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	var list []fuse.DirEntry
	for name, ino := range n.it.names {
		list = append(list, fuse.DirEntry{Name: name, Ino: ino, Mode: n.disk.thing(ino).mode & syscall.S_IFMT})
	}
	return fs.NewListDirStream(list), 0
}

// opened makes the handle of a file from the flags of open(2).
func opened(flags uint32) *open { return &open{flags&(syscall.O_SYNC|syscall.O_DSYNC) != 0} }

func (n *node) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	if flags&syscall.O_TRUNC != 0 {
		n.disk.mu.Lock()
		defer n.disk.mu.Unlock()
		n.it.truncate(0)
	}
	return opened(flags), 0, 0
}

func (n *node) Read(_ context.Context, _ fs.FileHandle, dest []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if off >= int64(len(n.it.data)) {
		return fuse.ReadResultData(nil), 0
	}
	return fuse.ReadResultData(dest[:copy(dest, n.it.data[off:])]), 0
}

func (n *node) Write(_ context.Context, f fs.FileHandle, data []byte, off int64) (uint32, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.it.write(data, int(off))
	if h, ok := f.(*open); ok && h.synced {
		n.disk.sync(n.it)
	}
	return uint32(len(data)), 0
}

// Fsync syncs a file or a folder.
func (n *node) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.disk.sync(n.it)
	return 0
}

func (n *node) Statfs(_ context.Context, out *fuse.StatfsOut) syscall.Errno {
	out.Bsize, out.Frsize, out.NameLen = pageSize, pageSize, 255
	out.Blocks, out.Bfree, out.Bavail = 1<<22, 1<<21, 1<<21
	out.Files, out.Ffree = 1<<20, 1<<19
	return 0
}
