import { Inject, Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { readTimeZone } from '#platform/spelling';
import type { Answer, AskingStep } from '../model/advance.js';
import type { BranchStep, Visit, WaitStep } from '../model/journey.types.js';
import { waitEnd } from '../model/wait-times.js';
import { PersonTimeRepository } from './person-time.repository.js';
import { StepCallService } from './step-call.service.js';
import { StepPaceService } from './step-pace.service.js';

/** Finds out what a step depends on, for all of its people with one statement. */
@Injectable()
export class PersonFactsService {
  constructor(
    private readonly conditions: PersonConditionService,
    private readonly times: PersonTimeRepository,
    private readonly users: UserLookupService,
    private readonly applications: ApplicationService,
    private readonly paces: StepPaceService,
    private readonly calls: StepCallService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Answers a step for some visits, in the transaction's snapshot.
   *
   * @param visits  at most one of each person
   * @returns by uid; none for a person who is not there any more
   */
  async answer(
    tx: Tx,
    { appId, journeyId }: { appId: number; journeyId: number },
    step: AskingStep,
    visits: readonly Visit[],
    now: Date,
  ): Promise<ReadonlyMap<number, Answer>> {
    const uids = visits.map(({ uid }) => uid);
    switch (step.kind) {
      case 'branch':
        return this.judge(tx, appId, step, uids);
      case 'wait':
        return this.findTimes(tx, appId, step, uids, now);
      case 'throttle':
        return this.paces.givePlaces(tx, { appId, journeyId }, step, uids, now);
      case 'webhook':
        return this.calls.findFates(visits);
    }
  }

  private async judge(tx: Tx, appId: number, step: BranchStep, uids: readonly number[]): Promise<Map<number, Answer>> {
    const condition = await this.conditions.resolve(appId, step.if);
    if (!condition) {
      this.logger.warn({ appId, node: step.id }, 'a branch of a journey cannot be judged; its people wait');
      return new Map(uids.map((uid) => [uid, null]));
    }
    const matching = await this.conditions.findMatching(tx, appId, condition, uids);
    return new Map(uids.map((uid) => [uid, matching.has(uid)]));
  }

  private async findTimes(
    tx: Tx,
    appId: number,
    step: WaitStep,
    uids: readonly number[],
    now: Date,
  ): Promise<Map<number, Answer>> {
    const wait = 'at' in step ? step.at : 'until' in step ? step.until : undefined;
    if (!wait) {
      return new Map();
    }
    const code = 'attribute' in wait ? wait.attribute : undefined;
    const definitions = code === undefined ? undefined : await this.users.getAttributesByCode(appId, [code]);
    const definition = definitions?.get(code ?? '');
    const { timeZone } = (await this.applications.getApplication(appId)).settings;
    const found = await this.times.find(tx, appId, uids, definition);
    return new Map(
      found.map(({ uid, value, zone: reported }) => {
        const own = wait.zone === 'user' && reported !== null ? readTimeZone(reported) : undefined;
        return [uid, waitEnd(wait, value, { isDay: definition?.dataType === 'DATE', zone: own ?? timeZone }, now)];
      }),
    );
  }
}
