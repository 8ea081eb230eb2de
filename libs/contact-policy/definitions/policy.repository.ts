import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { ContactPolicy } from '../model/policy.types.js';

/** The columns of the parts. */
const COLUMNS = {
  caps: 'caps',
  quietHours: 'quiet_hours',
  sendWindows: 'send_windows',
  holdouts: 'holdouts',
} as const satisfies Record<keyof ContactPolicy, string>;

/** Statements of `contact_policy.policy`: one row for each application that has a policy. */
@Injectable()
export class PolicyRepository {
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
