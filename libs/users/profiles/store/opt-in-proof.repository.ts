import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { OptIn } from './opt-in-request.repository.js';

/**
 * The evidence that a person confirmed an opt-in.
 *
 * @property messageId  of the confirmation
 * @property textHash   SHA-256 of its text, in hexadecimal
 * @property source     who asked for the opt-in, as in the history of consent
 */
export interface OptInProof {
  askedAt: Date;
  confirmedAt: Date;
  messageId: string;
  address: string;
  textHash: string;
  source: string;
  by: string;
}

/** Rows of `users.opt_in_proof`, which stay with the user. */
@Injectable()
export class OptInProofRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key. */
  async insert(tx: Tx, appId: number, { uid, categoryId, channel }: OptIn, proof: OptInProof): Promise<void> {
    await tx.affected(
      `INSERT INTO users.opt_in_proof
         (vb, app_id, uid, category_id, channel, confirmed_at, asked_at, message_id, address, text_hash, source, by)
       VALUES ($2::bigint % 1024, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
      [
        appId,
        uid,
        categoryId,
        channel,
        proof.confirmedAt,
        proof.askedAt,
        proof.messageId,
        proof.address,
        proof.textHash,
        proof.source,
        proof.by,
      ],
    );
  }

  /** Proofs of one user, newest first · some rows · primary key · no locks. */
  async find(appId: number, uid: number, on: Statements = this.db): Promise<(OptIn & OptInProof)[]> {
    return on.rows<OptIn & OptInProof>(
      `SELECT p.uid, p.category_id AS "categoryId", p.channel, p.confirmed_at AS "confirmedAt",
              p.asked_at AS "askedAt", p.message_id AS "messageId", p.address, p.text_hash AS "textHash", p.source, p.by
         FROM users.opt_in_proof AS p
        WHERE p.vb = $2::bigint % 1024 AND p.app_id = $1 AND p.uid = $2 ORDER BY p.confirmed_at DESC`,
      [appId, uid],
    );
  }

  /** Moves the proofs of a merged user to the other one · some rows · primary key · locks them. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM users.opt_in_proof AS p
          WHERE p.vb = $2::bigint % 1024 AND p.app_id = $1 AND p.uid = $2 RETURNING p.*)
       INSERT INTO users.opt_in_proof
         (vb, app_id, uid, category_id, channel, confirmed_at, asked_at, message_id, address, text_hash, source, by)
       SELECT $3::bigint % 1024, $1, $3::bigint, m.category_id, m.channel, m.confirmed_at, m.asked_at, m.message_id,
              m.address, m.text_hash, m.source, m.by FROM moved AS m
       ON CONFLICT DO NOTHING`,
      [appId, fromUid, toUid],
    );
  }
}
