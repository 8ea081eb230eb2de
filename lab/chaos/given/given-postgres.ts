import type { MortalPostgres, MortalServer } from '../../../test/support/database/killable-postgres.js';
import { createOnGivenServer, type GivenDatabase } from '../../../test/support/database/given-server.js';
import { TrialServer } from './trial-servers.js';

/**
 * A database on a server that runs already, such as a Citus coordinator. It is killed only where its folder was named, and
 * then it is a trial of `npm run citus`.
 */
export class GivenPostgres implements MortalPostgres {
  private constructor(
    private readonly database: GivenDatabase,
    private readonly own: MortalServer | undefined,
    readonly shards: readonly MortalServer[],
  ) {}

  /** @param home  that of `npm run citus`; absent: nothing of it is killed */
  static async open(server: string, home?: string): Promise<GivenPostgres> {
    const [own, ...shards] = home === undefined ? [] : TrialServer.findAll(home, server);
    return new GivenPostgres(await createOnGivenServer(server), own, shards);
  }

  get url(): string {
    return this.database.url;
  }

  async kill(luck?: number): Promise<void> {
    await this.server.kill(luck);
  }

  async startAgain(): Promise<void> {
    await this.server.startAgain();
  }

  async restart(): Promise<void> {
    throw new Error('A server that was given is not restarted');
  }

  async stop(): Promise<void> {
    await this.database.drop();
  }

  private get server(): MortalServer {
    if (this.own === undefined) {
      throw new Error('A server that was given is not killed without --server-home; leave postgres out of --victims');
    }
    return this.own;
  }
}
