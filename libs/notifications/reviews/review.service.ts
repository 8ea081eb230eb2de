import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { ApprovalRequestRepository, ApprovalService, type WaitingSend } from '#libs/notifications/approvals';
import { CampaignCheckService, type StoredCheck, CampaignForecastService } from '#libs/notifications/forecasts';
import { ReviewReaderService } from './review-reader.service.js';

/** By how much the number may differ from the one that was read, in hundredths. */
const TOLERANCE_PERCENT = 1;

type Decider = Origin & Pick<Caller, 'appId'>;

/** The revision that a member read before its decision. */
export interface SeenReview {
  hash: string;
  planned: number;
}

/** Decisions of members on campaigns that wait. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly db: Database,
    private readonly reader: ReviewReaderService,
    private readonly approvals: ApprovalService,
    private readonly requests: ApprovalRequestRepository,
    private readonly checks: CampaignCheckService,
    private readonly forecasts: CampaignForecastService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Begins to count the users that the campaign would reach now, from what is stored to be sent.
   *
   * @throws AppError as `ReviewReaderService.get` and `CampaignCheckService.start`
   */
  async check(member: Decider, approvalId: number): Promise<StoredCheck> {
    const { request, hash } = await this.reader.getStored(member.appId, approvalId);
    const { startsAt } = await this.reader.get(member.appId, approvalId);
    return this.checks.start(member, { request, hash, startsAt, waits: true });
  }

  /**
   * Approves what was read, and nothing else. The last approval that a campaign needs lets it go, in one transaction.
   *
   * @throws AppError unknown_id; own_request for the author; changed_meanwhile where it does not wait any more, was
   * replaced, is too late, would reach another number than was read, or more users than its approvals are for
   */
  async approve(member: Decider, approvalId: number, seen: SeenReview, words: string | null): Promise<void> {
    const { appId } = member;
    const { send, request } = await this.reader.getStored(appId, approvalId);
    if (!send.isDecided) {
      const planned = await this.forecasts.recount(request, seen);
      if (Math.abs(planned - seen.planned) * 100 > seen.planned * TOLERANCE_PERCENT) {
        const text = `It would reach ${planned} recipients now, and ${seen.planned} when you read it`;
        throw new AppError('changed_meanwhile', text, { field: 'planned' });
      }
      await this.approvals.requireApprovable(appId, [request, ...(request.others ?? [])]);
    }
    await this.decide(member, approvalId, seen.hash, (tx, open) => this.approvals.addVotes(tx, member, [open], words));
  }

  /** Rejects what was read: it never leaves. @throws AppError as `approve`, without the number */
  async reject(member: Decider, approvalId: number, hash: string, words: string): Promise<void> {
    await this.decide(member, approvalId, hash, (tx, open) =>
      this.approvals.end(tx, member, [open], { outcome: 'reject', words }),
    );
  }

  /** Takes back what the member asked for. @throws AppError as `ApprovalService.endOwn` */
  async withdraw(member: Decider, approvalId: number): Promise<void> {
    await this.db.tx((tx) => this.approvals.endOwn(tx, member, approvalId, 'withdraw'));
  }

  private async decide(
    { appId }: Decider,
    approvalId: number,
    hash: string,
    act: (tx: Tx, open: WaitingSend) => Promise<void>,
  ): Promise<void> {
    const changes = await this.describeRevision(appId, approvalId);
    await this.db.tx(async (tx) => {
      if (changes !== undefined) {
        throw new AppError('changed_meanwhile', changes, { field: 'revision' });
      }
      const open = await this.approvals.lockOpen(tx, appId, approvalId);
      const asked = (await this.requests.findRequests(appId, [approvalId], tx)).get(approvalId);
      const stored = await this.reader.hashStored(tx, appId, open.dispatchIds);
      if (asked && asked.hash !== stored) {
        const text = 'It is not any more what was asked for. Its author has to ask anew';
        throw new AppError('changed_meanwhile', text, { field: 'asked' });
      }
      if (stored !== hash) {
        throw new AppError('changed_meanwhile', 'This is not what you read. Read it again', { field: 'hash' });
      }
      if (asked && asked.expiresAt <= this.clock.now()) {
        const text = `It could be approved until ${asked.expiresAt.toISOString()}`;
        throw new AppError('changed_meanwhile', text, { field: 'expiresAt' });
      }
      await act(tx, open);
    });
  }

  /** Describes the author's changes, where another request replaced this one. */
  private async describeRevision(appId: number, approvalId: number): Promise<string | undefined> {
    const revision = await this.requests.findRevision(appId, approvalId);
    if (revision === undefined) {
      return undefined;
    }
    const { differences } = await this.reader.get(appId, revision);
    return `Its author changed it: ${differences.map(({ field }) => field).join(', ') || 'nothing'}. Read ${revision}`;
  }
}
