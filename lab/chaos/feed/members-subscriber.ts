import type { Database, Tx } from '#platform/db';
import { type Change, type FeedSubscriber, SEGMENT_CHANGES } from '#platform/outbox';

/** Makes the table of `MembersSubscriber`, in the schema of the witness. */
export async function createMemberChanges(db: Database): Promise<void> {
  await db.rows(`CREATE TABLE witness.member_change (
    seq bigint PRIMARY KEY DEFAULT nextval('witness.seq'), kind text, segment_id integer, uid bigint)`);
}

/** Writes down who joined and left a segment, in the transaction of its position. */
export class MembersSubscriber implements FeedSubscriber<(typeof SEGMENT_CHANGES)[number]> {
  readonly name = 'members';
  readonly kinds = SEGMENT_CHANGES;

  async apply(tx: Tx, _: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    for (const { kind, uids, keys } of changes) {
      await tx.affected(
        `INSERT INTO witness.member_change (kind, segment_id, uid)
         SELECT $1, $2, u FROM unnest($3::bigint[]) AS u`,
        [kind, keys[0] ?? null, uids],
      );
    }
  }

  async restart(): Promise<void> {
    throw new Error('The change feed has lost nothing');
  }
}
