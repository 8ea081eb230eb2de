import { Injectable } from '@nestjs/common';
import { contactOfKind, type RecipientKind } from '#libs/channels/definitions';
import { AddressSharerService, UserLookupService } from '#libs/users/registry';
import { cutInto } from '#platform/collections';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { toMailboxKey, toRuledMailboxKey, type MailboxRule } from '#platform/spelling';
import { HolderRepository, type AddressHolder } from '../sql-engine/holder.repository.js';
import { NO_LEAF_MEMBERS } from '../sql-engine/predicate.sql.js';
import { ALL_BUCKETS, type BucketRange, type RecipientRange } from '../sql-engine/ranges.js';
import { namesUsers, type ResolvedTarget } from '../targets/target.js';
import { AudienceService } from './audience.service.js';
import { ChosenHolders } from './chosen-holders.js';

/** An audience of at most this share of all users is compared in full: that costs less than to know who shares. */
const NARROW_SHARE = 1 / 32;
/** Users whose addresses one statement reads. */
const HOLDERS_PER_STATEMENT = 5000;

/**
 * A message to an address of each user.
 *
 * @property categoryIds  of the message
 * @property rules        by which different mailboxes of e-mail are one
 * @property look         keeps the holders that are recipients, and marks who refuses; absent: all are as they were read
 */
export interface HolderMessage {
  kind: Exclude<RecipientKind, 'push'>;
  includeOptedOut: boolean;
  categoryIds: readonly number[];
  rules: readonly MailboxRule[];
  look?: (holders: readonly AddressHolder[]) => Promise<readonly AddressHolder[]>;
}

type Mailboxes = Pick<HolderMessage, 'kind' | 'rules'>;

/** Finds the users of a target that share an address, so that a campaign reaches one of them. */
@Injectable()
export class AddressHolderService {
  constructor(
    private readonly audience: AudienceService,
    private readonly users: UserLookupService,
    private readonly shared: AddressSharerService,
    private readonly holders: HolderRepository,
  ) {}

  /**
   * Users of a target who stand back for another one with their address.
   *
   * @param ranges   all buckets together
   * @param onRange  called after each range; false ends the search
   * @returns null: it was ended
   */
  async findStandingBack(
    appId: number,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    { kind, includeOptedOut, categoryIds, rules, look }: HolderMessage,
    onRange: () => Promise<boolean>,
  ): Promise<readonly number[] | null> {
    const sharers = await this.findSharers(appId, target, { kind, rules });
    if (sharers?.size === 0) {
      return [];
    }
    const byBucket = sharers && groupByBucket(sharers);
    const chosen = new ChosenHolders((address) => mailboxKeyOf(address, { kind, rules }));
    for (const range of ranges) {
      const among = byBucket?.slice(range.vbFrom, range.vbTo).flat();
      if (among?.length !== 0) {
        const reach: RecipientRange = { ...range, kind, platforms: [], includeOptedOut };
        const holders = await this.audience.readParts(appId, target, reach, (part, members, partTarget) =>
          this.holders.findHolders(appId, { target: partTarget, range: part, members, categoryIds, among }),
        );
        chosen.add(look ? await look(holders) : holders);
      }
      if (!(await onRange())) {
        return null;
      }
    }
    return chosen.listOthers();
  }

  /** Tests if a user of a target stands back for another one with the same address. */
  async standsBack(
    appId: number,
    target: ResolvedTarget,
    { kind, includeOptedOut, categoryIds, rules, look }: HolderMessage,
    uid: number,
  ): Promise<boolean> {
    const among = await this.findSharersWith(appId, { kind, rules }, [uid]);
    if (among.length === 0) {
      return false;
    }
    const chosen = new ChosenHolders((address) => mailboxKeyOf(address, { kind, rules }));
    const reach: RecipientRange = { ...ALL_BUCKETS, kind, platforms: [], includeOptedOut };
    const holders = await this.audience.readParts(appId, target, reach, (part, members, partTarget) =>
      this.holders.findHolders(appId, { target: partTarget, range: part, members, categoryIds, among }),
    );
    chosen.add(look ? await look(holders) : holders);
    return chosen.listOthers().includes(uid);
  }

  /** The position of the change feed from which `findChanged` reads on. */
  async findPosition(): Promise<string> {
    return this.shared.findPosition();
  }

  /** Users that changed after a position of the feed, null for too many, and the position after it. */
  async findChanged(appId: number, since: string): Promise<{ position: string; uids: number[] | null }> {
    return this.shared.findChanged(appId, since);
  }

  /** Finds users that may share an address, and the others of the address. */
  async findSharersWith(appId: number, { kind, rules }: Mailboxes, uids: readonly number[]): Promise<number[]> {
    return kind === 'email' && rules.length > 0
      ? this.shared.findRuledSharersWith(appId, rules, await this.users.countAllocatedUids(appId), uids)
      : this.shared.findSharersWith(appId, contactOfKind(kind).address, uids);
  }

  /** All users that may share an address. */
  async findAllSharers(appId: number, { kind, rules }: Mailboxes): Promise<ReadonlySet<number>> {
    const allocated = await this.users.countAllocatedUids(appId);
    return kind === 'email' && rules.length > 0
      ? this.shared.findSharersByRules(appId, rules, allocated)
      : this.shared.findSharers(appId, contactOfKind(kind).address, allocated);
  }

  /** Holders among some users, whether a message reaches them or not. */
  async findHolders(
    appId: number,
    { kind, categoryIds }: Pick<HolderMessage, 'kind' | 'categoryIds'>,
    among: readonly number[],
  ): Promise<AddressHolder[]> {
    const range = { ...ALL_BUCKETS, kind, includeOptedOut: true };
    const question = { target: { type: 'all' }, range, members: NO_LEAF_MEMBERS, categoryIds } as const;
    const found: AddressHolder[] = [];
    for (const part of cutInto(among, HOLDERS_PER_STATEMENT)) {
      for (const holder of await this.holders.findHolders(appId, { ...question, among: part })) {
        found.push(holder);
      }
    }
    return found;
  }

  /** Users that may share an address; undefined: the audience is so narrow that it is compared in full. */
  private async findSharers(
    appId: number,
    target: ResolvedTarget,
    mailboxes: Mailboxes,
  ): Promise<ReadonlySet<number> | undefined> {
    if (namesUsers(target)) {
      return undefined;
    }
    const allocated = await this.users.countAllocatedUids(appId);
    const matching = target.type === 'all' ? undefined : await this.audience.estimateUsers(appId, target);
    if (matching !== undefined && matching <= allocated * NARROW_SHARE) {
      return undefined;
    }
    return this.findAllSharers(appId, mailboxes);
  }
}

/** Addresses with one key are one. */
export function mailboxKeyOf(address: string, { kind, rules }: Mailboxes): string {
  return kind === 'email' ? toRuledMailboxKey(address, rules) : toMailboxKey(address);
}

function groupByBucket(uids: Iterable<number>): number[][] {
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  for (const uid of uids) {
    buckets[bucketOfId(uid)]?.push(uid);
  }
  return buckets;
}
