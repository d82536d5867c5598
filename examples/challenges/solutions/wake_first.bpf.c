/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Wake first: a task that wakes runs at once.
 *
 * If no CPU is idle, it goes to the head of the local queue of its CPU
 * and takes the slice of the task that runs there. It works briefly and
 * sleeps again, so the others lose little.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 10000000; /* 1000000 .. 100000000 ns */

#define SHARED_DSQ 0

s32 BPF_STRUCT_OPS(wake_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(wake_enqueue, struct task_struct *p, u64 enq_flags)
{
	if (enq_flags & SCX_ENQ_WAKEUP)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns,
				   enq_flags | SCX_ENQ_PREEMPT);
	else
		scx_bpf_dsq_insert(p, SHARED_DSQ, slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(wake_dispatch, s32 cpu, struct task_struct *prev)
{
	scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(wake_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(wake_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(wake_ops,
	       .select_cpu = (void *)wake_select_cpu,
	       .enqueue = (void *)wake_enqueue,
	       .dispatch = (void *)wake_dispatch,
	       .init = (void *)wake_init,
	       .exit = (void *)wake_exit,
	       .name = "wake_first");
