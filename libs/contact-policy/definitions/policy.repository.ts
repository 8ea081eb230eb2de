import { Injectable } from '@nestjs/common';
import { FREQUENCY_OFFERS } from '#libs/tenancy';
import { Database, prepared, type Statements, type Tx } from '#platform/db';
import type { ContactPolicy } from '../model/policy.types.js';

/** The columns of the parts. */
const COLUMNS = {
  caps: 'caps',
  quietHours: 'quiet_hours',
  sendWindows: 'send_windows',
  holdouts: 'holdouts',
} as const satisfies Record<keyof ContactPolicy, string>;

/** Each write gives a row the id of a later transaction, so the sum grows with every change. Offers are few and short. */
const FIND_STATE = prepared(`
  SELECT coalesce(sum(p.xmin::text::bigint), 0) || (
           SELECT coalesce(string_agg(o.app_id || o.offered::text, '' ORDER BY o.app_id), '')
             FROM ${FREQUENCY_OFFERS} AS o) AS state
    FROM contact_policy.policy AS p`);

/** Statements of `contact_policy.policy`: one row for each application that has a policy. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly db: Database) {}

  /** A text that differs after each change of any policy · a row for each application that has one · no locks. */
  async findState(): Promise<string> {
    return (await this.db.row<{ state: string }>(FIND_STATE, []))?.state ?? '';
  }

  /** Tests if people may choose how often e-mail comes · one row · primary key. */
  async offersFrequency(on: Statements, appId: number): Promise<boolean> {
    const sql = `SELECT o.app_id FROM ${FREQUENCY_OFFERS} AS o WHERE o.app_id = $1`;
    return (await on.row(sql, [appId])) !== undefined;
  }

  /** One row · primary key. @returns undefined: the application has none */
  async find(on: Statements, appId: number): Promise<ContactPolicy | undefined> {
    return on.row<ContactPolicy>(
      `SELECT p.caps, p.quiet_hours AS "quietHours", p.send_windows AS "sendWindows", p.holdouts
         FROM contact_policy.policy AS p WHERE p.app_id = $1`,
      [appId],
    );
  }

  /** Writes one part · one row · primary key. */
  async write<P extends keyof ContactPolicy>(tx: Tx, appId: number, part: P, value: ContactPolicy[P]): Promise<void> {
    const column = COLUMNS[part];
    await tx.affected(
      `INSERT INTO contact_policy.policy (app_id, ${column}) VALUES ($1, $2::jsonb)
       ON CONFLICT (app_id) DO UPDATE SET ${column} = excluded.${column}`,
      [appId, value === null ? null : JSON.stringify(value)],
    );
  }
}
