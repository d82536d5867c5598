/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Round robin: a queue for every CPU, and short turns.
 *
 * The tasks of a CPU take turns of slice_ns. A CPU whose queue is empty
 * looks into the queues of the CPUs after it and takes the first task
 * that it finds.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 4000000; /* 500000 .. 100000000 ns */
const volatile bool steal = true;
/* The number of CPUs, set before the program is loaded. */
const volatile u32 nr_cpu_ids = 1;

/* How many tasks a CPU took from the queue of another one. */
u64 nr_stolen;

s32 BPF_STRUCT_OPS(rr_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(rr_enqueue, struct task_struct *p, u64 enq_flags)
{
	/* The queue of a CPU has the number of the CPU. */
	scx_bpf_dsq_insert(p, scx_bpf_task_cpu(p), slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(rr_dispatch, s32 cpu, struct task_struct *prev)
{
	u32 i;

	if (scx_bpf_dsq_move_to_local(cpu))
		return;
	/* Nobody waits here, so prev has another turn. */
	if (prev && (prev->scx.flags & SCX_TASK_QUEUED)) {
		prev->scx.slice = slice_ns;
		return;
	}
	if (!steal)
		return;
	bpf_for(i, 1, nr_cpu_ids) {
		if (scx_bpf_dsq_move_to_local((cpu + i) % nr_cpu_ids)) {
			__sync_fetch_and_add(&nr_stolen, 1);
			return;
		}
	}
}

s32 BPF_STRUCT_OPS_SLEEPABLE(rr_init)
{
	s32 err;
	u32 i;

	bpf_for(i, 0, nr_cpu_ids) {
		err = scx_bpf_create_dsq(i, -1);
		if (err)
			return err;
	}
	return 0;
}

void BPF_STRUCT_OPS(rr_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(rr_ops,
	       .select_cpu = (void *)rr_select_cpu,
	       .enqueue = (void *)rr_enqueue,
	       .dispatch = (void *)rr_dispatch,
	       .init = (void *)rr_init,
	       .exit = (void *)rr_exit,
	       .name = "round_robin");
