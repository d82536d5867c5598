/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Multi-level feedback queue: who uses whole turns sinks, who sleeps
 * early stays on top.
 *
 * There are three queues. A CPU takes from the highest queue that is
 * not empty. A task that uses up its turn goes one queue down, where
 * turns are twice as long. From time to time all tasks return to the
 * top, so that nobody starves. (Corbato, 1962; Arpaci-Dusseau, OSTEP.)
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 2000000; /* 500000 .. 20000000 ns */
const volatile u64 boost_ns = 200000000; /* 10000000 .. 2000000000 ns */

#define NR_LEVELS 3
#define MAX_CPUS 1024

/* Kept for each task, and gone with it. */
struct task_ctx {
	u32 level;
	/* The boost after which the level was set. */
	u64 boost;
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct task_ctx);
} task_ctxs SEC(".maps");

/* The level of the task that each CPU runs. */
u32 running_level[MAX_CPUS];

u64 nr_boosts, nr_preempted;
u64 last_boost;

static u64 turn_ns(u32 level)
{
	return slice_ns << level;
}

/* The level of a task: after a boost it is the top again. */
static u32 level_of(struct task_ctx *tctx)
{
	if (tctx->boost != nr_boosts) {
		tctx->boost = nr_boosts;
		tctx->level = 0;
	}
	return tctx->level;
}

s32 BPF_STRUCT_OPS(mlfq_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle && tctx)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, turn_ns(level_of(tctx)), 0);
	return cpu;
}

void BPF_STRUCT_OPS(mlfq_enqueue, struct task_struct *p, u64 enq_flags)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);
	u32 level = tctx ? level_of(tctx) : 0;
	u32 cpu = scx_bpf_task_cpu(p);

	/* The queue of a level has the number of the level. */
	scx_bpf_dsq_insert(p, level, turn_ns(level), enq_flags);
	/* A task that wakes does not wait for one of a lower queue. */
	if ((enq_flags & SCX_ENQ_WAKEUP) && cpu < MAX_CPUS &&
	    level < running_level[cpu]) {
		__sync_fetch_and_add(&nr_preempted, 1);
		scx_bpf_kick_cpu(cpu, SCX_KICK_PREEMPT);
	}
}

/*
 * All waiting tasks return to the top; the others follow when they are
 * queued.
 */
static void boost(void)
{
	struct task_struct *p;
	u32 level;

	nr_boosts++;
	bpf_for(level, 1, NR_LEVELS) {
		bpf_for_each(scx_dsq, p, level, 0)
			scx_bpf_dsq_move(BPF_FOR_EACH_ITER, p, 0, 0);
	}
}

void BPF_STRUCT_OPS(mlfq_dispatch, s32 cpu, struct task_struct *prev)
{
	u64 now = bpf_ktime_get_ns();
	struct task_ctx *tctx;
	u32 level;

	if (now - last_boost > boost_ns) {
		last_boost = now;
		boost();
	}
	bpf_for(level, 0, NR_LEVELS) {
		if (scx_bpf_dsq_move_to_local(level))
			return;
	}
	/* Nobody waits, so prev has another turn. */
	if (prev && (prev->scx.flags & SCX_TASK_QUEUED)) {
		tctx = bpf_task_storage_get(&task_ctxs, prev, 0, 0);
		if (tctx)
			prev->scx.slice = turn_ns(level_of(tctx));
	}
}

void BPF_STRUCT_OPS(mlfq_running, struct task_struct *p)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);
	u32 cpu = scx_bpf_task_cpu(p);

	if (tctx && cpu < MAX_CPUS)
		running_level[cpu] = level_of(tctx);
}

void BPF_STRUCT_OPS(mlfq_stopping, struct task_struct *p, bool runnable)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);

	if (!tctx)
		return;
	/* It still wants to run and its turn is used up: one level down. */
	if (runnable && !p->scx.slice && level_of(tctx) < NR_LEVELS - 1)
		tctx->level++;
}

s32 BPF_STRUCT_OPS(mlfq_init_task, struct task_struct *p,
		struct scx_init_task_args *args)
{
	struct task_ctx *tctx;

	tctx = bpf_task_storage_get(&task_ctxs, p, 0,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	return tctx ? 0 : -ENOMEM;
}

s32 BPF_STRUCT_OPS_SLEEPABLE(mlfq_init)
{
	s32 err;
	u32 level;

	bpf_for(level, 0, NR_LEVELS) {
		err = scx_bpf_create_dsq(level, -1);
		if (err)
			return err;
	}
	return 0;
}

void BPF_STRUCT_OPS(mlfq_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(mlfq_ops,
	       .select_cpu = (void *)mlfq_select_cpu,
	       .enqueue = (void *)mlfq_enqueue,
	       .dispatch = (void *)mlfq_dispatch,
	       .running = (void *)mlfq_running,
	       .stopping = (void *)mlfq_stopping,
	       .init_task = (void *)mlfq_init_task,
	       .init = (void *)mlfq_init,
	       .exit = (void *)mlfq_exit,
	       .name = "mlfq");
