import { Injectable } from '@nestjs/common';
import { TOPIC_STATES } from '#libs/users/profiles';
import { Database, type Statements } from '#platform/db';
import { joinUids, type UidSelection } from '#platform/ids';

/** Choices of many users at once, for the audience index. */
@Injectable()
export class ChoiceSourceRepository {
  constructor(private readonly db: Database) {}

  /** Category opt-outs · one row each · primary key · no locks. */
  async findOptOuts(
    appId: number,
    selection: UidSelection,
    on: Statements = this.db,
  ): Promise<{ uid: number; categoryId: number }[]> {
    const { from, params } = joinUids('users.category_optout', 'o', selection);
    return on.rows(`SELECT o.uid, o.category_id AS "categoryId" FROM ${from}`, [appId, ...params]);
  }

  /** Choices of topics, of which most users have none · one row each · primary key · no locks. */
  async findChoices(
    appId: number,
    selection: UidSelection,
    on: Statements = this.db,
  ): Promise<{ uid: number; categoryId: number; channel: number; isOn: boolean }[]> {
    const { from, params } = joinUids('users.topic_choice', 'c', selection);
    return on.rows(
      `SELECT c.uid, c.category_id AS "categoryId", c.channel, c.state = ${TOPIC_STATES.on} AS "isOn" FROM ${from}`,
      [appId, ...params],
    );
  }
}
