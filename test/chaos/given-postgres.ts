import type { MortalPostgres } from '../support/database/killable-postgres.js';
import { createOnGivenServer, type GivenDatabase } from '../support/database/given-server.js';

/** A database on a server that runs already, such as a Citus coordinator. The lab does not kill what it did not start. */
export class GivenPostgres implements MortalPostgres {
  private constructor(private readonly database: GivenDatabase) {}

  static async open(server: string): Promise<GivenPostgres> {
    return new GivenPostgres(await createOnGivenServer(server));
  }

  get url(): string {
    return this.database.url;
  }

  async kill(): Promise<void> {
    throw new Error('A server that was given is not killed; leave postgres out of --victims');
  }

  async startAgain(): Promise<void> {
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.kill();
  }

  async stop(): Promise<void> {
    await this.database.drop();
  }
}
