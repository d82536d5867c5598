/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Weighted virtual time, and a task that wakes runs at once.
 *
 * Tasks that compute share the CPUs by their weights. A task that wakes
 * is behind the clock, so it may preempt: it goes to the head of the
 * local queue of its CPU. One that has used its share waits its turn.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */

#define SHARED_DSQ 0

/*
 * The virtual time of the task that started last: the clock that tasks
 * which slept are set to.
 */
u64 vtime_now;

/*
 * Virtual time wraps around: the difference tells which one is earlier.
 */
static bool is_before(u64 a, u64 b)
{
	return (s64)(a - b) < 0;
}

/*
 * Pays for the part of its slice that a task has run. Weight 100 is
 * that of nice 0.
 */
static void charge(struct task_struct *p)
{
	if (p->scx.slice < slice_ns)
		p->scx.dsq_vtime +=
			(slice_ns - p->scx.slice) * 100 / p->scx.weight;
}

s32 BPF_STRUCT_OPS(wv_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(wv_enqueue, struct task_struct *p, u64 enq_flags)
{
	u64 vtime = p->scx.dsq_vtime;

	/*
	 * Sleep saves nothing: a task is behind the clock by one slice at
	 * most.
	 */
	if (is_before(vtime, vtime_now - slice_ns))
		vtime = vtime_now - slice_ns;
	if ((enq_flags & SCX_ENQ_WAKEUP) && is_before(vtime, vtime_now)) {
		p->scx.dsq_vtime = vtime;
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns,
				   enq_flags | SCX_ENQ_PREEMPT);
		return;
	}
	scx_bpf_dsq_insert_vtime(p, SHARED_DSQ, slice_ns, vtime, enq_flags);
}

void BPF_STRUCT_OPS(wv_dispatch, s32 cpu, struct task_struct *prev)
{
	if (scx_bpf_dsq_move_to_local(SHARED_DSQ))
		return;
	/*
	 * Nobody waits, so prev gets another slice. It pays for the one
	 * that it has run.
	 */
	if (prev && (prev->scx.flags & SCX_TASK_QUEUED)) {
		charge(prev);
		prev->scx.slice = slice_ns;
	}
}

void BPF_STRUCT_OPS(wv_running, struct task_struct *p)
{
	if (is_before(vtime_now, p->scx.dsq_vtime))
		vtime_now = p->scx.dsq_vtime;
}

void BPF_STRUCT_OPS(wv_stopping, struct task_struct *p, bool runnable)
{
	charge(p);
}

void BPF_STRUCT_OPS(wv_enable, struct task_struct *p)
{
	p->scx.dsq_vtime = vtime_now;
}

s32 BPF_STRUCT_OPS_SLEEPABLE(wv_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(wv_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(wv_ops,
	       .select_cpu = (void *)wv_select_cpu,
	       .enqueue = (void *)wv_enqueue,
	       .dispatch = (void *)wv_dispatch,
	       .running = (void *)wv_running,
	       .stopping = (void *)wv_stopping,
	       .enable = (void *)wv_enable,
	       .init = (void *)wv_init,
	       .exit = (void *)wv_exit,
	       .name = "wake_vtime");
