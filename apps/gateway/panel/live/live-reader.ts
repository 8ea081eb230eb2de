/** The state of a topic at a moment. */
export interface Look {
  data: object;
  /** True if it changes by itself now, so that the next look is soon. */
  isMoving: boolean;
}

type Listener = (event: string) => void;

/** Between two looks at what moves, and at what does not. */
const MOVING_MS = 1000;
const RESTING_MS = 5000;

/**
 * Looks at one topic for all who listen to it, as long as someone does, and sends them each snapshot that differs from
 * the one before. A snapshot is whole, so that whoever missed some needs only the next.
 */
export class LiveReader {
  private readonly listeners = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isMoving = false;
  private last: { text: string; event: string } | undefined;

  /**
   * @param look  reads the topic
   * @param now  for the time of a snapshot
   * @param onFault  gets the looks that failed; the next one is tried all the same
   */
  constructor(
    private readonly topic: string,
    private readonly look: () => Promise<Look>,
    private readonly now: () => Date,
    private readonly onFault: (error: unknown) => void,
  ) {}

  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  /** The first look, so that a topic that no one may see, or that there is not, is refused before a stream begins. */
  async open(): Promise<void> {
    if (this.last === undefined) {
      this.looking ??= this.readOnce();
      await this.looking;
    }
  }

  /** Sends the last snapshot at once, and then each new one. @returns ends it */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.last) {
      listener(this.last.event);
    }
    this.schedule(MOVING_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) {
        clearTimeout(this.timer);
        this.timer = undefined;
      }
    };
  }

  private schedule(ms: number): void {
    if (this.timer === undefined && this.isHeard) {
      this.timer = setTimeout(() => void this.goOn(), ms);
      this.timer.unref();
    }
  }

  private async goOn(): Promise<void> {
    let wait = RESTING_MS;
    try {
      this.looking ??= this.readOnce();
      await this.looking;
      wait = this.isMoving ? MOVING_MS : RESTING_MS;
    } catch (error) {
      this.onFault(error);
    }
    this.timer = undefined;
    this.schedule(wait);
  }

  private async readOnce(): Promise<void> {
    try {
      const { data, isMoving } = await this.look();
      this.isMoving = isMoving;
      const text = JSON.stringify(data);
      if (text !== this.last?.text) {
        const at = this.now().toISOString();
        const event = `data: ${JSON.stringify({ topic: this.topic, at, data })}\n\n`;
        this.last = { text, event };
        this.listeners.forEach((listener) => listener(event));
      }
    } finally {
      this.looking = undefined;
    }
  }
}
