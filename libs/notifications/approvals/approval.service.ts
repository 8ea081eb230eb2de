import { Injectable } from '@nestjs/common';
import { CountService, type Target } from '#libs/audience';
import { AuditService, type Origin } from '#libs/audit';
import { DispatchIntakeService, type Lane, LANES } from '#libs/delivery';
import { ApplicationService, type Approval, type Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError, FaultList } from '#platform/errors';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { isSameActor } from './approval-policy.js';
import type { Decision, WaitingRequest } from './approval.types.js';
import { type UndecidedSend, WaitingSendRepository, type WaitingSend } from './waiting-send.repository.js';

/**
 * Sends that wait until others than their author have approved them. What waits is stored as any other send, without a
 * due time; the last approval gives it one.
 */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly db: Database,
    private readonly waiting: WaitingSendRepository,
    private readonly intake: DispatchIntakeService,
    private readonly definitions: DefinitionRepository,
    private readonly applications: ApplicationService,
    private readonly counts: CountService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Users that a send to a target may reach without an approval; null: it waits. What matches is counted now, and the
   * result limits the send, because more may match at its launch. A send in the future waits: its audience can grow.
   *
   * @param send.limit  users that the request itself allows; undefined: all
   */
  async findAllowance(
    appId: number,
    { isRequired, from }: Approval,
    send: { target: Target; limit: number | undefined; isNow: boolean },
  ): Promise<{ limit: number | undefined } | null> {
    if (!isRequired) {
      return { limit: send.limit };
    }
    if (from === null) {
      return null;
    }
    if (send.limit !== undefined && send.limit <= from) {
      return { limit: send.limit };
    }
    return send.isNow && (await this.countUsers(appId, send.target)) <= from ? { limit: from } : null;
  }

  /** Users that match a target now. */
  async countUsers(appId: number, target: Target): Promise<number> {
    return (await this.counts.count(appId, target)).counts;
  }

  /** A number for a transactional send that waits. */
  async nextApprovalId(tx: Tx): Promise<number> {
    return this.waiting.nextApprovalId(tx);
  }

  /** Remembers who asked for a send, in the transaction that stores it without a due time. */
  async recordRequest(
    tx: Tx,
    caller: Origin & Pick<Caller, 'appId'>,
    { approvalId, dispatchIds }: { approvalId: number; dispatchIds: number[] },
  ): Promise<void> {
    const { settings } = await this.applications.getApplication(caller.appId, tx);
    const { approvers, self } = settings.approval;
    const send = { approvalId, dispatchIds, author: caller.by, needed: approvers, self };
    await this.waiting.insert(tx, caller.appId, send);
    await this.audit.append(tx, caller.appId, caller, [{ action: 'approval.ask', subject: `send ${approvalId}` }]);
  }

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
      const open = await this.findOpen(tx, caller.appId, sends);
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
      await this.reject(
        tx,
        caller,
        sends.filter(({ approvalId }) => decisions.get(approvalId) === 'reject'),
      );
      await this.addVotes(
        tx,
        caller,
        sends.filter(({ approvalId }) => decisions.get(approvalId) === 'approve'),
      );
    });
  }

  /**
   * Sends that wait, the oldest first.
   *
   * @param after  only numbers above this one
   */
  async listWaiting(appId: number, { after, limit }: { after: number; limit: number }): Promise<WaitingRequest[]> {
    const waiting: WaitingRequest[] = [];
    for (let from = after; waiting.length < limit;) {
      const undecided = await this.waiting.listUndecided(appId, from, limit);
      const dispatches = await this.intake.findWaiting(
        appId,
        undecided.flatMap(({ dispatchIds }) => dispatchIds),
      );
      const byId = new Map(dispatches.map((dispatch) => [dispatch.dispatchId, dispatch]));
      waiting.push(...undecided.flatMap((send) => toRequest(send, byId) ?? []));
      const last = undecided.at(-1);
      if (last === undefined || undecided.length < limit) {
        break;
      }
      from = last.approvalId;
    }
    return waiting.slice(0, limit);
  }

  private async reject(tx: Tx, caller: Caller, sends: readonly WaitingSend[]): Promise<void> {
    const { appId } = caller;
    if (sends.length === 0) {
      return;
    }
    await this.intake.reject(
      tx,
      appId,
      sends.flatMap(({ dispatchIds }) => dispatchIds),
    );
    const ids = sends.map(({ approvalId }) => approvalId);
    await this.waiting.setDecided(tx, appId, ids);
    const entries = ids.map((id) => ({ action: 'approval.reject', subject: `send ${id}` }));
    await this.audit.append(tx, appId, caller, entries);
  }

  /** Campaigns of an earlier release, which stored no author, are adopted. */
  private async lockSends(
    tx: Tx,
    appId: number,
    ids: readonly number[],
    { approvers }: Approval,
  ): Promise<WaitingSend[]> {
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
        needed: approvers,
        self: true,
      };
      await this.waiting.insert(tx, appId, adopted);
    }
    return this.waiting.lockSends(tx, appId, ids);
  }

  /** Ids of those sends that still wait: neither decided nor stopped. */
  private async findOpen(tx: Tx, appId: number, sends: readonly WaitingSend[]): Promise<Set<number>> {
    const undecided = sends.filter(({ isDecided }) => !isDecided);
    const waiting = await this.intake.lockWaiting(
      tx,
      appId,
      undecided.flatMap(({ dispatchIds }) => dispatchIds),
    );
    return new Set(
      undecided.flatMap(({ approvalId, dispatchIds }) =>
        dispatchIds.some((id) => waiting.has(id)) ? [approvalId] : [],
      ),
    );
  }

  private async addVotes(tx: Tx, caller: Caller, sends: readonly WaitingSend[]): Promise<void> {
    const { appId, by } = caller;
    const decided: WaitingSend[] = [];
    const entries = [];
    for (const send of sends) {
      const { approvalId, author, needed } = send;
      if (!send.self && author && isSameActor(author, by)) {
        throw new AppError('key_not_allowed', `The key that sent ${approvalId} may not approve it`);
      }
      const votes = await this.waiting.listVotes(tx, appId, approvalId);
      if (votes.some((vote) => isSameActor(vote, by))) {
        throw new AppError('wrong_state', `The notification ${approvalId} has the approval of this key already`);
      }
      await this.waiting.insertVote(tx, appId, approvalId, by);
      const count = votes.length + 1;
      const to = `${count} of ${needed}`;
      entries.push({
        action: 'approval.give',
        subject: `send ${approvalId}`,
        differences: [{ change: 'add', subject: 'approvals', to } as const],
      });
      if (count >= needed) {
        decided.push(send);
      }
    }
    await this.intake.approve(
      tx,
      appId,
      decided.flatMap(({ dispatchIds }) => dispatchIds),
    );
    await this.waiting.setDecided(
      tx,
      appId,
      decided.map(({ approvalId }) => approvalId),
    );
    await this.audit.append(tx, appId, caller, entries);
  }
}

/** @returns undefined for a send that was stopped */
function toRequest(
  { dispatchIds, ...send }: UndecidedSend,
  waiting: ReadonlyMap<number, { notificationKey: number; lane: Lane }>,
): WaitingRequest | undefined {
  const dispatches = dispatchIds.flatMap((id) => waiting.get(id) ?? []);
  const [first] = dispatches;
  return (
    first && {
      ...send,
      kind: first.lane === LANES.bulk ? 'campaign' : 'notification',
      notificationKeys: [...new Set(dispatches.map(({ notificationKey }) => notificationKey))],
    }
  );
}
