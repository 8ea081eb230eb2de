import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import type { WorkClaim, WorkTable } from '#platform/background';
import { MasterKey } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import type { SealedColumn } from '#platform/resealing';
import type { ErasureList, ErasureListPart, ErasureListState } from './erasure-list.types.js';

const COLUMNS = `l.app_id AS "appId", l.receipt_id AS "receiptId", l.state, l.asked, l.repeated, l.known, l.done, l.users,
  l.fault, l.origin, l.epoch, l.created_at AS "createdAt", l.finished_at AS "finishedAt"`;

/** Confirmed lists of one application go one after the other. A part takes a few seconds at most. */
export const ERASURE_LIST_WORK: WorkTable = {
  name: 'identity.erasure_list',
  id: 'receipt_id',
  order: 'confirmed_at',
  isOpen: (row) => `${row}.finished_at IS NULL AND ${row}.state <> 'COUNTED'`,
  staleSeconds: 60,
  isSerial: true,
};

export type ErasureListId = Pick<ErasureList, 'appId' | 'receiptId'>;
type NewErasureList = Pick<ErasureList, 'appId' | 'receiptId' | 'asked' | 'repeated' | 'known' | 'origin'>;

const sealContext = (appId: number, receiptId: string, part: number): string =>
  `erasure list ${appId}/${receiptId}, part ${part}`;

/** ExtIds that wait for their erasure, for a change of the master key. */
export const SEALED_ERASURE_LISTS: SealedColumn = {
  table: 'identity.erasure_list_part',
  column: 'sealed',
  key: ['app_id', 'receipt_id', 'part'],
  context: ['app_id', 'receipt_id', 'part'],
  toContext: (row) => sealContext(Number(row['app_id']), String(row['receipt_id']), Number(row['part'])),
};

/** Statements of `identity.erasure_list` and its parts. Few lists are open at a time. */
@Injectable()
export class ErasureListRepository {
  constructor(
    private readonly db: Database,
    private readonly masterKey: MasterKey,
  ) {}

  /** 1 row, and one for each part. */
  async insert(tx: Tx, list: NewErasureList, parts: readonly ErasureListPart[]): Promise<void> {
    const { appId, receiptId, asked, repeated, known, origin } = list;
    await tx.affected(
      `INSERT INTO identity.erasure_list (app_id, receipt_id, state, asked, repeated, known, origin)
       VALUES ($1, $2, 'COUNTED', $3, $4, $5, $6)`,
      [appId, receiptId, asked, repeated, known, JSON.stringify(origin)],
    );
    for (const { part, lines, extIds } of parts) {
      await tx.affected(
        `INSERT INTO identity.erasure_list_part (app_id, receipt_id, part, lines, sealed)
         VALUES ($1, $2, $3, $4::integer[], $5)`,
        [
          appId,
          receiptId,
          part,
          lines,
          this.masterKey.seal(JSON.stringify(extIds), sealContext(appId, receiptId, part)),
        ],
      );
    }
  }

  /** 1 row · primary key. */
  async find({ appId, receiptId }: ErasureListId): Promise<ErasureList | undefined> {
    return this.db.row<ErasureList>(
      `SELECT ${COLUMNS} FROM identity.erasure_list AS l WHERE l.app_id = $1 AND l.receipt_id = $2`,
      [appId, receiptId],
    );
  }

  /** 1 row · primary key, locked by its claim. */
  async findClaimed(tx: Tx, { appId, id }: WorkClaim): Promise<ErasureList | undefined> {
    return tx.row<ErasureList>(
      `SELECT ${COLUMNS} FROM identity.erasure_list AS l WHERE l.app_id = $1 AND l.receipt_id = $2`,
      [appId, id],
    );
  }

  /** The newest ones of an application · primary key. */
  async list(appId: number, limit: number): Promise<ErasureList[]> {
    return this.db.rows<ErasureList>(
      `SELECT ${COLUMNS} FROM identity.erasure_list AS l WHERE l.app_id = $1
       ORDER BY l.created_at DESC, l.receipt_id LIMIT $2`,
      [appId, limit],
    );
  }

  /** Additions to one application one after the other, so that none passes the limit. */
  async lockAdding(tx: Tx, appId: number): Promise<void> {
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('identity.erasure_list', $1))`, [appId]);
  }

  /** How many have not ended · primary key. */
  async countOpen(tx: Tx, appId: number): Promise<number> {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*)::integer AS n FROM identity.erasure_list AS l WHERE l.app_id = $1 AND l.finished_at IS NULL',
      [appId],
    );
    return row?.n ?? 0;
  }

  /** Lets schedulers begin · 1 row · primary key. @returns undefined unless it was counted and nothing else */
  async confirm(tx: Tx, { appId, receiptId }: ErasureListId, origin: Origin): Promise<ErasureList | undefined> {
    return tx.row<ErasureList>(
      `UPDATE identity.erasure_list AS l SET state = 'WAITING', origin = $3, confirmed_at = now(), touched_at = now()
       WHERE l.app_id = $1 AND l.receipt_id = $2 AND l.state = 'COUNTED' RETURNING ${COLUMNS}`,
      [appId, receiptId, JSON.stringify(origin)],
    );
  }

  /** The first part that is not erased · primary key. */
  async findNextPart(tx: Tx, { appId, receiptId }: ErasureListId): Promise<ErasureListPart | undefined> {
    const next = await tx.row<{ part: number; lines: number[]; sealed: Buffer }>(
      `SELECT p.part, p.lines, p.sealed FROM identity.erasure_list_part AS p
       WHERE p.app_id = $1 AND p.receipt_id = $2 AND p.sealed IS NOT NULL ORDER BY p.part LIMIT 1`,
      [appId, receiptId],
    );
    if (!next) {
      return undefined;
    }
    const { part, lines, sealed } = next;
    const extIds = JSON.parse(this.masterKey.open(sealed, sealContext(appId, receiptId, part))) as string[];
    return { part, lines, extIds };
  }

  /** Forgets those that a part named, and adds to the list · 1 row of each table · primary keys. */
  async completePart(
    tx: Tx,
    { appId, receiptId }: ErasureListId,
    part: number,
    wereUsers: readonly boolean[],
  ): Promise<void> {
    const id = [appId, receiptId];
    await tx.affected(
      `UPDATE identity.erasure_list_part AS p SET sealed = NULL, were_users = $4::boolean[]
       WHERE p.app_id = $1 AND p.receipt_id = $2 AND p.part = $3`,
      [...id, part, [...wereUsers]],
    );
    await tx.affected(
      `UPDATE identity.erasure_list AS l SET done = l.done + $3, users = l.users + $4
       WHERE l.app_id = $1 AND l.receipt_id = $2`,
      [...id, wereUsers.length, wereUsers.filter(Boolean).length],
    );
  }

  /**
   * Ends a list, and forgets those that its open parts name · 1 row, and its open parts · primary keys.
   *
   * @param epoch  of the process that ends it; undefined: a member
   * @returns whether it had not ended
   */
  async finish(
    tx: Tx,
    { appId, receiptId }: ErasureListId,
    { state, fault, epoch }: { state: ErasureListState; fault?: string; epoch?: number },
  ): Promise<boolean> {
    const ended = await tx.affected(
      `UPDATE identity.erasure_list AS l SET state = $3, fault = $4, finished_at = now()
       WHERE l.app_id = $1 AND l.receipt_id = $2 AND l.finished_at IS NULL AND ($5::integer IS NULL OR l.epoch = $5)`,
      [appId, receiptId, state, fault ?? null, epoch ?? null],
    );
    if (ended === 0) {
      return false;
    }
    await tx.affected(
      `UPDATE identity.erasure_list_part AS p SET sealed = NULL
       WHERE p.app_id = $1 AND p.receipt_id = $2 AND p.sealed IS NOT NULL`,
      [appId, receiptId],
    );
    return true;
  }

  /** Parts behind one, in their order · primary key. @param after  -1 for the first ones */
  async listParts(
    { appId, receiptId }: ErasureListId,
    after: number,
    limit: number,
  ): Promise<{ part: number; lines: number[]; wereUsers: boolean[] | null }[]> {
    return this.db.rows(
      `SELECT p.part, p.lines, p.were_users AS "wereUsers" FROM identity.erasure_list_part AS p
       WHERE p.app_id = $1 AND p.receipt_id = $2 AND p.part > $3 ORDER BY p.part LIMIT $4`,
      [appId, receiptId, after, limit],
    );
  }

  /** Deletes lists that no one confirmed, and outcomes past their time, of all applications · a scan of a small table. */
  async deleteExpired(tx: Tx, { unconfirmed, ended }: { unconfirmed: Date; ended: Date }): Promise<void> {
    await tx.affected(
      `WITH expired AS (
         DELETE FROM identity.erasure_list AS l
         WHERE l.state = 'COUNTED' AND l.created_at < $1 OR l.finished_at < $2
         RETURNING l.app_id, l.receipt_id)
       DELETE FROM identity.erasure_list_part AS p USING expired AS e
       WHERE p.app_id = e.app_id AND p.receipt_id = e.receipt_id`,
      [unconfirmed, ended],
    );
  }
}
