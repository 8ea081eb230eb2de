import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import type { DeadToken } from './installation.repository.js';
import { StruckTokenRepository, type StruckTokens } from './struck-token.repository.js';

/** Installations of one transaction. */
const STEP = 5000;

/** Tokens that providers call dead: out of use or only suspected, and back again. */
@Injectable()
export class StruckTokensService {
  constructor(
    private readonly db: Database,
    private readonly struck: StruckTokenRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Takes tokens out of use, if installations still have them. @returns how many */
  async retire(tx: Tx, appId: number, dead: readonly DeadToken[], by: number | null): Promise<number> {
    if (dead.length === 0) {
      return 0;
    }
    const uids = await this.struck.strike(tx, appId, dead, by, true);
    await this.tell(tx, appId, uids);
    return uids.length;
  }

  /** Notes that tokens were called dead; they stay in use. */
  async suspect(tx: Tx, appId: number, dead: readonly DeadToken[], by: number): Promise<void> {
    if (dead.length > 0) {
      await this.struck.strike(tx, appId, dead, by, false);
    }
  }

  /** Undoes what some dispatches did to tokens, but for those that were registered anew since. */
  async restore(appId: number, dispatchIds: readonly number[]): Promise<{ restored: number; cleared: number }> {
    const total = { restored: 0, cleared: 0 };
    for (let step = STEP; step === STEP;) {
      const rows = await this.db.tx(async (tx) => {
        const found = await this.struck.restore(tx, appId, dispatchIds, STEP);
        await this.tell(tx, appId, [...new Set(found.filter(({ wasRetired }) => wasRetired).map(({ uid }) => uid))]);
        return found;
      });
      step = rows.length;
      const restored = rows.filter(({ wasRetired }) => wasRetired).length;
      total.restored += restored;
      total.cleared += rows.length - restored;
    }
    return total;
  }

  /** Takes what some dispatches only suspected out of use. @returns how many */
  async retireSuspects(appId: number, dispatchIds: readonly number[]): Promise<number> {
    let total = 0;
    for (let step = STEP; step === STEP; total += step) {
      step = await this.db.tx(async (tx) => {
        const uids = await this.struck.retireSuspects(tx, appId, dispatchIds, STEP);
        await this.tell(tx, appId, [...new Set(uids)]);
        return uids.length;
      });
    }
    return total;
  }

  async list(appId: number): Promise<StruckTokens[]> {
    return this.struck.list(appId);
  }

  private async tell(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    if (uids.length > 0) {
      await this.outbox.add(tx, { appId, kind: 'installation', uids: uids.toSorted((a, b) => a - b), keys: [] });
    }
  }
}
