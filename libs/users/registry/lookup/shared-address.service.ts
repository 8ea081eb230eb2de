import { Injectable } from '@nestjs/common';
import { SharedAddressRepository, type ContactKind } from '#libs/users/identities';
import { STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';

/** Keys that one statement reads; it bounds the time of the statement. */
const KEYS_PER_STATEMENT = 200_000;
/** Rows of the feed per transaction. */
const FEED_ROWS = 10_000;
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
export class SharedAddressService {
  private readonly known = new Map<string, KnownSharers>();

  constructor(
    private readonly db: Database,
    private readonly outbox: OutboxRepository,
    private readonly repository: SharedAddressRepository,
  ) {}

  /**
   * Users of whom some may share their address: all who do, as of the call, and others who did. Their addresses are to be
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

  /** The position comes first: what changes while the keys are read is read again later. */
  private async readAll(appId: number, kind: ContactKind, allocated: number): Promise<KnownSharers> {
    const readAt = Date.now();
    const position = await this.outbox.findPosition(this.db);
    const uids = new Set<number>();
    const width = Math.max(1, Math.floor((BUCKETS * KEYS_PER_STATEMENT) / Math.max(KEYS_PER_STATEMENT, allocated)));
    for (let vbFrom = 0; vbFrom < BUCKETS; vbFrom += width) {
      const range = { vbFrom, vbTo: Math.min(vbFrom + width, BUCKETS) };
      (await this.repository.findSharers(appId, kind, range)).forEach((uid) => uids.add(uid));
    }
    return { position, readAt, uids };
  }

  /** @returns undefined: too much changed since */
  private async follow(appId: number, kind: ContactKind, before: KnownSharers): Promise<KnownSharers | undefined> {
    const changed = await this.findChanged(appId, kind, before.position);
    if (!changed) {
      return undefined;
    }
    const added: number[] = [];
    for (const uids of cutInto([...changed.uids], CHANGED_PER_STATEMENT)) {
      added.push(...(await this.repository.findSharersWith(appId, kind, uids)));
    }
    const uids = added.length === 0 ? before.uids : new Set([...before.uids, ...added]);
    return { ...before, position: changed.position, uids };
  }

  /** Users whose address may have changed after a position of the feed. */
  private async findChanged(
    appId: number,
    kind: ContactKind,
    since: string,
  ): Promise<{ uids: ReadonlySet<number>; position: string } | undefined> {
    const uids = new Set<number>();
    let position = since;
    for (let isCurrent = false; !isCurrent;) {
      const feed = await this.db.snapshot((tx) =>
        this.outbox.changesSince(tx, { appId, position, kinds: ['user', 'attribute'] }, FEED_ROWS),
      );
      for (const change of feed.changes) {
        if (change.kind === 'user' || change.keys.includes(STANDARD_ATTRIBUTE_IDS[kind])) {
          change.uids.forEach((uid) => uids.add(uid));
        }
      }
      if (uids.size > MAX_CHANGED) {
        return undefined;
      }
      ({ position, isCurrent } = feed);
    }
    return { uids, position };
  }
}
