import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { JourneyMessagesService } from '../definitions/journey-messages.service.js';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { JourneyState } from '../model/journey.types.js';
import { isFreed, isSending, mustAsk } from '../requests/approval-rule.js';
import { RequestService } from '../requests/request.service.js';
import { unknownJourney } from './journey.service.js';

/** A caller who may run journeys. @property approval  what the application demands before it sends */
export type JourneyOperator = Origin & Pick<Caller, 'appId' | 'approval'>;

/** Switches journeys on and off. */
@Injectable()
export class JourneyStateService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly messages: JourneyMessagesService,
    private readonly audit: AuditService,
    private readonly requests: RequestService,
  ) {}

  /**
   * Changes the state of a journey, and adds it to the audit log.
   *
   * @param seen  the state that the caller has seen; absent: any
   * @throws AppError unknown_key for a name that no journey has; malformed where it would run without a
   *   message; wrong_state where it is in another state than was seen
   * @returns the request, where it waits for an approval; null: it is done
   */
  async setState(
    caller: JourneyOperator,
    name: string,
    state: JourneyState,
    seen?: JourneyState,
  ): Promise<number | null> {
    const { appId, approval } = caller;
    return this.db.tx(async (tx) => {
      const journey = (await this.journeys.lockAll(tx, appId)).find(({ name: known }) => known === name);
      if (!journey) {
        throw unknownJourney(name);
      }
      if (seen !== undefined && seen !== journey.state) {
        throw new AppError('wrong_state', `The journey '${name}' is ${journey.state} by now, and was not changed`);
      }
      if (isSending(state)) {
        await this.messages.check(tx, appId, name, journey.definition);
        if (mustAsk(approval, caller.by) && isFreed(journey.state, state, journey.isApproved === true)) {
          return this.requests.ask(tx, caller, approval, journey, { state, definition: journey.definition });
        }
      }
      if (journey.state !== state) {
        await this.journeys.setState(tx, appId, journey.journeyId, state);
        const difference = { change: 'change', subject: 'state', from: journey.state, to: state } as const;
        await this.audit.append(tx, appId, caller, [
          { action: 'journey.state', subject: `journey ${name}`, differences: [difference] },
        ]);
      }
      return null;
    });
  }
}
