import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Cap } from '../model/policy.types.js';

/** The contact policy of an application. */
export interface ContactPolicy {
  caps: readonly Cap[];
}

/** Statements of `contact_policy.policy`: one row for each application that has a policy. */
@Injectable()
export class PolicyRepository {
  /** One row · primary key. @returns undefined: the application has none */
  async find(on: Statements, appId: number): Promise<ContactPolicy | undefined> {
    return on.row<ContactPolicy>('SELECT p.caps FROM contact_policy.policy AS p WHERE p.app_id = $1', [appId]);
  }

  /** One row · primary key. */
  async writeCaps(tx: Tx, appId: number, caps: readonly Cap[]): Promise<void> {
    await tx.affected(
      `INSERT INTO contact_policy.policy (app_id, caps) VALUES ($1, $2::jsonb)
       ON CONFLICT (app_id) DO UPDATE SET caps = excluded.caps`,
      [appId, JSON.stringify(caps)],
    );
  }
}
