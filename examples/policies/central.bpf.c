/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Central: one CPU decides for all.
 *
 * A CPU that needs work raises its flag and waits. The central CPU
 * walks through the flags and gives each of these CPUs the first
 * waiting task that may run there. The other CPUs spend no time on
 * decisions, but each decision has to cross the machine.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

#define MAX_CPUS 1024

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */
const volatile s32 central_cpu = 0; /* 0 .. 7 */
const volatile u32 nr_cpu_ids = 1;

#define CENTRAL_DSQ 0

/* The CPUs that need work. */
bool needs_work[MAX_CPUS];

u64 nr_given;

static void raise_flag(u32 cpu)
{
	if (cpu < MAX_CPUS)
		needs_work[cpu] = true;
}

/*
 * Wakes the central CPU, or makes it decide before its own slice ends.
 */
static void call_central(void)
{
	scx_bpf_kick_cpu(central_cpu, SCX_KICK_PREEMPT);
}

s32 BPF_STRUCT_OPS(central_select_cpu, struct task_struct *p,
		s32 prev_cpu, u64 wake_flags)
{
	/*
	 * The task is queued in any case. The CPU named here wakes up: name
	 * the one that decides.
	 */
	if (bpf_cpumask_test_cpu(central_cpu, p->cpus_ptr))
		return central_cpu;
	return prev_cpu;
}

void BPF_STRUCT_OPS(central_enqueue, struct task_struct *p,
		u64 enq_flags)
{
	scx_bpf_dsq_insert(p, CENTRAL_DSQ, slice_ns, enq_flags);
	/*
	 * The central CPU has just decided if it is the one that puts its
	 * own task back.
	 */
	if ((enq_flags & SCX_ENQ_WAKEUP) ||
	    bpf_get_smp_processor_id() != central_cpu)
		call_central();
}

/* Gives a CPU the first waiting task that may run there. */
static bool give(s32 cpu)
{
	struct task_struct *p;

	bpf_for_each(scx_dsq, p, CENTRAL_DSQ, 0) {
		if (bpf_cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    scx_bpf_dsq_move(BPF_FOR_EACH_ITER, p,
				     SCX_DSQ_LOCAL_ON | cpu, 0)) {
			__sync_fetch_and_add(&nr_given, 1);
			return true;
		}
	}
	return false;
}

void BPF_STRUCT_OPS(central_dispatch, s32 cpu, struct task_struct *prev)
{
	u32 i;

	if (cpu != central_cpu) {
		raise_flag(cpu);
		call_central();
		return;
	}
	/*
	 * The others first: the central CPU works only when nobody else
	 * can.
	 */
	bpf_for(i, 0, nr_cpu_ids) {
		if (i >= MAX_CPUS || i == central_cpu || !needs_work[i])
			continue;
		if (give(i))
			needs_work[i] = false;
	}
	scx_bpf_dsq_move_to_local(CENTRAL_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(central_init)
{
	u32 cpu;

	/* At the start all CPUs are idle, and none has asked yet. */
	bpf_for(cpu, 0, nr_cpu_ids)
		raise_flag(cpu);
	return scx_bpf_create_dsq(CENTRAL_DSQ, -1);
}

void BPF_STRUCT_OPS(central_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(central_ops,
	       .select_cpu = (void *)central_select_cpu,
	       .enqueue = (void *)central_enqueue,
	       .dispatch = (void *)central_dispatch,
	       .init = (void *)central_init,
	       .exit = (void *)central_exit,
	       .name = "central");
