import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import { CONTACT_KINDS, contactKey, type ContactKind } from '../lookup-key.js';

/** A user and the address of one kind, as it is stored. */
export interface UserAddress {
  uid: number;
  address: string;
}

/** Reads of `users.contact_lookup` beside the users that it names. */
@Injectable()
export class AddressLookupRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users that have one of some addresses · rows: a few per address · primary keys of contact_lookup and app_user · no
   * locks. The look-up is a hint that may outlive a change, so the address itself is compared, whatever its case. LATERAL
   * keeps each step an index look-up also on a table without statistics; OFFSET 0 because an address may have many users.
   */
  async findByAddresses(
    appId: number,
    kind: ContactKind,
    addresses: readonly string[],
    on: Statements = this.db,
  ): Promise<UserAddress[]> {
    const keys = addresses.map(contactKey);
    const rows = await on.rows<UserAddress>(
      `SELECT found.uid, found.address
       FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       CROSS JOIN LATERAL (
         SELECT c.uid FROM users.contact_lookup AS c
         WHERE c.bucket = q.bucket AND c.app_id = $1 AND c.kind = $4 AND c.value_hash = q.hash OFFSET 0) AS hint
       CROSS JOIN LATERAL (
         SELECT u.uid, u.${kind} AS address FROM users.app_user AS u
         WHERE u.vb = hint.uid % 1024 AND u.app_id = $1 AND u.uid = hint.uid AND u.${kind} IS NOT NULL LIMIT 1) AS found`,
      [appId, keys.map((key) => key.bucket), keys.map((key) => key.hash), CONTACT_KINDS[kind]],
    );
    const requestedAddresses = new Set(addresses.map((address) => address.toLowerCase()));
    return rows.filter(({ address }) => requestedAddresses.has(address.toLowerCase()));
  }
}
