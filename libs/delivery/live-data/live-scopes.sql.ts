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
