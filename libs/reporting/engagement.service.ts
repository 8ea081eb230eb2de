import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels';
import { platformByNumber } from '#libs/content';
import { UserLookupService } from '#libs/users';
import { EngagementRepository } from './engagement.repository.js';
import type { Engagement, LateFact } from './reporting.types.js';

/** What became of messages after their result was final; the published interface shows only the clicks. */
@Injectable()
export class EngagementService {
  constructor(
    private readonly reads: EngagementRepository,
    private readonly users: UserLookupService,
  ) {}

  /** Of all sends of one key; empty for a key that the application does not have. */
  async ofKey(appId: number, notificationKey: number): Promise<Engagement> {
    const [opens, buttons, late] = await Promise.all([
      this.reads.opens(appId, notificationKey),
      this.reads.buttons(appId, notificationKey),
      this.reads.late(appId, notificationKey),
    ]);
    return {
      opens: opens.map(({ platform, opened }) => ({
        platform: platformByNumber(platform) ?? String(platform),
        opened,
      })),
      buttons: buttons.map(({ platform, ...rest }) => ({
        platform: platformByNumber(platform) ?? String(platform),
        ...rest,
      })),
      late: late.map(({ channel, ...rest }) => ({ channel: nameOf(channel), ...rest })),
    };
  }

  /** What was told of the e-mails and text messages of one key to one user, oldest first. */
  async ofUser(appId: number, notificationKey: number, extId: string): Promise<LateFact[]> {
    const uid = (await this.users.findUidsByExtIds(appId, [extId])).get(extId);
    const facts = uid === undefined ? [] : await this.reads.ofRecipients(appId, notificationKey, [uid]);
    return facts.map(({ channel, ...fact }) => ({ channel: nameOf(channel), ...fact }));
  }
}

function nameOf(number: number): Channel {
  const name = (Object.keys(CHANNELS) as Channel[]).find((each) => CHANNELS[each] === number);
  if (!name) {
    throw new Error(`No channel has number ${number}`);
  }
  return name;
}
