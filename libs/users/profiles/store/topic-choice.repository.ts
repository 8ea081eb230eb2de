import { Injectable } from '@nestjs/common';
import { type Statements, type Tx, ALL_EACH } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { mergeChoices } from '../model/merge-choices.js';
import { TOPIC_STATES, type CategoryChoice, type StoredChoice, type TopicState } from '../model/topic.types.js';
import { OptOutRepository } from './opt-out.repository.js';

const STATE_NAMES = Object.fromEntries(Object.entries(TOPIC_STATES).map(([name, number]) => [number, name])) as Record<
  number,
  TopicState
>;

/**
 * Rows of `users.topic_choice`, and the refusals of whole topics, which are rows of `users.category_optout`: a message
 * without a channel, and a release that knows no channels, are held to those alone.
 */
@Injectable()
export class TopicChoiceRepository extends OptOutRepository {
  /** Reads choices of some users · tens of rows · primary keys · no locks. @param uids  one or two */
  async findChoices(on: Statements, appId: number, uids: readonly number[]): Promise<StoredChoice[]> {
    const rows = await on.rows<Omit<StoredChoice, 'state'> & { state: number }>(
      `SELECT o.uid, o.category_id AS "categoryId", 0 AS channel, 4 AS state FROM users.category_optout AS o
       WHERE o.vb = ANY ($3::smallint[]) AND o.app_id = $1 AND o.uid = ANY ($2::bigint[]) AND o.category_id > 0
       UNION ALL
       SELECT c.uid, c.category_id, c.channel, c.state FROM users.topic_choice AS c
       WHERE c.vb = ANY ($3::smallint[]) AND c.app_id = $1 AND c.uid = ANY ($2::bigint[])`,
      [appId, uids, uids.map(bucketOfId)],
    );
    return rows.map(({ state, ...row }) => ({ ...row, state: STATE_NAMES[state] ?? 'off' }));
  }

  /** Reads choices of some users and topics · some thousand rows · primary keys · no locks. */
  async findChoicesOf(
    on: Statements,
    appId: number,
    uids: readonly number[],
    categoryIds: readonly number[],
  ): Promise<StoredChoice[]> {
    const params = [appId, uids, categoryIds];
    const refused = await on.rows<CategoryChoice>(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
         SELECT o.uid, o.category_id AS "categoryId" FROM users.category_optout AS o
          WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid AND o.category_id = ANY ($3::integer[])
         ${ALL_EACH}) AS found`,
      params,
    );
    const chosen = await on.rows<Omit<StoredChoice, 'state'> & { state: number }>(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
         SELECT c.uid, c.category_id AS "categoryId", c.channel, c.state FROM users.topic_choice AS c
          WHERE c.vb = q.uid % 1024 AND c.app_id = $1 AND c.uid = q.uid AND c.category_id = ANY ($3::integer[])
         ${ALL_EACH}) AS found`,
      params,
    );
    return [
      ...chosen.map(({ state, ...row }) => ({ ...row, state: STATE_NAMES[state] ?? 'off' })),
      ...refused.map((row) => ({ ...row, channel: 0, state: 'off' as const })),
    ];
  }

  /**
   * Writes choices, one for each user, topic and channel. One of all of a topic overrides those by channel of before; one
   * that waits for an answer, or got none, takes no consent back. Some thousand rows · primary keys, in their
   * order · locks: rows that change.
   *
   * @returns what changed
   */
  async write(tx: Tx, appId: number, choices: readonly StoredChoice[]): Promise<CategoryChoice[]> {
    const whole = choices.filter(({ channel }) => channel === 0);
    const [refused, others] = [whole.filter(isRefusal), choices.filter((choice) => !isRefusal(choice))];
    const accepted = whole.filter(({ state }) => state === 'on');
    // The yes before the end of the refusal, which the history records instead.
    return [
      ...(whole.length === 0 ? [] : await this.overrideChannels(tx, appId, whole)),
      ...(refused.length === 0 ? [] : await this.deleteWhole(tx, appId, refused)),
      ...(others.length === 0 ? [] : await this.upsert(tx, appId, others)),
      ...(refused.length === 0 ? [] : await this.insertOptOuts(tx, appId, refused)),
      ...(accepted.length === 0 ? [] : await this.deleteOptOuts(tx, appId, accepted)),
    ];
  }

  /**
   * Moves the choices and refusals of one user to another, whose own stay where they are stricter · tens of rows · primary
   * keys · locks: the rows of both.
   *
   * @returns ids of categories, and of channels that are refused, of which the other user has something else now
   */
  async moveChoices(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<number[]> {
    const choices = await this.findChoices(tx, appId, [fromUid, toUid]);
    const moved = await this.moveOptOuts(tx, appId, fromUid, toUid);
    if (choices.every(({ uid }) => uid === toUid)) {
      return moved;
    }
    await tx.affected(
      'DELETE FROM users.topic_choice AS c WHERE c.vb = $2::bigint % 1024 AND c.app_id = $1 AND c.uid = $2',
      [appId, fromUid],
    );
    const merged = mergeChoices(choices, toUid);
    const refused = merged.filter(isRefusal);
    const others = merged.filter((choice) => !isRefusal(choice));
    const changed = [
      ...(refused.length === 0 ? [] : await this.deleteWhole(tx, appId, refused)),
      ...(others.length === 0 ? [] : await this.upsert(tx, appId, others)),
    ];
    return [...new Set([...moved, ...changed.map(({ categoryId }) => categoryId)])].toSorted((a, b) => a - b);
  }

  private async overrideChannels(tx: Tx, appId: number, choices: readonly StoredChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `UPDATE users.topic_choice AS c SET state = q.state, changed_at = clock_timestamp()
       FROM (SELECT n.* FROM unnest($2::bigint[], $3::integer[], $4::smallint[]) AS n (uid, category_id, state)
             ORDER BY n.uid % 1024, n.uid, n.category_id) AS q
       WHERE c.vb = q.uid % 1024 AND c.app_id = $1 AND c.uid = q.uid AND c.category_id = q.category_id
         AND c.channel > 0 AND c.state <> q.state AND (c.state <> 1 OR q.state = 4)
       RETURNING c.uid, c.category_id AS "categoryId"`,
      [appId, ...columns(choices)],
    );
  }

  private async deleteWhole(tx: Tx, appId: number, choices: readonly StoredChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `DELETE FROM users.topic_choice AS c
       USING (SELECT n.* FROM unnest($2::bigint[], $3::integer[]) AS n (uid, category_id)
              ORDER BY n.uid % 1024, n.uid, n.category_id) AS q
       WHERE c.vb = q.uid % 1024 AND c.app_id = $1 AND c.uid = q.uid AND c.category_id = q.category_id AND c.channel = 0
       RETURNING c.uid, c.category_id AS "categoryId"`,
      [appId, choices.map(({ uid }) => uid), choices.map(({ categoryId }) => categoryId)],
    );
  }

  private async upsert(tx: Tx, appId: number, choices: readonly StoredChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `INSERT INTO users.topic_choice AS c (vb, app_id, uid, category_id, channel, state)
       SELECT q.uid % 1024, $1, q.uid, q.category_id, q.channel, q.state
       FROM unnest($2::bigint[], $3::integer[], $4::smallint[], $5::smallint[]) AS q (uid, category_id, state, channel)
       ORDER BY q.uid % 1024, q.uid, q.category_id, q.channel
       ON CONFLICT (vb, app_id, uid, category_id, channel) DO UPDATE
       SET state = excluded.state, changed_at = excluded.changed_at
       WHERE c.state <> excluded.state
         AND NOT (c.state = ${TOPIC_STATES.on} AND excluded.state IN (${TOPIC_STATES.pending}, ${TOPIC_STATES.expired}))
       RETURNING c.uid, c.category_id AS "categoryId"`,
      [appId, ...columns(choices), choices.map(({ channel }) => channel)],
    );
  }
}

function isRefusal({ channel, state }: StoredChoice): boolean {
  return channel === 0 && state === 'off';
}

function columns(choices: readonly StoredChoice[]): [number[], number[], number[]] {
  return [
    choices.map(({ uid }) => uid),
    choices.map(({ categoryId }) => categoryId),
    choices.map(({ state }) => TOPIC_STATES[state]),
  ];
}
