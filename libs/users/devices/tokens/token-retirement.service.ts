import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import type { DeadToken } from '../store/installation.repository.js';
import { type AcceptedToken, TokenAcceptanceRepository } from './token-acceptance.repository.js';
import { TokenRetirementRepository, type DeadTokenSummary, type Residence } from './token-retirement.repository.js';

/** Installations of one transaction. */
const BATCH_SIZE = 5000;
/** Sends that an entry of the audit log names; a definition may have thousands. */
const MAX_NAMED_SENDS = 20;

/** Keeps what providers say of tokens: retires or suspects dead ones, restores them, and marks those that were accepted. */
@Injectable()
export class TokenRetirementService {
  constructor(
    private readonly db: Database,
    private readonly repository: TokenRetirementRepository,
    private readonly outbox: OutboxRepository,
    private readonly acceptance: TokenAcceptanceRepository,
    private readonly audit: AuditService,
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

  /**
   * Takes a device of a user out of use, until it registers again.
   *
   * @param reason  kept with the device
   * @returns false where it has no token in use
   */
  async retireDevice(appId: number, { uid, instId }: Residence, reason: string): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const isRetired = (await this.repository.retireOne(tx, appId, { uid, instId }, reason)) > 0;
      await this.recordChanges(tx, appId, isRetired ? [uid] : []);
      return isRetired;
    });
  }

  /** Marks tokens as suspected. They stay in use. */
  async suspectTokens(tx: Tx, appId: number, dead: readonly DeadToken[], dispatchId: number): Promise<void> {
    if (dead.length > 0) {
      await this.repository.markDead(tx, appId, dead, dispatchId, false);
    }
  }

  /** Removes the marks that some dispatches made, except on tokens that were registered again. */
  async restoreTokens(
    appId: number,
    dispatchIds: readonly number[],
    origin: Origin,
  ): Promise<{ restored: number; cleared: number }> {
    const total = { restored: 0, cleared: 0 };
    for (let batchSize = BATCH_SIZE; batchSize === BATCH_SIZE;) {
      const batch = await this.db.tx(async (tx) => {
        const marks = await this.repository.restoreMarked(tx, appId, dispatchIds, BATCH_SIZE);
        await this.recordChanges(tx, appId, [
          ...new Set(marks.filter(({ wasRetired }) => wasRetired).map(({ uid }) => uid)),
        ]);
        const restored = marks.filter(({ wasRetired }) => wasRetired).length;
        const cleared = marks.length - restored;
        if (marks.length > 0) {
          const to = `${restored} in use again, ${cleared} not suspected any more`;
          await this.recordDecision(tx, appId, origin, { action: 'tokens.undo', dispatchIds, to });
        }
        return { restored, cleared };
      });
      batchSize = batch.restored + batch.cleared;
      total.restored += batch.restored;
      total.cleared += batch.cleared;
    }
    return total;
  }

  /** Retires the tokens that some dispatches suspected. @returns the number of retired tokens */
  async retireSuspects(appId: number, dispatchIds: readonly number[], origin: Origin): Promise<number> {
    let total = 0;
    for (let batchSize = BATCH_SIZE; batchSize === BATCH_SIZE; total += batchSize) {
      batchSize = await this.db.tx(async (tx) => {
        const uids = await this.repository.retireSuspects(tx, appId, dispatchIds, BATCH_SIZE);
        await this.recordChanges(tx, appId, [...new Set(uids)]);
        if (uids.length > 0) {
          const to = `${uids.length} out of use`;
          await this.recordDecision(tx, appId, origin, { action: 'tokens.retire', dispatchIds, to });
        }
        return uids.length;
      });
    }
    return total;
  }

  async listDeadTokens(appId: number): Promise<DeadTokenSummary[]> {
    return this.repository.listByDispatch(appId);
  }

  /** One entry for each batch, because each commits by itself. */
  private async recordDecision(
    tx: Tx,
    appId: number,
    origin: Origin,
    { action, dispatchIds, to }: { action: string; dispatchIds: readonly number[]; to: string },
  ): Promise<void> {
    const rest = dispatchIds.length - MAX_NAMED_SENDS;
    const named = dispatchIds.slice(0, MAX_NAMED_SENDS).join(', ');
    const subject = `sends ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
    const differences = [{ change: 'change', subject: 'tokens', to } as const];
    await this.audit.append(tx, appId, origin, [{ action, subject, differences }]);
  }

  private async recordChanges(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    if (uids.length > 0) {
      await this.outbox.add(tx, { appId, kind: 'installation', uids: uids.toSorted((a, b) => a - b), keys: [] });
    }
  }
}
