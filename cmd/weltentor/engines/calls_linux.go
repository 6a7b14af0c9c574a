package engines

import (
	"bytes"
	"encoding/binary"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// memfdSecret is the same number on all machines. Not all have its name.
const memfdSecret = 447

// refused are calls of the system that no game needs. Those of the first three lines make memory that no process has, or
// a place where an open file is held by nobody, so that nothing would count it; the others have been ways out of
// sandboxes.
var refused = []uint32{unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MEMFD_CREATE, memfdSecret,
	unix.SYS_VMSPLICE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_SENDFILE, unix.SYS_SOCKET, unix.SYS_SOCKETPAIR,
	unix.SYS_PIDFD_GETFD, unix.SYS_FALLOCATE, unix.SYS_IO_URING_SETUP,
	unix.SYS_BPF, unix.SYS_USERFAULTFD, unix.SYS_PERF_EVENT_OPEN, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_FSOPEN,
	unix.SYS_FSMOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR}

// machines are the numbers of the machines whose calls these are.
var machines = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64,
	"arm": unix.AUDIT_ARCH_ARM, "386": unix.AUDIT_ARCH_I386, "riscv64": unix.AUDIT_ARCH_RISCV64}

// calls is a file with a filter for the kernel: to refused calls, and to those of another machine, such as of 32 bits,
// the answer is that there are none.
func calls() (*os.File, error) {
	const load, equal, above, give = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
		unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	none := uint8(len(refused)) // how many lines the last one is below the loaded number of the call
	filter := []unix.SockFilter{{Code: load, K: 4}, {Code: equal, K: machines[runtime.GOARCH], Jf: none + 3},
		{Code: load, K: 0}, {Code: above, K: 0x40000000, Jt: none + 1}}
	for i, call := range refused {
		filter = append(filter, unix.SockFilter{Code: equal, K: call, Jt: none - uint8(i)})
	}
	filter = append(filter, unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
	var b bytes.Buffer
	_ = binary.Write(&b, binary.NativeEndian, filter) // a buffer takes everything
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	if _, err := write.Write(b.Bytes()); err != nil {
		read.Close()
		return nil, err
	}
	return read, nil
}
