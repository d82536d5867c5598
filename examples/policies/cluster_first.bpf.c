/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Cluster first: near the data, before anywhere else.
 *
 * A task that wakes looks for an idle CPU in the cluster where it ran,
 * then among the CPUs that share its last-level cache, then anywhere.
 * If none is idle it waits in the queue of its cluster. A CPU takes
 * from the queue of its own cluster before it looks into others.
 *
 * sched_ext does not tell a program which CPUs form a cluster. User
 * space fills the arrays below from /sys/devices/system/cpu before it
 * loads the program.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

#define MAX_CPUS 1024

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */
/* Whether a task may leave its cluster when a CPU elsewhere is idle. */
const volatile bool leave_cluster = true;
const volatile u32 nr_cpu_ids = 1;
const volatile u32 cpu_cluster_id_map[MAX_CPUS];
const volatile u32 cpu_llc_id_map[MAX_CPUS];

/* Wake-ups by the place of the idle CPU that was found. */
u64 nr_prev, nr_cluster, nr_llc, nr_far, nr_queued;

static u32 cluster_of(u32 cpu)
{
	return cpu < MAX_CPUS ? cpu_cluster_id_map[cpu] : 0;
}

static u32 llc_of(u32 cpu)
{
	return cpu < MAX_CPUS ? cpu_llc_id_map[cpu] : 0;
}

/* Claims an idle CPU of the cluster of prev_cpu; -1: there is none. */
static s32 idle_in_cluster(struct task_struct *p, s32 prev_cpu)
{
	s32 cpu;

	bpf_for(cpu, 0, nr_cpu_ids) {
		if (cluster_of(cpu) == cluster_of(prev_cpu) &&
		    bpf_cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    scx_bpf_test_and_clear_cpu_idle(cpu))
			return cpu;
	}
	return -1;
}

/*
 * Claims an idle CPU that shares the last-level cache of prev_cpu; -1:
 * there is none.
 */
static s32 idle_in_llc(struct task_struct *p, s32 prev_cpu)
{
	s32 cpu;

	bpf_for(cpu, 0, nr_cpu_ids) {
		if (llc_of(cpu) == llc_of(prev_cpu) &&
		    bpf_cpumask_test_cpu(cpu, p->cpus_ptr) &&
		    scx_bpf_test_and_clear_cpu_idle(cpu))
			return cpu;
	}
	return -1;
}

s32 BPF_STRUCT_OPS(cluster_select_cpu, struct task_struct *p,
		s32 prev_cpu, u64 wake_flags)
{
	s32 cpu;

	if (bpf_cpumask_test_cpu(prev_cpu, p->cpus_ptr) &&
	    scx_bpf_test_and_clear_cpu_idle(prev_cpu)) {
		__sync_fetch_and_add(&nr_prev, 1);
		cpu = prev_cpu;
		goto found;
	}
	cpu = idle_in_cluster(p, prev_cpu);
	if (cpu >= 0) {
		__sync_fetch_and_add(&nr_cluster, 1);
		goto found;
	}
	if (!leave_cluster)
		return prev_cpu;
	cpu = idle_in_llc(p, prev_cpu);
	if (cpu >= 0) {
		__sync_fetch_and_add(&nr_llc, 1);
		goto found;
	}
	cpu = scx_bpf_pick_idle_cpu(p->cpus_ptr, 0);
	if (cpu >= 0) {
		__sync_fetch_and_add(&nr_far, 1);
		goto found;
	}
	return prev_cpu;

found:
	scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(cluster_enqueue, struct task_struct *p,
		u64 enq_flags)
{
	u32 cluster = cluster_of(scx_bpf_task_cpu(p));

	__sync_fetch_and_add(&nr_queued, 1);
	/* The queue of a cluster has the number of the cluster. */
	scx_bpf_dsq_insert(p, cluster, slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(cluster_dispatch, s32 cpu, struct task_struct *prev)
{
	u32 own = cluster_of(cpu), last = own, i;

	if (scx_bpf_dsq_move_to_local(own))
		return;
	if (prev && (prev->scx.flags & SCX_TASK_QUEUED)) {
		prev->scx.slice = slice_ns;
		return;
	}
	/* The clusters after this CPU, one after the other. */
	bpf_for(i, 1, nr_cpu_ids) {
		u32 cluster = cluster_of((cpu + i) % nr_cpu_ids);

		if (cluster == last || cluster == own)
			continue;
		if (scx_bpf_dsq_move_to_local(cluster))
			return;
		last = cluster;
	}
}

s32 BPF_STRUCT_OPS_SLEEPABLE(cluster_init)
{
	s32 err;
	u32 cpu;

	bpf_for(cpu, 0, nr_cpu_ids) {
		err = scx_bpf_create_dsq(cluster_of(cpu), -1);
		/* The CPUs of a cluster share one queue. */
		if (err && err != -EEXIST)
			return err;
	}
	return 0;
}

void BPF_STRUCT_OPS(cluster_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(cluster_ops,
	       .select_cpu = (void *)cluster_select_cpu,
	       .enqueue = (void *)cluster_enqueue,
	       .dispatch = (void *)cluster_dispatch,
	       .init = (void *)cluster_init,
	       .exit = (void *)cluster_exit,
	       .name = "cluster_first");
