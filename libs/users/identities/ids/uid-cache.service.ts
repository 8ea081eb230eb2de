import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** The entries of all applications together. Twice as many are kept at most: some 50 MB. */
const MAX_YOUNG = 150_000;

/** A cache that holds as long as no named user of the application goes. */
interface CachedUids {
  stamp: string;
  young: Map<string, number>;
  /** Read longer ago; not one is left when the young ones have become too many again. */
  old: Map<string, number>;
}

/** Uids that were read before. */
export interface FoundUids {
  /** To compare with that of the statement that uses them; undefined: nothing is cached. */
  stamp: string | undefined;
  /** The uids of each extId; 0: not cached. */
  uids: number[];
}

/**
 * Uids by extId that this process has read. Users who come change none of them. When a named user goes, no uid of his
 * application counts any more: the statement that uses them reads the stamp too (`uidStampSql`), and when that is not the
 * one of the cache, its transaction must be rolled back.
 */
@Injectable()
export class UidCacheService {
  private readonly byApp = new Map<number, CachedUids>();
  private young = 0;

  constructor(private readonly db: Database) {}

  find(appId: number, extIds: readonly string[]): FoundUids {
    const cached = this.byApp.get(appId);
    if (!cached) {
      return { stamp: undefined, uids: extIds.map(() => 0) };
    }
    const { stamp, young, old } = cached;
    const uids = extIds.map((extId) => {
      const uid = young.get(extId);
      if (uid !== undefined) {
        return uid;
      }
      const aged = old.get(extId);
      if (aged === undefined) {
        return 0;
      }
      this.add(young, extId, aged);
      return aged;
    });
    this.makeRoom();
    return { stamp, uids };
  }

  /**
   * Keeps uids of one statement together with its stamp. Inside the transaction of a request they may be uncommitted, and
   * are not kept.
   */
  keep(appId: number, stamp: string, users: Iterable<{ extId: string; uid: number }>): void {
    if (this.db.isInTransaction) {
      return;
    }
    let cached = this.byApp.get(appId);
    if (cached?.stamp !== stamp) {
      this.forget(appId);
      cached = { stamp, young: new Map(), old: new Map() };
      this.byApp.set(appId, cached);
    }
    for (const { extId, uid } of users) {
      this.add(cached.young, extId, uid);
    }
    this.makeRoom();
  }

  forget(appId: number): void {
    this.young -= this.byApp.get(appId)?.young.size ?? 0;
    this.byApp.delete(appId);
  }

  private add(young: Map<string, number>, extId: string, uid: number): void {
    const before = young.size;
    young.set(extId, uid);
    this.young += young.size - before;
  }

  /** Two generations in turn: the order of use, which an LRU keeps, costs more than a look-up. */
  private makeRoom(): void {
    if (this.young <= MAX_YOUNG) {
      return;
    }
    for (const [appId, cached] of this.byApp) {
      if (cached.young.size === 0) {
        this.byApp.delete(appId);
      }
      cached.old = cached.young;
      cached.young = new Map();
    }
    this.young = 0;
  }
}
