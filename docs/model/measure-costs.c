/*
 * What a write, a read, a wake-up and a context switch cost on the machine at hand, through pipes and through socket
 * pairs, between processes and between threads. All tasks stay on CPU 0, so that no cache line moves.
 *
 *     cc -O2 -pthread -o measure-costs docs/model/measure-costs.c && ./measure-costs
 *
 * Medians in ns. What the figures are used for: costs.md.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 20, MESSAGE = 100, ROUNDS = 3000, LAPS = 60, LAP = 100 };

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

int main(void)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	must(!sched_setaffinity(0, sizeof(first), &first), "sched_setaffinity");
	for (int socket = 0; socket < 2; socket++)
		for (int kind = 0; kind < 2; kind++) {
			threaded = kind;
			measure(socket);
		}
	return 0;
}
