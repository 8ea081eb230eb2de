import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import type { Platform } from '#libs/content';
import { EmailFrequencyService } from '#libs/users/preferences';
import { UserAddressRepository, UserLookupService } from '#libs/users/registry';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { countryOfNumber } from '#platform/spelling';
import { listSteps } from '../model/program.js';
import { type PersonTime, PersonTimeRepository } from '../running/person-time.repository.js';
import { ReplayHistoryService } from './replay-history.service.js';
import type { PartFacts, ReplayFrame } from './replay-part.js';
import type { ReplayRun } from './replayed-version.js';

/** Users of one statement of addresses. */
const ADDRESS_BATCH = 1000;

/** Finds out what replays take of the people of a part: as it is now, and changes since. */
@Injectable()
export class ReplayFactsService {
  constructor(
    private readonly db: Database,
    private readonly conditions: PersonConditionService,
    private readonly times: PersonTimeRepository,
    private readonly users: UserLookupService,
    private readonly addresses: UserAddressRepository,
    private readonly history: ReplayHistoryService,
    private readonly frequencies: EmailFrequencyService,
  ) {}

  async find(
    appId: number,
    { conditions, targeted, journey }: ReplayRun,
    uids: readonly number[],
    frame: ReplayFrame,
  ): Promise<PartFacts> {
    const { asksCountries, followsPersons, offersFrequency } = frame;
    const present = new Map<string, Map<number, ReadonlySet<number>>>();
    for (const [id, condition] of conditions) {
      const parts = new Map<number, ReadonlySet<number>>();
      for (const { index, resolved } of condition.present) {
        parts.set(index, await this.conditions.findMatching(this.db, appId, resolved, uids));
      }
      present.set(id, parts);
    }
    const reach = new Map<Platform, ReadonlySet<number>>();
    for (const platform of new Set([...targeted.values()].flatMap(({ platforms }) => platforms))) {
      const condition = await this.conditions.resolve(appId, { reachable: platform });
      const reached = condition && (await this.conditions.findMatching(this.db, appId, condition, uids));
      reach.set(platform, reached ?? new Set());
    }
    const asksReach = reach.size > 0 || [...conditions.values()].some(({ reaches }) => reaches.size > 0);
    const reached = await this.history.findReach(appId, asksReach ? uids : [], frame);
    const waits = listSteps(journey.definition.steps).flatMap((step) =>
      step.kind === 'wait' && !('forMs' in step) ? ('until' in step ? step.until.attribute : '') : [],
    );
    const times = new Map<string, ReadonlyMap<number, PersonTime>>();
    for (const code of new Set([...waits, ...(followsPersons ? [''] : [])])) {
      times.set(code, await this.findTimes(appId, code, uids));
    }
    const countries = asksCountries ? await this.findCountries(appId, uids) : new Map<number, string>();
    const frequencies = offersFrequency ? await this.frequencies.find(appId, uids) : undefined;
    return { present, reach, reached, times, countries, ...(frequencies && { frequencies }) };
  }

  private async findTimes(appId: number, code: string, uids: readonly number[]): Promise<Map<number, PersonTime>> {
    const definition = code === '' ? undefined : (await this.users.getAttributesByCode(appId, [code])).get(code);
    return new Map((await this.times.find(this.db, appId, uids, definition)).map((time) => [time.uid, time]));
  }

  private async findCountries(appId: number, uids: readonly number[]): Promise<Map<number, string>> {
    const countries = new Map<number, string>();
    for (const part of cutInto(uids, ADDRESS_BATCH)) {
      for (const { uid, msisdn } of await this.addresses.find(this.db, appId, part)) {
        const country = msisdn === null ? undefined : countryOfNumber(msisdn);
        if (country !== undefined) {
          countries.set(uid, country);
        }
      }
    }
    return countries;
  }
}
