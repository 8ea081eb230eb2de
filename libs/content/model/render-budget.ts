/** CPU time of one render: far more than the largest message of people takes, far less than others notice. */
const LIMIT_MS = 20;
/** Characters that are read or written between two looks at the clock: well below a millisecond. */
const CHARACTERS_OF_STEP = 32 * 1024;

/** A render that takes longer than its limit, for example because a value is inserted ten thousand times. */
export class RenderTooLongError extends Error {}

/**
 * The CPU time of one render. A renderer reports how many characters it reads or writes, before it does so. A small
 * message never looks at the clock.
 */
export class RenderBudget {
  private spent = 0;
  private nextLook = CHARACTERS_OF_STEP;
  private startedAt: number | undefined;

  /** @param readMs  milliseconds of CPU time of this thread: waiting for others does not count */
  constructor(private readonly readMs = readThreadMs) {}

  /** @throws RenderTooLongError */
  spend(characters: number): void {
    this.spent += characters;
    if (this.spent < this.nextLook) {
      return;
    }
    this.nextLook = this.spent + CHARACTERS_OF_STEP;
    const now = this.readMs();
    this.startedAt ??= now;
    if (now - this.startedAt > LIMIT_MS) {
      throw new RenderTooLongError();
    }
  }
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Renders within the limit. A collection of garbage may fall into a render, so that only a second one that is too long
 * fails.
 *
 * @returns what `render` returns, or a failure that no repetition mends
 */
export function renderWithin<T>(
  render: (budget: RenderBudget) => T,
  createBudget = (): RenderBudget => new RenderBudget(),
): T | { kind: 'failed'; reason: 'RENDER_TOO_LONG'; gaps?: undefined } {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return render(createBudget());
    } catch (error) {
      if (!(error instanceof RenderTooLongError)) {
        throw error;
      }
    }
  }
  return { kind: 'failed', reason: 'RENDER_TOO_LONG' };
}
