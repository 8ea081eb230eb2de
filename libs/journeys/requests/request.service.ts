import { Injectable } from '@nestjs/common';
import { type AuditDifference, AuditService, type Origin } from '#libs/audit';
import { findNeed } from '#libs/notifications/approvals';
import type { Approval } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import type { Journey } from '../model/journey.types.js';
import { RequestRepository } from './request.repository.js';
import type { JourneyChange } from './request.types.js';

/** Stores changes of journeys that wait for approvals. */
@Injectable()
export class RequestService {
  constructor(
    private readonly requests: RequestRepository,
    private readonly audit: AuditService,
  ) {}

  /** Asks for a change of a locked journey, in place of another request for it. @returns its id */
  async ask(tx: Tx, origin: Origin, approval: Approval, journey: Journey, change: JourneyChange): Promise<number> {
    const perDay = change.definition.limits?.perDay ?? null;
    const requestId = await this.requests.insert(tx, {
      ...change,
      journey,
      by: { by: origin.by, behind: origin.behind ?? [] },
      self: approval.self,
      perDay,
      needed: perDay === null ? null : findNeed(approval, perDay).needed,
    });
    const differences: AuditDifference[] = [
      ...(change.state === journey.state
        ? []
        : [{ change: 'change' as const, subject: 'state', from: journey.state, to: change.state }]),
      { change: 'add', subject: 'request', to: String(requestId) },
    ];
    await this.audit.append(tx, journey.appId, origin, [
      { action: 'approval.ask', subject: `journey ${journey.name}`, differences },
    ]);
    return requestId;
  }
}
