import { countConnections } from '#platform/db';
import { failed, ok, type Check } from '../check.js';

/** With fewer free connections, the next process or the next peak is refused. */
const MIN_FREE_SHARE = 0.1;

/** The server has connections left. */
export const poolCheck: Check = {
  name: 'pool',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings) {
    const { used, available } = await countConnections(await surroundings.database());
    const text = `${used} of ${available} connections of the server are in use`;
    return used > available * (1 - MIN_FREE_SHARE)
      ? failed(`${text}: raise its max_connections, lower DATABASE_POOL, or run fewer processes`)
      : ok(text);
  },
};
