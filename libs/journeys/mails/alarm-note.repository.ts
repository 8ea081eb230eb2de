import { Injectable } from '@nestjs/common';
import { bigintArray, prepared, type Statements, type Tx } from '#platform/db';
import type { Alarm } from '../watching/alarm.types.js';
import type { MemberMail } from './member-mail.repository.js';

/** Changes of one run, for an application. */
const MOST_CHANGES = 1000;
/** The journeys of one hour are looked at within a minute: their alarms go into one mail. */
const GATHER = '1 minute';
/** Pause between mails: alarms change at full hours. After four mails within a day the next ones take more together. */
const PAUSE = { usual: '55 minutes', long: '235 minutes', after: 4 };

/** A change of an alarm, for a reader. @property isEnd  else its beginning */
export interface NotedAlarm extends Pick<
  Alarm,
  'journeyId' | 'kind' | 'node' | 'hours' | 'seen' | 'usual' | 'beganAt' | 'endedAt'
> {
  journey: string;
  isEnd: boolean;
}

/** Statements of `journeys.alarm_note`: changes of alarms that members are to read. */
@Injectable()
export class AlarmNoteRepository {
  /** Applications with changes that have no notes · alarm_to_note. */
  async listApps(on: Statements): Promise<number[]> {
    const rows = await on.rows<{ appId: number }>(
      prepared(`SELECT DISTINCT a.app_id AS "appId" FROM journeys.alarm AS a
        WHERE a.noted = 0 OR (a.noted = 1 AND a.ended_at IS NOT NULL)`),
    );
    return rows.map(({ appId }) => appId);
  }

  /** Tests if notes wait for a mail · alarm_note_open. */
  async hasOpen(on: Statements): Promise<boolean> {
    const row = await on.row<{ has: boolean }>(
      prepared('SELECT EXISTS (SELECT FROM journeys.alarm_note AS n WHERE n.mail_id IS NULL) AS has'),
    );
    return row?.has ?? false;
  }

  /** Writes notes of changes, each once for each member, in one statement · alarm_to_note. */
  async write(on: Statements, appId: number, memberIds: readonly number[]): Promise<void> {
    await on.affected(
      `WITH changed AS (
         UPDATE journeys.alarm AS a SET noted = CASE WHEN a.ended_at IS NULL THEN 1 ELSE 2 END
           FROM (SELECT d.alarm_id, d.noted FROM journeys.alarm AS d
                  WHERE d.app_id = $1 AND (d.noted = 0 OR (d.noted = 1 AND d.ended_at IS NOT NULL))
                  ORDER BY d.alarm_id LIMIT ${MOST_CHANGES} FOR UPDATE SKIP LOCKED) AS q
          WHERE a.app_id = $1 AND a.alarm_id = q.alarm_id
         RETURNING a.alarm_id, q.noted AS before, a.noted AS now)
       INSERT INTO journeys.alarm_note (app_id, alarm_id, member_id, is_end)
       SELECT $1, c.alarm_id, m, e.is_end
         FROM changed AS c
        CROSS JOIN unnest($2::bigint[]) AS m
        CROSS JOIN (VALUES (false), (true)) AS e (is_end)
        WHERE CASE WHEN e.is_end THEN c.now = 2 ELSE c.before = 0 END`,
      [appId, bigintArray(memberIds)],
    );
  }

  /**
   * Puts the open notes of each member into one mail, unless the last one left a short while ago. One process does so at a
   * time · alarm_note_open.
   */
  async gather(tx: Tx): Promise<void> {
    await tx.affected('LOCK TABLE journeys.alarm_note IN SHARE ROW EXCLUSIVE MODE');
    await tx.affected(
      prepared(`WITH ready AS (
         SELECT n.app_id, n.member_id FROM journeys.alarm_note AS n
          WHERE n.mail_id IS NULL
          GROUP BY n.app_id, n.member_id
         HAVING min(n.created_at) <= now() - interval '${GATHER}'
       ), made AS (
         INSERT INTO journeys.member_mail (app_id, member_id, kind)
         SELECT r.app_id, r.member_id, 'alarms' FROM ready AS r
          CROSS JOIN LATERAL (
            SELECT max(m.created_at) AS at, count(*) AS mails FROM journeys.member_mail AS m
             WHERE m.app_id = r.app_id AND m.member_id = r.member_id AND m.kind = 'alarms'
               AND m.created_at > now() - interval '1 day') AS last
          WHERE last.at IS NULL OR last.at <= now() -
                CASE WHEN last.mails < ${PAUSE.after} THEN interval '${PAUSE.usual}' ELSE interval '${PAUSE.long}' END
         RETURNING app_id, mail_id, member_id)
       UPDATE journeys.alarm_note AS n SET mail_id = made.mail_id FROM made
        WHERE n.app_id = made.app_id AND n.member_id = made.member_id AND n.mail_id IS NULL`),
    );
  }

  /** The changes of a mail, by journey · alarm_note_mail. */
  async list(on: Statements, { appId, mailId }: MemberMail): Promise<NotedAlarm[]> {
    return on.rows<NotedAlarm>(
      `SELECT a.journey_id AS "journeyId", j.name AS journey, a.kind, a.node, a.hours, a.seen, a.usual,
              a.began_at AS "beganAt", a.ended_at AS "endedAt", n.is_end AS "isEnd"
         FROM journeys.alarm_note AS n
         JOIN journeys.alarm AS a ON a.app_id = n.app_id AND a.alarm_id = n.alarm_id
         JOIN journeys.journey AS j ON j.app_id = a.app_id AND j.journey_id = a.journey_id
        WHERE n.app_id = $1 AND n.mail_id = $2 AND j.removed_at IS NULL
        ORDER BY j.name, a.began_at, a.alarm_id, n.is_end`,
      [appId, mailId],
    );
  }
}
