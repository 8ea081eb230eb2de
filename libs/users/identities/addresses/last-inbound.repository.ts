import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { CONTACT_KINDS, contactKey, type ContactKind } from '../model/lookup-key.js';

/** Statements of `users.last_inbound`. Addresses are compared by their keys. */
@Injectable()
export class LastInboundRepository {
  constructor(private readonly db: Database) {}

  /** Notes the time of a person's message. A report that comes late changes nothing · 1 row, primary key. */
  async record(appId: number, kind: ContactKind, address: string, at: Date, on: Statements = this.db): Promise<void> {
    const { bucket, hash } = contactKey(address);
    await on.affected(
      `INSERT INTO users.last_inbound AS l (bucket, app_id, kind, value_hash, written_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (bucket, app_id, kind, value_hash) DO UPDATE SET written_at = excluded.written_at
       WHERE l.written_at < excluded.written_at`,
      [bucket, appId, CONTACT_KINDS[kind], hash, at],
    );
  }

  /** Finds those of some addresses from which a message came since a moment · a batch · primary key · no locks. */
  async findSince(
    appId: number,
    kind: ContactKind,
    addresses: readonly string[],
    since: Date,
  ): Promise<ReadonlySet<string>> {
    const keys = addresses.map(contactKey);
    const rows = await this.db.rows<{ position: number }>(
      `SELECT (q.n - 1)::integer AS position FROM unnest($2::smallint[], $3::bytea[]) WITH ORDINALITY AS q (bucket, hash, n)
       CROSS JOIN LATERAL (
         SELECT FROM users.last_inbound AS f
         WHERE f.bucket = q.bucket AND f.app_id = $1 AND f.kind = $4 AND f.value_hash = q.hash AND f.written_at > $5
         OFFSET 0) AS l`,
      [appId, keys.map(({ bucket }) => bucket), keys.map(({ hash }) => hash), CONTACT_KINDS[kind], since],
    );
    return new Set(rows.flatMap(({ position }) => addresses[position] ?? []));
  }

  /** Deletes what is older, of all applications · some rows · last_inbound_written_at. */
  async deleteBefore(before: Date): Promise<number> {
    return this.db.affected('DELETE FROM users.last_inbound AS l WHERE l.written_at < $1', [before]);
  }

  /**
   * Deletes those of the addresses of some users. Runs before their look-ups are deleted, because it reads them · few
   * rows · contact_lookup_uid, primary key.
   */
  async deleteOf(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `WITH q AS MATERIALIZED (
         SELECT DISTINCT c.bucket, c.kind, c.value_hash FROM users.contact_lookup AS c
         WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[]))
       DELETE FROM users.last_inbound AS l USING q
       WHERE l.bucket = q.bucket AND l.app_id = $1 AND l.kind = q.kind AND l.value_hash = q.value_hash`,
      [appId, uids],
    );
  }
}
