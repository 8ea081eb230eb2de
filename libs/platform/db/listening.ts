import pg from 'pg';
import type { Logger } from '#platform/log';

/** Pause before a lost connection is opened again. */
const PAUSE_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/** What happens on a channel. Neither may throw. */
export interface Hearing {
  /** Something was said with `pg_notify`, and is committed. */
  heard(payload: string): void;
  /** From now on everything is heard. What was said before may have been missed, so look for yourself. */
  began(): void;
}

/**
 * Listens to a channel of Postgres on a connection of its own, which is opened again when it is lost. What is said while
 * there is none is lost: a notification is a wake-up call, never the truth.
 */
export class Listening {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  /** @param channel  a plain identifier */
  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly hearing: Hearing,
    private readonly logger: Logger,
  ) {}

  /** Resolves when it listens, or will try again. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'herald-listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.client = client;
    client.on('error', (error) => this.logger.warn({ err: error, channel: this.channel }, 'a listener was lost'));
    client.on('end', () => this.again(client));
    client.on('notification', ({ payload }) => this.hearing.heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${this.channel}`);
    } catch (error) {
      this.logger.warn({ err: error, channel: this.channel }, 'a channel cannot be listened to');
      this.again(client);
      await client.end().catch(() => undefined);
      return;
    }
    this.hearing.began();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Once for each client, whatever tells first that it is gone. */
  private again(client: pg.Client): void {
    if (this.client === client && !this.isOver) {
      this.client = undefined;
      this.timer = setTimeout(() => void this.start(), PAUSE_MS);
    }
  }
}
