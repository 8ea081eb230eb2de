import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { addressSql } from '#libs/users/identities';
import { Injectable } from '@nestjs/common';
import { ALL_EACH, ONE_EACH, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';

/** Tables keyed by user. */
const USER_TABLES = [
  'users.installation_location',
  'users.installation',
  'users.category_optout',
  'users.topic_choice',
  'users.opt_in_request',
  'users.opt_in_proof',
  'users.removal_survivor',
  'users.alias',
  'users.installation_past',
  'users.consent_event',
  'users.search_entry',
] as const;

/** Number of deleted rows, by table. */
export type ErasedCounts = Record<string, number>;

/** Everything by which other modules may know a user. */
export interface Subject {
  uid: number;
  extId: string;
  /** Addresses of all kinds. */
  addresses: string[];
  /** Tokens of the installations, retired ones included. */
  tokens: string[];
}

/** A deleted user with the addresses of all kinds that it had. */
export type ErasedUser = Pick<Subject, 'uid' | 'addresses'>;

const ADDRESSES = ADDRESS_KINDS.map((kind) => addressSql('u', kind)).join(', ');

/** Deletes everything that this module holds of some users. */
@Injectable()
export class UserErasureRepository {
  /** Users by extId · up to 1000 rows · unique (vb, app_id, ext_id), then primary key · no locks. */
  async findSubjects(tx: Tx, appId: number, extIds: readonly string[]): Promise<Subject[]> {
    return tx.rows<Subject>(
      `SELECT found.* FROM unnest($2::smallint[], $3::text[]) AS q (vb, ext_id)
       CROSS JOIN LATERAL (
         SELECT u.uid, u.ext_id AS "extId", array_remove(ARRAY[${ADDRESSES}], NULL) AS addresses,
                ARRAY(SELECT i.token FROM users.installation AS i
                      WHERE i.vb = u.vb AND i.app_id = $1 AND i.uid = u.uid AND i.token IS NOT NULL) AS tokens
         FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id ${ONE_EACH}) AS found`,
      [appId, extIds.map((extId) => bucketOf(appId, extId)), extIds],
    );
  }

  /**
   * Deletes the users themselves. This comes first, so that a concurrent registration waits for the end · up to 1000
   * rows · primary key · locks: those rows.
   *
   * @returns the users that existed
   */
  async deleteUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<ErasedUser[]> {
    const rows = await tx.rows<ErasedUser>(
      `DELETE FROM users.app_user AS u
       USING (SELECT n.uid FROM unnest($2::bigint[]) AS n (uid) ORDER BY n.uid % 1024, n.uid) AS q
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid RETURNING u.uid, array_remove(ARRAY[${ADDRESSES}], NULL) AS addresses`,
      [appId, uids],
    );
    if (rows.length > 0 && tx.isDistributed) {
      // A trigger counts on one server. There a worker cannot write into a table of the coordinator.
      await tx.row('SELECT users.count_departure($1)', [appId]);
    }
    return rows;
  }

  /** Look-ups of every present and former token · token_lookup_installation. Before the installations, as in batches. */
  async deleteTokens(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM users.token_lookup AS t
       USING (SELECT found.inst_id FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
                SELECT i.inst_id FROM users.installation AS i
                WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid ${ALL_EACH}) AS found) AS erased
       WHERE t.app_id = $1 AND t.inst_id = erased.inst_id`,
      [appId, uids],
    );
  }

  /** Buckets of moved installations · primary keys. Before the installations, because it reads them. */
  async deleteInstallationHomes(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM users.installation_home AS h
       USING (SELECT found.inst_id FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
                SELECT i.inst_id FROM users.installation AS i
                WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid ${ALL_EACH}) AS found) AS erased
       WHERE h.vb = erased.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = erased.inst_id`,
      [appId, uids],
    );
  }

  /** Installations and the other rows of a user · some rows of each table · primary keys. */
  async deleteUserTables(tx: Tx, appId: number, uids: readonly number[]): Promise<ErasedCounts> {
    const counts: ErasedCounts = {};
    for (const table of USER_TABLES) {
      counts[table] = await tx.affected(
        `DELETE FROM ${table} AS t USING unnest($2::bigint[]) AS q (uid)
         WHERE t.vb = q.uid % 1024 AND t.app_id = $1 AND t.uid = q.uid`,
        [appId, uids],
      );
    }
    return counts;
  }

  /** Aliases that lead to these users · alias_to_uid. */
  async deleteAliases(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected('DELETE FROM users.alias AS a WHERE a.app_id = $1 AND a.to_uid = ANY ($2::bigint[])', [
      appId,
      uids,
    ]);
  }

  /**
   * Deletes words that came from the addresses of some users: ids of messages, and a START that was the last word. A STOP
   * stays with the suppression that it made. Before the look-ups, because it reads them · few rows · contact_lookup_user,
   * primary keys.
   */
  async deleteWords(tx: Tx, appId: number, uids: readonly number[]): Promise<ErasedCounts> {
    const deleteOf = (table: string, which: string): Promise<number> =>
      tx.affected(
        `WITH q AS MATERIALIZED (
           SELECT DISTINCT c.bucket, c.kind, c.value_hash FROM users.contact_lookup AS c
           WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[]))
         DELETE FROM ${table} AS w USING q
         WHERE w.bucket = q.bucket AND w.app_id = $1 AND w.kind = q.kind AND w.value_hash = q.value_hash AND ${which}`,
        [appId, uids],
      );
    return {
      'users.consent_word': await deleteOf('users.consent_word', 'NOT w.is_stop'),
      'users.consent_word_id': await deleteOf('users.consent_word_id', 'true'),
    };
  }

  /** Forms with the addresses of some users, of before they were users. Before the look-ups · few rows, all are read. */
  async deleteSubscriptions(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `WITH q AS MATERIALIZED (
         SELECT DISTINCT c.value_hash FROM users.contact_lookup AS c
         WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[]))
       DELETE FROM users.subscription AS s USING q WHERE s.app_id = $1 AND s.value_hash = q.value_hash`,
      [appId, uids],
    );
  }

  /** Look-ups of every present and former address · contact_lookup_user. */
  async deleteContacts(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected('DELETE FROM users.contact_lookup AS c WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[])', [
      appId,
      uids,
    ]);
  }
}
