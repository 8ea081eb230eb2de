import type { Logger } from './logger.js';

/** No fault is logged more often than this. */
const PERIOD_MS = 5000;
/** A fault that no one ends is over when it was not met for so long. Longer than the pauses of what tries again. */
const QUIET_MS = 60_000;
/** Different ids that one line of repeats lists. */
const MAX_LISTED = 20;
/** Faults that are distinguished. Later ones of a place share its line. */
const MAX_FAULTS = 200;

export type FaultLevel = 'debug' | 'warn' | 'error';

/**
 * A fault that a loop meets.
 *
 * @property text   of the log line; the fault is distinguished by it
 * @property of     distinguishes what has the same text: the name of a job, a channel
 * @property level  of the first line; the next ones are at most warnings. Absent: `warn`
 */
export interface RepeatableFault {
  text: string;
  of?: string;
  level?: FaultLevel;
  fields?: Record<string, unknown>;
}

interface ActiveFault {
  latest: RepeatableFault;
  /** The time on the monotonic clock, in ms, like the other two. */
  since: number;
  loggedAt: number;
  metAt: number;
  total: number;
  repeats: number;
  /** Fields of the repeats since the last line, each once, by their text. */
  listed: Map<string, Record<string, unknown>>;
}

/**
 * Logs faults that come again and again: the first at once, then one line each period with the number of repeats and the ids
 * that they met (`among`), and one line when it is over. So a loop may report every failure, however fast it runs.
 */
export class RepeatedFaults {
  private readonly active = new Map<string, ActiveFault>();
  /** When the last line of a fault that is over was logged. One that comes and goes is reported as seldom as one that stays. */
  private readonly over = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly periodMs = PERIOD_MS,
    private readonly quietMs = QUIET_MS,
  ) {}

  /** Reports that a fault was met once more. */
  report(fault: RepeatableFault): void {
    const key = this.keyOf(fault);
    const now = performance.now();
    const known = this.active.get(key);
    if (known === undefined) {
      const toldAt = this.over.get(key);
      const isTold = toldAt !== undefined && now - toldAt < this.periodMs;
      const loggedAt = isTold ? toldAt : now;
      const first = { latest: fault, since: now, loggedAt, metAt: now, total: 1, repeats: isTold ? 1 : 0 };
      this.active.set(key, { ...first, listed: new Map() });
      if (!isTold) {
        this.over.delete(key);
        this.logger[fault.level ?? 'warn'](fault.fields ?? {}, fault.text);
      }
      this.schedule();
      return;
    }
    Object.assign(known, { latest: fault, metAt: now, total: known.total + 1, repeats: known.repeats + 1 });
    list(known.listed, fault.fields);
    if (now - known.loggedAt >= this.periodMs) {
      this.logRepeats(known, now);
    }
  }

  /**
   * Reports that the work has succeeded. It costs nothing while there was no fault.
   *
   * @param fault.of  absent: everything with this text is over
   */
  end({ text, of }: Pick<RepeatableFault, 'text' | 'of'>): void {
    for (const [key, fault] of this.active) {
      if (fault.latest.text === text && (of === undefined || fault.latest.of === of)) {
        this.active.delete(key);
        this.endOne(key, fault);
      }
    }
  }

  /** The end of what was not reported is not reported either. */
  private endOne(key: string, fault: ActiveFault): void {
    if (!this.over.has(key)) {
      this.over.set(key, performance.now());
      this.logEnd(fault);
    }
  }

  /** A fault without a number of its own shares that of its place when there are too many. */
  private keyOf({ text, of }: RepeatableFault): string {
    const key = toKey(text, of);
    return this.active.has(key) || this.active.size < MAX_FAULTS ? key : toKey(text, undefined);
  }

  private schedule(): void {
    this.timer ??= setInterval(() => this.tick(), this.periodMs).unref();
  }

  /** Reports repeats that no later line has reported, and forgets what is over. */
  private tick(): void {
    const now = performance.now();
    for (const [key, fault] of this.active) {
      if (fault.repeats > 0 && now - fault.loggedAt >= this.periodMs) {
        this.logRepeats(fault, now);
      } else if (now - fault.metAt >= this.quietMs) {
        this.active.delete(key);
        if (fault.total > 1) {
          this.endOne(key, fault);
        }
      }
    }
    for (const [key, toldAt] of this.over) {
      if (!this.active.has(key) && now - toldAt >= this.periodMs) {
        this.over.delete(key);
      }
    }
    if (this.active.size === 0 && this.over.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private logRepeats(fault: ActiveFault, now: number): void {
    const { latest, repeats, listed } = fault;
    const level = latest.level === 'debug' ? 'debug' : 'warn';
    // The line itself has the ids of the latest one.
    const among = listed.size > 1 ? { among: [...listed.values()] } : {};
    this.logger[level]({ ...latest.fields, ...among, repeats, forSeconds: seconds(now - fault.since) }, latest.text);
    Object.assign(fault, { loggedAt: now, repeats: 0, listed: new Map() });
    this.over.delete(this.keyOf(latest));
  }

  private logEnd({ latest, total, since, metAt }: ActiveFault): void {
    const level = latest.level === 'debug' ? 'debug' : 'info';
    const { err: _, ...fields } = latest.fields ?? {};
    this.logger[level]({ ...fields, times: total, forSeconds: seconds(metAt - since) }, `over: ${latest.text}`);
  }
}

const BY_LOGGER = new WeakMap<Logger, RepeatedFaults>();

/** The faults of a process, one for each logger. */
export function faultsOf(logger: Logger): RepeatedFaults {
  const faults = BY_LOGGER.get(logger) ?? new RepeatedFaults(logger);
  BY_LOGGER.set(logger, faults);
  return faults;
}

/** Reports an error of a loop. Errors of another kind are another fault. */
export function reportFault(
  logger: Logger,
  text: string,
  error: unknown,
  { level = 'warn', ...fields }: Record<string, unknown> & { level?: FaultLevel } = {},
): void {
  faultsOf(logger).report({ text, of: kindOfError(error), level, fields: { err: error, ...fields } });
}

/**
 * The words that tell an error and its cause apart from others of its place: their codes, else names and messages without
 * numbers, so that ids do not make each one new.
 */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error).slice(0, 60);
  }
  const own =
    'code' in error && typeof error.code === 'string'
      ? error.code
      : `${error.name} ${error.message.replace(/\d+/g, '#').slice(0, 60)}`;
  return error.cause instanceof Error ? `${own}, ${kindOfError(error.cause)}` : own;
}

const PLAIN: readonly string[] = ['string', 'number', 'boolean'];

/** Adds the plain fields of a repeat, such as ids, unless they are there or the list is full. */
function list(listed: Map<string, Record<string, unknown>>, fields: Record<string, unknown> = {}): void {
  if (listed.size < MAX_LISTED) {
    const plain = Object.fromEntries(Object.entries(fields).filter(([, value]) => PLAIN.includes(typeof value)));
    listed.set(JSON.stringify(plain), plain);
  }
}

function toKey(text: string, of: string | undefined): string {
  return of === undefined ? text : `${text}\n${of}`;
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
