import { describeBlockers, type SessionWatch } from './session-watch.repository.js';
import { describeBytes, describeSeconds } from './words.js';

/** When lines are reported while a build runs, from the line before; the last goes on. */
const TELL_AFTER_MS = [3000, 5000, 10_000, 30_000];

/** Reports how far the builds of an index are: which table of how many, what it waits for, and the time left. */
export class BuildProgress {
  private readonly start = performance.now();
  private finishedBytes = 0;
  private position = 0;

  /** @param tables  all tables whose index is built; absent: one */
  constructor(
    private readonly index: string,
    private readonly watch: SessionWatch,
    private readonly say: (line: string) => void,
    private readonly tables: readonly { name: string; bytes: number }[] = [],
  ) {}

  /** Runs the build of one table and reports it from the third second on, large ones from the first. */
  async follow(name: string, build: () => Promise<void>): Promise<void> {
    this.position = this.tables.findIndex((table) => table.name === name) + 1;
    const bytes = this.tables[this.position - 1]?.bytes ?? 0;
    if (bytes > 0 && this.tables.length > 1) {
      this.say(`${this.describe(name)}, ${describeBytes(bytes)}${this.describeRest(0)}`);
    }
    let timer: NodeJS.Timeout | undefined;
    const tellLater = (count: number): void => {
      timer = setTimeout(
        () => {
          this.tell(name, bytes).catch(() => undefined);
          tellLater(count + 1);
        },
        TELL_AFTER_MS[Math.min(count, TELL_AFTER_MS.length - 1)],
      );
    };
    tellLater(0);
    try {
      await build();
      this.finishedBytes += bytes;
    } finally {
      clearTimeout(timer);
    }
  }

  private async tell(name: string, bytes: number): Promise<void> {
    const build = await this.watch.findBuild();
    const blockers = describeBlockers(await this.watch.findBlockers());
    const share = build?.share ?? null;
    const done = share === null ? '' : `, ${Math.floor(100 * share)} %`;
    const state =
      blockers === undefined
        ? `${build?.phase ?? 'at work'}${done}${this.describeRest((share ?? 0) * bytes)}`
        : `waits for the transaction of ${blockers}; writers go on`;
    this.say(`${this.describe(name)}: ${state}`);
  }

  private describe(name: string): string {
    const count = this.tables.length > 1 ? `partition ${this.position} of ${this.tables.length}, ` : '';
    return `index ${this.index}: ${count}${name}`;
  }

  /** The time that the rest takes at the speed until now. */
  private describeRest(bytesOfThis: number): string {
    const done = this.finishedBytes + bytesOfThis;
    const total = this.tables.reduce((sum, { bytes }) => sum + bytes, 0);
    const seconds = (performance.now() - this.start) / 1000;
    return done > 0 ? `, about ${describeSeconds((seconds * (total - done)) / done)} left` : '';
  }
}
