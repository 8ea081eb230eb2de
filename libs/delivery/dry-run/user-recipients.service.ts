import { Injectable } from '@nestjs/common';
import { ExplainService } from '#libs/audience';
import type { Channel } from '#libs/channels/definitions';
import { CONTACT_PLATFORMS, channelOf, platformByNumber, type Platform } from '#libs/content';
import { RecipientService } from '#libs/users/registry';

/** Finds where one user can be reached. */
@Injectable()
export class UserRecipientsService {
  constructor(
    private readonly explanations: ExplainService,
    private readonly users: RecipientService,
  ) {}

  /** A user's devices of some platforms, and the user for e-mail and SMS, reachable or not. */
  async find(appId: number, uid: number, platforms: readonly Platform[]): Promise<Map<Channel, number[]>> {
    const instIds = await this.explanations.findInstallations(appId, uid);
    const devices = await this.users.findRecipientsByInstallation(appId, instIds, { withProfile: false });
    const idsByChannel = new Map<Channel, number[]>();
    for (const { instId, platform, token } of devices) {
      const name = platformByNumber(platform);
      if (name && platforms.includes(name)) {
        const channel = channelOf(name, token ?? undefined);
        idsByChannel.set(channel, [...(idsByChannel.get(channel) ?? []), instId]);
      }
    }
    for (const name of CONTACT_PLATFORMS) {
      if (platforms.includes(name)) {
        idsByChannel.set(channelOf(name), [uid]);
      }
    }
    return idsByChannel;
  }
}
