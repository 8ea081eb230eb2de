import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type AuditDifference, AuditService, type Origin } from '#libs/audit';
import { isSameActor, requireOtherThanAuthor, requireOtherVoter, toParticipant } from '#libs/notifications/approvals';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { JourneyVersionService } from '../definitions/journey-version.service.js';
import type { Journey } from '../model/journey.types.js';
import { RequestRepository } from '../requests/request.repository.js';
import type { JourneyRequest, RequestVote } from '../requests/request.types.js';
import { ApprovedTextService } from '../texts/approved-text.service.js';
import type { SentTexts } from '../texts/sent-texts.js';
import { SentTextsService } from '../texts/sent-texts.service.js';
import { boundDefinition, hashChange } from './change-hash.js';

type Decider = Origin & Pick<Caller, 'appId' | 'approval'>;

/**
 * A request for those who decide.
 *
 * @property hash    of everything that an approval is for; null: its forecast is not there yet
 * @property isVoid  the journey is another one by now, so it cannot be approved any more
 * @property texts   messages of its steps, which the approval binds
 */
export interface ShownRequest extends JourneyRequest {
  hash: string | null;
  isVoid: boolean;
  journey: Journey;
  votes: RequestVote[];
  texts: SentTexts;
}

/** The revision that someone read before its decision. */
export interface SeenRequest {
  hash: string;
  perDay: number;
}

/** Decisions of others than its author on a change of a journey. The last approval applies what was read. */
@Injectable()
export class JourneyApprovalService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly requests: RequestRepository,
    private readonly versions: JourneyVersionService,
    private readonly texts: SentTextsService,
    private readonly approved: ApprovedTextService,
    private readonly audit: AuditService,
  ) {}

  /** Requests of an application that wait, the oldest first. */
  async list(appId: number): Promise<ShownRequest[]> {
    const open = await this.requests.listOpen(this.db, appId);
    const journeys = open.length > 0 ? await this.journeys.list(this.db, appId) : [];
    const shown: ShownRequest[] = [];
    for (const request of open) {
      const journey = journeys.find(({ journeyId }) => journeyId === request.journeyId);
      if (journey) {
        shown.push(await this.show(request, journey));
      }
    }
    return shown;
  }

  /** The request of a journey that waits; null: none does. */
  async find(journey: Journey): Promise<ShownRequest | null> {
    const request = await this.requests.findOpen(this.db, journey.appId, journey.journeyId);
    return request ? this.show(request, journey) : null;
  }

  /**
   * Approves what was read, and nothing else. The last approval applies it with its limit, in one transaction.
   *
   * @throws AppError unknown_id; changed_meanwhile for what is not as it was read; own_request, shared_access and
   *   key_not_allowed for its author, and whoever may be the same person
   */
  async approve(decider: Decider, requestId: number, seen: SeenRequest, words: string | null): Promise<void> {
    await this.decide(decider, requestId, async (tx, request, journey) => {
      const { texts } = await this.requireAsRead(request, journey, seen.hash);
      if (request.perDay !== seen.perDay || request.needed === null) {
        throw new AppError('changed_meanwhile', `limits.perDay is ${request.perDay ?? 'not known yet'}`, {
          field: 'perDay',
        });
      }
      const voter = toParticipant(decider);
      requireOtherThanAuthor({ ...request, approvalId: requestId }, voter);
      const votes = await this.requests.listVotes(tx, decider.appId, requestId);
      requireOtherVoter(requestId, votes, voter);
      await this.requests.insertVote(tx, request, voter, words);
      const given = votes.length + 1;
      const isLast = given >= request.needed;
      const differences: AuditDifference[] = [
        { change: 'add', subject: 'approvals', to: `${given} of ${request.needed}` },
        ...(isLast ? [{ change: 'add' as const, subject: 'hash', to: seen.hash }] : []),
      ];
      if (isLast) {
        differences.push(...(await this.applyChange(tx, request, journey)));
        await this.approved.approve(tx, journey, texts);
        await this.requests.end(tx, request, 'approve', words);
      }
      await this.record(tx, decider, journey, 'approval.give', differences);
    });
  }

  /** Rejects a request: nothing of it is applied. Its author may, too. @throws AppError unknown_id */
  async reject(decider: Decider, requestId: number, words: string | null): Promise<void> {
    await this.decide(decider, requestId, async (tx, request, journey) => {
      const isOwn = isSameActor(request.author, decider.by);
      await this.requests.end(tx, request, isOwn ? 'withdraw' : 'reject', words);
      await this.record(tx, decider, journey, isOwn ? 'approval.withdraw' : 'approval.reject', []);
    });
  }

  /** Takes back what the caller asked for. @throws AppError unknown_id; not_granted for what someone else asked for */
  async withdraw(decider: Decider, requestId: number): Promise<void> {
    await this.decide(decider, requestId, async (tx, request, journey) => {
      if (!isSameActor(request.author, decider.by)) {
        throw new AppError('not_granted', 'Only its author takes a request back');
      }
      await this.requests.end(tx, request, 'withdraw', null);
      await this.record(tx, decider, journey, 'approval.withdraw', []);
    });
  }

  private async decide(
    { appId, by, approval }: Decider,
    requestId: number,
    act: (tx: Tx, request: JourneyRequest, journey: Journey) => Promise<void>,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const journeys = await this.journeys.lockAll(tx, appId);
      const request = await this.requests.lockOpen(tx, appId, requestId);
      const journey = journeys.find(({ journeyId }) => journeyId === request?.journeyId);
      if (!request || !journey) {
        // Published clients know no 404.
        throw new AppError(by.kind === 'key' ? 'unknown_key' : 'unknown_id', `No request ${requestId} waits`);
      }
      if (by.kind === 'key' && request.author.kind === 'member' && !approval.keys) {
        const text = `A member asked for ${requestId} in the panel, where it is approved (settings.approval.keys)`;
        throw new AppError('key_not_allowed', text);
      }
      await act(tx, request, journey);
    });
  }

  private async requireAsRead(request: JourneyRequest, journey: Journey, hash: string): Promise<ShownRequest> {
    const shown = await this.show(request, journey);
    if (shown.isVoid) {
      const text = `The journey '${journey.name}' is another one by now. Its author has to ask again`;
      throw new AppError('changed_meanwhile', text, { field: 'journey' });
    }
    if (shown.hash !== hash) {
      throw new AppError('changed_meanwhile', 'This is not what you read. Read it again', { field: 'hash' });
    }
    return shown;
  }

  private async applyChange(tx: Tx, request: JourneyRequest, journey: Journey): Promise<AuditDifference[]> {
    const { state, moved } = request;
    const definition = boundDefinition(request);
    const change = { name: journey.name, state, definition, ...(moved && { moved: new Map(Object.entries(moved)) }) };
    const differences = isDeepStrictEqual(definition, journey.definition)
      ? []
      : await this.versions.add(tx, journey, change);
    await this.journeys.setState(tx, journey.appId, journey.journeyId, state);
    await this.journeys.setApproved(tx, journey.appId, journey.journeyId);
    return [
      ...differences.map(({ change: kind, subject, to }) => ({
        change: kind,
        subject,
        ...(to !== undefined && { to }),
      })),
      ...(state === journey.state
        ? []
        : [{ change: 'change' as const, subject: 'state', from: journey.state, to: state }]),
    ];
  }

  private async show(request: JourneyRequest, journey: Journey): Promise<ShownRequest> {
    const { appId, requestId, baseVersion, baseState, perDay, definition } = request;
    const texts = await this.texts.read(appId, definition);
    return {
      ...request,
      journey,
      hash: perDay === null ? null : hashChange(request, texts),
      isVoid: journey.version !== baseVersion || journey.state !== baseState,
      votes: await this.requests.listVotes(this.db, appId, requestId),
      texts,
    };
  }

  private async record(
    tx: Tx,
    decider: Decider,
    { appId, name }: Journey,
    action: string,
    differences: AuditDifference[],
  ): Promise<void> {
    await this.audit.append(tx, appId, decider, [{ action, subject: `journey ${name}`, differences }]);
  }
}
