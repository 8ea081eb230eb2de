import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { AddressHolderService, AudienceService, ChosenHolders, mailboxKeyOf } from '#libs/audience/recipients';
import { channelOf, platformByNumber } from '#libs/content';
import { RECIPIENT_KINDS, type RecipientKind } from '#libs/channels/definitions';
import { ApplicationService } from '#libs/tenancy';
import { groupBy } from '#platform/collections';
import { BUCKETS } from '#platform/ids';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { RecipientGroup } from '../dispatches/chunk.js';
import type { CampaignContent } from '../dispatches/launch.repository.js';
import { isContactChannel } from '../model/channel-policy.js';
import { RecipientGroupsService } from '../selection/recipient-groups.service.js';
import { SameAddressService } from '../selection/same-address.service.js';

/** The recipients of some users in a content, with the user of each. */
export interface NextRecipients {
  groups: RecipientGroup[];
  userOf: ReadonlyMap<string, number>;
}

/** Finds where a content reaches users who come to it after its launch. */
@Injectable()
export class NextRecipientsService {
  constructor(
    private readonly audience: AudienceService,
    private readonly groups: RecipientGroupsService,
    private readonly chunks: ChunkRepository,
    private readonly sameAddress: SameAddressService,
    private readonly holders: AddressHolderService,
    private readonly applications: ApplicationService,
  ) {}

  /**
   * Recipients that the content has not frozen yet. Of several users with one address, one gets the message of the content:
   * whoever comes later stands back.
   */
  async find(content: CampaignContent, uids: readonly number[]): Promise<NextRecipients> {
    const { appId } = content;
    const named: Target = { type: 'uids', uids: [...uids] };
    const target = await this.audience.resolve(appId, named);
    const found = await this.groups.find({ ...content, target: named }, target, { vbFrom: 0, vbTo: BUCKETS });
    const groups: RecipientGroup[] = [];
    const userOf = new Map<string, number>();
    for (const { vb, platform, native, ids, uids: users = ids, owners } of found) {
      const name = platformByNumber(platform);
      if (!name) {
        throw new Error(`No platform has number ${platform}`);
      }
      const channel = native ? 'apns' : channelOf(name);
      ids.forEach((id, index) => userOf.set(`${channel}:${id}`, users[index] ?? id));
      groups.push({ vb, platform, channel, dueAt: null, ids, ...(owners && { owners: new Map(owners) }) });
    }
    const fresh = await this.dropFrozen(content, groups);
    return { groups: await this.dropSharers(content, fresh), userOf };
  }

  /** Two chunks of a dispatch with one recipient could never both be committed. */
  private async dropFrozen(content: CampaignContent, groups: readonly RecipientGroup[]): Promise<RecipientGroup[]> {
    const { appId, dispatchId } = content;
    const hasMoved = groups.some(({ owners }) => owners && owners.size > 0);
    const all = hasMoved ? await this.chunks.findFrozenChunks(appId, dispatchId) : [];
    const fresh: RecipientGroup[] = [];
    for (const [channel, ofChannel] of groupBy(groups, (group) => group.channel)) {
      const ids = ofChannel.flatMap((group) => group.ids);
      const frozen = await this.chunks.findFrozenRecipients({ appId, dispatchId, channel }, ids);
      all.filter((chunk) => chunk.channel === channel).forEach((chunk) => chunk.ids.forEach((id) => frozen.add(id)));
      fresh.push(...ofChannel.map((group) => ({ ...group, ids: group.ids.filter((id) => !frozen.has(id)) })));
    }
    return fresh.filter(({ ids }) => ids.length > 0).toSorted((a, b) => a.vb - b.vb || a.platform - b.platform);
  }

  private async dropSharers(content: CampaignContent, groups: readonly RecipientGroup[]): Promise<RecipientGroup[]> {
    if (!this.sameAddress.choosesFor(content)) {
      return [...groups];
    }
    const behind = new Map<RecipientKind, ReadonlySet<number>>();
    for (const { channel } of groups) {
      const kind = RECIPIENT_KINDS[channel];
      if (kind !== 'push' && isContactChannel(channel) && !behind.has(kind)) {
        const ids = groups.flatMap((group) => (group.channel === channel ? group.ids : []));
        behind.set(kind, await this.findStandingBack(content, { kind, channel }, ids));
      }
    }
    return groups.map((group) => {
      const others = behind.get(RECIPIENT_KINDS[group.channel]);
      return others ? { ...group, ids: group.ids.filter((id) => !others.has(id)) } : group;
    });
  }

  private async findStandingBack(
    { appId, dispatchId, options }: CampaignContent,
    { kind, channel }: { kind: Exclude<RecipientKind, 'push'>; channel: RecipientGroup['channel'] },
    uids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    const { addressRules: rules } = (await this.applications.getApplication(appId)).settings;
    const sharers = await this.holders.findSharersWith(appId, { kind, rules }, uids);
    if (sharers.length === 0) {
      return new Set();
    }
    const toKey = (address: string): string => mailboxKeyOf(address, { kind, rules });
    const question = { kind, categoryIds: options.categoryIds ?? [] };
    const frozen = [...(await this.chunks.findFrozenRecipients({ appId, dispatchId, channel }, sharers))];
    const occupied = new Set(
      (await this.holders.findHolders(appId, question, frozen)).map(({ address }) => toKey(address)),
    );
    const coming = await this.holders.findHolders(appId, question, uids);
    const chosen = new ChosenHolders(toKey);
    chosen.add(coming.filter(({ address }) => !occupied.has(toKey(address))));
    return new Set([
      ...coming.flatMap(({ uid, address }) => (occupied.has(toKey(address)) ? [uid] : [])),
      ...chosen.listOthers(),
    ]);
  }
}
