/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Reserve: the last CPU waits for tasks that wake.
 *
 * A task that is queued because its slice ended never runs there. So a
 * task that wakes finds that CPU idle, and its share of the work is
 * lost. It shows why the goals have two sides.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 10000000; /* 1000000 .. 100000000 ns */
const volatile u32 nr_cpu_ids = 1;

#define SHARED_DSQ 0

s32 BPF_STRUCT_OPS(reserve_select_cpu, struct task_struct *p,
		s32 prev_cpu, u64 wake_flags)
{
	s32 last = nr_cpu_ids - 1;

	/* A new task has not slept yet. */
	if (!(wake_flags & SCX_WAKE_FORK) &&
	    scx_bpf_test_and_clear_cpu_idle(last)) {
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
		return last;
	}
	return prev_cpu;
}

void BPF_STRUCT_OPS(reserve_enqueue, struct task_struct *p,
		u64 enq_flags)
{
	s32 cpu;

	scx_bpf_dsq_insert(p, SHARED_DSQ, slice_ns, enq_flags);
	cpu = scx_bpf_pick_idle_cpu(p->cpus_ptr, 0);
	if (cpu >= 0)
		scx_bpf_kick_cpu(cpu, SCX_KICK_IDLE);
}

void BPF_STRUCT_OPS(reserve_dispatch, s32 cpu, struct task_struct *prev)
{
	if (cpu != nr_cpu_ids - 1)
		scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(reserve_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(reserve_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(reserve_ops,
	       .select_cpu = (void *)reserve_select_cpu,
	       .enqueue = (void *)reserve_enqueue,
	       .dispatch = (void *)reserve_dispatch,
	       .init = (void *)reserve_init,
	       .exit = (void *)reserve_exit,
	       .name = "reserve");
