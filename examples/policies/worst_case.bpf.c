/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Worst case: all tasks on one CPU, in turns as short as a tick.
 *
 * It is what a scheduler may do at its worst and still be correct: each
 * task runs, in the end. Use it to see how large a difference can be,
 * and what the charts look like when work waits beside idle CPUs.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 1000000; /* 100000 .. 20000000 ns */

/* How often a task waited on the one CPU while another CPU was idle. */
u64 nr_wasted;

/* The lowest CPU that the task may use. */
static s32 worst_cpu(struct task_struct *p)
{
	return bpf_cpumask_first(p->cpus_ptr);
}

s32 BPF_STRUCT_OPS(worst_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	return worst_cpu(p);
}

void BPF_STRUCT_OPS(worst_enqueue, struct task_struct *p, u64 enq_flags)
{
	const struct cpumask *idle = scx_bpf_get_idle_cpumask();

	if (!bpf_cpumask_empty(idle))
		__sync_fetch_and_add(&nr_wasted, 1);
	/* A mask that was got has to be put back. */
	scx_bpf_put_idle_cpumask(idle);

	scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL_ON | worst_cpu(p), slice_ns,
			   enq_flags);
}

void BPF_STRUCT_OPS(worst_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(worst_ops,
	       .select_cpu = (void *)worst_select_cpu,
	       .enqueue = (void *)worst_enqueue,
	       .exit = (void *)worst_exit,
	       .name = "worst_case");
