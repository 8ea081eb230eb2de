import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { PastStatisticsRepository } from '#libs/delivery/key-totals';
import { Database } from '#platform/db';
import { MessageKeysService } from '../definitions/message-keys.service.js';
import type { Journey } from '../model/journey.types.js';
import { PastEntryRepository } from '../visits/past-entry.repository.js';
import type { RealFigures } from './replay.types.js';

const PLATFORM_BY_NUMBER = new Map(Object.entries(PLATFORMS).map(([name, { number }]) => [number, name]));

/** Finds what a journey really did, to stand beside a replay. */
@Injectable()
export class RealFiguresService {
  constructor(
    private readonly db: Database,
    private readonly keys: MessageKeysService,
    private readonly sums: PastStatisticsRepository,
    private readonly entries: PastEntryRepository,
  ) {}

  async find(journey: Journey, stretch: { from: Date; to: Date }): Promise<RealFigures> {
    const { appId, journeyId } = journey;
    const keys = [...(await this.keys.find(journey)).values()];
    const messages: Record<string, Record<string, number>> = {};
    for (const { day, platform, sent } of await this.sums.sumByDay(appId, keys, stretch)) {
      (messages[day] ??= {})[PLATFORM_BY_NUMBER.get(platform) ?? String(platform)] = sent;
    }
    const days = await this.entries.count(this.db, appId, journeyId, stretch);
    return {
      entered: days.reduce((sum, { entered }) => sum + entered, 0),
      entries: Object.fromEntries(days.map(({ day, entered }) => [day, entered])),
      messages,
    };
  }
}
