import { Injectable } from '@nestjs/common';
import type { Actor, Origin } from '#libs/audit';
import { DispatchIntakeService, type DispatchRequest, LANES } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { Database, type Statements, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import {
  isSameActor,
  ApprovalService,
  hashRequest,
  WaitingSendRepository,
  type WaitingSend,
} from '#libs/notifications/approvals';

type Decider = Origin & Pick<Caller, 'appId'>;

/**
 * A request for transactional sends that waits for approvals. It may hold several sends, which are decided together.
 *
 * @property sends   how many it holds
 * @property hash    of what is stored to be sent
 * @property isOwn   the reader asked for it itself
 * @property hasOwn  the reader approved it already
 */
export interface SendReview {
  approvalId: number;
  author: Actor | null;
  askedAt: Date;
  needed: number;
  given: number;
  sends: number;
  hash: string;
  isOwn: boolean;
  hasOwn: boolean;
}

/** Decisions of members on transactional sends that wait. */
@Injectable()
export class SendReviewService {
  constructor(
    private readonly db: Database,
    private readonly waiting: WaitingSendRepository,
    private readonly approvals: ApprovalService,
    private readonly intake: DispatchIntakeService,
  ) {}

  /** The request that a send waits for; undefined: it does not wait. */
  async findOf(reader: Actor, appId: number, dispatchId: number): Promise<SendReview | undefined> {
    const request = await this.waiting.findUndecidedOf(appId, dispatchId);
    if (!request) {
      return undefined;
    }
    const { approvalId, author, askedAt, needed, given, dispatchIds } = request;
    const [stored, votes] = await Promise.all([
      this.intake.findRequests(appId, dispatchIds),
      this.waiting.listVotesOf(appId, [approvalId]),
    ]);
    return {
      approvalId,
      author,
      askedAt,
      needed,
      given,
      sends: dispatchIds.length,
      hash: hashRequest(stored),
      isOwn: author !== null && isSameActor(author, reader),
      hasOwn: votes.some(({ by }) => isSameActor(by, reader)),
    };
  }

  /**
   * Approves all sends of a request as they were read. The last approval that it needs lets them go.
   *
   * @throws AppError unknown_id; own_request for the author; wrong_state for a second approval by the same member;
   *   changed_meanwhile where it does not wait any more, is not what was read, or would reach more users than its approvals are for
   */
  async approve(member: Decider, approvalId: number, hash: string): Promise<void> {
    const { appId } = member;
    const send = await this.waiting.find(appId, approvalId);
    await this.approvals.requireApprovable(appId, await this.findStored(appId, approvalId, send?.dispatchIds ?? []));
    await this.decide(member, approvalId, hash, (tx, open) => this.approvals.addVotes(tx, member, [open], null));
  }

  /** Rejects all sends of a request: they never leave. @throws AppError as `approve`, and never own_request */
  async reject(member: Decider, approvalId: number, hash: string): Promise<void> {
    await this.decide(member, approvalId, hash, (tx, open) =>
      this.approvals.end(tx, member, [open], { outcome: 'reject', words: null }),
    );
  }

  private async decide(
    { appId }: Decider,
    approvalId: number,
    hash: string,
    act: (tx: Tx, open: WaitingSend) => Promise<void>,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const open = await this.approvals.lockOpen(tx, appId, approvalId);
      const stored = await this.findStored(appId, approvalId, open.dispatchIds, tx);
      if (hashRequest(stored) !== hash) {
        throw new AppError('changed_meanwhile', 'This is not what you read. Read it again', { field: 'hash' });
      }
      await act(tx, open);
    });
  }

  /** @throws AppError unknown_id for a campaign, which has a page of its own */
  private async findStored(
    appId: number,
    approvalId: number,
    dispatchIds: readonly number[],
    on?: Statements,
  ): Promise<DispatchRequest[]> {
    const stored = await this.intake.findRequests(appId, dispatchIds, on);
    if (stored[0]?.lane !== LANES.transactional) {
      throw new AppError('unknown_id', `There is no request ${approvalId}`);
    }
    return stored;
  }
}
