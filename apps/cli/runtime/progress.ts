/** Work that is over sooner shows no progress. */
const QUIET_MS = 3000;
const EVERY_MS = 1000;
const WINDOW_MS = 30_000;
/** Back to the beginning of the line, and clear it (ECMA-48: CR, EL). */
const CLEAR_LINE = '\r\u001b[K';

/** How far some work is. */
export interface Step {
  /** The finished part of `total`, in any unit: rows, bytes. */
  done: number;
  /** Absent: the amount is not known. */
  total?: number;
  /** The shown count, where it is not `done`: lines of a file that is measured in bytes. */
  count?: number;
  /** Plural of the unit, for example `lines`. */
  unit: string;
}

/**
 * The pace of the last half minute. The mean of the whole run is wrong for long when work slows down or speeds up.
 */
export class Pace {
  private readonly samples: { at: number; done: number }[] = [];

  constructor(private readonly windowMs = WINDOW_MS) {}

  /** @param at  milliseconds of a clock that is never set */
  add(at: number, done: number): void {
    this.samples.push({ at, done });
    // The sample before the window stays, so that the pace spans all of it.
    while ((this.samples[1]?.at ?? Infinity) <= at - this.windowMs) {
      this.samples.shift();
    }
  }

  /** Null before there are two samples. */
  get perSecond(): number | null {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    return first && last && last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : null;
  }

  /** Null where nothing moves. */
  secondsLeft(total: number): number | null {
    const [rate, last] = [this.perSecond, this.samples.at(-1)];
    return rate !== null && rate > 0 && last ? Math.max(0, total - last.done) / rate : null;
  }
}

/** The stream of progress: the standard error, so that the standard output has results alone. */
export interface ProgressTarget {
  write(text: string): unknown;
  /** True where a line can be overwritten. */
  isTTY: boolean;
}

/** Shows the progress of a verb, once a second, from its third second on. */
export class Progress {
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly done = new Pace();
  private readonly counted = new Pace();
  private step: Step | undefined;
  private writtenAt = -Infinity;
  private isLineOpen = false;

  /** @param isShown  false: nothing is written, as for a script without `--progress` */
  constructor(
    private readonly target: ProgressTarget,
    private readonly isShown: boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = now();
    this.timer = isShown ? setInterval(() => this.write(), EVERY_MS).unref() : undefined;
  }

  report(step: Step): void {
    const at = this.now();
    this.step = step;
    this.done.add(at, step.done);
    this.counted.add(at, step.count ?? step.done);
    this.write();
  }

  /** Makes space for a line of the result. */
  clear(): void {
    if (this.isLineOpen) {
      this.target.write(CLEAR_LINE);
      this.isLineOpen = false;
    }
  }

  end(): void {
    clearInterval(this.timer);
    this.clear();
  }

  private write(): void {
    const at = this.now();
    if (!this.isShown || at - this.startedAt < QUIET_MS || at - this.writtenAt < EVERY_MS / 2) {
      return;
    }
    this.writtenAt = at;
    const line = this.step ? this.format(this.step) : `working, ${Math.round((at - this.startedAt) / 1000)} s`;
    this.target.write(this.target.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`);
    this.isLineOpen = this.target.isTTY;
  }

  private format({ done, total, count = done, unit }: Step): string {
    const rate = this.counted.perSecond;
    const left = total === undefined ? null : this.done.secondsLeft(total);
    return [
      ...(total === undefined || total === 0 ? [] : [`${((done / total) * 100).toFixed(1)} %  `]),
      `${count} ${unit}`,
      ...(rate === null ? [] : [`, ${Math.round(rate)} a second`]),
      ...(left === null ? [] : [`, ${Math.round(left)} s left`]),
    ].join('');
  }
}
