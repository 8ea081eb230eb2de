import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import { CONTACT_KINDS, contactKey, lookupKey, type ContactKind } from '#libs/users/identities';
import type { HeardWords, TimedWord } from './consent-word.js';

/** First key of this advisory lock; no other lock has it. */
const WORD_LOCK = 3_178;

/** An address of one application. */
export interface WordPlace {
  appId: number;
  kind: ContactKind;
  address: string;
}

/** Statements of `users.consent_word` and `users.consent_word_id`. Addresses are compared by their keys. */
@Injectable()
export class ConsentWordRepository {
  constructor(private readonly db: Database) {}

  /** Lets one transaction at a time decide about an address. */
  async lock(on: Statements, { address }: WordPlace): Promise<void> {
    await on.row('SELECT pg_advisory_xact_lock($1, $2)', [WORD_LOCK, contactKey(address).hash.readInt32BE(0)]);
  }

  /** One row · primary keys · no locks. @param id  of the next message, where it has one */
  async find(on: Statements, { appId, kind, address }: WordPlace, id: string | undefined): Promise<HeardWords> {
    const { bucket, hash } = contactKey(address);
    const row = await on.row<{ at: Date | null; isStop: boolean | null; isHeard: boolean }>(
      `SELECT w.said_at AS at, w.is_stop AS "isStop",
              EXISTS (SELECT FROM users.consent_word_id AS i
                       WHERE i.bucket = $1 AND i.app_id = $2 AND i.kind = $3 AND i.value_hash = $4 AND i.id_hash = $5)
              AS "isHeard"
         FROM (VALUES (1)) AS one
         LEFT JOIN users.consent_word AS w
           ON w.bucket = $1 AND w.app_id = $2 AND w.kind = $3 AND w.value_hash = $4`,
      [bucket, appId, CONTACT_KINDS[kind], hash, id === undefined ? null : lookupKey(id).hash],
    );
    const at = row?.at ?? null;
    return {
      last: at === null ? undefined : { command: row?.isStop === true ? 'stop' : 'start', at },
      isHeard: row?.isHeard ?? false,
    };
  }

  /** Replaces the last word of an address · 1 row, primary key. */
  async replace(on: Statements, { appId, kind, address }: WordPlace, { command, at }: TimedWord): Promise<void> {
    const { bucket, hash } = contactKey(address);
    await on.affected(
      `INSERT INTO users.consent_word (bucket, app_id, kind, value_hash, said_at, is_stop) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (bucket, app_id, kind, value_hash) DO UPDATE SET said_at = excluded.said_at, is_stop = excluded.is_stop`,
      [bucket, appId, CONTACT_KINDS[kind], hash, at, command === 'stop'],
    );
  }

  /** Keeps the id of a message · 1 row, primary key. */
  async insertId(on: Statements, { appId, kind, address }: WordPlace, id: string, heardAt: Date): Promise<void> {
    const { bucket, hash } = contactKey(address);
    await on.affected(
      `INSERT INTO users.consent_word_id (bucket, app_id, kind, value_hash, id_hash, heard_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [bucket, appId, CONTACT_KINDS[kind], hash, lookupKey(id).hash, heardAt],
    );
  }

  /** Deletes ids of all applications that are older · some rows · consent_word_id_heard_at. */
  async deleteIdsBefore(before: Date): Promise<number> {
    return this.db.affected('DELETE FROM users.consent_word_id AS i WHERE i.heard_at < $1', [before]);
  }
}
