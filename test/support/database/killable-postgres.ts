import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded';

/** A server that can die and come back with its data, on the same port. */
export interface MortalServer {
  /** @param luck  0..1, decides how it dies, where there are several ways */
  kill(luck?: number): Promise<void>;
  /** Resolves when it is back. */
  startAgain(): Promise<void>;
}

/** The server that the product connects to. */
export interface MortalPostgres extends MortalServer {
  readonly url: string;
  /** The servers behind it that hold shards; absent: none. */
  readonly shards?: readonly MortalServer[];
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An embedded Postgres with its real settings (fsync on) that can be killed and comes back on the same port. */
export class KillablePostgres implements MortalPostgres {
  private constructor(
    private readonly home: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<KillablePostgres> {
    const home = await mkdtemp(join(tmpdir(), 'herald-mortal-'));
    return new KillablePostgres(home, await startEmbeddedPostgres({ home, temporary: true, log: () => undefined }));
  }

  get url(): string {
    return this.server.url;
  }

  /** SIGKILL to the first process of the server, as an out-of-memory killer would; its others end by themselves. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.exited;
  }

  /** Starts it on its data, as they were left. */
  async startAgain(): Promise<void> {
    const { port } = this.server;
    this.server = await startEmbeddedPostgres({ home: this.home, temporary: true, port, log: () => undefined });
  }

  /** Ends it in an orderly way and starts it again at once. */
  async restart(): Promise<void> {
    const ended = this.server.exited;
    process.kill(this.server.pid, 'SIGINT');
    await ended;
    await this.startAgain();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}
