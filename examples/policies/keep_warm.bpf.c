/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Keep warm: few CPUs that are busy, rather than many that wake up.
 *
 * A CPU is warm for warm_ns after it ran a task. A task that wakes
 * prefers an idle CPU that is warm: its own, then any. Only if there is
 * none, a cold CPU is woken. A CPU that nobody chooses cools down and
 * can sleep deeply.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

#define MAX_CPUS 1024

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */
const volatile u64 warm_ns = 2000000; /* 100000 .. 50000000 ns */
const volatile u32 nr_cpu_ids = 1;

#define SHARED_DSQ 0

/* When each CPU last ran a task; 0: never. */
u64 stopped_at[MAX_CPUS];

u64 nr_warm, nr_cold;

static bool is_warm(u32 cpu, u64 now)
{
	return cpu < MAX_CPUS && stopped_at[cpu] &&
	       now - stopped_at[cpu] < warm_ns;
}

s32 BPF_STRUCT_OPS(warm_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	u64 now = bpf_ktime_get_ns();
	s32 cpu;

	if (is_warm(prev_cpu, now) &&
	    bpf_cpumask_test_cpu(prev_cpu, p->cpus_ptr) &&
	    scx_bpf_test_and_clear_cpu_idle(prev_cpu)) {
		cpu = prev_cpu;
		__sync_fetch_and_add(&nr_warm, 1);
		goto found;
	}
	bpf_for(cpu, 0, nr_cpu_ids) {
		if (is_warm(cpu, now) &&
		    bpf_cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    scx_bpf_test_and_clear_cpu_idle(cpu)) {
			__sync_fetch_and_add(&nr_warm, 1);
			goto found;
		}
	}
	/* All warm CPUs are busy. The lowest cold CPU joins them. */
	bpf_for(cpu, 0, nr_cpu_ids) {
		if (bpf_cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    scx_bpf_test_and_clear_cpu_idle(cpu)) {
			__sync_fetch_and_add(&nr_cold, 1);
			goto found;
		}
	}
	return prev_cpu;

found:
	scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(warm_enqueue, struct task_struct *p, u64 enq_flags)
{
	scx_bpf_dsq_insert(p, SHARED_DSQ, slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(warm_dispatch, s32 cpu, struct task_struct *prev)
{
	scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

void BPF_STRUCT_OPS(warm_stopping, struct task_struct *p, bool runnable)
{
	u32 cpu = scx_bpf_task_cpu(p);

	if (cpu < MAX_CPUS)
		stopped_at[cpu] = bpf_ktime_get_ns();
}

s32 BPF_STRUCT_OPS_SLEEPABLE(warm_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(warm_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(warm_ops,
	       .select_cpu = (void *)warm_select_cpu,
	       .enqueue = (void *)warm_enqueue,
	       .dispatch = (void *)warm_dispatch,
	       .stopping = (void *)warm_stopping,
	       .init = (void *)warm_init,
	       .exit = (void *)warm_exit,
	       .name = "keep_warm");
