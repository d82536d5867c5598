/* What a sched_ext scheduler includes, for the playground: our own declarations, written from the documented
 * interface. A struct with __slots is one of the kernel: each member has a slot of 8 bytes, in the order of
 * `objects!` in sim-wasm/vm/src/object.rs. */

typedef unsigned char u8, __u8, uint8_t;
typedef signed char s8, __s8, int8_t;
typedef unsigned short u16, __u16, uint16_t, __be16, __le16;
typedef short s16, __s16, int16_t;
typedef unsigned int u32, __u32, uint32_t, uint, gfp_t, __be32, __le32;
typedef int s32, __s32, int32_t, pid_t;
typedef unsigned long long u64, __u64, uint64_t;
typedef long long s64, __s64, int64_t;
typedef unsigned long size_t, uintptr_t, ulong;
typedef long ssize_t, intptr_t, ptrdiff_t;

enum { false = 0, true = 1, can_loop = 1, __cond_break = 0 };
#define bool _Bool
#define NULL ((void *)0)

#define U8_MAX 255
#define S8_MAX 127
#define U16_MAX 65535
#define U32_MAX 4294967295U
#define S32_MAX 2147483647
#define S32_MIN (-2147483647 - 1)
#define U64_MAX 18446744073709551615ULL
#define S64_MAX 9223372036854775807LL
#define S64_MIN (-9223372036854775807LL - 1)
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define UINT64_MAX U64_MAX
#define UINT32_MAX U32_MAX

enum {
	NSEC_PER_USEC = 1000LL, NSEC_PER_MSEC = 1000000LL, NSEC_PER_SEC = 1000000000LL, USEC_PER_MSEC = 1000LL,
	USEC_PER_SEC = 1000000LL, MSEC_PER_SEC = 1000LL, CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 1, CLOCK_BOOTTIME = 7,
	SCX_CPUPERF_ONE = 1024,
};

enum {
	EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, E2BIG = 7, EAGAIN = 11, ENOMEM = 12, EACCES = 13,
	EFAULT = 14, EBUSY = 16, EEXIST = 17, ENODEV = 19, EINVAL = 22, ENOSPC = 28, ERANGE = 34, EDEADLK = 35,
	ENODATA = 61, EOPNOTSUPP = 95, ETIMEDOUT = 110, ENOTSUPP = 524,
};

/* Words without a meaning here. */
#define __ksym
#define __kconfig
#define __weak
#define __hidden
#define __kptr
#define __kptr_untrusted
#define __arena
#define __uptr
#define __percpu_kptr
#define __noinline __attribute__((noinline))
#define __always_inline inline
#define __inline inline
#define __maybe_unused
#define __attribute_const__
#define __arg_trusted
#define __arg_nonnull
#define __arg_ctx
#define __arg_arena
#define __arg_nullable
#define __bpf_fastcall
#define __used
#define __unused
#define __packed
#define __aligned(n)
#define __contains(type, node)
#define ____cacheline_aligned
#define barrier() do { } while (0)
#define barrier_var(v) do { } while (0)
#define smp_mb() do { } while (0)
#define __sink(expr) do { } while (0)
#define cond_break ((void)__cond_break)
#define SEC(name) __attribute__((section(name), used))
#define private(name) SEC(".data." #name) __hidden
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define READ_ONCE(x) (x)
#define WRITE_ONCE(x, value) ((x) = (value))
#define offsetof(type, member) __builtin_offsetof(type, member)
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define min(a, b) ({ typeof(a) __min_a = (a); typeof(b) __min_b = (b); __min_a < __min_b ? __min_a : __min_b; })
#define max(a, b) ({ typeof(a) __max_a = (a); typeof(b) __max_b = (b); __max_a > __max_b ? __max_a : __max_b; })
#define MIN(a, b) min(a, b)
#define MAX(a, b) max(a, b)
#define min_t(type, a, b) ({ type __min_a = (a); type __min_b = (b); __min_a < __min_b ? __min_a : __min_b; })
#define max_t(type, a, b) ({ type __max_a = (a); type __max_b = (b); __max_a > __max_b ? __max_a : __max_b; })
#define clamp(v, low, high) ({ typeof(v) __cl_v = (v); typeof(v) __cl_l = (low); typeof(v) __cl_h = (high); \
	__cl_v < __cl_l ? __cl_l : __cl_v > __cl_h ? __cl_h : __cl_v; })
#define swap(a, b) do { typeof(a) __swap = (a); (a) = (b); (b) = __swap; } while (0)
#define IS_ERR_VALUE(x) ((unsigned long)(x) >= (unsigned long)-4095)
#define PTR_ERR(x) ((long)(x))
#define IS_ERR(x) IS_ERR_VALUE(x)
#define memset(to, value, bytes) __builtin_memset(to, value, bytes)
#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
#define memmove(to, from, bytes) __builtin_memmove(to, from, bytes)
#define memcmp(a, b, bytes) __builtin_memcmp(a, b, bytes)

/* Maps. */
#define __uint(name, value) int (*name)[value]
#define __type(name, type) typeof(type) *name
#define __array(name, type) typeof(type) *name[]
#define __ulong(name, value) enum { ___bpf_concat_##name = value } name

enum bpf_map_type {
	BPF_MAP_TYPE_UNSPEC = 0, BPF_MAP_TYPE_HASH = 1, BPF_MAP_TYPE_ARRAY = 2, BPF_MAP_TYPE_PROG_ARRAY = 3,
	BPF_MAP_TYPE_PERF_EVENT_ARRAY = 4, BPF_MAP_TYPE_PERCPU_HASH = 5, BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_LRU_HASH = 9, BPF_MAP_TYPE_ARRAY_OF_MAPS = 12, BPF_MAP_TYPE_HASH_OF_MAPS = 13,
	BPF_MAP_TYPE_QUEUE = 22, BPF_MAP_TYPE_STACK = 23, BPF_MAP_TYPE_RINGBUF = 27, BPF_MAP_TYPE_TASK_STORAGE = 29,
	BPF_MAP_TYPE_USER_RINGBUF = 31, BPF_MAP_TYPE_CGRP_STORAGE = 32, BPF_MAP_TYPE_ARENA = 33,
};

enum {
	BPF_ANY = 0, BPF_NOEXIST = 1, BPF_EXIST = 2, BPF_F_LOCK = 4, BPF_F_NO_PREALLOC = 1, BPF_F_MMAPABLE = 1024,
	BPF_LOCAL_STORAGE_GET_F_CREATE = 1, BPF_F_TIMER_ABS = 1, BPF_F_TIMER_CPU_PIN = 2, BPF_MAX_LOOPS = 8388608,
};

struct bpf_timer { u64 __opaque[2]; };
struct bpf_spin_lock { u32 val; };
struct bpf_map;
struct bpf_iter_scx_dsq { u64 __opaque[1]; };

/* Objects of the kernel. */
struct __slots cpumask { u64 bits[1]; };
struct __slots bpf_cpumask { struct cpumask cpumask; };
typedef struct cpumask cpumask_t;
struct __slots mm_struct { };

struct __slots kernfs_node { u64 id; };
struct __slots cgroup { int level; struct kernfs_node *kn; };

struct __slots sched_avg { unsigned long util_avg; unsigned long runnable_avg; unsigned long load_avg; };
struct __slots sched_entity { u64 sum_exec_runtime; u64 vruntime; struct sched_avg avg; };
struct __slots sched_statistics { u64 nr_wakeups; };
struct __slots sched_ext_entity {
	u64 slice;
	u64 dsq_vtime;
	u32 weight;
	u32 flags;
	bool disallow;
	unsigned long runnable_at;
	s32 sticky_cpu;
	s32 holding_cpu;
};

struct __slots task_struct {
	pid_t pid;
	pid_t tgid;
	char comm[16];
	unsigned int flags;
	const cpumask_t *cpus_ptr;
	cpumask_t cpus_mask;
	int nr_cpus_allowed;
	unsigned int __state;
	unsigned short migration_disabled;
	int static_prio;
	int prio;
	int normal_prio;
	unsigned int policy;
	unsigned long nvcsw;
	unsigned long nivcsw;
	struct mm_struct *mm;
	struct task_struct *real_parent;
	struct task_struct *parent;
	struct task_struct *group_leader;
	unsigned int in_iowait;
	int on_cpu;
	int wake_cpu;
	u64 start_time;
	u64 utime;
	u64 stime;
	struct sched_entity se;
	struct sched_statistics stats;
	struct sched_ext_entity scx;
};

struct __slots scx_rq { u32 flags; u32 nr_running; };
struct __slots rq {
	struct task_struct *curr;
	struct task_struct *idle;
	int cpu;
	unsigned int nr_running;
	u64 clock_task;
	u64 clock_pelt;
	unsigned long cpu_capacity;
	struct scx_rq scx;
};

struct __slots scx_exit_info {
	int kind;
	s64 exit_code;
	u64 flags;
	const char *reason;
	char *msg;
	char *dump;
};
struct __slots scx_cpu_acquire_args { };
struct __slots scx_cpu_release_args { int reason; struct task_struct *task; };
struct __slots scx_init_task_args { bool fork; struct cgroup *cgroup; };
struct __slots scx_exit_task_args { bool cancelled; };
struct __slots scx_dump_ctx { int kind; s64 exit_code; const char *reason; u64 at_ns; u64 at_jiffies; };
struct scx_cgroup_init_args {
	u32 weight;
#if __RELEASE >= 618
	u64 bw_period_us;
	u64 bw_quota_us;
	u64 bw_burst_us;
#endif
};

struct scx_event_stats {
	s64 SCX_EV_SELECT_CPU_FALLBACK;
	s64 SCX_EV_DISPATCH_LOCAL_DSQ_OFFLINE;
	s64 SCX_EV_DISPATCH_KEEP_LAST;
	s64 SCX_EV_ENQ_SKIP_EXITING;
	s64 SCX_EV_ENQ_SKIP_MIGRATION_DISABLED;
	s64 SCX_EV_REFILL_SLICE_DFL;
	s64 SCX_EV_BYPASS_DURATION;
	s64 SCX_EV_BYPASS_DISPATCH;
	s64 SCX_EV_BYPASS_ACTIVATE;
#if __RELEASE >= 701
	s64 SCX_EV_REENQ_IMMED;
	s64 SCX_EV_REENQ_LOCAL_REPEAT;
	s64 SCX_EV_INSERT_NOT_OWNED;
	s64 SCX_EV_SUB_BYPASS_DISPATCH;
#endif
};

struct sched_ext_ops {
	void *select_cpu, *enqueue, *dequeue, *dispatch, *tick, *runnable, *running, *stopping, *quiescent, *yield,
		*core_sched_before, *set_weight, *set_cpumask, *update_idle, *cpu_acquire, *cpu_release, *init_task,
		*exit_task, *enable, *disable, *dump, *dump_cpu, *dump_task, *cgroup_init, *cgroup_exit,
		*cgroup_prep_move, *cgroup_move, *cgroup_cancel_move, *cgroup_set_weight, *cgroup_set_bandwidth,
		*cgroup_set_idle, *cpu_online, *cpu_offline, *init, *exit, *sub_attach, *sub_detach;
	u32 dispatch_max_batch;
	u64 flags;
	u32 timeout_ms;
	u32 exit_dump_len;
	u64 hotplug_seq;
	u64 sub_cgroup_id;
	char name[128];
};

/* Flags. */
enum scx_public_consts {
	SCX_OPS_NAME_LEN = 128, SCX_EXIT_REASON_LEN = 128, SCX_EXIT_MSG_LEN = 1024,
	SCX_SLICE_DFL = 20000000, SCX_SLICE_INF = 0xffffffffffffffffULL,
#if __RELEASE >= 701
	SCX_SLICE_BYPASS = 5000000,
#endif
};

enum scx_dsq_id_flags {
	SCX_DSQ_FLAG_BUILTIN = 1ULL << 63, SCX_DSQ_FLAG_LOCAL_ON = 1ULL << 62, SCX_DSQ_INVALID = 1ULL << 63,
	SCX_DSQ_GLOBAL = (1ULL << 63) | 1, SCX_DSQ_LOCAL = (1ULL << 63) | 2, SCX_DSQ_LOCAL_ON = 3ULL << 62,
	SCX_DSQ_LOCAL_CPU_MASK = 0xffffffffULL,
};

enum scx_dsq_iter_flags { SCX_DSQ_ITER_REV = 1U << 16 };

enum scx_wake_flags { SCX_WAKE_FORK = 0x4, SCX_WAKE_TTWU = 0x8, SCX_WAKE_SYNC = 0x10 };

enum scx_enq_flags {
	SCX_ENQ_WAKEUP = 0x1,
#if __RELEASE >= 701
	SCX_ENQ_HEAD = 0x10000, SCX_ENQ_CPU_SELECTED = 0x100000, SCX_ENQ_IMMED = 1ULL << 33,
#else
	SCX_ENQ_HEAD = 0x10, SCX_ENQ_CPU_SELECTED = 0x400,
#endif
	SCX_ENQ_PREEMPT = 1ULL << 32, SCX_ENQ_REENQ = 1ULL << 40, SCX_ENQ_LAST = 1ULL << 41,
};

enum scx_deq_flags {
	SCX_DEQ_SLEEP = 0x1, SCX_DEQ_CORE_SCHED_EXEC = 1ULL << 32,
#if __RELEASE >= 701
	SCX_DEQ_SCHED_CHANGE = 1ULL << 33,
#endif
};

enum scx_pick_idle_cpu_flags {
	SCX_PICK_IDLE_CORE = 1,
#if __RELEASE >= 618
	SCX_PICK_IDLE_IN_NODE = 2,
#endif
};

enum scx_kick_flags { SCX_KICK_IDLE = 1, SCX_KICK_PREEMPT = 2, SCX_KICK_WAIT = 4 };

enum scx_ent_flags {
	SCX_TASK_QUEUED = 1, SCX_TASK_RESET_RUNNABLE_AT = 4, SCX_TASK_DEQD_FOR_SLEEP = 8, SCX_TASK_STATE_SHIFT = 8,
};

enum scx_ops_flags {
	SCX_OPS_KEEP_BUILTIN_IDLE = 1, SCX_OPS_ENQ_LAST = 2, SCX_OPS_ENQ_EXITING = 4, SCX_OPS_SWITCH_PARTIAL = 8,
#if __RELEASE >= 618
	SCX_OPS_ENQ_MIGRATION_DISABLED = 16, SCX_OPS_ALLOW_QUEUED_WAKEUP = 32, SCX_OPS_BUILTIN_IDLE_PER_NODE = 64,
#endif
#if __RELEASE >= 701
	SCX_OPS_ALWAYS_ENQ_IMMED = 128,
#else
	SCX_OPS_HAS_CGROUP_WEIGHT = 65536,
#endif
};

enum scx_exit_kind {
	SCX_EXIT_NONE = 0, SCX_EXIT_DONE = 1, SCX_EXIT_UNREG = 64, SCX_EXIT_UNREG_BPF = 65, SCX_EXIT_UNREG_KERN = 66,
	SCX_EXIT_SYSRQ = 67, SCX_EXIT_ERROR = 1024, SCX_EXIT_ERROR_BPF = 1025, SCX_EXIT_ERROR_STALL = 1026,
};

enum scx_exit_code {
	SCX_ECODE_RSN_HOTPLUG = 1ULL << 32, SCX_ECODE_ACT_RESTART = 1ULL << 48,
};

enum scx_cpu_preempt_reason {
	SCX_CPU_PREEMPT_RT = 0, SCX_CPU_PREEMPT_DL = 1, SCX_CPU_PREEMPT_STOP = 2, SCX_CPU_PREEMPT_UNKNOWN = 3,
};

enum {
	PF_IDLE = 0x2, PF_EXITING = 0x4, PF_IO_WORKER = 0x10, PF_WQ_WORKER = 0x20, PF_KCOMPACTD = 0x10000,
	PF_KSWAPD = 0x20000, PF_KTHREAD = 0x200000, TASK_DEAD = 0x80, TASK_RUNNING = 0, TASK_COMM_LEN = 16,
	SCHED_NORMAL = 0, SCHED_FIFO = 1, SCHED_RR = 2, SCHED_BATCH = 3, SCHED_IDLE = 5, SCHED_DEADLINE = 6,
	SCHED_EXT = 7, NUMA_NO_NODE = -1, MAX_NICE = 19, MIN_NICE = -20, DEFAULT_PRIO = 120, MAX_RT_PRIO = 100,
};

/* Hooks. */
#define BPF_STRUCT_OPS(name, ...) __hook SEC("struct_ops/" #name) name(__VA_ARGS__)
#define BPF_STRUCT_OPS_SLEEPABLE(name, ...) __hook_sleepable SEC("struct_ops.s/" #name) name(__VA_ARGS__)
#define BPF_PROG(name, ...) name(__VA_ARGS__)
#define SCX_OPS_DEFINE(name, ...) SEC(".struct_ops.link") struct sched_ext_ops name = { __VA_ARGS__ }

struct user_exit_info { int kind; s64 exit_code; char reason[128]; char msg[1024]; };
#define UEI_DEFINE(name) struct user_exit_info name SEC(".data")
#define UEI_RECORD(name, info) __uei_record(&name, info)
#define UEI_DUMP_DFL_LEN 32768
enum { SCX_ECODE_RSN_MASK = 0, UEI_REASON = 0, UEI_MSG = 1, UEI_DUMP_SIZE = 2 };

/* Pointers with a check. */
#define ARRAY_ELEM_PTR(array, index, count) ({ u64 __index = (index); \
	__index < (count) ? &(array)[__index] : NULL; })
#define MEMBER_VPTR(base, member) __member_vptr((base) member)
#define RESIZABLE_ARRAY(section, array) array[__MOST_CPUS] SEC("." #section "." #array)

/* Loops. */
#define bpf_for __bpf_for
#define bpf_repeat __bpf_repeat
#define bpf_for_each(kind, ...) __bpf_for_each_##kind(__VA_ARGS__)
#define BPF_FOR_EACH_ITER __bpf_iter
#define __COMPAT_DSQ_FOR_EACH(p, dsq, flags) bpf_for_each(scx_dsq, p, dsq, flags)

/* Versions. */
#define __COMPAT_ENUM_OR_ZERO(type, name) __enum_or_zero(name)
#define __COMPAT_read_enum(type, name, value) __enum_or_zero(name)
#define BPF_CORE_READ(base, member) ((base)->member)
#define bpf_core_cast(pointer, type) ((type *)(pointer))
#define __COMPAT_scx_bpf_consume scx_bpf_dsq_move_to_local
#define __COMPAT_scx_bpf_dsq_move scx_bpf_dsq_move
#define __COMPAT_scx_bpf_dsq_move_vtime scx_bpf_dsq_move_vtime
#define __COMPAT_scx_bpf_dsq_move_set_slice scx_bpf_dsq_move_set_slice
#define __COMPAT_scx_bpf_dsq_move_set_vtime scx_bpf_dsq_move_set_vtime
#define __COMPAT_scx_bpf_dispatch_from_dsq scx_bpf_dsq_move
#define __COMPAT_scx_bpf_dispatch_vtime_from_dsq scx_bpf_dsq_move_vtime
#define __COMPAT_scx_bpf_dispatch_from_dsq_set_slice scx_bpf_dsq_move_set_slice
#define __COMPAT_scx_bpf_dispatch_from_dsq_set_vtime scx_bpf_dsq_move_set_vtime
#define __COMPAT_scx_bpf_dump scx_bpf_dump
#define __COMPAT_scx_bpf_cpuperf_cap scx_bpf_cpuperf_cap
#define __COMPAT_scx_bpf_cpuperf_cur scx_bpf_cpuperf_cur
#define __COMPAT_scx_bpf_cpuperf_set scx_bpf_cpuperf_set
#if __RELEASE >= 618
#define __COMPAT_is_enq_cpu_selected(flags) (((flags) & SCX_ENQ_CPU_SELECTED) != 0)
#define __COMPAT_scx_bpf_nr_node_ids scx_bpf_nr_node_ids
#define __COMPAT_scx_bpf_cpu_node scx_bpf_cpu_node
#define __COMPAT_scx_bpf_get_idle_cpumask_node scx_bpf_get_idle_cpumask_node
#define __COMPAT_scx_bpf_get_idle_smtmask_node scx_bpf_get_idle_smtmask_node
#define __COMPAT_scx_bpf_pick_idle_cpu_node scx_bpf_pick_idle_cpu_node
#define __COMPAT_scx_bpf_pick_any_cpu_node scx_bpf_pick_any_cpu_node
#define __COMPAT_scx_bpf_events(buffer, size) scx_bpf_events(buffer, size)
#define __COMPAT_scx_bpf_cpu_curr scx_bpf_cpu_curr
#else
#define __COMPAT_is_enq_cpu_selected(flags) true
#define __COMPAT_scx_bpf_nr_node_ids() 1
#define __COMPAT_scx_bpf_cpu_node(cpu) 0
#define __COMPAT_scx_bpf_get_idle_cpumask_node(node) scx_bpf_get_idle_cpumask()
#define __COMPAT_scx_bpf_get_idle_smtmask_node(node) scx_bpf_get_idle_smtmask()
#define __COMPAT_scx_bpf_pick_idle_cpu_node(mask, node, flags) scx_bpf_pick_idle_cpu(mask, flags)
#define __COMPAT_scx_bpf_pick_any_cpu_node(mask, node, flags) scx_bpf_pick_any_cpu(mask, flags)
#define __COMPAT_scx_bpf_events(buffer, size) ({})
#define __COMPAT_scx_bpf_cpu_curr(cpu) (scx_bpf_cpu_rq(cpu)->curr)
#endif
#define __COMPAT_scx_bpf_reenqueue_local_from_anywhere() (__RELEASE >= 701)

/* kfuncs. */
s32 scx_bpf_create_dsq(u64 dsq_id, s32 node);
void scx_bpf_destroy_dsq(u64 dsq_id);
#if __RELEASE >= 701
bool scx_bpf_dsq_insert(struct task_struct *p, u64 dsq_id, u64 slice, u64 enq_flags);
bool scx_bpf_dsq_insert_vtime(struct task_struct *p, u64 dsq_id, u64 slice, u64 vtime, u64 enq_flags);
#else
void scx_bpf_dsq_insert(struct task_struct *p, u64 dsq_id, u64 slice, u64 enq_flags);
void scx_bpf_dsq_insert_vtime(struct task_struct *p, u64 dsq_id, u64 slice, u64 vtime, u64 enq_flags);
#endif
u32 scx_bpf_reenqueue_local(void);
void scx_bpf_dispatch(struct task_struct *p, u64 dsq_id, u64 slice, u64 enq_flags);
void scx_bpf_dispatch_vtime(struct task_struct *p, u64 dsq_id, u64 slice, u64 vtime, u64 enq_flags);
bool scx_bpf_dsq_move_to_local(u64 dsq_id, u64 enq_flags);
bool scx_bpf_consume(u64 dsq_id);
bool scx_bpf_dsq_move(struct bpf_iter_scx_dsq *iter, struct task_struct *p, u64 dsq_id, u64 enq_flags);
bool scx_bpf_dsq_move_vtime(struct bpf_iter_scx_dsq *iter, struct task_struct *p, u64 dsq_id, u64 enq_flags);
void scx_bpf_dsq_move_set_slice(struct bpf_iter_scx_dsq *iter, u64 slice);
void scx_bpf_dsq_move_set_vtime(struct bpf_iter_scx_dsq *iter, u64 vtime);
bool scx_bpf_dispatch_from_dsq(struct bpf_iter_scx_dsq *iter, struct task_struct *p, u64 dsq_id, u64 enq_flags);
bool scx_bpf_dispatch_vtime_from_dsq(struct bpf_iter_scx_dsq *iter, struct task_struct *p, u64 dsq, u64 enq_flags);
void scx_bpf_dispatch_from_dsq_set_slice(struct bpf_iter_scx_dsq *iter, u64 slice);
void scx_bpf_dispatch_from_dsq_set_vtime(struct bpf_iter_scx_dsq *iter, u64 vtime);
u32 scx_bpf_dispatch_nr_slots(void);
void scx_bpf_dispatch_cancel(void);
void scx_bpf_dsq_reenq(u64 dsq_id, u64 flags);
struct task_struct *scx_bpf_dsq_peek(u64 dsq_id);
s32 scx_bpf_dsq_nr_queued(u64 dsq_id);
s32 scx_bpf_select_cpu_dfl(struct task_struct *p, s32 prev_cpu, u64 wake_flags, bool *is_idle);
s32 scx_bpf_select_cpu_and(struct task_struct *p, s32 prev_cpu, u64 wake_flags, const struct cpumask *mask, u64 flags);
s32 scx_bpf_pick_idle_cpu(const cpumask_t *mask, u64 flags);
s32 scx_bpf_pick_idle_cpu_node(const cpumask_t *mask, int node, u64 flags);
s32 scx_bpf_pick_any_cpu(const cpumask_t *mask, u64 flags);
s32 scx_bpf_pick_any_cpu_node(const cpumask_t *mask, int node, u64 flags);
bool scx_bpf_test_and_clear_cpu_idle(s32 cpu);
const struct cpumask *scx_bpf_get_idle_cpumask(void);
const struct cpumask *scx_bpf_get_idle_smtmask(void);
const struct cpumask *scx_bpf_get_idle_cpumask_node(int node);
const struct cpumask *scx_bpf_get_idle_smtmask_node(int node);
void scx_bpf_put_idle_cpumask(const struct cpumask *mask);
const struct cpumask *scx_bpf_get_possible_cpumask(void);
const struct cpumask *scx_bpf_get_online_cpumask(void);
void scx_bpf_put_cpumask(const struct cpumask *mask);
u32 scx_bpf_nr_cpu_ids(void);
u32 scx_bpf_nr_node_ids(void);
int scx_bpf_cpu_node(s32 cpu);
bool scx_bpf_task_running(const struct task_struct *p);
s32 scx_bpf_task_cpu(const struct task_struct *p);
void scx_bpf_kick_cpu(s32 cpu, u64 flags);
struct cgroup *scx_bpf_task_cgroup(struct task_struct *p);
bool scx_bpf_task_set_slice(struct task_struct *p, u64 slice);
bool scx_bpf_task_set_dsq_vtime(struct task_struct *p, u64 vtime);
struct rq *scx_bpf_cpu_rq(s32 cpu);
struct rq *scx_bpf_locked_rq(void);
struct task_struct *scx_bpf_cpu_curr(s32 cpu);
u32 scx_bpf_cpuperf_cap(s32 cpu);
u32 scx_bpf_cpuperf_cur(s32 cpu);
void scx_bpf_cpuperf_set(s32 cpu, u32 perf);
u64 scx_bpf_now(void);
void scx_bpf_events(struct scx_event_stats *events, size_t size);
void scx_bpf_error(const char *format, ...);
void scx_bpf_exit(s64 code, const char *format, ...);
void scx_bpf_dump(const char *format, ...);

/* BPF helpers. */
u64 bpf_ktime_get_ns(void);
u64 bpf_ktime_get_boot_ns(void);
u64 bpf_ktime_get_tai_ns(void);
u64 bpf_ktime_get_coarse_ns(void);
u64 bpf_jiffies64(void);
u32 bpf_get_prandom_u32(void);
u32 bpf_get_smp_processor_id(void);
struct task_struct *bpf_task_from_pid(s32 pid);
struct task_struct *bpf_task_acquire(struct task_struct *p);
void bpf_task_release(struct task_struct *p);
struct task_struct *bpf_get_current_task_btf(void);
u64 bpf_get_current_pid_tgid(void);
void bpf_cgroup_release(struct cgroup *cgrp);
s64 bpf_timer_init(struct bpf_timer *timer, void *map, u64 clock);
s64 bpf_timer_set_callback(struct bpf_timer *timer, void *callback);
s64 bpf_timer_start(struct bpf_timer *timer, u64 ns, u64 flags);
s64 bpf_timer_cancel(struct bpf_timer *timer);
s64 bpf_loop(u32 count, void *callback, void *context, u64 flags);
void *bpf_map_lookup_elem(void *map, const void *key);
void *bpf_map_lookup_percpu_elem(void *map, const void *key, u32 cpu);
s64 bpf_map_update_elem(void *map, const void *key, const void *value, u64 flags);
s64 bpf_map_delete_elem(void *map, const void *key);
s64 bpf_map_push_elem(void *map, const void *value, u64 flags);
s64 bpf_map_pop_elem(void *map, void *value);
s64 bpf_map_peek_elem(void *map, void *value);
void *bpf_task_storage_get(void *map, struct task_struct *p, void *value, u64 flags);
s64 bpf_task_storage_delete(void *map, struct task_struct *p);
void *bpf_kptr_xchg(void *slot, void *pointer);
void bpf_spin_lock(struct bpf_spin_lock *lock);
void bpf_spin_unlock(struct bpf_spin_lock *lock);
void bpf_rcu_read_lock(void);
void bpf_rcu_read_unlock(void);
struct bpf_cpumask *bpf_cpumask_create(void);
struct bpf_cpumask *bpf_cpumask_acquire(struct bpf_cpumask *mask);
void bpf_cpumask_release(struct bpf_cpumask *mask);
u32 bpf_cpumask_first(const struct cpumask *mask);
u32 bpf_cpumask_first_zero(const struct cpumask *mask);
u32 bpf_cpumask_first_and(const struct cpumask *a, const struct cpumask *b);
void bpf_cpumask_set_cpu(u32 cpu, struct bpf_cpumask *mask);
void bpf_cpumask_clear_cpu(u32 cpu, struct bpf_cpumask *mask);
bool bpf_cpumask_test_cpu(u32 cpu, const struct cpumask *mask);
bool bpf_cpumask_test_and_set_cpu(u32 cpu, struct bpf_cpumask *mask);
bool bpf_cpumask_test_and_clear_cpu(u32 cpu, struct bpf_cpumask *mask);
void bpf_cpumask_setall(struct bpf_cpumask *mask);
void bpf_cpumask_clear(struct bpf_cpumask *mask);
bool bpf_cpumask_and(struct bpf_cpumask *to, const struct cpumask *a, const struct cpumask *b);
void bpf_cpumask_or(struct bpf_cpumask *to, const struct cpumask *a, const struct cpumask *b);
void bpf_cpumask_xor(struct bpf_cpumask *to, const struct cpumask *a, const struct cpumask *b);
bool bpf_cpumask_equal(const struct cpumask *a, const struct cpumask *b);
bool bpf_cpumask_intersects(const struct cpumask *a, const struct cpumask *b);
bool bpf_cpumask_subset(const struct cpumask *a, const struct cpumask *b);
bool bpf_cpumask_empty(const struct cpumask *mask);
bool bpf_cpumask_full(const struct cpumask *mask);
void bpf_cpumask_copy(struct bpf_cpumask *to, const struct cpumask *from);
u32 bpf_cpumask_weight(const struct cpumask *mask);
u32 bpf_cpumask_any_distribute(const struct cpumask *mask);
u32 bpf_cpumask_any_and_distribute(const struct cpumask *a, const struct cpumask *b);
void bpf_printk(const char *format, ...);
s64 bpf_snprintf(char *to, u32 size, const char *format, ...);
s64 bpf_strncmp(const char *text, u32 size, const char *other);
s64 bpf_probe_read_kernel_str(void *to, u32 size, const void *from);
s64 bpf_probe_read_kernel(void *to, u32 size, const void *from);
void __uei_record(struct user_exit_info *record, struct scx_exit_info *info);
void *__builtin_memset(void *to, int value, size_t bytes);
void *__builtin_memcpy(void *to, const void *from, size_t bytes);
void *__builtin_memmove(void *to, const void *from, size_t bytes);
int __builtin_memcmp(const void *a, const void *b, size_t bytes);
int __builtin_ctz(unsigned int x);
int __builtin_ctzl(unsigned long x);
int __builtin_ctzll(unsigned long long x);
int __builtin_clz(unsigned int x);
int __builtin_clzl(unsigned long x);
int __builtin_clzll(unsigned long long x);
int __builtin_popcount(unsigned int x);
int __builtin_popcountl(unsigned long x);
int __builtin_popcountll(unsigned long long x);

#if __RELEASE >= 701
#define __COMPAT_scx_bpf_dsq_peek scx_bpf_dsq_peek
#else
static inline struct task_struct *__COMPAT_scx_bpf_dsq_peek(u64 dsq_id)
{
	struct task_struct *p = NULL;

	bpf_for_each(scx_dsq, p, dsq_id, 0)
		break;
	return p;
}
#endif
#define scx_read_event(events, name) ((events)->name)

/* Names from before 6.12. */
#define __COMPAT_scx_bpf_switch_all() do { } while (0)
#define __COMPAT_HAS_CPUMASKS true
#define __COMPAT_SCX_KICK_IDLE SCX_KICK_IDLE
#define __COMPAT_SCX_OPS_SWITCH_PARTIAL SCX_OPS_SWITCH_PARTIAL
#define __COMPAT_scx_bpf_consume_task(iter, p) scx_bpf_dsq_move(iter, p, SCX_DSQ_LOCAL, 0)
#define __COMPAT_scx_bpf_kick_cpu_IDLE(cpu) scx_bpf_kick_cpu(cpu, SCX_KICK_IDLE)
#define scx_bpf_switch_all() do { } while (0)
#define uei_record(record, info) __uei_record(record, info)

/* Headers of late 2024 let user space fill in the constants. */
#define SCX_ENUM_DEFINE() struct __scx_enum_defined
#define SCX_ENUM(name) (name)

/* Small functions of the headers. */
static inline const struct cpumask *cast_mask(struct bpf_cpumask *mask) { return (const struct cpumask *)mask; }
static inline bool time_after(u64 a, u64 b) { return (s64)(b - a) < 0; }
static inline bool time_before(u64 a, u64 b) { return (s64)(a - b) < 0; }
static inline bool time_after_eq(u64 a, u64 b) { return (s64)(a - b) >= 0; }
static inline bool time_before_eq(u64 a, u64 b) { return (s64)(b - a) >= 0; }
static inline bool time_in_range(u64 a, u64 b, u64 c) { return (s64)(a - b) >= 0 && (s64)(c - a) >= 0; }
static inline s64 time_delta(u64 after, u64 before) { return (s64)(after - before) > 0 ? (s64)(after - before) : 0; }
static inline u64 scale_by_task_weight(const struct task_struct *p, u64 value) { return value * p->scx.weight / 100; }
static inline u64 scale_by_task_weight_inverse(const struct task_struct *p, u64 value) { return value * 100 / p->scx.weight; }
static inline u32 log2_u32(u32 v) { return v ? 31 - __builtin_clz(v) : 0; }
static inline u32 log2_u64(u64 v) { return v ? 63 - __builtin_clzll(v) : 0; }
static inline u64 __calc_avg(u64 old, u64 new, u32 decay) { return old - (old >> decay) + (new >> decay); }
static inline bool is_migration_disabled(const struct task_struct *p) { return p->migration_disabled != 0; }
static inline int ctzll(u64 v) { return __builtin_ctzll(v); }
static inline u64 __sqrt_u64(u64 v)
{
	u64 root = 0, bit = 1ULL << 62;

	while (bit > v)
		bit >>= 2;
	while (bit) {
		if (v >= root + bit) {
			v -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
		bit >>= 2;
	}
	return root;
}
