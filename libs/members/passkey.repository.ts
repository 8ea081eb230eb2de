import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

export type ChallengePurpose = 'sign-in' | 'proof' | 'register';

/** A passkey as its member sees it. */
export interface Passkey {
  passkeyId: number;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

/**
 * Credential that a proof is checked against.
 *
 * @property counter     uses that the authenticator counted; 0 where it counts none
 * @property sharedWith  other members who may have registered it
 */
export interface StoredCredential {
  passkeyId: number;
  memberId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  sharedWith: number[];
}

const CREDENTIAL = `p.passkey_id AS "passkeyId", p.member_id AS "memberId", p.credential_id AS "credentialId",
  p.public_key AS "publicKey", p.counter::bigint AS counter, p.transports,
  p.shared_with AS "sharedWith"`;

@Injectable()
export class PasskeyRepository {
  constructor(private readonly db: Database) {}

  /** Stores a question, and forgets those that no one answered · one row · the index on ends_at. */
  async insertChallenge(
    challengeHash: Buffer,
    { purpose, memberId }: { purpose: ChallengePurpose; memberId: number | null },
    now: Date,
    endsAt: Date,
  ): Promise<void> {
    await this.db.affected(
      `WITH old AS (DELETE FROM members.challenge AS c WHERE c.ends_at <= $4)
       INSERT INTO members.challenge (challenge_hash, purpose, member_id, ends_at) VALUES ($1, $2, $3, $5)`,
      [challengeHash, purpose, memberId, now, endsAt],
    );
  }

  /** Takes a question out; of several answers at once one finds it · primary key. */
  async takeChallenge(
    challengeHash: Buffer,
    purpose: ChallengePurpose,
    memberId: number | null,
    now: Date,
  ): Promise<boolean> {
    const rows = await this.db.affected(
      `DELETE FROM members.challenge AS c
        WHERE c.challenge_hash = $1 AND c.purpose = $2 AND c.member_id IS NOT DISTINCT FROM $3 AND c.ends_at > $4`,
      [challengeHash, purpose, memberId, now],
    );
    return rows === 1;
  }

  async findCredential(credentialId: Buffer): Promise<StoredCredential | undefined> {
    return this.db.row<StoredCredential>(`SELECT ${CREDENTIAL} FROM members.passkey AS p WHERE p.credential_id = $1`, [
      credentialId,
    ]);
  }

  async listCredentials(memberId: number): Promise<StoredCredential[]> {
    return this.db.rows<StoredCredential>(
      `SELECT ${CREDENTIAL} FROM members.passkey AS p WHERE p.member_id = $1 ORDER BY p.passkey_id`,
      [memberId],
    );
  }

  async listPasskeys(memberId: number): Promise<Passkey[]> {
    return this.db.rows<Passkey>(
      `SELECT p.passkey_id AS "passkeyId", p.name, p.created_at AS "createdAt", p.used_at AS "usedAt"
         FROM members.passkey AS p WHERE p.member_id = $1 ORDER BY p.passkey_id`,
      [memberId],
    );
  }

  async hasPasskeys(): Promise<boolean> {
    return (await this.db.row('SELECT FROM members.passkey LIMIT 1')) !== undefined;
  }

  /** @returns false where another member has the same credential */
  async insertPasskey(
    tx: Tx,
    { memberId, credentialId, publicKey, counter, transports, sharedWith }: Omit<StoredCredential, 'passkeyId'>,
    name: string,
    createdAt: Date,
  ): Promise<boolean> {
    const rows = await tx.affected(
      `INSERT INTO members.passkey (credential_id, member_id, public_key, counter, transports, name, created_at,
                                    shared_with)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bigint[]) ON CONFLICT DO NOTHING`,
      [credentialId, memberId, publicKey, counter, transports, name, createdAt, sharedWith],
    );
    return rows === 1;
  }

  /** Notes a use. @returns false where another use has reported a later counter in the meantime */
  async touchPasskey(tx: Tx, passkeyId: number, counter: number, usedAt: Date): Promise<boolean> {
    const rows = await tx.affected(
      `UPDATE members.passkey AS p SET counter = $2, used_at = $3
        WHERE p.passkey_id = $1 AND (p.counter < $2 OR p.counter = 0 AND $2 = 0)`,
      [passkeyId, counter, usedAt],
    );
    return rows === 1;
  }

  async deletePasskey(tx: Tx, memberId: number, passkeyId: number): Promise<string | undefined> {
    const row = await tx.row<{ name: string }>(
      'DELETE FROM members.passkey AS p WHERE p.member_id = $1 AND p.passkey_id = $2 RETURNING p.name',
      [memberId, passkeyId],
    );
    return row?.name;
  }
}
