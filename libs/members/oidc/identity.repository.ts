import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

/** A person's identity at a provider. It never gives the pair to another person (OpenID Connect Core, section 2). */
export interface Identity {
  issuer: string;
  subject: string;
}

/**
 * @property givesGrants  whether the groups of the provider decide what the member may do
 * @property sharedWith   other members who may have connected it
 */
export interface KnownIdentity extends Identity {
  memberId: number;
  givesGrants: boolean;
  sharedWith: readonly number[];
}

@Injectable()
export class IdentityRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key. */
  async findIdentity(tx: Tx, { issuer, subject }: Identity): Promise<KnownIdentity | undefined> {
    return tx.row<KnownIdentity>(
      `SELECT i.issuer, i.subject, i.member_id AS "memberId", i.gives_grants AS "givesGrants",
              i.shared_with AS "sharedWith"
         FROM members.identity AS i WHERE i.issuer = $1 AND i.subject = $2`,
      [issuer, subject],
    );
  }

  /** @returns false where the identity belongs to a member, or the member has another of this provider */
  async insertIdentity(tx: Tx, identity: KnownIdentity, now: Date): Promise<boolean> {
    const { issuer, subject, memberId, givesGrants, sharedWith } = identity;
    const rows = await tx.affected(
      `INSERT INTO members.identity (issuer, subject, member_id, gives_grants, created_at, used_at, shared_with)
       VALUES ($1, $2, $3, $4, $5, $5, $6::bigint[]) ON CONFLICT DO NOTHING`,
      [issuer, subject, memberId, givesGrants, now, sharedWith],
    );
    return rows === 1;
  }

  /** One row · primary key. */
  async touchIdentity(tx: Tx, { issuer, subject }: Identity, now: Date): Promise<void> {
    await tx.affected('UPDATE members.identity AS i SET used_at = $3 WHERE i.issuer = $1 AND i.subject = $2', [
      issuer,
      subject,
      now,
    ]);
  }

  /** Tests if a member has an identity of a provider · one row · unique index on member_id and issuer. */
  async hasIdentity(memberId: number, issuer: string): Promise<boolean> {
    const row = await this.db.row('SELECT FROM members.identity AS i WHERE i.member_id = $1 AND i.issuer = $2', [
      memberId,
      issuer,
    ]);
    return row !== undefined;
  }

  /** Forgets what a member connected by hand. @returns whether there was something */
  async deleteIdentity(tx: Tx, memberId: number, issuer: string): Promise<boolean> {
    const rows = await tx.affected(
      'DELETE FROM members.identity AS i WHERE i.member_id = $1 AND i.issuer = $2 AND NOT i.gives_grants',
      [memberId, issuer],
    );
    return rows > 0;
  }
}
