/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Stride: the lottery without luck.
 *
 * A task has a stride: a large number divided by its weight. Each turn
 * advances its pass by its stride. The task with the lowest pass has
 * the next turn. (Waldspurger and Weihl, 1995.)
 */
#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

UEI_DEFINE(uei);

const volatile u64 slice_ns = 5000000; /* 500000 .. 50000000 ns */
/*
 * A task that sleeps before its turn ends pays for the part that it
 * used, or for the whole turn.
 */
const volatile bool pay_whole_turn = false;

#define SHARED_DSQ 0
#define STRIDE1 (1ULL << 20)

/* Kept for each task, and gone with it. */
struct task_ctx {
	u64 pass;
	u64 stride;
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct task_ctx);
} task_ctxs SEC(".maps");

/*
 * The pass of the task whose turn began last. A task that slept joins
 * there.
 */
u64 global_pass;

static bool is_before(u64 a, u64 b)
{
	return (s64)(a - b) < 0;
}

static void pay(struct task_struct *p, struct task_ctx *tctx)
{
	if (pay_whole_turn)
		tctx->pass += tctx->stride;
	else if (p->scx.slice < slice_ns)
		tctx->pass += tctx->stride *
			      (slice_ns - p->scx.slice) / slice_ns;
}

s32 BPF_STRUCT_OPS(stride_select_cpu, struct task_struct *p,
		s32 prev_cpu, u64 wake_flags)
{
	bool is_idle = false;
	s32 cpu;

	cpu = scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
	if (is_idle)
		scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, slice_ns, 0);
	return cpu;
}

void BPF_STRUCT_OPS(stride_enqueue, struct task_struct *p, u64 enq_flags)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);

	/* The verifier demands the test: the task may have no storage. */
	if (!tctx) {
		scx_bpf_dsq_insert(p, SCX_DSQ_GLOBAL, slice_ns, enq_flags);
		return;
	}
	if (is_before(tctx->pass, global_pass))
		tctx->pass = global_pass;
	scx_bpf_dsq_insert_vtime(p, SHARED_DSQ, slice_ns, tctx->pass,
				 enq_flags);
}

void BPF_STRUCT_OPS(stride_dispatch, s32 cpu, struct task_struct *prev)
{
	struct task_ctx *tctx;

	if (scx_bpf_dsq_move_to_local(SHARED_DSQ))
		return;
	/* Nobody waits, so prev has another turn. */
	if (prev && (prev->scx.flags & SCX_TASK_QUEUED)) {
		tctx = bpf_task_storage_get(&task_ctxs, prev, 0, 0);
		if (tctx)
			pay(prev, tctx);
		prev->scx.slice = slice_ns;
	}
}

void BPF_STRUCT_OPS(stride_running, struct task_struct *p)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);

	if (tctx && is_before(global_pass, tctx->pass))
		global_pass = tctx->pass;
}

void BPF_STRUCT_OPS(stride_stopping, struct task_struct *p,
		bool runnable)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);

	if (tctx)
		pay(p, tctx);
}

void BPF_STRUCT_OPS(stride_set_weight, struct task_struct *p, u32 weight)
{
	struct task_ctx *tctx = bpf_task_storage_get(&task_ctxs, p, 0, 0);

	if (tctx)
		tctx->stride = STRIDE1 / weight;
}

s32 BPF_STRUCT_OPS(stride_init_task, struct task_struct *p,
		struct scx_init_task_args *args)
{
	struct task_ctx *tctx;

	tctx = bpf_task_storage_get(&task_ctxs, p, 0,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!tctx)
		return -ENOMEM;
	tctx->stride = STRIDE1 / 100;
	tctx->pass = global_pass;
	return 0;
}

s32 BPF_STRUCT_OPS_SLEEPABLE(stride_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

void BPF_STRUCT_OPS(stride_exit, struct scx_exit_info *ei)
{
	UEI_RECORD(uei, ei);
}

SCX_OPS_DEFINE(stride_ops,
	       .select_cpu = (void *)stride_select_cpu,
	       .enqueue = (void *)stride_enqueue,
	       .dispatch = (void *)stride_dispatch,
	       .running = (void *)stride_running,
	       .stopping = (void *)stride_stopping,
	       .set_weight = (void *)stride_set_weight,
	       .init_task = (void *)stride_init_task,
	       .init = (void *)stride_init,
	       .exit = (void *)stride_exit,
	       .name = "stride");
