import { Injectable } from '@nestjs/common';
import { chosenAddressSql, consentSql } from '#libs/users/identities';
import { refusesTopicSql, topicChannelSql, topicsSql } from '#libs/users/preferences';
import { Database, numberArray } from '#platform/db';
import type { ResolvedTarget } from '../targets/target.js';
import { contactOf } from './audience.repository.js';
import { Params, predicate, type LeafMembers } from './predicate.sql.js';
import type { RecipientRange } from './ranges.js';

/**
 * A user that a message to an address could reach.
 *
 * @property seenAt   last activity of any device, epoch milliseconds; null: never
 * @property refuses  one of the categories of the message
 */
export interface AddressHolder {
  uid: number;
  address: string;
  seenAt: number | null;
  refuses: boolean;
}

export interface HolderQuestion {
  target: ResolvedTarget;
  range: Omit<RecipientRange, 'platforms'>;
  members: LeafMembers;
  categoryIds: readonly number[];
  /** Absent: every user of the range. */
  among?: readonly number[] | undefined;
}

/** Reads the recipients of `AudienceRepository.findUsers` with their addresses. */
@Injectable()
export class HolderRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key, by (vb, app_id) or once for each of `among` · no locks. */
  async findHolders(
    appId: number,
    { target, range, members, categoryIds, among }: HolderQuestion,
  ): Promise<AddressHolder[]> {
    const params = new Params();
    const app = params.add(appId);
    const { address, platform } = contactOf(range);
    const value = chosenAddressSql('u', address);
    const ids = categoryIds.length === 0 ? null : `${params.add(categoryIds)}::integer[]`;
    const refuses = ids
      ? refusesTopicSql({ categoryIds: ids, defaultOff: 'd.default_off', channel: topicChannelSql(platform) })
      : 'false';
    const from = among
      ? `unnest(${params.add(numberArray(among))}::bigint[]) AS q (uid)
         JOIN users.v_app_user AS u ON u.vb = (q.uid % 1024)::smallint AND u.app_id = ${app} AND u.uid = q.uid`
      : 'users.v_app_user AS u';
    const row = await this.db.interruptibleRow<{ holders: [number, string, number | null, boolean][] }>(
      `${ids ? `WITH ${topicsSql(app, ids)}` : ''}
       SELECT coalesce(json_agg(json_build_array(h.uid, h.address, h.seen, h.refuses)), '[]') AS holders
       FROM (SELECT u.uid, ${value} AS address, ${refuses} AS refuses,
                    (SELECT floor(1000 * extract(epoch FROM max(i.last_active_at)))::bigint FROM users.v_installation AS i
                      WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS seen
             FROM ${from} ${ids ? 'CROSS JOIN topics AS d' : ''}
             WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint
               AND u.vb < ${params.add(range.vbTo)}::smallint AND ${value} IS NOT NULL
               ${range.includeOptedOut ? '' : `AND ${consentSql('u', address)}`}
               AND ${predicate(target, { params, app, scope: 'user', members })}) AS h`,
      params.values,
    );
    return (row?.holders ?? []).map(([uid, text, seenAt, isRefusing]) => ({
      uid,
      address: text,
      seenAt,
      refuses: isRefusing,
    }));
  }
}
