import { Injectable } from '@nestjs/common';
import { bigintArray, Database, integerArray, prepared, textArray } from '#platform/db';

/** A mail to a member. @property tries  attempts before this one */
export interface MemberMail {
  appId: number;
  mailId: number;
  memberId: number;
  kind: 'alarms' | 'digest';
  tries: number;
}

/** A digest that is due. @property slot  the time that it is of: a member gets one of each */
export interface DueDigest {
  appId: number;
  memberId: number;
  slot: Date;
}

export type MailOutcome = 'SENT' | 'FAILED' | 'DROPPED';

/** Statements of `journeys.member_mail`. */
@Injectable()
export class MemberMailRepository {
  constructor(private readonly db: Database) {}

  /** Adds digests that are not there · member_mail_slot. */
  async addDigests(digests: readonly DueDigest[]): Promise<void> {
    await this.db.affected(
      `INSERT INTO journeys.member_mail (app_id, member_id, slot, kind)
       SELECT q.app_id, q.member_id, q.slot, 'digest'
         FROM unnest($1::integer[], $2::bigint[], $3::timestamptz[]) AS q (app_id, member_id, slot)
        WHERE NOT EXISTS (SELECT FROM journeys.member_mail AS m WHERE m.app_id = q.app_id
                             AND m.member_id = q.member_id AND m.slot = q.slot AND m.kind = 'digest')
       ON CONFLICT DO NOTHING`,
      [
        integerArray(digests.map(({ appId }) => appId)),
        bigintArray(digests.map(({ memberId }) => memberId)),
        textArray(digests.map(({ slot }) => slot.toISOString())),
      ],
    );
  }

  /** The next mail that is due. Others may find it too: the claim decides · member_mail_due. */
  async findNext(): Promise<MemberMail | undefined> {
    return this.db.row<MemberMail>(
      prepared(`SELECT m.app_id AS "appId", m.mail_id AS "mailId", m.member_id AS "memberId", m.kind, m.tries
         FROM journeys.member_mail AS m WHERE m.due_at <= now() ORDER BY m.due_at LIMIT 1`),
    );
  }

  /**
   * Takes a mail right before it leaves. From then on no other process does, also when this one dies: whether it has left is
   * then unknown · primary key.
   *
   * @returns false where another process has it
   */
  async claim({ appId, mailId }: MemberMail): Promise<boolean> {
    const changed = await this.db.affected(
      `UPDATE journeys.member_mail AS m SET due_at = NULL, outcome = 'UNKNOWN', tries = m.tries + 1
        WHERE m.app_id = $1 AND m.mail_id = $2 AND m.due_at <= now()`,
      [appId, mailId],
    );
    return changed === 1;
  }

  /** Ends a mail · primary key. */
  async end({ appId, mailId }: MemberMail, outcome: MailOutcome): Promise<void> {
    await this.db.affected(
      'UPDATE journeys.member_mail SET due_at = NULL, outcome = $3 WHERE app_id = $1 AND mail_id = $2',
      [appId, mailId, outcome],
    );
  }

  /** Puts off a mail that no process has claimed · primary key. */
  async delay({ appId, mailId }: MemberMail, afterMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE journeys.member_mail AS m SET due_at = now() + $3 * interval '1 millisecond'
        WHERE m.app_id = $1 AND m.mail_id = $2 AND m.due_at <= now()`,
      [appId, mailId, afterMs],
    );
  }

  /** Lets a claimed mail that has not left be taken again · primary key. */
  async postpone({ appId, mailId }: MemberMail, afterMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE journeys.member_mail SET outcome = NULL, due_at = now() + $3 * interval '1 millisecond'
        WHERE app_id = $1 AND mail_id = $2`,
      [appId, mailId, afterMs],
    );
  }

  /** A small table. @param days  by the clock that gave the rows their time */
  async deleteOlder(days: number): Promise<void> {
    await this.db.affected(`DELETE FROM journeys.member_mail AS m WHERE m.created_at < now() - $1 * interval '1 day'`, [
      days,
    ]);
  }
}
