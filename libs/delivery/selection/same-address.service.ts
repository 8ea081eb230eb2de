import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { listMembershipLeaves, type AddressHolder, type ResolvedTarget } from '#libs/audience';
import { AddressHolderService, type HolderMessage } from '#libs/audience/recipients';
import { CHANNEL_DEFINITIONS, CONTACTS, type Channel, type Contact } from '#libs/channels/definitions';
import { ApplicationService, type AddressRule } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { groupBy } from '#platform/collections';
import { bucketOfId } from '#platform/ids';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { ReplacementService } from '../dispatches/replacement.service.js';
import { LANES } from '../model/delivery.types.js';
import { reachOptionsOf, replacedKeyOf } from './reach.js';
import { disposeSamples } from './apply-samples.js';
import { LateSharers } from './late-sharers.js';
import type { BucketRange } from './bucket-range.js';
import { keyOfStandingBack, type Samples } from './sample.repository.js';

/** Chooses one of the users that share an address, so that a campaign reaches no person twice. */
@Injectable()
export class SameAddressService {
  constructor(
    private readonly holders: AddressHolderService,
    private readonly replacements: ReplacementService,
    private readonly suppressions: SuppressionService,
    private readonly applications: ApplicationService,
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
   * @param among    the users who get the message; absent: all of the target
   * @returns null: it was ended
   */
  async findStandingBack(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    onRange: () => Promise<boolean>,
    among?: RoaringBitmap32,
  ): Promise<Samples | null> {
    const standingBack = new Map<number, RoaringBitmap32>();
    if (!this.choosesFor(lease)) {
      return standingBack;
    }
    const rules = await this.readRules(lease.appId);
    for (const { contact, includeOptedOut } of contactsOf(lease)) {
      const all = this.toMessage(lease, contact, { includeOptedOut, rules });
      const message: HolderMessage = {
        ...all,
        look: (found) => this.lookAt(lease, contact, rules, among ? found.filter(({ uid }) => among.has(uid)) : found),
      };
      const uids = await this.holders.findStandingBack(lease.appId, target, ranges, message, onRange);
      if (!uids) {
        disposeSamples(standingBack);
        return null;
      }
      standingBack.set(keyOfStandingBack(platformOf(contact)), new RoaringBitmap32(uids));
    }
    return standingBack;
  }

  /** Channels on which a user stands back for another one with the same address, as of now. */
  async findChannelsAside(lease: LaunchLease, target: ResolvedTarget, uid: number): Promise<ReadonlySet<Channel>> {
    const channels = new Set<Channel>();
    if (this.choosesFor(lease)) {
      const rules = await this.readRules(lease.appId);
      for (const { contact, includeOptedOut } of contactsOf(lease)) {
        const message = this.toMessage(lease, contact, { includeOptedOut, rules });
        if (await this.holders.standsBack(lease.appId, target, message, uid)) {
          channels.add(contact.channel);
        }
      }
    }
    return channels;
  }

  private toMessage(
    lease: LaunchLease,
    contact: Contact,
    { includeOptedOut, rules }: { includeOptedOut: boolean; rules: readonly AddressRule[] },
  ): HolderMessage {
    return {
      kind: contact.kind,
      includeOptedOut,
      categoryIds: lease.options.categoryIds ?? [],
      rules,
      look: (found) => this.lookAt(lease, contact, rules, found),
    };
  }

  /**
   * Follows who comes to share an address during a launch; undefined where it reaches every user.
   *
   * @param target  with segments or events, of a launch of several ranges; absent: any other
   */
  async followSharers(lease: LaunchLease, target?: ResolvedTarget): Promise<LateSharers | undefined> {
    if (!this.choosesFor(lease)) {
      return undefined;
    }
    const kinds = contactsOf(lease).map(({ contact }) => contact.kind);
    const categoryIds = lease.options.categoryIds ?? [];
    const rules = await this.readRules(lease.appId);
    const position = await this.holders.findPosition();
    const sharers = new LateSharers(this.holders, lease.appId, { kinds, categoryIds, rules }, position);
    if (target && listMembershipLeaves(target).length > 0) {
      await sharers.compareAll();
    }
    return sharers;
  }

  private async readRules(appId: number): Promise<readonly AddressRule[]> {
    return (await this.applications.getApplication(appId)).settings.addressRules;
  }

  /**
   * One of the receivers of a replaced notification gets the newer one, whoever else has the address. Under rules one of the
   * addresses of a mailbox may be suppressed alone.
   */
  private async lookAt(
    lease: LaunchLease,
    { kind, channel }: Contact,
    rules: readonly AddressRule[],
    found: readonly AddressHolder[],
  ): Promise<readonly AddressHolder[]> {
    const key = replacedKeyOf(lease);
    const recipients = key === undefined ? found : await this.keepReceivers(lease, key, channel, found);
    if (rules.length === 0 || recipients.length === 0) {
      return recipients;
    }
    const addresses = recipients.map(({ address }) => address);
    const suppressed = await this.suppressions.findReasons(lease.appId, kind, addresses);
    return recipients.map((holder) => ({ ...holder, refuses: holder.refuses || suppressed.has(holder.address) }));
  }

  private async keepReceivers(
    lease: LaunchLease,
    key: number,
    channel: Channel,
    found: readonly AddressHolder[],
  ): Promise<readonly AddressHolder[]> {
    const groups = [...groupBy(found, ({ uid }) => bucketOfId(uid))].map(([vb, ofBucket]) => {
      return { vb, channel, platform: 0, dueAt: null, ids: ofBucket.map(({ uid }) => uid) };
    });
    const received = await this.replacements.filterReceivers(lease, key, groups);
    const receivers = new Set(received.flatMap(({ ids }) => ids));
    return found.filter(({ uid }) => receivers.has(uid));
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
