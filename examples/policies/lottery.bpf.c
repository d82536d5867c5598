/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Lottery: a task has as many tickets as it has weight, and a CPU draws
 * who runs next.
 *
 * No task keeps an account. Over many draws, the shares tend to the
 * weights; over a few draws, luck decides. (Waldspurger and Weihl,
 * Lottery Scheduling, OSDI 1994.)
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */
/* With equal tickets, the weights do not count. */
const volatile bool equal_tickets = false;

#define SHARED_DSQ 0

u64 nr_draws;

static u64 tickets(struct task_struct *p)
{
	return equal_tickets ? 1 : p->scx.weight;
}

s32 BPF_STRUCT_OPS(lottery_select_cpu, struct task_struct *p,
		s32 prev_cpu, u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(lottery_enqueue, struct task_struct *p,
		u64 enq_flags)
{
	scx_bpf_dsq_insert(p, SHARED_DSQ, slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(lottery_dispatch, s32 cpu, struct task_struct *prev)
{
	struct task_struct *p;
	u64 sum = 0, winner;

	bpf_for_each(scx_dsq, p, SHARED_DSQ, 0) {
		if (bpf_cpumask_test_cpu(cpu, p->cpus_ptr))
			sum += tickets(p);
	}
	if (!sum) {
		/* Nobody waits, so prev gets another slice. */
		if (prev && (prev->scx.flags & SCX_TASK_QUEUED))
			prev->scx.slice = slice_ns;
		return;
	}

	/* The tickets are numbered in the order of the queue. */
	winner = bpf_get_prandom_u32() % sum;
	__sync_fetch_and_add(&nr_draws, 1);
	bpf_for_each(scx_dsq, p, SHARED_DSQ, 0) {
		if (!bpf_cpumask_test_cpu(cpu, p->cpus_ptr))
			continue;
		if (winner < tickets(p)) {
			if (scx_bpf_dsq_move(BPF_FOR_EACH_ITER, p, SCX_DSQ_LOCAL, 0))
				return;
			break;
		}
		winner -= tickets(p);
	}
	/*
	 * Another CPU took the winner meanwhile: the first in the queue
	 * runs.
	 */
	scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(lottery_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(lottery_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(lottery_ops,
	       .select_cpu = (void *)lottery_select_cpu,
	       .enqueue = (void *)lottery_enqueue,
	       .dispatch = (void *)lottery_dispatch,
	       .init = (void *)lottery_init,
	       .exit = (void *)lottery_exit,
	       .name = "lottery");
