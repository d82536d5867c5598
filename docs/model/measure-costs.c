/*
 * What a write, a read, a wake-up and a context switch cost on the machine at hand, through pipes and through socket
 * pairs, between processes and between threads. All these tasks stay on CPU 0, so that no cache line moves. Then, where
 * there is a CPU 1: what a cache line costs that goes there and back, and what a process loses that has been moved there.
 * And what a spinlock costs with what it protects, at most: a write to an eventfd takes one, a write to /dev/null none.
 *
 *     cc -O2 -pthread -o measure-costs docs/model/measure-costs.c && ./measure-costs
 *
 * Medians in ns. What the figures are used for: costs.md.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 20, MESSAGE = 100, ROUNDS = 3000, LAPS = 60, LAP = 100, BOUNCES = 1000000, CALLS = 40 };

/* One channel: [0] is written to, [1] is read from. */
static int ring[TASKS][2], plain[TASKS][2];
static pid_t pids[TASKS];
static pthread_t threads[TASKS];
static bool threaded;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	double difference = *(const double *)a - *(const double *)b;

	return (difference > 0) - (difference < 0);
}

static double median(double *values, int count)
{
	qsort(values, count, sizeof(*values), ascending);
	return values[count / 2];
}

static void must(bool done, const char *what)
{
	if (!done) {
		perror(what);
		exit(1);
	}
}

static void open_channel(int *ends, bool socket)
{
	int pair[2];

	must(!(socket ? socketpair(AF_UNIX, SOCK_STREAM, 0, pair) : pipe(pair)), "channel");
	ends[0] = pair[1];
	ends[1] = pair[0];
}

static void put(int (*channel)[2], int to)
{
	static const char message[MESSAGE];

	must(write(channel[to][0], message, MESSAGE) == MESSAGE, "write");
}

static bool get(int (*channel)[2], int from)
{
	char message[MESSAGE];

	return read(channel[from][1], message, MESSAGE) == MESSAGE;
}

static void *swallow(void *at)
{
	while (get(ring, (int)(long)at))
		;
	return NULL;
}

static void *pass_on(void *at)
{
	while (get(ring, (int)(long)at))
		put(ring, ((int)(long)at + 1) % TASKS);
	return NULL;
}

static void start(void *(*work)(void *), int first)
{
	for (long at = first; at < TASKS; at++) {
		if (threaded) {
			must(!pthread_create(&threads[at], NULL, work, (void *)at), "thread");
		} else {
			pids[at] = fork();
			must(pids[at] >= 0, "fork");
			if (!pids[at]) {
				work((void *)at);
				_exit(0);
			}
		}
	}
	usleep(50000);
}

static void stop(int first)
{
	usleep(50000);
	for (int at = first; at < TASKS; at++) {
		if (threaded) {
			pthread_cancel(threads[at]);
			pthread_join(threads[at], NULL);
		} else {
			kill(pids[at], SIGKILL);
			waitpid(pids[at], NULL, 0);
		}
	}
}

static void policy(int policy)
{
	struct sched_param none = { 0 };

	must(!sched_setscheduler(0, policy, &none), "sched_setscheduler");
}

static void measure(bool socket)
{
	static double writes[ROUNDS], reads[ROUNDS], waking[ROUNDS], hops[LAPS];
	double write_ns, read_ns, wakeup_ns, hop_ns;

	for (int at = 0; at < TASKS; at++) {
		open_channel(ring[at], socket);
		open_channel(plain[at], socket);
	}

	/* Tasks of SCHED_BATCH do not preempt who wakes them: all writes of a round come before the first read. */
	policy(SCHED_BATCH);
	start(swallow, 0);
	for (int round = 0; round < ROUNDS; round++) {
		double begun, written, read, woken;

		usleep(300);
		begun = now();
		for (int at = 0; at < TASKS; at++)
			put(plain, at);
		written = now();
		for (int at = 0; at < TASKS; at++)
			must(get(plain, at), "read");
		read = now();
		for (int at = 0; at < TASKS; at++)
			put(ring, at);
		woken = now();
		writes[round] = (written - begun) / TASKS;
		reads[round] = (read - written) / TASKS;
		waking[round] = (woken - read) / TASKS;
	}
	stop(0);
	write_ns = median(writes, ROUNDS);
	read_ns = median(reads, ROUNDS);
	wakeup_ns = median(waking, ROUNDS) - write_ns;

	/* One message goes around: a hop is a write, a wake-up, a switch and a read. */
	policy(SCHED_OTHER);
	start(pass_on, 1);
	for (int lap = 0; lap < LAPS; lap++) {
		double begun = now();

		for (int time = 0; time < LAP; time++) {
			put(ring, 1);
			must(get(ring, 0), "read");
		}
		hops[lap] = (now() - begun) / LAP / TASKS;
	}
	stop(1);
	hop_ns = median(hops, LAPS);

	printf("%-7s %-10s write %4.0f  read %4.0f  wake-up %4.0f  hop %4.0f  switch %4.0f\n",
	       socket ? "sockets" : "pipes", threaded ? "threads" : "processes", write_ns, read_ns, wakeup_ns, hop_ns,
	       hop_ns - write_ns - read_ns - wakeup_ns);

	for (int at = 0; at < TASKS; at++)
		for (int end = 0; end < 2; end++) {
			close(ring[at][end]);
			close(plain[at][end]);
		}
}

static void pin(pid_t task, int cpu)
{
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	must(!sched_setaffinity(task, sizeof(only), &only), "sched_setaffinity");
}

static _Alignas(128) atomic_int ball;

static void *play(void *cpu)
{
	pin(0, (int)(long)cpu);
	for (int turn = 0; turn < BOUNCES; turn++) {
		while (atomic_load(&ball) != 2 * turn + 1)
			;
		atomic_store(&ball, 2 * turn + 2);
	}
	return NULL;
}

/* From one CPU to the other, once (ns). */
static double line(void)
{
	pthread_t other;
	double begun;

	must(!pthread_create(&other, NULL, play, (void *)1), "thread");
	begun = now();
	for (int turn = 0; turn < BOUNCES; turn++) {
		atomic_store(&ball, 2 * turn + 1);
		while (atomic_load(&ball) != 2 * turn + 2)
			;
	}
	pthread_join(other, NULL);
	return (now() - begun) / BOUNCES / 2;
}

/* When a worker was done with its last turn. It writes to and reads from socket pairs of its own. */
static void work(int command, int reply, double *done)
{
	char go;

	for (int at = 0; at < TASKS; at++)
		open_channel(plain[at], true);
	while (read(command, &go, 1) == 1) {
		for (int call = 0; call < CALLS; call++) {
			put(plain, call % TASKS);
			must(get(plain, call % TASKS), "read");
		}
		*done = now();
		must(write(reply, &go, 1) == 1, "reply");
	}
}

/*
 * A process sleeps, is woken on CPU 1 and makes some calls: how much longer that takes when it ran on CPU 0 the time
 * before. A twin has just run on CPU 1, so that the kernel's part of the caches is warm there either way.
 */
static double migration(void)
{
	static double took[2][ROUNDS];
	double *done = mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int commands[2][2], reply[2];
	char go = 0;

	must(done != MAP_FAILED, "mmap");
	must(!pipe(reply), "pipe");
	for (int at = 0; at < 2; at++) {
		must(!pipe(commands[at]), "pipe");
		pids[at] = fork();
		must(pids[at] >= 0, "fork");
		if (!pids[at]) {
			work(commands[at][0], reply[1], done);
			_exit(0);
		}
	}
	pin(pids[1], 1);
	usleep(50000);
	for (int round = 0; round < ROUNDS; round++)
		for (int moved = 0; moved < 2; moved++) {
			/* The worker, twice; its twin; the worker. */
			static const int order[] = { 0, 0, 1, 0 };
			double begun;

			pin(pids[0], moved ? 0 : 1);
			for (int turn = 0; turn < 4; turn++) {
				if (turn == 3)
					pin(pids[0], 1);
				begun = now();
				must(write(commands[order[turn]][1], &go, 1) == 1, "command");
				must(read(reply[0], &go, 1) == 1, "reply");
			}
			took[moved][round] = *done - begun;
		}
	for (int at = 0; at < 2; at++) {
		kill(pids[at], SIGKILL);
		waitpid(pids[at], NULL, 0);
	}
	return median(took[1], ROUNDS) - median(took[0], ROUNDS);
}

/* What a write of eight bytes takes (ns). */
static double writing(int file)
{
	static double laps[LAPS];
	const unsigned long one = 1;

	for (int lap = 0; lap < LAPS; lap++) {
		double begun = now();

		for (int time = 0; time < ROUNDS; time++)
			must(write(file, &one, sizeof(one)) == sizeof(one), "write");
		laps[lap] = (now() - begun) / ROUNDS;
	}
	return median(laps, LAPS);
}

int main(void)
{
	pin(0, 0);
	for (int socket = 0; socket < 2; socket++)
		for (int kind = 0; kind < 2; kind++) {
			threaded = kind;
			measure(socket);
		}
	printf("spinlock, at most %.0f\n", writing(eventfd(0, 0)) - writing(open("/dev/null", O_WRONLY)));
	if (sysconf(_SC_NPROCESSORS_ONLN) > 1) {
		double line_ns = line(), lost_ns = migration();

		printf("line %.0f  migration %.0f, or %.0f lines\n", line_ns, lost_ns, lost_ns / line_ns);
	}
	return 0;
}
