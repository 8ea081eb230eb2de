export interface Snapshot {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  data: {
    state: string;
    planned: number;
    sent: number;
    failed: number;
    skipped: number;
    inDoubt: number;
    waiting: number;
  };
}

/** A stream of one topic, read as a browser reads it (HTML, "Server-sent events"). */
export class LiveListener {
  readonly snapshots: Snapshot[] = [];
  /** Names of events that are no snapshots. */
  readonly events: string[] = [];
  private readonly abort = new AbortController();
  private readonly watchers = new Set<() => void>();
  private ended = false;

  private constructor() {}

  /** @throws Error when the server refuses the stream */
  static async open(url: string, cookie: string): Promise<LiveListener> {
    const listener = new LiveListener();
    const answer = await fetch(url, { headers: { cookie }, signal: listener.abort.signal });
    if (!answer.ok || answer.body === null) {
      throw new Error(`The stream was refused by ${answer.status}: ${await answer.text()}`);
    }
    void listener.read(answer.body);
    return listener;
  }

  get isEnded(): boolean {
    return this.ended;
  }

  /** Waits for a snapshot. @throws Error when the stream ends before */
  async until(isWanted: (data: Snapshot['data']) => boolean): Promise<void> {
    while (!this.snapshots.some(({ data }) => isWanted(data))) {
      if (this.ended) {
        throw new Error('The stream has ended');
      }
      await new Promise<void>((resolve) => this.watchers.add(resolve));
      this.watchers.clear();
    }
  }

  close(): void {
    this.abort.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const piece of body) {
        text += decoder.decode(piece, { stream: true });
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        events.forEach((event) => this.take(event));
      }
    } catch (error) {
      if (!this.abort.signal.aborted) {
        throw error;
      }
    } finally {
      this.ended = true;
      this.watchers.forEach((wake) => wake());
    }
  }

  private take(event: string): void {
    const name = event.split('\n').find((line) => line.startsWith('event:'));
    if (name !== undefined) {
      this.events.push(name.slice('event:'.length).trim());
      return;
    }
    const data = event
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n');
    if (data !== '') {
      const { data: snapshot } = JSON.parse(data) as { data: Snapshot['data'] };
      this.snapshots.push({ at: Date.now(), data: snapshot });
      this.watchers.forEach((wake) => wake());
    }
  }
}
