import { migrate } from '../../../../migrations/data-source.js';
import { databaseUrl, hasRowSecurity, homeFolder, say } from '../../runtime/environment.js';
import type { Verb } from '../../runtime/verb.js';

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: 'Migrates the database to the newest schema.',
  operands: '',
  options: {},
  explain: {},
  async run() {
    const done = await migrate(await databaseUrl(homeFolder()), { rowSecurity: hasRowSecurity(), say });
    say(done.length === 0 ? 'The database is up to date.' : `Ran ${done.join(', ')}.`);
    return 0;
  },
};
