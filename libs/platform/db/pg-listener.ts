import pg from 'pg';
import type { Logger } from '#platform/runtime';

/** Pause before a lost connection is opened again. */
const RECONNECT_PAUSE_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/** What happens on a channel. Neither may throw. */
export interface PgListenerHandler {
  /** Something was said with `pg_notify`, and is committed. */
  onNotification(payload: string): void;
  /** From now on everything is heard. What was said before may have been missed, so look for yourself. */
  onListening(): void;
}

/**
 * Listens to a channel of Postgres on a connection of its own, which is opened again when it is lost. What is said while
 * there is none is lost: a notification is a wake-up call, never the truth.
 */
export class PgListener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** @param channel  a plain identifier */
  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly handler: PgListenerHandler,
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
    client.on('end', () => this.reconnect(client));
    client.on('notification', ({ payload }) => this.handler.onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${this.channel}`);
    } catch (error) {
      this.logger.warn({ err: error, channel: this.channel }, 'a channel cannot be listened to');
      this.reconnect(client);
      await client.end().catch(() => undefined);
      return;
    }
    this.handler.onListening();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Once for each client, whatever tells first that it is gone. */
  private reconnect(client: pg.Client): void {
    if (this.client === client && !this.isStopped) {
      this.client = undefined;
      this.timer = setTimeout(() => void this.start(), RECONNECT_PAUSE_MS);
    }
  }
}
