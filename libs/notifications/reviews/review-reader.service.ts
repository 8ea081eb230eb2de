import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { DispatchIntakeService, type DispatchRequest } from '#libs/delivery';
import { AccountMailService } from '#libs/delivery/accounts';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import {
  ApprovalMailRepository,
  isSameActor,
  ApprovalRequestRepository,
  ApprovalService,
  compareCampaigns,
  hashRequest,
  WaitingSendRepository,
  type KnownSend,
} from '#libs/notifications/approvals';
import { END_STATES, type CampaignTerms, type Review, type ReviewState, type WaitingCampaign } from './review.types.js';

/** More than anybody decides on. */
const MAX_WAITING = 200;

/** A request with what is stored to be sent: the first content, with its further ones where it has several. */
export interface StoredReview {
  send: KnownSend;
  request: DispatchRequest & { others?: DispatchRequest[] };
  hash: string;
}

/** Campaigns that wait for approval, as people see them. */
@Injectable()
export class ReviewReaderService {
  constructor(
    private readonly approvals: ApprovalService,
    private readonly waiting: WaitingSendRepository,
    private readonly requests: ApprovalRequestRepository,
    private readonly intake: DispatchIntakeService,
    private readonly clock: ClockService,
    private readonly mails: ApprovalMailRepository,
    private readonly accounts: AccountMailService,
  ) {}

  /** Campaigns that wait, the oldest first; at most 200. */
  async listWaiting(appId: number): Promise<WaitingCampaign[]> {
    const waiting = await this.approvals.listWaiting(appId, { after: 0, limit: MAX_WAITING });
    const campaigns = waiting.filter(({ kind }) => kind === 'campaign');
    const ids = campaigns.map(({ approvalId }) => approvalId);
    const [requests, votes, stored] = await Promise.all([
      this.requests.findRequests(appId, ids),
      this.waiting.listVotesOf(appId, ids),
      this.intake.findRequests(
        appId,
        campaigns.flatMap(({ dispatchIds }) => dispatchIds),
      ),
    ]);
    const byKey = new Map(stored.map((request) => [request.notificationKey, request]));
    return campaigns.flatMap(({ approvalId, author, askedAt, needed }) => {
      const request = byKey.get(approvalId);
      const asked = requests.get(approvalId);
      return request
        ? {
            approvalId,
            name: request.message.title ?? null,
            author,
            askedAt,
            needed,
            votes: votes.filter((vote) => vote.approvalId === approvalId),
            planned: asked?.planned ?? null,
            upTo: request.options.approval?.upTo ?? null,
            startsAt: this.readStart(request),
            expiresAt: asked?.expiresAt ?? null,
          }
        : [];
    });
  }

  /** How many campaigns wait for this very actor: others asked for them, and its approval is missing. */
  async countFor(appId: number, actor: Actor): Promise<number> {
    const campaigns = await this.listWaiting(appId);
    return campaigns.filter(
      ({ author, votes }) => !(author && isSameActor(author, actor)) && !votes.some(({ by }) => isSameActor(by, actor)),
    ).length;
  }

  /** @throws AppError unknown_id for what never waited, and where its send is past its retention */
  async get(appId: number, approvalId: number): Promise<Review> {
    const { send, request, hash } = await this.getStored(appId, approvalId);
    const [requests, votes, revision, open, outgrown, told, hasMail] = await Promise.all([
      this.requests.findRequests(appId, [approvalId]),
      this.waiting.listVotesOf(appId, [approvalId]),
      this.requests.findRevision(appId, approvalId),
      this.intake.findWaiting(appId, send.dispatchIds),
      this.intake.findOutgrown(appId, send.dispatchIds),
      this.mails.countTold(appId, approvalId),
      this.accounts.hasAccount(appId),
    ]);
    const asked = requests.get(approvalId);
    const revises = asked?.revises ?? null;
    const before = revises === null ? [] : await this.findContents(appId, revises);
    return {
      approvalId,
      name: request.message.title ?? null,
      author: send.author,
      askedAt: send.askedAt,
      needed: send.needed,
      votes,
      planned: asked?.planned ?? null,
      upTo: request.options.approval?.upTo ?? null,
      startsAt: this.readStart(request),
      expiresAt: asked?.expiresAt ?? null,
      state: outgrown === null ? stateOf(send, open.length > 0) : 'OUTGROWN',
      hash,
      outgrown,
      told,
      hasMail,
      decidedBy: send.by,
      words: send.words,
      draft: asked?.draft ?? null,
      target: request.target,
      terms: termsOf(request),
      revises,
      revision: revision ?? null,
      differences: compareCampaigns(before, [request, ...(request.others ?? [])], this.clock.now()),
      earlierTarget: before[0]?.target ?? null,
    };
  }

  /** @throws AppError as `get` */
  async getStored(appId: number, approvalId: number): Promise<StoredReview> {
    const send = await this.waiting.find(appId, approvalId);
    const dispatches = send ? await this.intake.findRequests(appId, send.dispatchIds) : [];
    const [first, ...others] = dispatches;
    if (!send || first?.lane !== 'bulk') {
      throw new AppError('unknown_id', `There is no request ${approvalId}`);
    }
    const request = others.length === 0 ? first : { ...first, others };
    return { send, request, hash: hashRequest(dispatches) };
  }

  /** Hashes what some dispatches will send, as in `StoredReview`. */
  async hashStored(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<string> {
    return hashRequest(await this.intake.findRequests(appId, dispatchIds, tx));
  }

  /** Finds the stored contents of a request; none where it is past its retention. */
  private async findContents(appId: number, approvalId: number): Promise<DispatchRequest[]> {
    const send = await this.waiting.find(appId, approvalId);
    return send ? this.intake.findRequests(appId, send.dispatchIds) : [];
  }

  private readStart({ options }: DispatchRequest): Date | null {
    const start = options.startTime === undefined ? null : new Date(options.startTime);
    return start !== null && start > this.clock.now() ? start : null;
  }
}

function termsOf({ message, options, speed }: DispatchRequest): CampaignTerms {
  return {
    localTime: options.localTime ?? null,
    speed: speed ?? null,
    limit: options.limits?.all ?? null,
    holdout: options.holdout ?? null,
    priority: options.priority ?? 'normal',
    categories: (message.categories ?? []).map(String),
    label: message.labels ?? null,
    ttlSeconds: message.ttlSeconds ?? null,
  };
}

function stateOf({ isDecided, outcome }: KnownSend, isOpen: boolean): ReviewState {
  if (!isDecided) {
    return isOpen ? 'WAITING' : 'STOPPED';
  }
  return outcome === null ? 'DECIDED' : END_STATES[outcome];
}
