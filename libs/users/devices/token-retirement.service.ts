import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import type { DeadToken } from './installation.repository.js';
import { type AcceptedToken, TokenAcceptanceRepository } from './token-acceptance.repository.js';
import { TokenRetirementRepository, type DeadTokenSummary } from './token-retirement.repository.js';

/** Installations of one transaction. */
const BATCH_SIZE = 5000;

/** Keeps what providers say of tokens: retires or suspects dead ones, restores them, and marks those that were accepted. */
@Injectable()
export class TokenRetirementService {
  constructor(
    private readonly db: Database,
    private readonly repository: TokenRetirementRepository,
    private readonly outbox: OutboxRepository,
    private readonly acceptance: TokenAcceptanceRepository,
  ) {}

  /** Marks tokens to which a message was accepted. From then on their answers speak about the account. */
  async acceptTokens(appId: number, tokens: readonly AcceptedToken[], tx?: Tx): Promise<void> {
    if (tokens.length > 0) {
      await this.acceptance.markAccepted(appId, tokens, tx);
    }
  }

  /** Retires tokens that installations still have. @returns the number of retired tokens */
  async retireTokens(tx: Tx, appId: number, dead: readonly DeadToken[], dispatchId: number | null): Promise<number> {
    if (dead.length === 0) {
      return 0;
    }
    const uids = await this.repository.markDead(tx, appId, dead, dispatchId, true);
    await this.recordChanges(tx, appId, uids);
    return uids.length;
  }

  /** Marks tokens as suspected. They stay in use. */
  async suspectTokens(tx: Tx, appId: number, dead: readonly DeadToken[], dispatchId: number): Promise<void> {
    if (dead.length > 0) {
      await this.repository.markDead(tx, appId, dead, dispatchId, false);
    }
  }

  /** Removes the marks that some dispatches made, except on tokens that were registered again. */
  async restoreTokens(appId: number, dispatchIds: readonly number[]): Promise<{ restored: number; cleared: number }> {
    const total = { restored: 0, cleared: 0 };
    for (let batchSize = BATCH_SIZE; batchSize === BATCH_SIZE;) {
      const rows = await this.db.tx(async (tx) => {
        const marks = await this.repository.restoreMarked(tx, appId, dispatchIds, BATCH_SIZE);
        await this.recordChanges(tx, appId, [
          ...new Set(marks.filter(({ wasRetired }) => wasRetired).map(({ uid }) => uid)),
        ]);
        return marks;
      });
      batchSize = rows.length;
      const restored = rows.filter(({ wasRetired }) => wasRetired).length;
      total.restored += restored;
      total.cleared += rows.length - restored;
    }
    return total;
  }

  /** Retires the tokens that some dispatches suspected. @returns the number of retired tokens */
  async retireSuspects(appId: number, dispatchIds: readonly number[]): Promise<number> {
    let total = 0;
    for (let batchSize = BATCH_SIZE; batchSize === BATCH_SIZE; total += batchSize) {
      batchSize = await this.db.tx(async (tx) => {
        const uids = await this.repository.retireSuspects(tx, appId, dispatchIds, BATCH_SIZE);
        await this.recordChanges(tx, appId, [...new Set(uids)]);
        return uids.length;
      });
    }
    return total;
  }

  async listDeadTokens(appId: number): Promise<DeadTokenSummary[]> {
    return this.repository.listByDispatch(appId);
  }

  private async recordChanges(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    if (uids.length > 0) {
      await this.outbox.add(tx, { appId, kind: 'installation', uids: uids.toSorted((a, b) => a - b), keys: [] });
    }
  }
}
