import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { JourneyMessagesService } from '../definitions/journey-messages.service.js';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey, JourneyState } from '../model/journey.types.js';
import { isFreed, isSending, mustAsk } from '../requests/approval-rule.js';
import { RequestService } from '../requests/request.service.js';
import { ApprovedTextService, type ComparedTexts } from '../texts/approved-text.service.js';
import { unknownJourney } from './journey.service.js';

/** A caller who may run journeys. @property approval  what the application demands before it sends */
export type JourneyOperator = Origin & Pick<Caller, 'appId' | 'approval'>;

const SAME_TEXTS: ComparedTexts = { changed: [], now: undefined };

/** Switches journeys on and off. */
@Injectable()
export class JourneyStateService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly messages: JourneyMessagesService,
    private readonly audit: AuditService,
    private readonly requests: RequestService,
    private readonly texts: ApprovedTextService,
  ) {}

  /**
   * Changes the state of a journey, and adds it to the audit log. A state that sends, asked for again, is a wish to send texts
   * that changed since they were approved.
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
        const { changed, now } = state === journey.state ? await this.texts.compare(journey) : SAME_TEXTS;
        const isFree = changed.length === 0 && !isFreed(journey.state, state, journey.isApproved === true);
        if (mustAsk(approval, caller.by) && !isFree) {
          return this.requests.ask(tx, caller, approval, journey, { state, definition: journey.definition });
        }
        await this.bindTexts(tx, caller, journey, { changed, now });
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

  private async bindTexts(
    tx: Tx,
    operator: JourneyOperator,
    journey: Journey,
    { changed, now }: ComparedTexts,
  ): Promise<void> {
    if (changed.length === 0 || !now) {
      await this.texts.bindNewest(tx, journey);
      return;
    }
    await this.texts.approve(tx, journey, now);
    const differences = changed.map((subject) => ({ change: 'change' as const, subject: `text of ${subject}` }));
    await this.audit.append(tx, journey.appId, operator, [
      { action: 'journey.state', subject: `journey ${journey.name}`, differences },
    ]);
  }
}
