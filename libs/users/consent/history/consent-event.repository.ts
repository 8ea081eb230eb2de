import { Injectable } from '@nestjs/common';
import { frequencyByNumber, TOPIC_CHANNEL_NAMES, TOPIC_CHANNELS, type Contact } from '#libs/channels/definitions';
import { ALL_EACH, bigintArray, Database, ONE_EACH, type Statements, type Tx } from '#platform/db';
import type { ConsentOrigin } from './consent-origin.sql.js';
import {
  type ConsentEventRow,
  FREQUENCY_SUBJECT,
  numberOfSubject,
  SUBJECT_BY_REFUSAL,
  subjectByNumber,
  type StatedSubject,
  type Refusal,
  type ConsentChange,
} from './consent-event.types.js';

/** A time as a date that is not before it. */
const NEXT_MS = `date_trunc('milliseconds', e.ts + interval '999 microseconds')`;

/** Rows of `users.consent_event`, which triggers write, and imports. */
@Injectable()
export class ConsentEventRepository {
  constructor(private readonly db: Database) {}

  /** The newest changes of one user · up to `limit` rows · consent_event_user · no locks. @param before  a position */
  async findPage(appId: number, uid: number, before: string | null, limit: number): Promise<ConsentEventRow[]> {
    const rows = await this.db.rows<
      Omit<ConsentEventRow, 'subject' | 'channel' | 'frequency'> &
        Record<'subject' | 'channel', number> & { frequency: number | null }
    >(
      `SELECT e.ts AS at, (extract(epoch FROM e.ts) * 1000000)::bigint::text AS position, e.subject, e.value,
              e.category_id AS "categoryId", coalesce(e.channel, 0) AS channel, e.inst_id AS "instId", e.frequency, e.source, e.by,
              coalesce(e.stated_uid, e.uid) AS "statedUid"
       FROM users.consent_event AS e
       WHERE e.vb = $2::bigint % 1024 AND e.app_id = $1 AND e.uid = $2
         AND ($3::bigint IS NULL OR e.ts < 'epoch'::timestamptz + $3::bigint * interval '1 microsecond')
       ORDER BY e.ts DESC LIMIT $4`,
      [appId, uid, before, limit],
    );
    return rows.map(({ subject, categoryId, channel: number, frequency: chosen, ...rest }) => {
      const row = { ...rest, frequency: chosen === null ? null : frequencyByNumber(chosen) };
      const channel = TOPIC_CHANNEL_NAMES.find((name) => TOPIC_CHANNELS[name] === number) ?? null;
      const refused = categoryId === null ? undefined : SUBJECT_BY_REFUSAL.get(categoryId);
      return refused === undefined
        ? { ...row, categoryId, channel, subject: subjectByNumber(subject) }
        : { ...row, categoryId: null, channel, subject: refused };
    });
  }

  /**
   * Counts the people who refused a channel or topic themselves since a moment: by a link, an answer or a mail · an entry
   * of the index for each refusal · consent_event_withdrawal · no locks.
   */
  async countWithdrawn(appId: number, since: Date): Promise<number> {
    const row = await this.db.reads.row<{ people: number }>(
      `SELECT count(*) AS people FROM (
         SELECT DISTINCT e.vb, e.uid FROM users.consent_event AS e
          WHERE e.app_id = $1 AND e.ts >= $2 AND NOT e.value AND e.subject <> 0
            AND e.source IN ('LINK', 'MAIL', 'SMS', 'WHATSAPP', 'CHAT')) AS person`,
      [appId, since],
    );
    return row?.people ?? 0;
  }

  /**
   * Records the consent of users as it stands, for whoever brought them says where it comes from. What the triggers
   * recorded already of the same origin is not recorded twice. Up to 2,000 rows · unique (vb, app_id, ext_id),
   * consent_event_user · no locks.
   */
  async insertStated(
    tx: Tx,
    appId: number,
    { source, by }: ConsentOrigin,
    users: readonly { vb: number; extId: string; subject: StatedSubject }[],
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO users.consent_event (vb, app_id, uid, subject, value, frequency, source, by)
       SELECT u.vb, u.app_id, u.uid, q.subject,
              CASE q.subject WHEN 0 THEN u.tracking WHEN 2 THEN u.email_opt_in WHEN 3 THEN u.sms_opt_in ELSE true END,
              CASE q.subject WHEN ${FREQUENCY_SUBJECT} THEN u.email_frequency END, $5, $6
         FROM unnest($2::smallint[], $3::text[], $4::smallint[]) AS q (vb, ext_id, subject)
         JOIN users.app_user AS u ON u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id
        WHERE NOT EXISTS (
          SELECT FROM users.consent_event AS e
           WHERE e.vb = u.vb AND e.app_id = u.app_id AND e.uid = u.uid AND e.subject = q.subject
             AND e.source = $5 AND e.by = $6)`,
      [
        appId,
        users.map(({ vb }) => vb),
        users.map(({ extId }) => extId),
        users.map(({ subject }) => numberOfSubject(subject)),
        source,
        by,
      ],
    );
  }

  /**
   * Finds users who have refused a channel, or had their address suppressed, since a moment, each with the last refusal ·
   * some users · consent_event_user · no locks.
   *
   * @param ways  `other`: by another way than an answer
   */
  async findRefusedSince(
    on: Statements,
    appId: number,
    { storage, subjects, answersAs }: Contact,
    uids: readonly number[],
    since: Date,
    ways: 'all' | 'other' = 'other',
  ): Promise<Refusal[]> {
    return on.rows<Refusal>(
      `SELECT found.uid, found.at FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT e.uid, ${NEXT_MS} AS at FROM users.consent_event AS e
         WHERE e.vb = q.uid % 1024 AND e.app_id = $1 AND e.uid = q.uid AND e.ts > $3 AND NOT e.value
           AND (e.subject = ANY ($4::smallint[]) OR e.category_id = $5)
           AND NOT ($7 AND e.source = $6 AND e.by IN ('STOP', 'START')) ORDER BY e.ts DESC ${ONE_EACH}) AS found`,
      [
        appId,
        uids,
        since,
        [subjects.user, subjects.address].map(numberOfSubject),
        'refusal' in storage ? storage.refusal : null,
        answersAs,
        ways === 'other',
      ],
    );
  }

  /**
   * Changes of the consent of some users to messages of a channel since a moment, in their order; not to topics · some rows
   * for each · consent_event_user · no locks.
   */
  async findChanges(on: Statements, appId: number, uids: readonly number[], since: Date): Promise<ConsentChange[]> {
    const rows = await on.rows<Omit<ConsentChange, 'subject'> & { subject: number; categoryId: number | null }>(
      `SELECT e.uid, e.ts AS at, e.subject, e.value, e.category_id AS "categoryId", e.inst_id AS "instId", i.platform
       FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.consent_event AS e ON e.vb = (q.uid % 1024)::smallint AND e.app_id = $1 AND e.uid = q.uid AND e.ts > $3
       LEFT JOIN users.installation AS i ON i.vb = e.vb AND i.app_id = e.app_id AND i.uid = e.uid AND i.inst_id = e.inst_id
       WHERE e.subject NOT IN (0, ${FREQUENCY_SUBJECT}) AND (e.category_id IS NULL OR e.category_id < 0)
       ORDER BY e.ts`,
      [appId, bigintArray(uids), since],
    );
    return rows.map(({ subject, categoryId, ...row }) => {
      const refused = categoryId === null ? undefined : SUBJECT_BY_REFUSAL.get(categoryId);
      return { ...row, subject: refused ?? subjectByNumber(subject) };
    });
  }

  /** Finds topics that some users have refused since a moment · some rows · consent_event_user · no locks. */
  async findRefusedTopics(
    on: Statements,
    appId: number,
    uids: readonly number[],
    since: Date,
  ): Promise<(Refusal & { categoryId: number })[]> {
    return on.rows<Refusal & { categoryId: number }>(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT e.uid, e.category_id AS "categoryId", ${NEXT_MS} AS at FROM users.consent_event AS e
         WHERE e.vb = q.uid % 1024 AND e.app_id = $1 AND e.uid = q.uid AND e.ts > $3 AND NOT e.value
           AND e.category_id > 0 ${ALL_EACH}) AS found`,
      [appId, uids, since],
    );
  }

  /** Moves the history of a merged user to the other one · some rows · consent_event_user · locks them. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM users.consent_event AS e
         WHERE e.vb = $2::bigint % 1024 AND e.app_id = $1 AND e.uid = $2 RETURNING e.*)
       INSERT INTO users.consent_event (vb, app_id, uid, ts, inst_id, category_id, channel, subject, value, frequency, source,
         by, stated_uid)
       SELECT $3::bigint % 1024, $1, $3::bigint, m.ts, m.inst_id, m.category_id, m.channel, m.subject, m.value, m.frequency,
              m.source, m.by,
              coalesce(m.stated_uid, m.uid)
       FROM moved AS m`,
      [appId, fromUid, toUid],
    );
  }
}
