import { migrate } from '../../../../migrations/data-source.js';
import { databaseUrl, hasRowSecurity, homeFolder } from '../../runtime/environment.js';
import type { Verb } from '../../runtime/verb.js';

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: 'Migrates the database to the newest schema.',
  operands: '',
  options: {},
  explain: {},
  example: 'herald migrate --progress',
  async run(_, { tell }) {
    const done = await migrate(await databaseUrl(homeFolder()), { rowSecurity: hasRowSecurity(), say: tell });
    tell(done.length === 0 ? 'The database is up to date.' : `Ran ${done.join(', ')}.`);
    return { result: { migrations: done } };
  },
};
