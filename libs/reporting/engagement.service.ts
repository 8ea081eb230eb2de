import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { EngagementFiguresRepository } from '#libs/delivery/engagement';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { toMachineCounts } from './results/machine-counts.js';
import type { Engagement, ProviderCallback } from './results/reporting.types.js';

/** Reads reports that followed the final result of messages; the published interface shows only the clicks. */
@Injectable()
export class EngagementService {
  constructor(
    private readonly db: Database,
    private readonly engagement: EngagementFiguresRepository,
    private readonly users: UserLookupService,
  ) {}

  /** Sums over all sends of one key; empty for an unknown key. */
  async getEngagement(appId: number, notificationKey: number): Promise<Engagement> {
    const [sights, buttons, callbacks] = await this.db.reads.within('current', () =>
      Promise.all([
        this.engagement.countSights(appId, notificationKey),
        this.engagement.countButtonClicks(appId, notificationKey),
        this.engagement.countCallbacks(appId, notificationKey),
      ]),
    );
    return {
      arrivals: sights.flatMap(({ platform, received }) =>
        received > 0 ? [{ platform: toPlatformName(platform), received }] : [],
      ),
      opens: sights.flatMap(({ platform, opened, machineOpened, machineClicked }) =>
        opened + machineOpened + machineClicked > 0
          ? [{ platform: toPlatformName(platform), opened, ...toMachineCounts({ machineOpened, machineClicked }) }]
          : [],
      ),
      buttons: buttons.map(({ platform, ...rest }) => ({
        platform: toPlatformName(platform),
        ...rest,
      })),
      callbacks: callbacks.map(({ channel, ...rest }) => ({ channel: toChannelName(channel), ...rest })),
    };
  }

  /** Provider callbacks about the messages of one key to one user, oldest first. */
  async listUserCallbacks(appId: number, notificationKey: number, extId: string): Promise<ProviderCallback[]> {
    const uid = (await this.users.findUidsByExtIds(appId, [extId])).get(extId);
    const facts = uid === undefined ? [] : await this.engagement.findCallbacks(appId, notificationKey, [uid]);
    return facts.map(({ channel, ...fact }) => ({ channel: toChannelName(channel), ...fact }));
  }
}

function toPlatformName(number: number): string {
  return platformByNumber(number) ?? String(number);
}

function toChannelName(number: number): Channel {
  const name = (Object.keys(CHANNELS) as Channel[]).find((candidate) => CHANNELS[candidate] === number);
  if (!name) {
    throw new Error(`No channel has number ${number}`);
  }
  return name;
}
