import { Injectable } from '@nestjs/common';
import type { WorkClaim, WorkTable } from '#platform/background';
import { Database, numberArray, type Tx } from '#platform/db';
import type { Tagging, TaggingId, TaggingState } from './tagging.types.js';

const COLUMNS = `t.app_id AS "appId", t.tagging_id AS "taggingId", t.direction, t.tag_id AS "tagId", t.tag,
  t.asked_by AS "askedBy", t.state, t.people, t.done, t.changed, t.epoch, t.created_at AS "createdAt",
  t.finished_at AS "finishedAt"`;

/**
 * Taggings of one application go one after the other: one that gives a tag and one that takes it off must not pass each
 * other. A part takes a second at most.
 */
export const TAGGING_WORK: WorkTable = {
  name: 'users.tagging',
  id: 'tagging_id',
  order: 'created_at',
  isOpen: (row) => `${row}.finished_at IS NULL`,
  staleSeconds: 60,
  isSerial: true,
};

const UID_BYTES = 4;

export type NewTagging = TaggingId & Pick<Tagging, 'direction' | 'tagId' | 'tag' | 'askedBy' | 'people'>;

/** Statements of `users.tagging` and its parts. Few are open at a time. */
@Injectable()
export class TaggingRepository {
  constructor(private readonly db: Database) {}

  /** 1 row. */
  async insert(tx: Tx, { appId, taggingId, direction, tagId, tag, askedBy, people }: NewTagging): Promise<void> {
    await tx.affected(
      `INSERT INTO users.tagging (app_id, tagging_id, direction, tag_id, tag, asked_by, people)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [appId, taggingId, direction, tagId, tag, askedBy, people],
    );
  }

  /** A row for each list of users. @param first  number of the first of them */
  async insertParts(
    tx: Tx,
    { appId, taggingId }: TaggingId,
    first: number,
    parts: readonly (readonly number[])[],
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO users.tagging_part (app_id, tagging_id, part, uids)
       SELECT $1, $2::uuid, $3::integer + q.place - 1, decode(q.uids, 'base64')
       FROM unnest($4::text[]) WITH ORDINALITY AS q (uids, place)`,
      [appId, taggingId, first, parts.map((uids) => toBytes(uids).toString('base64'))],
    );
  }

  /** 1 row · primary key. */
  async find({ appId, taggingId }: TaggingId): Promise<Tagging | undefined> {
    return this.db.row<Tagging>(`SELECT ${COLUMNS} FROM users.tagging AS t WHERE t.app_id = $1 AND t.tagging_id = $2`, [
      appId,
      taggingId,
    ]);
  }

  /** The newest ones of an application · primary key. */
  async list(appId: number, limit: number): Promise<Tagging[]> {
    return this.db.rows<Tagging>(
      `SELECT ${COLUMNS} FROM users.tagging AS t WHERE t.app_id = $1 ORDER BY t.created_at DESC, t.tagging_id LIMIT $2`,
      [appId, limit],
    );
  }

  /** 1 row · primary key, locked by its claim. */
  async findClaimed(tx: Tx, { appId, id }: WorkClaim): Promise<Tagging | undefined> {
    return tx.row<Tagging>(`SELECT ${COLUMNS} FROM users.tagging AS t WHERE t.app_id = $1 AND t.tagging_id = $2`, [
      appId,
      id,
    ]);
  }

  /** Additions to one application one after the other, so that none passes the limit. */
  async lockAdding(tx: Tx, appId: number): Promise<void> {
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('users.tagging', $1))`, [appId]);
  }

  /** How many have not ended · primary key. */
  async countOpen(tx: Tx, appId: number): Promise<number> {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*)::integer AS n FROM users.tagging AS t WHERE t.app_id = $1 AND t.finished_at IS NULL',
      [appId],
    );
    return row?.n ?? 0;
  }

  /** Takes the first part out · 1 row · primary key. @returns its users; undefined: none is left */
  async takePart(tx: Tx, { appId, taggingId }: TaggingId): Promise<number[] | undefined> {
    const part = await tx.row<{ uids: Buffer }>(
      `DELETE FROM users.tagging_part AS p
       WHERE p.app_id = $1 AND p.tagging_id = $2
         AND p.part = (SELECT min(n.part) FROM users.tagging_part AS n WHERE n.app_id = $1 AND n.tagging_id = $2)
       RETURNING p.uids`,
      [appId, taggingId],
    );
    return part && fromBytes(part.uids);
  }

  /** Counts a part · 1 row · primary key, locked. */
  async advance(
    tx: Tx,
    { appId, taggingId }: TaggingId,
    { done, changed }: Pick<Tagging, 'done' | 'changed'>,
  ): Promise<void> {
    await tx.affected(
      `UPDATE users.tagging AS t SET done = t.done + $3, changed = t.changed + $4
       WHERE t.app_id = $1 AND t.tagging_id = $2`,
      [appId, taggingId, done, changed],
    );
  }

  /**
   * Ends one, and forgets who is left · 1 row, and its parts · primary keys.
   *
   * @param epoch  of the process that ends it; undefined: a member
   * @returns how it stands then; undefined: it had ended
   */
  async finish(
    tx: Tx,
    { appId, taggingId }: TaggingId,
    { state, epoch }: { state: TaggingState; epoch?: number },
  ): Promise<Tagging | undefined> {
    const ended = await tx.row<Tagging>(
      `UPDATE users.tagging AS t SET state = $3, finished_at = now()
       WHERE t.app_id = $1 AND t.tagging_id = $2 AND t.finished_at IS NULL AND ($4::integer IS NULL OR t.epoch = $4)
       RETURNING ${COLUMNS}`,
      [appId, taggingId, state, epoch ?? null],
    );
    if (ended) {
      await tx.affected('DELETE FROM users.tagging_part AS p WHERE p.app_id = $1 AND p.tagging_id = $2', [
        appId,
        taggingId,
      ]);
    }
    return ended;
  }

  /** Deletes outcomes past their time, of all applications · a scan of a small table. */
  async deleteExpired(before: Date): Promise<void> {
    await this.db.affected('DELETE FROM users.tagging AS t WHERE t.finished_at < $1', [before]);
  }

  /**
   * Gives users a tag · rows: up to 1000 · primary key · locks: the rows that lack it. Users that are gone stay gone.
   *
   * @returns uids that did not have it
   */
  async addTag(tx: Tx, appId: number, uids: readonly number[], tagId: number): Promise<number[]> {
    return this.changeUsers(tx, appId, uids, {
      tagId,
      tags: 'ARRAY(SELECT DISTINCT n.id FROM unnest(u.tags || $3::integer) AS n (id) ORDER BY n.id)',
      differs: 'NOT u.tags @> ARRAY[$3::integer]',
    });
  }

  /** Takes a tag off · rows: up to 1000 · primary key · locks: the rows that have it. @returns uids that had it */
  async removeTag(tx: Tx, appId: number, uids: readonly number[], tagId: number): Promise<number[]> {
    return this.changeUsers(tx, appId, uids, {
      tagId,
      tags: 'array_remove(u.tags, $3::integer)',
      differs: 'u.tags @> ARRAY[$3::integer]',
    });
  }

  private async changeUsers(
    tx: Tx,
    appId: number,
    uids: readonly number[],
    { tagId, tags, differs }: { tagId: number; tags: string; differs: string },
  ): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET tags = ${tags}, updated_at = now()
       FROM (SELECT n.uid FROM unnest($2::bigint[]) AS n (uid) ORDER BY n.uid % 1024, n.uid) AS q
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND ${differs}
       RETURNING u.uid`,
      [appId, numberArray(uids), tagId],
    );
    return rows.map(({ uid }) => uid);
  }
}

function toBytes(uids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(uids.length * UID_BYTES);
  uids.forEach((uid, index) => bytes.writeUInt32LE(uid, index * UID_BYTES));
  return bytes;
}

function fromBytes(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / UID_BYTES }, (_, index) => bytes.readUInt32LE(index * UID_BYTES));
}
