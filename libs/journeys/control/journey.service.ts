import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { isSending, refuseUnapproved } from '../definitions/journey-approval.js';
import { JourneyMessagesService } from '../definitions/journey-messages.service.js';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { SUMS, type Journey, type JourneyState, type Visit } from '../model/journey.types.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository, type PastVisit } from '../visits/visit.repository.js';

/** People of a journey, in sum and by node. */
export interface JourneyStatistics {
  entered: number;
  inside: number;
  left: number;
  converted: number;
  late: number;
  /** Entries that were refused: the person was in a loop. */
  looped: number;
  nodes: Record<string, { inside: number; passed: number }>;
}

/** Journeys for those who run them. */
@Injectable()
export class JourneyService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly messages: JourneyMessagesService,
    private readonly audit: AuditService,
  ) {}

  async list(appId: number): Promise<Journey[]> {
    return this.journeys.list(this.db, appId);
  }

  /**
   * Changes the state of a journey, and adds it to the audit log.
   *
   * @throws AppError unknown_key for a name that no journey has; malformed where it would run without a
   *   message; wrong_state where it would send past the approvals
   */
  async setState(caller: Caller, name: string, state: JourneyState): Promise<void> {
    const { appId } = caller;
    await this.db.tx(async (tx) => {
      const journey = (await this.journeys.lockAll(tx, appId)).find(({ name: known }) => known === name);
      if (!journey) {
        throw unknownJourney(name);
      }
      if (isSending(state)) {
        refuseUnapproved(caller.approval, caller.by, name);
        await this.messages.check(tx, appId, name, journey.definition);
      }
      if (journey.state !== state) {
        await this.journeys.setState(tx, appId, journey.journeyId, state);
        const difference = { change: 'change', subject: 'state', from: journey.state, to: state } as const;
        await this.audit.append(tx, appId, caller, [
          { action: 'journey.state', subject: `journey ${name}`, differences: [difference] },
        ]);
      }
    });
  }

  /** Sums of all versions of a journey. @throws AppError unknown_key */
  async getStatistics(appId: number, name: string): Promise<JourneyStatistics> {
    const { journeyId } = await this.get(appId, name);
    const sums = { entered: 0, inside: 0, left: 0, converted: 0, late: 0, looped: 0 };
    const statistics: JourneyStatistics = { ...sums, nodes: {} };
    const bySum = new Map(Object.entries(SUMS).map(([field, node]) => [node, field as keyof typeof SUMS]));
    for (const { node, passed, inside } of await this.passages.sum(this.db, appId, journeyId)) {
      const field = bySum.get(node as (typeof SUMS)[keyof typeof SUMS]);
      if (field) {
        statistics[field] += passed;
        continue;
      }
      const own = (statistics.nodes[node] ??= { inside: 0, passed: 0 });
      own.inside += inside;
      own.passed += passed;
      statistics.inside += inside;
    }
    return statistics;
  }

  /** The visits of a user to a journey: those inside, and the newest past ones. @throws AppError unknown_key */
  async explain(appId: number, name: string, uid: number): Promise<{ inside: Visit[]; past: PastVisit[] }> {
    const { journeyId } = await this.get(appId, name);
    return {
      inside: await this.visits.findOfUser(this.db, appId, journeyId, uid),
      past: await this.visits.findPastOfUser(this.db, appId, journeyId, uid),
    };
  }

  private async get(appId: number, name: string): Promise<Journey> {
    const journey = (await this.list(appId)).find(({ name: known }) => known === name);
    if (!journey) {
      throw unknownJourney(name);
    }
    return journey;
  }
}

function unknownJourney(name: string): AppError {
  return new AppError('unknown_key', `No journey is called '${name.slice(0, 80)}'`, { field: 'name' });
}
