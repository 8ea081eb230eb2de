import { numberArray, type Tx } from '#platform/db';

/**
 * What one write request changed: which users, and which keys of them.
 *
 * @property kind  what `keys` are: attribute ids, tag ids, category ids, installation attributes, or numbers of event definitions
 * @property uids  users that changed, sorted
 * @property keys  ids of attributes, tags or categories that changed, or of events that happened; empty where the kind says it all
 */
export interface Change {
  appId: number;
  kind: 'user' | 'attribute' | 'tag' | 'category' | 'installation' | 'event';
  uids: readonly number[];
  keys: readonly number[];
}

/** The change feed (design, section 4): written in the transaction of the change, read by the audience index. */
export class OutboxRepository {
  /** Adds one row per change; writes nothing for a change that touched nobody. */
  async add(tx: Tx, change: Change): Promise<void> {
    if (change.uids.length > 0) {
      await tx.affected(
        'INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES ($1, $2, $3::bigint[], $4::integer[])',
        [change.appId, change.kind, numberArray(change.uids), numberArray(change.keys)],
      );
    }
  }
}
