import { Injectable } from '@nestjs/common';
import { CountService, type Target } from '#libs/audience';
import { AuditService, type Origin } from '#libs/audit';
import { type ApprovalNeed, DispatchIntakeService, type DispatchRequest, LANES } from '#libs/delivery';
import { ApplicationService, OPERATOR, type Approval, type Caller } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { isSameActor } from './approval-policy.js';
import { ApprovalRequestRepository } from './approval-request.repository.js';
import { findNeed, freeUsersOf } from './approval-steps.js';
import type { AskedCampaign, Outcome, WaitingRequest } from './approval.types.js';
import { requireOtherThanAuthor, requireOtherVoter, toParticipant } from './participants.js';
import { hashRequest } from './request-content.js';
import { WaitingSendRepository } from './waiting-send.repository.js';
import type { UndecidedSend, WaitingSend } from './waiting-send.types.js';

/** Entries of the audit log. */
const ACTIONS = {
  reject: 'approval.reject',
  withdraw: 'approval.withdraw',
  replace: 'approval.replace',
  expire: 'approval.expire',
} as const satisfies Record<Exclude<Outcome, 'approve'>, string>;

/**
 * Sends that wait until others than their author have approved them. What waits is stored as any other send, without a
 * due time; the last approval gives it one.
 */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly waiting: WaitingSendRepository,
    private readonly requests: ApprovalRequestRepository,
    private readonly intake: DispatchIntakeService,
    private readonly applications: ApplicationService,
    private readonly counts: CountService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Users that a send to a target may reach without an approval, or which approvals it waits for. What matches is counted
   * now, and the result limits the send, because more may match at its launch. A send in the future waits: its audience can
   * grow.
   *
   * @param send.limit  users that the request itself allows; undefined: all
   */
  async findAllowance(
    appId: number,
    approval: Approval,
    send: { target: Target; limit: number | undefined; isNow: boolean },
  ): Promise<{ limit: number | undefined; need: ApprovalNeed | null }> {
    const { limit } = send;
    const from = freeUsersOf(approval);
    if (!approval.isRequired || (from !== null && limit !== undefined && limit <= from)) {
      return { limit, need: null };
    }
    // One step needs no number: what is of any size waits, and so does what is to come.
    const isCounted = approval.steps.length > 1 || (from !== null && send.isNow);
    const users = isCounted ? await this.countUsers(appId, send.target) : 0;
    return send.isNow && from !== null && users <= from
      ? { limit: from, need: null }
      : { limit, need: findNeed(approval, users, limit) };
  }

  /** Users that match a target of a send now. Its author may have counted it. */
  async countUsers(appId: number, target: Target): Promise<number> {
    return (await this.counts.count(appId, target, OPERATOR)).counts;
  }

  /**
   * Refuses what more users match by now than its approvals are for. Its launch looks again.
   *
   * @throws AppError changed_meanwhile
   */
  async requireApprovable(
    appId: number,
    requests: readonly Pick<DispatchRequest, 'target' | 'options'>[],
  ): Promise<void> {
    for (const { target, options } of requests) {
      const upTo = options.approval?.upTo;
      const users = upTo === undefined ? 0 : await this.countUsers(appId, target);
      if (upTo !== undefined && users > upTo) {
        const text = `${users} users match now, and its approvals are for ${upTo} at most. Its author has to ask anew`;
        throw new AppError('changed_meanwhile', text, { field: 'users' });
      }
    }
  }

  /** A number for a transactional send that waits. */
  async nextApprovalId(tx: Tx): Promise<number> {
    return this.waiting.nextApprovalId(tx);
  }

  /**
   * Remembers who asked for a send, in the transaction that stores it without a due time. A member is never among those
   * who approve it.
   *
   * @param asked  what a member asked for in the panel
   */
  async recordRequest(
    tx: Tx,
    caller: Origin & Pick<Caller, 'appId'>,
    { approvalId, dispatchIds, needed }: { approvalId: number; dispatchIds: number[]; needed: number },
    asked?: AskedCampaign,
  ): Promise<void> {
    const { settings } = await this.applications.getApplication(caller.appId, tx);
    const self = settings.approval.self && caller.by.kind !== 'member';
    const { by: author, behind } = toParticipant(caller);
    const send = { approvalId, dispatchIds, author, behind, needed, self };
    await this.waiting.insert(tx, caller.appId, send);
    if (asked) {
      const stored = await this.intake.findRequests(caller.appId, dispatchIds, tx);
      await this.requests.insert(tx, caller.appId, { ...asked, approvalId, hash: hashRequest(stored) });
    }
    await this.audit.append(tx, caller.appId, caller, [{ action: 'approval.ask', subject: `send ${approvalId}` }]);
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

  /**
   * Locks a send that waits.
   *
   * @throws AppError unknown_id; changed_meanwhile for one that was decided or stopped
   */
  async lockOpen(tx: Tx, appId: number, approvalId: number): Promise<WaitingSend> {
    const [send] = await this.waiting.lockSends(tx, appId, [approvalId]);
    if (!send) {
      throw new AppError('unknown_id', `There is no request ${approvalId}`);
    }
    if (!(await this.findOpen(tx, appId, [send])).has(approvalId)) {
      throw new AppError('changed_meanwhile', `${approvalId} does not wait any more`, { field: 'state' });
    }
    return send;
  }

  /**
   * Ends what the caller asked for.
   *
   * @throws AppError as `lockOpen`; not_granted for what someone else asked for
   */
  async endOwn(
    tx: Tx,
    caller: Origin & Pick<Caller, 'appId'>,
    approvalId: number,
    outcome: 'withdraw' | 'replace',
  ): Promise<void> {
    const send = await this.lockOpen(tx, caller.appId, approvalId);
    if (send.author === null || !isSameActor(send.author, caller.by)) {
      throw new AppError('not_granted', 'Only its author takes a request back');
    }
    await this.end(tx, caller, [send], { outcome, words: null });
  }

  /** Ends locked sends that wait. Nothing of them ever leaves. */
  async end(
    tx: Tx,
    caller: Origin & Pick<Caller, 'appId'>,
    sends: readonly WaitingSend[],
    { outcome, words }: { outcome: Exclude<Outcome, 'approve'>; words: string | null },
  ): Promise<void> {
    const { appId, by } = caller;
    if (sends.length === 0) {
      return;
    }
    await this.intake.reject(
      tx,
      appId,
      sends.flatMap(({ dispatchIds }) => dispatchIds),
    );
    const ids = sends.map(({ approvalId }) => approvalId);
    await this.waiting.setDecided(tx, appId, ids, { outcome, by, words });
    const entries = ids.map((id) => ({ action: ACTIONS[outcome], subject: `send ${id}` }));
    await this.audit.append(tx, appId, caller, entries);
  }

  /** Ids of those locked sends that still wait: neither decided nor stopped. */
  async findOpen(tx: Tx, appId: number, sends: readonly WaitingSend[]): Promise<Set<number>> {
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

  /**
   * Adds an approval to each of some locked sends that wait. The last one that a send needs lets it go.
   *
   * @throws AppError key_not_allowed, own_request, wrong_state; shared_access where one member may be behind the author or an
   *   earlier vote and this one
   */
  async addVotes(
    tx: Tx,
    caller: Origin & Pick<Caller, 'appId'>,
    sends: readonly WaitingSend[],
    words: string | null,
  ): Promise<void> {
    const { appId, by } = caller;
    const voter = toParticipant(caller);
    const decided: WaitingSend[] = [];
    const entries = [];
    for (const send of sends) {
      const { approvalId, needed } = send;
      requireOtherThanAuthor(send, voter);
      const votes = await this.waiting.listVotes(tx, appId, approvalId);
      requireOtherVoter(approvalId, votes, voter);
      await this.waiting.insertVote(tx, appId, { approvalId, ...voter, words });
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
      { outcome: 'approve', by, words },
    );
    await this.audit.append(tx, appId, caller, entries);
  }
}

/** @returns undefined for a send that was stopped */
function toRequest(
  send: UndecidedSend,
  waiting: ReadonlyMap<number, Pick<DispatchRequest, 'notificationKey' | 'lane'>>,
): WaitingRequest | undefined {
  const dispatches = send.dispatchIds.flatMap((id) => waiting.get(id) ?? []);
  const [first] = dispatches;
  return (
    first && {
      ...send,
      kind: first.lane === LANES.bulk ? 'campaign' : 'notification',
      notificationKeys: [...new Set(dispatches.map(({ notificationKey }) => notificationKey))],
    }
  );
}
