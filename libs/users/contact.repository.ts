import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { CONTACT_KINDS, contactKey, type ContactKind } from './lookup-key.js';

/** An address that a user has from now on, or no longer has. */
export interface ContactOfUser {
  uid: number;
  kind: ContactKind;
  address: string;
}

/** Statements of `users.contact_lookup`. Two transactions meet on its rows only after the lock on the same user. */
@Injectable()
export class ContactRepository {
  /** Up to 2000 rows (e-mail and number of each user) · primary key. */
  async insert(tx: Tx, appId: number, contacts: readonly ContactOfUser[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.contact_lookup (bucket, app_id, kind, value_hash, uid)
       SELECT q.bucket, $1, q.kind, q.hash, q.uid
       FROM unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::bigint[]) AS q (bucket, kind, hash, uid)
       ON CONFLICT DO NOTHING`,
      [appId, ...columns(contacts)],
    );
  }

  /** Up to 2000 rows · primary key. */
  async delete(tx: Tx, appId: number, contacts: readonly ContactOfUser[]): Promise<void> {
    await tx.affected(
      `DELETE FROM users.contact_lookup AS c
       USING unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::bigint[]) AS q (bucket, kind, hash, uid)
       WHERE c.bucket = q.bucket AND c.app_id = $1 AND c.kind = q.kind AND c.value_hash = q.hash AND c.uid = q.uid`,
      [appId, ...columns(contacts)],
    );
  }
}

function columns(contacts: readonly ContactOfUser[]): [number[], number[], Buffer[], number[]] {
  const keys = contacts.map((contact) => contactKey(contact.address));
  return [
    keys.map((key) => key.bucket),
    contacts.map((contact) => CONTACT_KINDS[contact.kind]),
    keys.map((key) => key.hash),
    contacts.map((contact) => contact.uid),
  ];
}
