/** Metrics of the database are read at most this often, however many scrapes and metrics there are. */
const MAX_AGE_MS = 5000;

/** One read for all metrics of a scrape, and for all scrapes within some seconds. A read that fails is kept as long. */
export class CachedFigures<T> {
  private last: { at: number; reading: Promise<T> } | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs = MAX_AGE_MS,
  ) {}

  async get(): Promise<T> {
    const now = performance.now();
    if (this.last === undefined || now - this.last.at >= this.maxAgeMs) {
      this.last = { at: now, reading: this.read() };
    }
    return this.last.reading;
  }
}
