import pg from 'pg';
import type { ServerAddress } from './server-urls.js';

/** The role of a connection. `replica` takes a primary where there is no other. */
export type Role = 'primary' | 'replica';

/** A server that answers later counts as away; a scan takes as long as its slowest server. */
const ANSWER_TIMEOUT_MS = 2000;
/** A server may be read-only without following another: then it takes no writes either. */
const STANDING = `SELECT pg_is_in_recovery() AS "isReplica",
                         pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
                         CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

interface Standing {
  isReplica: boolean;
  isReadOnly: boolean;
  /** Hexadecimal number that grows with each promotion; empty on a replica. */
  timeline: string;
}

/** Finds among several servers the one that a connection should go to, and remembers it until it fails. */
export class ServerFinder {
  private known: ServerAddress | undefined;
  private scan: Promise<ServerAddress> | undefined;

  /** @param url  with user, password, database and options for all of them */
  constructor(
    private readonly url: string,
    private readonly servers: readonly ServerAddress[],
    private readonly role: Role,
  ) {}

  /** @throws the error of the last server, or one that says that none of them takes writes */
  async find(): Promise<ServerAddress> {
    if (this.known) {
      return this.known;
    }
    this.scan ??= this.scanAll().finally(() => (this.scan = undefined));
    return this.scan;
  }

  /** @throws Error when the server of a new connection is not what it was taken for any more */
  async check(client: pg.Client): Promise<void> {
    if (this.role === 'primary' && (await ask(client)).isReadOnly) {
      throw noPrimary(this.servers);
    }
  }

  /** The next connection looks for its server. */
  forget(server: ServerAddress): void {
    if (this.known === server) {
      this.known = undefined;
    }
  }

  /**
   * Asks all servers at once. Of two that take writes the later promoted one counts: the other is an old primary that came
   * back. Otherwise the first in the list.
   */
  private async scanAll(): Promise<ServerAddress> {
    const answers = await Promise.allSettled(this.servers.map(async (server) => this.look(server)));
    const found = answers.flatMap((answer, index) => {
      const server = this.servers[index];
      return answer.status === 'fulfilled' && server ? [{ ...answer.value, server }] : [];
    });
    const fits =
      this.role === 'primary'
        ? found.filter(({ isReadOnly }) => !isReadOnly).toSorted((a, b) => b.timeline.localeCompare(a.timeline))
        : found.toSorted((a, b) => Number(b.isReplica) - Number(a.isReplica));
    const [best] = fits;
    if (!best) {
      const refused = answers.find((answer) => answer.status === 'rejected');
      throw found.length > 0 || !refused ? noPrimary(this.servers) : refused.reason;
    }
    this.known = best.server;
    return best.server;
  }

  private async look(server: ServerAddress): Promise<Standing> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'herald-find',
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    Object.assign(client, server);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await ask(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function ask(client: pg.Client): Promise<Standing> {
  const { rows } = await client.query<Standing>(STANDING);
  const [standing] = rows;
  if (!standing) {
    throw new Error('Postgres tells no state');
  }
  return standing;
}

/** The code is that of a server that takes no writes (SQLSTATE 25006), which counts as away. */
function noPrimary(servers: readonly ServerAddress[]): Error {
  const names = servers.map(({ host, port }) => `${host}:${port}`).join(', ');
  return Object.assign(new Error(`None of the servers takes writes: ${names}`), { code: '25006' });
}
