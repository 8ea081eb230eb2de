import { Injectable } from '@nestjs/common';
import { listAddressesBeside } from '#libs/channels/definitions';
import { AddressSharerRepository, type ContactKind } from '#libs/users/identities';
import { STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { MailboxRule } from '#platform/spelling';
import { OutboxRepository, type ChangeKind, type Changes } from '#platform/outbox';

/** Keys that one statement reads; it bounds the time of the statement. */
const KEYS_PER_STATEMENT = 200_000;
/** From so many rows of the feed on, all keys are read again: it bounds the memory too. */
const FEED_ROWS = 200_000;
/** From so many changed users on, all keys are read again. */
const MAX_CHANGED = 50_000;
const CHANGED_PER_STATEMENT = 1000;
/** After that all keys are read again; the feed keeps its changes longer. */
const MAX_AGE_MS = 3_600_000;
/** Applications and kinds whose users are remembered. */
const MAX_KNOWN = 100;

/** @property position  the feed up to which `uids` are complete */
interface KnownSharers {
  position: string;
  readAt: number;
  uids: ReadonlySet<number>;
}

/**
 * Knows the users that may share an address with others. All keys are read once; later answers follow the change feed, so
 * they cost nothing where no address changed.
 */
@Injectable()
export class AddressSharerService {
  private readonly known = new Map<string, KnownSharers>();

  constructor(
    private readonly db: Database,
    private readonly outbox: OutboxRepository,
    private readonly repository: AddressSharerRepository,
  ) {}

  /**
   * Finds users that may share their address: all who do, as of the call, and others who did. Their addresses are to be
   * compared.
   *
   * @param allocated  upper bound of the number of users
   */
  async findSharers(appId: number, kind: ContactKind, allocated: number): Promise<ReadonlySet<number>> {
    const key = `${appId} ${kind}`;
    const before = this.known.get(key);
    const fresh =
      before && before.readAt > Date.now() - MAX_AGE_MS ? await this.follow(appId, kind, before) : undefined;
    const now = fresh ?? (await this.readAll(appId, kind, allocated));
    this.known.delete(key);
    this.known.set(key, now);
    const oldest = this.known.keys().next();
    if (this.known.size > MAX_KNOWN && !oldest.done) {
      this.known.delete(oldest.value);
    }
    return now.uids;
  }

  /** Finds sharers where rules take mailboxes of different addresses for one. All addresses are read. */
  async findSharersByRules(
    appId: number,
    rules: readonly MailboxRule[],
    allocated: number,
  ): Promise<ReadonlySet<number>> {
    const wanted = toFlags(rules);
    const uids: number[] = [];
    const hashes: number[] = [];
    for (const range of splitKeys(allocated)) {
      for (const [uid, hash] of await this.repository.hashMailboxes(appId, range, wanted)) {
        uids.push(uid);
        hashes.push(hash);
      }
    }
    const sorted = Float64Array.from(hashes).sort();
    const shared = new Set(sorted.filter((hash, index) => hash === sorted[index - 1]));
    return new Set(uids.filter((_, index) => shared.has(hashes[index] ?? 0)));
  }

  /** Finds sharers of the mailboxes of some users by these rules. All addresses are read, unless none of the users has one. */
  async findRuledSharersWith(
    appId: number,
    rules: readonly MailboxRule[],
    allocated: number,
    uids: readonly number[],
  ): Promise<number[]> {
    const wanted = toFlags(rules);
    const hashes = new Set<number>();
    for (const part of cutInto(uids, CHANGED_PER_STATEMENT)) {
      (await this.repository.hashMailboxesOf(appId, part, wanted)).forEach((hash) => hashes.add(hash));
    }
    const sharers: number[] = [];
    for (const range of hashes.size === 0 ? [] : splitKeys(allocated)) {
      for (const uid of await this.repository.findByMailboxes(appId, range, [...hashes], wanted)) {
        sharers.push(uid);
      }
    }
    return sharers;
  }

  /** The position of a reader of `findChanged` that has seen everything. */
  async findPosition(): Promise<string> {
    return this.outbox.findPosition(this.db);
  }

  /**
   * Users whose addresses, choices or target may have changed after a position of the feed, and the position after it.
   *
   * @returns `uids` is null where so much changed that anybody may have
   */
  async findChanged(appId: number, since: string): Promise<{ position: string; uids: number[] | null }> {
    const kinds = ['user', 'attribute', 'tag', 'category', 'installation'] as const;
    const now = await this.findPosition();
    const feed = await this.readFeed(appId, { since, kinds, most: FEED_ROWS });
    return feed
      ? { position: feed.position, uids: feed.changes.flatMap(({ uids }) => uids) }
      : { position: now, uids: null };
  }

  /** The position comes first: what changes while the keys are read is read again later. */
  private async readAll(appId: number, kind: ContactKind, allocated: number): Promise<KnownSharers> {
    const readAt = Date.now();
    const position = await this.findPosition();
    const uids = new Set<number>();
    for (const range of splitKeys(allocated)) {
      (await this.repository.findSharers(appId, kind, range)).forEach((uid) => uids.add(uid));
    }
    return { position, readAt, uids };
  }

  /** @returns undefined: too much changed since */
  private async follow(appId: number, kind: ContactKind, before: KnownSharers): Promise<KnownSharers | undefined> {
    const feed = await this.readFeed(appId, { since: before.position, kinds: ['user', 'attribute'], most: FEED_ROWS });
    if (!feed) {
      return undefined;
    }
    const { changes, position } = feed;
    const ofAddress = changes.filter(({ kind: change, keys }) => {
      return change === 'user' || listAddressesBeside(kind).some((each) => keys.includes(STANDARD_ATTRIBUTE_IDS[each]));
    });
    const changed = new Set(ofAddress.flatMap(({ uids }) => uids));
    if (changed.size > MAX_CHANGED) {
      return undefined;
    }
    const added = await this.findSharersWith(appId, kind, [...changed]);
    const uids = added.length === 0 ? before.uids : new Set([...before.uids, ...added]);
    return { ...before, position, uids };
  }

  /** Finds users that share an address, and the others of the address. */
  async findSharersWith(appId: number, kind: ContactKind, uids: readonly number[]): Promise<number[]> {
    const sharers = new Set<number>();
    for (const part of cutInto(uids, CHANGED_PER_STATEMENT)) {
      // Users of a mailbox that an earlier part has read would read all of it again.
      const rest = part.filter((uid) => !sharers.has(uid));
      const found = rest.length === 0 ? [] : await this.repository.findSharersWith(appId, kind, rest);
      found.forEach((uid) => sharers.add(uid));
    }
    return [...sharers];
  }

  /**
   * The position comes first: what is committed in between is read, and read again. So it needs no snapshot, and works in
   * the transaction of a request.
   *
   * @returns undefined: there are more rows than `most`
   */
  private async readFeed<Kind extends ChangeKind>(
    appId: number,
    { since, kinds, most: limit }: { since: string; kinds: readonly Kind[]; most: number },
  ): Promise<Pick<Changes<Kind | 'event'>, 'changes' | 'position'> | undefined> {
    const position = await this.findPosition();
    const { changes, isCurrent } = await this.outbox.changesSince(this.db, { appId, position: since, kinds }, limit);
    return isCurrent ? { changes, position } : undefined;
  }
}

function toFlags(rules: readonly MailboxRule[]): { dots: boolean; plus: boolean } {
  return { dots: rules.includes('dots'), plus: rules.includes('plus') };
}

/** Ranges of buckets with about as many keys as one statement reads. */
function splitKeys(allocated: number): { vbFrom: number; vbTo: number }[] {
  const width = Math.max(1, Math.floor((BUCKETS * KEYS_PER_STATEMENT) / Math.max(KEYS_PER_STATEMENT, allocated)));
  return Array.from({ length: Math.ceil(BUCKETS / width) }, (_, n) => {
    return { vbFrom: n * width, vbTo: Math.min((n + 1) * width, BUCKETS) };
  });
}
