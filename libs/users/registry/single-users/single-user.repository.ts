import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { AttributeValue } from '#libs/users/profiles';

/** A user's row without its uid. */
export interface UserContent {
  extId: string | null;
  email: string | null;
  msisdn: string | null;
  emailOptIn: boolean;
  smsOptIn: boolean;
  /** Null: nothing was said of tracking. */
  tracking: boolean | null;
  /** A number of `numberOfFrequency`. */
  emailFrequency: number;
  attrs: Record<string, AttributeValue>;
  tags: number[];
}

/** New values of a row. Addresses and consent are the final ones. */
export interface NewContent extends Pick<
  UserContent,
  'email' | 'msisdn' | 'emailOptIn' | 'smsOptIn' | 'tracking' | 'emailFrequency'
> {
  attrs: ReadonlyMap<number, AttributeValue>;
  tags: readonly number[];
}

const CONTENT = `u.ext_id AS "extId", u.email, u.msisdn, u.email_opt_in AS "emailOptIn", u.sms_opt_in AS "smsOptIn",
  u.tracking, u.email_frequency AS "emailFrequency", u.attrs, u.tags`;

/** Statements that write one user by its uid, anonymous or named. */
@Injectable()
export class SingleUserRepository {
  /** Reads a user and locks it until the commit · 1 row, primary key. */
  async lock(tx: Tx, appId: number, uid: number): Promise<UserContent | undefined> {
    return tx.row<UserContent>(
      `SELECT ${CONTENT} FROM users.app_user AS u
       WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 FOR NO KEY UPDATE`,
      [appId, uid],
    );
  }

  /**
   * Deletes an anonymous user that just lost its last installation · 1 row, primary key.
   *
   * @param onlyAttrIds  keeps a user with other attributes, a tag, an address or a statement of consent; null: deletes any
   * @returns its content; undefined when the user is named or has another installation, and stays
   */
  async deleteOrphanedAnonymous(
    tx: Tx,
    appId: number,
    uid: number,
    onlyAttrIds: readonly number[] | null,
  ): Promise<UserContent | undefined> {
    return tx.row<UserContent>(
      `DELETE FROM users.app_user AS u
       WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 AND u.ext_id IS NULL
         AND NOT EXISTS (SELECT FROM users.installation AS i WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid)
         AND ($3::text[] IS NULL OR (
           u.email IS NULL AND u.msisdn IS NULL AND u.email_opt_in AND u.sms_opt_in AND u.tracking IS NULL
           AND u.email_frequency = 0 AND u.tags = '{}'
           AND u.attrs - $3::text[] = '{}' AND NOT EXISTS (
             SELECT FROM users.category_optout AS o WHERE o.vb = u.vb AND o.app_id = u.app_id AND o.uid = u.uid)
           AND NOT EXISTS (
             SELECT FROM users.topic_choice AS c WHERE c.vb = u.vb AND c.app_id = u.app_id AND c.uid = u.uid)))
       RETURNING ${CONTENT}`,
      [appId, uid, onlyAttrIds && onlyAttrIds.map(String)],
    );
  }

  /**
   * Writes a locked user, unless nothing changes · 1 row, primary key.
   *
   * @param keepExisting  whether existing attributes stay as they are
   * @returns whether anything changed
   */
  async write(tx: Tx, appId: number, uid: number, content: NewContent, keepExisting: boolean): Promise<boolean> {
    const attrs = keepExisting ? '$3::jsonb || u.attrs' : 'u.attrs || $3::jsonb';
    const changed = await tx.affected(
      `UPDATE users.app_user AS u
       SET attrs = ${attrs}, email = $5, msisdn = $6, email_opt_in = $7, sms_opt_in = $8, tracking = $9, email_frequency = $10,
           updated_at = now(),
           tags = ARRAY(SELECT DISTINCT t.id FROM unnest(u.tags || $4::integer[]) AS t (id) ORDER BY t.id)
       WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2
         AND (NOT u.tags @> $4::integer[] OR (${attrs}, $5::text, $6::text, $7::boolean, $8::boolean, $9::boolean, $10::smallint)
              IS DISTINCT FROM (u.attrs, u.email, u.msisdn, u.email_opt_in, u.sms_opt_in, u.tracking, u.email_frequency))`,
      [
        appId,
        uid,
        JSON.stringify(Object.fromEntries(content.attrs)),
        content.tags,
        content.email,
        content.msisdn,
        content.emailOptIn,
        content.smsOptIn,
        content.tracking,
        content.emailFrequency,
      ],
    );
    return changed > 0;
  }

  /** Removes tags from a locked user · 1 row, primary key. @returns whether the user had one of them */
  async removeTags(tx: Tx, appId: number, uid: number, tags: readonly number[]): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.app_user AS u
       SET tags = ARRAY(SELECT t.id FROM unnest(u.tags) AS t (id) WHERE t.id <> ALL ($3::integer[]) ORDER BY t.id),
           updated_at = now()
       WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 AND u.tags && $3::integer[]`,
      [appId, uid, tags],
    );
    return changed > 0;
  }

  /** Deletes the survived removals of a user · none or a few rows · primary key. */
  async deleteSurvivals(tx: Tx, appId: number, uid: number): Promise<void> {
    await tx.affected(
      'DELETE FROM users.removal_survivor AS s WHERE s.vb = $2::bigint % 1024 AND s.app_id = $1 AND s.uid = $2',
      [appId, uid],
    );
  }
}
