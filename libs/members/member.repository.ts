import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Member, MemberChange } from './members.types.js';
import { OwnUserRepository } from './own-users/own-user.repository.js';
import { applicationsWith, isRoleName, type Grant } from './permissions.js';

const COLUMNS = `
  m.member_id AS "memberId", m.name, m.email, m.locale, m.time_zone AS "timeZone", m.theme, m.approval_mails AS "approvalMails",
  m.alarm_mails AS "alarmMails", m.digest_mails AS "digestMails",
  m.created_at AS "createdAt",
  m.last_seen_at AS "lastSeenAt", m.ended_at AS "endedAt"`;

interface GrantRow {
  memberId: number;
  role: string;
  appId: number | null;
}

/** Members and their grants: few rows, read by primary key or all of them. */
@Injectable()
export class MemberRepository {
  constructor(
    private readonly db: Database,
    private readonly ownUsers: OwnUserRepository,
  ) {}

  /** Makes the transactions that add a member or change grants follow each other. */
  async lockMembers(tx: Tx): Promise<void> {
    await tx.affected('LOCK TABLE members.member_grant IN SHARE ROW EXCLUSIVE MODE');
  }

  async hasMembers(on: Statements = this.db): Promise<boolean> {
    const row = await on.row<{ has: boolean }>('SELECT EXISTS (SELECT FROM members.member) AS has');
    return row?.has ?? false;
  }

  async insertMember(
    tx: Tx,
    { name, email, locale, createdAt }: Pick<Member, 'name' | 'email' | 'locale' | 'createdAt'>,
  ): Promise<Member> {
    const row = await tx.row<Member>(
      `INSERT INTO members.member AS m (name, email, locale, created_at) VALUES ($1, $2, $3, $4)
       RETURNING ${COLUMNS}`,
      [name, email, locale, createdAt],
    );
    if (!row) {
      throw new Error('The member was not added');
    }
    return row;
  }

  /** @param change  fields that are absent stay as they are */
  async updateMember(tx: Tx, memberId: number, change: MemberChange): Promise<void> {
    const columns = {
      name: 'name',
      locale: 'locale',
      timeZone: 'time_zone',
      theme: 'theme',
      approvalMails: 'approval_mails',
      alarmMails: 'alarm_mails',
      digestMails: 'digest_mails',
    } as const;
    const params: (string | number | boolean | null)[] = [memberId];
    const sets = (Object.keys(columns) as (keyof typeof columns)[]).flatMap((field) => {
      const value = change[field];
      return value === undefined ? [] : [`${columns[field]} = $${params.push(value)}`];
    });
    if (sets.length > 0) {
      await tx.affected(`UPDATE members.member SET ${sets.join(', ')} WHERE member_id = $1`, params);
    }
  }

  /** With the end of a member its own users are forgotten. */
  async endMember(tx: Tx, memberId: number, now: Date): Promise<void> {
    await this.ownUsers.keepApplications(tx, memberId, []);
    await tx.affected('UPDATE members.member SET ended_at = $2 WHERE member_id = $1 AND ended_at IS NULL', [
      memberId,
      now,
    ]);
  }

  async findMember(memberId: number, on: Statements = this.db): Promise<Member | undefined> {
    return on.row<Member>(`SELECT ${COLUMNS} FROM members.member AS m WHERE m.member_id = $1`, [memberId]);
  }

  /** Names of those of some members who have not ended · primary key. */
  async listNames(memberIds: readonly number[]): Promise<{ memberId: number; name: string }[]> {
    return this.db.rows(
      `SELECT m.member_id AS "memberId", m.name FROM members.member AS m
        WHERE m.member_id = ANY ($1::integer[]) AND m.ended_at IS NULL`,
      [memberIds],
    );
  }

  async listMembers(on: Statements = this.db): Promise<Member[]> {
    return on.rows<Member>(`SELECT ${COLUMNS} FROM members.member AS m ORDER BY m.member_id`);
  }

  /** Replaces the grants of a member. Where it may not write campaigns any more, its own users are forgotten. */
  async replaceGrants(tx: Tx, memberId: number, grants: readonly Grant[]): Promise<void> {
    await tx.affected('DELETE FROM members.member_grant WHERE member_id = $1', [memberId]);
    await tx.affected(
      `INSERT INTO members.member_grant (member_id, role, app_id)
       SELECT $1, g.role, g.app_id FROM unnest($2::text[], $3::integer[]) AS g (role, app_id)
       ON CONFLICT DO NOTHING`,
      [memberId, grants.map(({ role }) => role), grants.map(({ appId }) => appId)],
    );
    await this.ownUsers.keepApplications(tx, memberId, applicationsWith(grants, 'campaigns.write'));
  }

  /** Grants of one member, or of all. A role that this release does not know grants nothing. */
  async listGrants(memberId: number | null, on: Statements = this.db): Promise<(Grant & { memberId: number })[]> {
    const rows = await on.rows<GrantRow>(
      `SELECT g.member_id AS "memberId", g.role, g.app_id AS "appId" FROM members.member_grant AS g
        WHERE $1::bigint IS NULL OR g.member_id = $1 ORDER BY g.member_id, g.app_id NULLS FIRST, g.role`,
      [memberId],
    );
    return rows.flatMap(({ role, ...grant }) => (isRoleName(role) ? [{ ...grant, role }] : []));
  }
}
