import { Inject, Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { readTimeZone } from '#platform/spelling';
import type { Answer } from '../model/advance.js';
import type { BranchStep, WaitStep } from '../model/journey.types.js';
import { waitEnd } from '../model/wait-times.js';
import { PersonTimeRepository } from './person-time.repository.js';

/** Finds out what a step depends on, for all of its people with one statement. */
@Injectable()
export class PersonFactsService {
  constructor(
    private readonly conditions: PersonConditionService,
    private readonly times: PersonTimeRepository,
    private readonly users: UserLookupService,
    private readonly applications: ApplicationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Answers a step for some persons, in the transaction's snapshot.
   *
   * @returns by uid; none for a person who is not there any more
   */
  async answer(
    tx: Tx,
    appId: number,
    step: BranchStep | WaitStep,
    uids: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, Answer>> {
    return step.kind === 'branch' ? this.judge(tx, appId, step, uids) : this.findTimes(tx, appId, step, uids, now);
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
