import type { RecurringJob } from '#platform/background';
import type { MetricSource } from '#platform/health';
import { faultsOf, type Logger, reportFault } from '#platform/runtime';

const FAILED = 'recurring job failed';
/** Pause before a woken run, at least. */
const WAKE_PAUSE_MS = 50;
/** Pause before a woken run in lengths of the run before, so that wake-ups take a share of the processor alone. */
const WAKE_PAUSE_RUNS = 2;

/** The known runs of a job. Times are of the monotonic clock. */
interface JobRuns {
  /** End of the last run without a fault; at first the start of this process. */
  succeededAt: number;
  startedAt: number | null;
  succeeded: number;
  failed: number;
  /** Since the last run without a fault. */
  failedInARow: number;
  lastSeconds: number;
  /** Absent while it runs. */
  next?: { timer: NodeJS.Timeout; at: number };
  endedAt: number;
  /** Work came during the run under way. */
  isWoken: boolean;
}

/**
 * Runs recurring jobs. Each runs at once, and again a pause after its end, so that a slow run never overlaps itself.
 * A failed run is logged; the next one comes after the same pause.
 */
export class JobTicker {
  private stopped = false;
  private readonly running = new Set<Promise<void>>();
  private readonly runs: ReadonlyMap<RecurringJob, JobRuns>;

  constructor(
    jobs: readonly RecurringJob[],
    private readonly logger: Logger,
  ) {
    const succeededAt = performance.now();
    this.runs = new Map(
      jobs.map((job) => [
        job,
        {
          succeededAt,
          startedAt: null,
          succeeded: 0,
          failed: 0,
          failedInARow: 0,
          lastSeconds: 0,
          endedAt: 0,
          isWoken: false,
        },
      ]),
    );
  }

  start(): void {
    for (const [job, runs] of this.runs) {
      this.run(job, runs);
    }
  }

  /** Starts no more runs and waits for the current ones. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.runs.forEach(({ next }) => clearTimeout(next?.timer));
    await Promise.all(this.running);
  }

  /** Runs a job before its time, and once more when it runs already. Wake-ups in a row join. */
  wake(name: string): void {
    for (const [job, runs] of this.runs) {
      if (job.name === name && runs.startedAt !== null) {
        runs.isWoken = true;
      } else if (job.name === name) {
        this.schedule(job, runs, wakePause(runs));
      }
    }
  }

  /** When each job ran last in this process, and how its runs ended. */
  metrics(): MetricSource[] {
    const ofJob = (name: string, help: string, value: (runs: JobRuns, job: RecurringJob) => number): MetricSource => ({
      name: `herald_recurring_work_${name}`,
      help,
      labels: ['work'],
      read: () => [...this.runs].map(([job, runs]) => ({ labels: { work: job.name }, value: value(runs, job) })),
    });
    return [
      ofJob(
        'age_seconds',
        'Since recurring work last ended without a fault, or since the start of the process',
        (runs) => secondsSince(runs.succeededAt),
      ),
      ofJob('running_seconds', 'Since the run under way began; 0: none is', ({ startedAt }) =>
        startedAt === null ? 0 : secondsSince(startedAt),
      ),
      ofJob('interval_seconds', 'Pause between two runs', (_, job) => job.everyMs / 1000),
      ofJob('last_seconds', 'How long the last run took', ({ lastSeconds }) => lastSeconds),
      ofJob(
        'failed_in_a_row',
        'Runs that failed since the last one without a fault',
        ({ failedInARow }) => failedInARow,
      ),
      {
        name: 'herald_recurring_work_runs_total',
        help: 'Runs of recurring work, by how they ended',
        isCounter: true,
        labels: ['work', 'result'],
        read: () =>
          [...this.runs].flatMap(([{ name: work }, { succeeded, failed }]) => [
            { labels: { work, result: 'ok' }, value: succeeded },
            { labels: { work, result: 'failed' }, value: failed },
          ]),
      },
    ];
  }

  private run(job: RecurringJob, runs: JobRuns): void {
    const startedAt = performance.now();
    runs.startedAt = startedAt;
    runs.isWoken = false;
    delete runs.next;
    const run = job
      .run()
      .then(() => {
        recordEnd(runs, startedAt, true);
        this.endFault();
      })
      .catch((error: unknown) => {
        reportFault(this.logger, FAILED, error, { job: job.name });
        recordEnd(runs, startedAt, false);
      })
      .finally(() => {
        this.running.delete(run);
        this.schedule(job, runs, runs.isWoken ? wakePause(runs) : job.everyMs);
      });
    this.running.add(run);
  }

  /** Sets the next run of a job, unless an earlier one is set. */
  private schedule(job: RecurringJob, runs: JobRuns, pauseMs: number): void {
    const at = performance.now() + pauseMs;
    if (this.stopped || (runs.next && runs.next.at <= at)) {
      return;
    }
    clearTimeout(runs.next?.timer);
    runs.next = { timer: setTimeout(() => this.run(job, runs), pauseMs), at };
  }

  /** One outage fails most jobs. It is over when all of them have succeeded again. */
  private endFault(): void {
    if ([...this.runs.values()].every(({ failedInARow }) => failedInARow === 0)) {
      faultsOf(this.logger).end({ text: FAILED });
    }
  }
}

function recordEnd(runs: JobRuns, startedAt: number, isOk: boolean): void {
  runs.startedAt = null;
  runs.endedAt = performance.now();
  runs.lastSeconds = secondsSince(startedAt);
  if (isOk) {
    runs.succeededAt = performance.now();
    runs.succeeded += 1;
    runs.failedInARow = 0;
  } else {
    runs.failed += 1;
    runs.failedInARow += 1;
  }
}

function secondsSince(at: number): number {
  return (performance.now() - at) / 1000;
}

/** Milliseconds until a woken run. */
function wakePause({ endedAt, lastSeconds }: JobRuns): number {
  const pause = Math.max(WAKE_PAUSE_MS, lastSeconds * 1000 * WAKE_PAUSE_RUNS);
  return Math.max(0, endedAt + pause - performance.now());
}
