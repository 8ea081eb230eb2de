import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { AddressHolderService, type HolderMessage, type ResolvedTarget } from '#libs/audience';
import { CHANNEL_DEFINITIONS, CONTACTS, type Contact } from '#libs/channels';
import { groupBy } from '#platform/collections';
import { bucketOfId } from '#platform/ids';
import type { LaunchLease } from '../dispatches/dispatch.repository.js';
import { ReplacementService } from '../dispatches/replacement.service.js';
import { LANES } from '../model/delivery.types.js';
import { reachOptionsOf, replacedKeyOf } from './reach.js';
import type { BucketRange } from './recipient-selection.service.js';
import { keyOfStandingBack, type Samples } from './sample.repository.js';

/** Chooses one of the users that share an address, so that a campaign reaches nobody twice. */
@Injectable()
export class SameAddressService {
  constructor(
    private readonly holders: AddressHolderService,
    private readonly replacements: ReplacementService,
  ) {}

  /** Tests if a dispatch reaches one user for each address. */
  choosesFor(lease: LaunchLease): boolean {
    return lease.lane === LANES.bulk && lease.message.perUser !== true && contactsOf(lease).length > 0;
  }

  /**
   * Users that stand back for another one with their address, for each channel with addresses.
   *
   * @param ranges   all buckets together
   * @param onRange  called after each range; false ends the search
   * @returns null: it was ended
   */
  async findStandingBack(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    onRange: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const standingBack = new Map<number, RoaringBitmap32>();
    if (!this.choosesFor(lease)) {
      return standingBack;
    }
    for (const { contact, includeOptedOut } of contactsOf(lease)) {
      const message = { kind: contact.kind, includeOptedOut, categoryIds: lease.options.categoryIds ?? [] };
      const keep = this.keepReceivers(lease, contact);
      const uids = await this.holders.findStandingBack(lease.appId, target, ranges, { ...message, ...keep }, onRange);
      if (!uids) {
        return null;
      }
      standingBack.set(keyOfStandingBack(platformOf(contact)), new RoaringBitmap32(uids));
    }
    return standingBack;
  }

  /** One of the receivers of a replaced notification gets the newer one, whoever else has the address. */
  private keepReceivers(lease: LaunchLease, { channel }: Contact): Pick<HolderMessage, 'keep'> {
    const key = replacedKeyOf(lease);
    if (key === undefined) {
      return {};
    }
    return {
      keep: async (found) => {
        const groups = [...groupBy(found, ({ uid }) => bucketOfId(uid))].map(([vb, ofBucket]) => {
          return { vb, channel, platform: 0, dueAt: null, ids: ofBucket.map(({ uid }) => uid) };
        });
        const kept = await this.replacements.filterReceivers(lease, key, groups);
        const receivers = new Set(kept.flatMap(({ ids }) => ids));
        return found.filter(({ uid }) => receivers.has(uid));
      },
    };
  }
}

/** The kinds of addresses that a message goes to. */
function contactsOf(lease: LaunchLease): { contact: Contact; includeOptedOut: boolean }[] {
  return reachOptionsOf(lease, []).flatMap(({ kind, includeOptedOut = false }) => {
    const contact = CONTACTS.find((candidate) => candidate.kind === kind);
    return contact ? [{ contact, includeOptedOut }] : [];
  });
}

/** The platform under which recipients of the channel are selected. */
function platformOf({ channel }: Contact): number {
  const [platform = Number.NaN] = Object.values(CHANNEL_DEFINITIONS[channel].platforms);
  return platform;
}
