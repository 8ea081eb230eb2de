import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { readTimeZone } from '#platform/spelling';
import { isDue, listDays, mayBeDue, type Stretch } from '../model/entry-times.js';
import type { Journey } from '../model/journey.types.js';
import { PersonTimeRepository } from '../running/person-time.repository.js';

/** Finds the people whose moment of entry lies in a stretch of time. */
@Injectable()
export class DuePeopleService {
  constructor(
    private readonly conditions: PersonConditionService,
    private readonly times: PersonTimeRepository,
    private readonly users: UserLookupService,
    private readonly applications: ApplicationService,
  ) {}

  /**
   * Reads those who may be due, by the index where there is one, a part at a time.
   *
   * @param after  the last user that the caller had, or null
   * @returns uids in the order of bucket and uid
   */
  async *readAfter(
    { appId, definition: { entry } }: Journey,
    stretch: Stretch,
    after: number | null,
  ): AsyncGenerator<number[]> {
    const { timeZone } = (await this.applications.getApplication(appId)).settings;
    if (!('date' in entry || 'audience' in entry) || !mayBeDue(entry, timeZone, stretch)) {
      return;
    }
    const raw =
      'date' in entry ? { profile: { [entry.date.attribute]: listDays(entry, stretch) } } : entry.audience.target;
    yield* this.conditions.readAfter(appId, raw, after);
  }

  /** Selects people who are due, in the transaction's snapshot. All of an audience are. */
  async select(
    tx: Tx,
    { appId, definition: { entry } }: Journey,
    stretch: Stretch,
    uids: readonly number[],
  ): Promise<number[]> {
    if (!('date' in entry)) {
      return [...uids];
    }
    const { attribute } = entry.date;
    const definition = (await this.users.getAttributesByCode(appId, [attribute])).get(attribute);
    const { timeZone } = (await this.applications.getApplication(appId)).settings;
    const isDay = definition?.dataType === 'DATE';
    return (await this.times.find(tx, appId, uids, definition)).flatMap(({ uid, value, zone: reported }) => {
      const own = entry.date.zone === 'user' && reported !== null ? readTimeZone(reported) : undefined;
      return typeof value === 'number' && isDue(entry, value, { isDay, zone: own ?? timeZone }, stretch) ? uid : [];
    });
  }
}
