import pg from 'pg';
import { ServerFinder, type Role } from './server-finder.js';
import { splitServers } from './server-urls.js';

/** Driver options of a URL: for `pg.Pool`, or with `new Client(options)`. */
export interface ConnectionTo {
  connectionString: string;
  Client: typeof pg.Client;
}

const finders = new Map<string, ServerFinder>();

/**
 * The driver's options for a URL that may name several servers, which node-postgres does not know. Each new connection goes
 * to the server that takes writes, whichever it is by then: a pool follows a promotion by opening its lost connections again.
 * Pools of one URL share what they know.
 *
 * @param role  `replica`: a server that follows the primary, else any
 */
export function connectionTo(text: string, role: Role = 'primary'): ConnectionTo {
  const { url, servers, isChosen } = splitServers(text);
  if (!isChosen) {
    return { connectionString: url, Client: pg.Client };
  }
  const key = `${role} ${text}`;
  const finder = finders.get(key) ?? new ServerFinder(url, servers, role);
  finders.set(key, finder);
  return { connectionString: url, Client: clientOf(finder) };
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

function clientOf(finder: ServerFinder): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | void {
      const connected = this.connectToServer();
      if (!callback) {
        return connected;
      }
      const answer = callback as (error: unknown, client?: pg.Client) => void;
      connected.then(
        (client) => answer(null, client),
        (error: unknown) => answer(error),
      );
    }

    private async connectToServer(): Promise<pg.Client> {
      const server = await finder.find();
      // The driver reads both when it connects, the name for the certificate too.
      Object.assign(this, server);
      try {
        await super.connect();
        await finder.check(this);
        return this;
      } catch (error) {
        finder.forget(server);
        await this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}
