import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { AuditDifference, AuditEntry, ActorKind, EntryFilter } from './audit.types.js';

/** The newest entry of a chain, and the time of the next one. */
export interface ChainEnd {
  entryId: number;
  hash: Buffer;
  at: Date;
}

/** The ends of a chain: its newest entry, and the newest of those that have passed their retention (0: none has). */
export interface ChainEnds extends Omit<ChainEnd, 'at'> {
  expired: Omit<ChainEnd, 'at'>;
}

interface EntryRow {
  entryId: number;
  at: Date;
  appId: number;
  actorKind: ActorKind;
  actorId: string;
  actorName: string;
  action: string;
  subject: string;
  differences: AuditDifference[];
  requestId: string | null;
  address: string | null;
  session: string | null;
  prev: Buffer;
  hash: Buffer;
}

const COLUMNS = `
  e.entry_id AS "entryId", e.at, e.app_id AS "appId", e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  e.actor_name AS "actorName", e.action, e.subject, e.differences, e.request_id AS "requestId", e.address, e.session,
  e.prev, e.hash`;

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /**
   * Locks the end of a chain until the end of the transaction, so that entries of an application follow each other. One
   * row · primary key. The update returns what the transaction before has written, which a plain read would not.
   */
  async lockChain(tx: Tx, appId: number): Promise<ChainEnd> {
    const row = await tx.row<ChainEnd>(
      `INSERT INTO audit.chain AS c (app_id, entry_id, hash) VALUES ($1, 0, '')
       ON CONFLICT (app_id) DO UPDATE SET entry_id = c.entry_id
       RETURNING c.entry_id AS "entryId", c.hash, date_trunc('milliseconds', clock_timestamp()) AS at`,
      [appId],
    );
    if (!row) {
      throw new Error(`The audit log of application ${appId} cannot be locked`);
    }
    return row;
  }

  /** Adds entries to a locked chain. As many rows as entries · primary key. */
  async insertEntries(tx: Tx, appId: number, entries: readonly AuditEntry[]): Promise<void> {
    await tx.affected(
      `WITH added AS (
         INSERT INTO audit.entry (entry_id, at, app_id, actor_kind, actor_id, actor_name, action, subject, differences,
                                  request_id, address, session, prev, hash)
         SELECT n.entry_id, n.at, $1, n.actor_kind, n.actor_id, n.actor_name, n.action, n.subject, n.differences::jsonb,
                n.request_id, n.address, n.session, n.prev, n.hash
           FROM unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                       $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::bytea[])
             AS n (entry_id, at, actor_kind, actor_id, actor_name, action, subject, differences, request_id, address,
                   session, prev, hash)
         RETURNING entry_id, hash)
       UPDATE audit.chain AS c SET entry_id = a.entry_id, hash = a.hash
         FROM (SELECT entry_id, hash FROM added ORDER BY entry_id DESC LIMIT 1) AS a
        WHERE c.app_id = $1`,
      [
        appId,
        entries.map(({ entryId }) => entryId),
        entries.map(({ at }) => at),
        entries.map(({ by }) => by.kind),
        entries.map(({ by }) => by.id),
        entries.map(({ by }) => by.name),
        entries.map(({ action }) => action),
        entries.map(({ subject }) => subject),
        entries.map(({ differences }) => JSON.stringify(differences)),
        entries.map(({ requestId }) => requestId ?? null),
        entries.map(({ address }) => address ?? null),
        entries.map(({ session }) => session ?? null),
        entries.map(({ prev }) => prev),
        entries.map(({ hash }) => hash),
      ],
    );
  }

  /** Entries newest first · primary key, from its end. */
  async listNewest(
    appId: number,
    { before, action, actor, subject, since, subjects, limit }: EntryFilter,
  ): Promise<AuditEntry[]> {
    const rows = await this.db.rows<EntryRow>(
      `SELECT ${COLUMNS} FROM audit.entry AS e
        WHERE e.app_id = $1 AND ($2::bigint IS NULL OR e.entry_id < $2) AND ($3::text IS NULL OR starts_with(e.action, $3))
          AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::text IS NULL OR starts_with(e.subject, $5))
          AND ($6::text IS NULL OR e.actor_kind = $6 OR e.actor_id = $6 OR starts_with(lower(e.actor_name), lower($6)))
          AND ($7::text[] IS NULL OR e.subject = ANY ($7))
        ORDER BY e.entry_id DESC LIMIT $8`,
      [appId, before ?? null, action ?? null, since ?? null, subject ?? null, actor ?? null, subjects ?? null, limit],
    );
    return rows.map(toEntry);
  }

  /** Entries after a number up to another, oldest first · primary key. */
  async listFrom(appId: number, after: number, last: number, limit: number): Promise<AuditEntry[]> {
    const rows = await this.db.rows<EntryRow>(
      `SELECT ${COLUMNS} FROM audit.entry AS e
        WHERE e.app_id = $1 AND e.entry_id > $2 AND e.entry_id <= $3 ORDER BY e.entry_id LIMIT $4`,
      [appId, after, last, limit],
    );
    return rows.map(toEntry);
  }

  /** The ends of a chain without a lock. One row · primary key. */
  async findChainEnds(appId: number): Promise<ChainEnds | undefined> {
    const row = await this.db.row<Omit<ChainEnd, 'at'> & { expiredId: number; expiredHash: Buffer }>(
      `SELECT c.entry_id AS "entryId", c.hash, c.expired_id AS "expiredId", c.expired_hash AS "expiredHash"
         FROM audit.chain AS c WHERE c.app_id = $1`,
      [appId],
    );
    return row && { entryId: row.entryId, hash: row.hash, expired: { entryId: row.expiredId, hash: row.expiredHash } };
  }

  /**
   * Moves the other end of every chain to its newest entry before a time. Rows of expired partitions only, none once
   * they are dropped · a few rows of `audit.chain` are locked.
   */
  async markExpired(before: Date): Promise<void> {
    await this.db.affected(
      `UPDATE audit.chain AS c SET expired_id = e.entry_id, expired_hash = e.hash
         FROM (SELECT DISTINCT ON (e.app_id) e.app_id, e.entry_id, e.hash FROM audit.entry AS e
                WHERE e.at < $1 ORDER BY e.app_id, e.entry_id DESC) AS e
        WHERE c.app_id = e.app_id AND c.expired_id < e.entry_id`,
      [before],
    );
  }
}

function toEntry({ actorKind, actorId, actorName, requestId, address, session, ...row }: EntryRow): AuditEntry {
  return {
    ...row,
    by: { kind: actorKind, id: actorId, name: actorName },
    ...(requestId !== null && { requestId }),
    ...(address !== null && { address }),
    ...(session !== null && { session }),
  };
}
