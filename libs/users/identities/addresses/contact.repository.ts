import { Injectable } from '@nestjs/common';
import { ALL_EACH, ONE_EACH, Database, type Statements, type Tx } from '#platform/db';
import { addressesSql } from '../model/contact.sql.js';
import { toMailboxKey } from '#platform/spelling';
import { attributeOfAddress } from '../model/contact-values.js';
import { CONTACT_KINDS, contactKey, contactKeys, type ContactKind, type LookupKey } from '../model/lookup-key.js';

/** An address of a user. */
export interface Contact {
  uid: number;
  kind: ContactKind;
  address: string;
}

/** A user and its stored address of one kind. */
export interface UserAddress {
  uid: number;
  address: string;
}

/** First key of this advisory lock; no other lock has it. */
const CONTACT_LOCK = 3_004;

/** A user that consists of an address alone. */
export interface UploadedContact extends Contact {
  vb: number;
}

/** Statements of `users.contact_lookup`. Two transactions touch the same rows only under the lock of the same user. */
@Injectable()
export class ContactRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users that have one of some addresses · rows: a few per address · primary keys of contact_lookup and app_user · no
   * locks. The look-up may be outdated, so the address of the user is compared too. LATERAL keeps each step an index
   * look-up, also on a table without statistics. A look-up and its users are in different buckets, so WITH reads them in turn.
   *
   * @param kind  of any address of its channel: the values tell which
   */
  async findByAddresses(
    appId: number,
    kind: ContactKind,
    addresses: readonly string[],
    on: Statements = this.db,
  ): Promise<UserAddress[]> {
    const keys = addresses.flatMap(contactKeys);
    const rows = await on.rows<{ uid: number; addresses: (string | null)[] }>(
      `WITH hint AS MATERIALIZED (
         SELECT f.uid FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
         CROSS JOIN LATERAL (
           SELECT c.uid FROM users.contact_lookup AS c
           WHERE c.bucket = q.bucket AND c.app_id = $1 AND c.kind = $4 AND c.value_hash = q.hash ${ALL_EACH}) AS f)
       SELECT found.uid, found.addresses FROM hint
       CROSS JOIN LATERAL (
         SELECT u.uid, ${addressesSql('u', kind)} AS addresses FROM users.app_user AS u
         WHERE u.vb = hint.uid % 1024 AND u.app_id = $1 AND u.uid = hint.uid ${ONE_EACH}) AS found`,
      [appId, keys.map((key) => key.bucket), keys.map((key) => key.hash), CONTACT_KINDS[kind]],
    );
    const requested = new Set(addresses.map(toMailboxKey));
    const owners = new Map<number, UserAddress>();
    for (const { uid, addresses: stored } of rows) {
      const address = stored.find((each) => each !== null && requested.has(toMailboxKey(each)));
      if (address) {
        owners.set(uid, { uid, address });
      }
    }
    return [...owners.values()];
  }

  /**
   * Users that have one address, in the order of their uids, a page at a time: a mailbox may have any number ·
   * statements of `most` rows at most · primary keys · no locks.
   *
   * @param keys  of the address, from `contactKeys`
   * @returns `last`: the page after it follows; null: there is none
   */
  async findHolders(
    on: Statements,
    appId: number,
    { kind, keys, after, most }: { kind: ContactKind; keys: readonly LookupKey[]; after: number; most: number },
  ): Promise<{ uids: number[]; last: number | null }> {
    const hints: number[] = [];
    // One statement for each key, so that it reads a page of the primary key in its order.
    for (const { bucket, hash } of keys) {
      const rows = await on.rows<{ uid: number }>(
        `SELECT c.uid FROM users.contact_lookup AS c
          WHERE c.bucket = $2 AND c.app_id = $1 AND c.kind = $3 AND c.value_hash = $4 AND c.uid > $5
          ORDER BY c.uid LIMIT $6`,
        [appId, bucket, CONTACT_KINDS[kind], hash, after, most],
      );
      hints.push(...rows.map(({ uid }) => uid));
    }
    const page = [...new Set(hints)].toSorted((a, b) => a - b).slice(0, most);
    const users = await on.rows<{ uid: number; addresses: (string | null)[] }>(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
         SELECT u.uid, ${addressesSql('u', kind)} AS addresses FROM users.app_user AS u
          WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid ${ONE_EACH}) AS found ORDER BY found.uid`,
      [appId, page],
    );
    const isAsked = (address: string | null): boolean =>
      address !== null && contactKeys(address).some(({ hash }) => keys.some((key) => key.hash.equals(hash)));
    return {
      uids: users.flatMap(({ uid, addresses }) => (addresses.some(isAsked) ? [uid] : [])),
      last: page.length < most ? null : (page.at(-1) ?? null),
    };
  }

  /**
   * Separates uploads of addresses from writes of users until the commit. An upload checks that an address has no user
   * before it inserts one, so it holds the lock alone. Writers that give addresses to users share it.
   */
  async lock(tx: Tx, appId: number, mode: 'shared' | 'alone'): Promise<void> {
    const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    await tx.row(`SELECT ${lock}($1, $2)`, [CONTACT_LOCK, appId]);
  }

  /** Inserts users that consist of an address alone · one row per address · new ids, so no conflicts. */
  async insertUploaded(tx: Tx, appId: number, rows: readonly UploadedContact[]): Promise<void> {
    const address = (kind: ContactKind) => rows.map((row) => (row.kind === kind ? row.address : null));
    await tx.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, email, msisdn, attrs, is_contact)
       SELECT q.vb, $1, q.uid, q.email, q.msisdn, q.attrs::jsonb, true
       FROM unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) AS q (vb, uid, email, msisdn, attrs)
       ORDER BY q.vb, q.uid`,
      [
        appId,
        rows.map((row) => row.vb),
        rows.map((row) => row.uid),
        address('email'),
        address('msisdn'),
        rows.map(toAttributes),
      ],
    );
    await this.insert(tx, appId, rows);
  }

  /**
   * Users that consist of one of these addresses alone · none or a few rows · primary keys of contact_lookup and
   * app_user · no locks · why LATERAL: as in findByAddresses.
   */
  async findUploaded(tx: Tx, appId: number, contacts: readonly Omit<Contact, 'uid'>[]): Promise<number[]> {
    const keys = contacts.flatMap(({ kind, address }) => contactKeys(address).map((key) => ({ ...key, kind })));
    const rows = await tx.rows<{ uid: number }>(
      `WITH hint AS MATERIALIZED (
         SELECT f.uid FROM unnest($2::smallint[], $3::smallint[], $4::bytea[]) AS q (bucket, kind, hash)
         CROSS JOIN LATERAL (
           SELECT c.uid FROM users.contact_lookup AS c
           WHERE c.bucket = q.bucket AND c.app_id = $1 AND c.kind = q.kind AND c.value_hash = q.hash ${ALL_EACH}) AS f)
       SELECT DISTINCT found.uid FROM hint
       CROSS JOIN LATERAL (
         SELECT u.uid FROM users.app_user AS u
         WHERE u.vb = hint.uid % 1024 AND u.app_id = $1 AND u.uid = hint.uid AND u.is_contact ${ONE_EACH}) AS found`,
      [appId, keys.map((key) => key.bucket), keys.map(({ kind }) => CONTACT_KINDS[kind]), keys.map((key) => key.hash)],
    );
    return rows.map((row) => row.uid);
  }

  /** Up to 2000 rows (e-mail and number of each user); for an upload one per address · primary key. */
  async insert(tx: Tx, appId: number, contacts: readonly Contact[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.contact_lookup (bucket, app_id, kind, value_hash, uid)
       SELECT q.bucket, $1, q.kind, q.hash, q.uid
       FROM unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::bigint[]) AS q (bucket, kind, hash, uid)
       ON CONFLICT DO NOTHING`,
      [appId, ...columns(contacts, ({ address }) => [contactKey(address)])],
    );
  }

  /** Up to 2000 rows, and those under the keys of earlier releases · primary key. */
  async delete(tx: Tx, appId: number, contacts: readonly Contact[]): Promise<void> {
    await tx.affected(
      `DELETE FROM users.contact_lookup AS c
       USING unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::bigint[]) AS q (bucket, kind, hash, uid)
       WHERE c.bucket = q.bucket AND c.app_id = $1 AND c.kind = q.kind AND c.value_hash = q.hash AND c.uid = q.uid`,
      [appId, ...columns(contacts, ({ address }) => contactKeys(address))],
    );
  }
}

/** The address among the attributes, as JSON, where it is no column. */
function toAttributes({ kind, address }: Contact): string {
  const attribute = attributeOfAddress(kind);
  return JSON.stringify(attribute === undefined ? {} : { [attribute]: address });
}

function columns(
  contacts: readonly Contact[],
  keysOf: (contact: Contact) => LookupKey[],
): [number[], number[], Buffer[], number[]] {
  const rows = contacts.flatMap((contact) => keysOf(contact).map((key) => ({ ...key, ...contact })));
  return [
    rows.map(({ bucket }) => bucket),
    rows.map(({ kind }) => CONTACT_KINDS[kind]),
    rows.map(({ hash }) => hash),
    rows.map(({ uid }) => uid),
  ];
}
