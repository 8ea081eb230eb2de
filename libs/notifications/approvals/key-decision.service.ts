import { Injectable } from '@nestjs/common';
import { DispatchIntakeService } from '#libs/delivery';
import { ApplicationService, type Approval, type Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError, FaultList } from '#platform/errors';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { ApprovalService } from './approval.service.js';
import type { Decision } from './approval.types.js';
import { WaitingSendRepository } from './waiting-send.repository.js';
import type { WaitingSend } from './waiting-send.types.js';

/** Decisions of servers, by API key, on sends that wait. */
@Injectable()
export class KeyDecisionService {
  constructor(
    private readonly db: Database,
    private readonly approvals: ApprovalService,
    private readonly waiting: WaitingSendRepository,
    private readonly intake: DispatchIntakeService,
    private readonly definitions: DefinitionRepository,
    private readonly applications: ApplicationService,
  ) {}

  /**
   * `sendPushApproval` (specification, section 4.1; decisions, sections 5 and 9): approves or rejects waiting sends, all
   * or none. This is possible even after the approval step was switched off. A send goes with its last needed approval,
   * and ends with its first rejection. The author may reject: nothing leaves by that.
   *
   * @param decisions  by the keys of campaigns, and the numbers of transactional sends as `X-Approval-Id` has them
   * @throws AppError no_approval_step (5008), unknown_key (5003), wrong_state (5005) for one that does not wait or has
   *   the approval of this key, key_not_allowed (2022) for an approval by the author
   */
  async decide(caller: Caller, decisions: ReadonlyMap<number, Decision>): Promise<void> {
    const { settings } = await this.applications.getApplication(caller.appId);
    const uniqueIds = [...decisions.keys()];
    await this.db.tx(async (tx) => {
      const sends = await this.lockSends(tx, caller.appId, uniqueIds, settings.approval);
      const open = await this.approvals.findOpen(tx, caller.appId, sends);
      if (!settings.approval.isRequired && open.size === 0) {
        throw new AppError('no_approval_step', 'The application has no approval step');
      }
      const known = await this.definitions.findPresentKeys(tx, caller.appId, uniqueIds);
      const faults = new FaultList({ isBatch: uniqueIds.length > 1 });
      for (const [index, id] of uniqueIds.entries()) {
        faults.check({ index }, () => {
          if (!known.has(id) && !sends.some(({ approvalId }) => approvalId === id)) {
            throw new AppError('unknown_key', `No notification has the key ${id}`);
          }
          if (!open.has(id)) {
            throw new AppError('wrong_state', `The notification ${id} does not wait for approval`);
          }
        });
      }
      faults.throwFirst();
      const chosen = (decision: Decision) => sends.filter(({ approvalId }) => decisions.get(approvalId) === decision);
      await this.approvals.end(tx, caller, chosen('reject'), { outcome: 'reject', words: null });
      requireKeysAllowed(chosen('approve'), settings.approval);
      await this.approvals.addVotes(tx, caller, chosen('approve'), null);
    });
  }

  /** Campaigns of an earlier release, which stored no author, are adopted. */
  private async lockSends(tx: Tx, appId: number, ids: readonly number[], { steps }: Approval): Promise<WaitingSend[]> {
    const sends = await this.waiting.lockSends(tx, appId, ids);
    const missing = ids.filter((id) => !sends.some(({ approvalId }) => approvalId === id));
    if (missing.length === 0) {
      return sends;
    }
    for (const { dispatchId, notificationKey } of await this.intake.findWaitingCampaigns(tx, appId, missing)) {
      const adopted = {
        approvalId: notificationKey,
        dispatchIds: [dispatchId],
        author: null,
        behind: [],
        needed: steps[0]?.approvers ?? 1,
        self: true,
      };
      await this.waiting.insert(tx, appId, adopted);
    }
    return this.waiting.lockSends(tx, appId, ids);
  }
}

/** @throws AppError key_not_allowed for what a member asked for, where the application lets only members approve it */
function requireKeysAllowed(sends: readonly WaitingSend[], { keys }: Approval): void {
  const asked = keys ? undefined : sends.find(({ author }) => author?.kind === 'member');
  if (asked) {
    throw new AppError(
      'key_not_allowed',
      `A member asked for ${asked.approvalId} in the panel, where it is approved (settings.approval.keys)`,
    );
  }
}
