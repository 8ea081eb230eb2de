/** Longest time that a request may hold the main thread of a machine of usual speed. */
const MOST_MS = 50;
/** Such a time as a multiple of the reference: it counts where the machine is slow. */
const MOST_REFERENCES = 20;
const ATTEMPTS = 10;

/**
 * The CPU time that a request may hold the main thread for, in milliseconds: 50, and more on a slow machine. The reference
 * is the parse of 40,000 short texts, measured in the same thread, so that the limit does not fail because others work.
 */
export function measureHeldLimit(): number {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => `u${index}`));
  const times = Array.from({ length: ATTEMPTS }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(text);
    return msSince(before);
  });
  return Math.max(MOST_MS, MOST_REFERENCES * Math.min(...times));
}

/**
 * Measures how long the main thread is held in one turn of its event loop, in CPU time of the thread: waiting for other
 * processes does not count. A turn may hold several requests, so the measure is never too small.
 */
export class MainThreadMeter {
  private longestMs = 0;
  private excludedMs = 0;
  private isRunning = true;
  private before = process.threadCpuUsage();

  /** @param onTurn  gets the milliseconds of each turn */
  constructor(private readonly onTurn: (ms: number) => void = () => undefined) {
    this.measureTurn();
  }

  /** The longest turn since the last call, in milliseconds. */
  takeLongest(): number {
    const longest = this.longestMs;
    this.longestMs = 0;
    return longest;
  }

  /** Does work that is none of what is measured, such as that of a test in the same thread. */
  exclude<T>(work: () => T): T {
    const before = process.threadCpuUsage();
    try {
      return work();
    } finally {
      this.excludedMs += msSince(before);
    }
  }

  stop(): void {
    this.isRunning = false;
  }

  /** It runs at the end of each turn and does not make the loop turn by itself. */
  private measureTurn(): void {
    const ms = msSince(this.before) - this.excludedMs;
    this.longestMs = Math.max(this.longestMs, ms);
    this.onTurn(ms);
    this.excludedMs = 0;
    this.before = process.threadCpuUsage();
    if (this.isRunning) {
      setImmediate(() => this.measureTurn()).unref();
    }
  }
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
