import { prepared, type Statements } from '#platform/db';
import type { MentionedEvents } from '../model/watch.types.js';

/** Events whose items are noted for the watches of an application · at most two rows for each catalog. */
export async function findMentionedEvents(on: Statements, appId: number): Promise<MentionedEvents[]> {
  const rows = await on.rows<{ events: MentionedEvents }>(
    prepared('SELECT w.mentioned AS events FROM catalogs.watch AS w WHERE w.app_id = $1 AND w.mentioned IS NOT NULL'),
    [appId],
  );
  return rows.map(({ events }) => events);
}
