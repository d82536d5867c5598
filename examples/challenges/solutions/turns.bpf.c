/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Turns: first come, first served, in turns that a timer ends.
 *
 * The kernel looks at a slice only at a tick, so no slice is shorter
 * than a tick. A timer kicks all CPUs more often. Short turns make
 * tasks wait less, and each switch costs time.
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 20000000; /* 1000000 .. 100000000 ns */
const volatile u64 turn_ns = 400000; /* 50000 .. 1000000 ns */
const volatile u32 nr_cpu_ids = 1;

#define SHARED_DSQ 0

struct turn {
	struct bpf_timer timer;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct turn);
} turns SEC(".maps");

/* Ends the turn of every task, if another one waits. */
static int end_turns(void *map, int *key, struct bpf_timer *timer)
{
	u32 cpu;

	if (scx_bpf_dsq_nr_queued(SHARED_DSQ) > 0) {
		bpf_for(cpu, 0, nr_cpu_ids)
			scx_bpf_kick_cpu(cpu, SCX_KICK_PREEMPT);
	}
	bpf_timer_start(timer, turn_ns, 0);
	return 0;
}

s32 BPF_STRUCT_OPS(turns_select_cpu, struct task_struct *p, s32 prev_cpu,
		u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(turns_enqueue, struct task_struct *p, u64 enq_flags)
{
	scx_bpf_dsq_insert(p, SHARED_DSQ, slice_ns, enq_flags);
}

void BPF_STRUCT_OPS(turns_dispatch, s32 cpu, struct task_struct *prev)
{
	scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(turns_init)
{
	struct turn *turn;
	u32 key = 0;

	turn = bpf_map_lookup_elem(&turns, &key);
	if (!turn)
		return -ESRCH;
	bpf_timer_init(&turn->timer, &turns, CLOCK_MONOTONIC);
	bpf_timer_set_callback(&turn->timer, end_turns);
	bpf_timer_start(&turn->timer, turn_ns, 0);
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(turns_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(turns_ops,
	       .select_cpu = (void *)turns_select_cpu,
	       .enqueue = (void *)turns_enqueue,
	       .dispatch = (void *)turns_dispatch,
	       .init = (void *)turns_init,
	       .exit = (void *)turns_exit,
	       .name = "turns");
