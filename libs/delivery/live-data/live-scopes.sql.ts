import { LIVE_DATA, listLiveNames, type Message } from '#libs/content';
import type { Statements } from '#platform/db';
import type { LiveScope } from './live-source.types.js';

/** The sources of live data that templates may read, by name · some rows · live_source_name. */
export async function findLiveScopes(on: Statements, appId: number): Promise<Map<string, LiveScope>> {
  const rows = await on.rows<{ name: string; per: LiveScope }>(
    'SELECT s.name, s.per FROM delivery.live_source AS s WHERE s.app_id = $1',
    [appId],
  );
  return new Map(rows.map(({ name, per }) => [name, per]));
}

/**
 * The source about persons that a message reads, as templates write it: `fetched.points`. Its answers are private, as what
 * its address names may be. Undefined: the message reads none.
 */
export async function findPersonalSource(on: Statements, appId: number, message: Message): Promise<string | undefined> {
  const names = listLiveNames(message);
  const scopes = names.length > 0 ? await findLiveScopes(on, appId) : new Map<string, LiveScope>();
  const name = names.find((each) => scopes.get(each) === 'person');
  return name === undefined ? undefined : `${LIVE_DATA}.${name}`;
}
