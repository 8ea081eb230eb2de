import type pg from 'pg';
import { Backoff } from '#platform/async';
import { connectionTo } from '#platform/postgres';
import { faultsOf, type Logger } from '#platform/runtime';

/** Pauses before a lost connection is opened again. */
const RECONNECT_PAUSES = { firstMs: 500, maxMs: 5000 };
const DEAF = 'failed to listen to a channel, trying again';
const KEEP_ALIVE_MS = 10_000;

/** Handles a channel of Postgres. Neither method may throw. */
export interface PgListenerHandler {
  /** A notification was committed. */
  onNotification(payload: string): void;
  /** Listening starts now. Earlier notifications may be lost, so the handler must check for work itself. */
  onListening(): void;
}

/**
 * Listens to a channel of Postgres on a connection of its own, which is opened again when it is lost. Notifications in
 * between are lost: they are wake-up calls, and the state is in the tables.
 */
export class PgListener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly backoff = new Backoff(RECONNECT_PAUSES);

  /** @param channel  a plain identifier */
  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly handler: PgListenerHandler,
    private readonly logger: Logger,
  ) {}

  /** Resolves when it listens, or will try again. */
  async start(): Promise<void> {
    const { connectionString, Client } = connectionTo(this.url);
    const client = new Client({
      connectionString,
      application_name: 'herald-listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.client = client;
    client.on('error', (error) => this.report(error));
    client.on('end', () => this.reconnect(client));
    client.on('notification', ({ payload }) => this.handler.onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${this.channel}`);
    } catch (error) {
      this.report(error);
      this.reconnect(client);
      await client.end().catch(() => undefined);
      return;
    }
    this.backoff.reset();
    faultsOf(this.logger).end({ text: DEAF, of: this.channel });
    this.handler.onListening();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private report(error: unknown): void {
    const fields = { err: error, channel: this.channel };
    faultsOf(this.logger).report({ text: DEAF, of: this.channel, fields });
  }

  /** Runs once for each client, whichever event comes first. */
  private reconnect(client: pg.Client): void {
    if (this.client === client && !this.isStopped) {
      this.client = undefined;
      this.timer = setTimeout(() => void this.start(), this.backoff.next());
    }
  }
}
