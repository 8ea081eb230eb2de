import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded';

const MIN_RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 10_000;

/** Supervises the embedded database: restarts it on the same port when it ends by itself. */
export class SupervisedDatabase {
  private isStopping = false;

  private constructor(
    private server: EmbeddedPostgres,
    private readonly home: string,
    private readonly say: (line: string) => void,
    private readonly changed: () => void,
  ) {
    this.watch();
  }

  static async start(home: string, say: (line: string) => void, changed: () => void): Promise<SupervisedDatabase> {
    return new SupervisedDatabase(await startEmbeddedPostgres({ home, log: say }), home, say, changed);
  }

  get url(): string {
    return this.server.url;
  }

  get pid(): number {
    return this.server.pid;
  }

  get port(): number {
    return this.server.port;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.server.stop();
  }

  private watch(): void {
    void this.server.exited.then(() => (this.isStopping ? undefined : this.restart()));
  }

  private async restart(): Promise<void> {
    for (let pauseMs = MIN_RESTART_DELAY_MS; !this.isStopping; pauseMs = Math.min(pauseMs * 2, MAX_RESTART_DELAY_MS)) {
      this.say(`the database ended; starting it again in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
      try {
        this.server = await startEmbeddedPostgres({ home: this.home, log: this.say, port: this.server.port });
        this.watch();
        this.changed();
        this.say('the database is up again');
        return;
      } catch (error) {
        this.say(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
