import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { readTimeZone } from '#platform/spelling';
import { cutInto } from '#platform/collections';
import { listAudienceMoments, listDateMoments } from '../clock/due-moments.js';
import type { AudienceEntry, DateEntry, Journey } from '../model/journey.types.js';
import { PersonTimeRepository } from '../running/person-time.repository.js';
import { PastEntryRepository } from '../visits/past-entry.repository.js';
import type { ReplayFrame, TimedArrival } from './replay-part.js';

/** People of one statement. */
const BATCH = 5000;

/** Finds the entries of the past by other ways than events. */
@Injectable()
export class ReplayArrivalsService {
  constructor(
    private readonly db: Database,
    private readonly conditions: PersonConditionService,
    private readonly users: UserLookupService,
    private readonly times: PersonTimeRepository,
    private readonly outbox: OutboxRepository,
    private readonly entries: PastEntryRepository,
  ) {}

  /** @returns by uid, in the order of time */
  async find(
    { appId, journeyId, definition: { entry } }: Journey,
    frame: ReplayFrame,
  ): Promise<ReadonlyMap<number, readonly TimedArrival[]>> {
    if ('audience' in entry) {
      return this.findAudience(appId, entry, frame);
    }
    const byUser = new Map<number, TimedArrival[]>();
    const add = (uid: number, at: number, key = ''): void => {
      const own = byUser.get(uid) ?? [];
      own.push({ at, key, data: {} });
      byUser.set(uid, own);
    };
    const stretch = { from: new Date(frame.from - 1), to: new Date(frame.to - 1) };
    if ('segment' in entry) {
      const [kind, name] =
        'joined' in entry.segment
          ? (['joined', entry.segment.joined] as const)
          : (['left', entry.segment.left] as const);
      const id = (await this.conditions.findSegmentIds(this.db, appId)).get(name);
      const changes =
        id === undefined ? [] : await this.outbox.findPast(this.db, appId, kind, id, new Date(frame.from));
      changes.forEach(({ uids, at }) => at.getTime() < frame.to && uids.forEach((uid) => add(uid, at.getTime())));
    } else if ('api' in entry) {
      const past = await this.entries.find(this.db, appId, journeyId, stretch);
      past.forEach(({ uid, key, enteredAt }) => add(uid, enteredAt.getTime(), key));
    } else if ('date' in entry) {
      await this.addDates(appId, entry, frame, add);
    }
    byUser.forEach((arrivals) => arrivals.sort((a, b) => a.at - b.at));
    return byUser;
  }

  /** All people of an audience share one list: a million of them come on each of ninety days. */
  private async findAudience(
    appId: number,
    entry: AudienceEntry,
    frame: ReplayFrame,
  ): Promise<ReadonlyMap<number, readonly TimedArrival[]>> {
    const stretch = { from: new Date(frame.from - 1), to: new Date(frame.to - 1) };
    const moments = listAudienceMoments(entry, frame.zone, stretch);
    const arrivals = moments.map((at) => ({ at: at.getTime(), key: '', data: {} }));
    const uids = arrivals.length > 0 ? await this.conditions.findAll(appId, entry.audience.target) : [];
    return new Map(uids.map((uid) => [uid, arrivals]));
  }

  private async addDates(
    appId: number,
    entry: DateEntry,
    frame: ReplayFrame,
    add: (uid: number, at: number) => void,
  ): Promise<void> {
    const { attribute: code, zone: kind } = entry.date;
    const definition = (await this.users.getAttributesByCode(appId, [code])).get(code);
    const stretch = { from: new Date(frame.from - 1), to: new Date(frame.to - 1) };
    for (const uids of cutInto(
      await this.conditions.findAll(appId, { profile: { [code]: { $exists: true } } }),
      BATCH,
    )) {
      for (const { uid, value, zone: own } of await this.times.find(this.db, appId, uids, definition)) {
        const zone = (kind === 'user' && own !== null ? readTimeZone(own) : undefined) ?? frame.zone;
        if (typeof value === 'number') {
          const place = { isDay: frame.isDay(code), zone };
          listDateMoments(entry, value, place, stretch).forEach((at) => add(uid, at.getTime()));
        }
      }
    }
  }
}
