import { LruCache } from '#platform/collections';
import type { Account } from './channels.types.js';
import { NO_TALLY, type Tally } from './crowd.js';

/** Answers count for a minute, by whole seconds. */
const SECONDS = 60;
/** Most users of one second that are distinguished: no crowd needs so many. */
const MAX_USERS = 16;
/** Accounts of one sender. */
const CACHE_SIZE = 200;

/** Answers of one second. */
interface Second {
  /** Recipients with an answer, by service. */
  totals: Map<string, number>;
  /** Users with the same answer, by its key. */
  groups: Map<string, { users: Set<number>; count: number }>;
}

/**
 * Counts the answers to one account in the last minute: all recipients, and those with the same refusal. A batch without a
 * refusal adds its size and nothing else.
 */
export class RecentAnswers {
  private readonly seconds = new Map<number, Second>();
  private lastId = 0;

  /** @param now  milliseconds of a clock that is never set */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts recipients who got an answer. */
  addTotal(service: string, count: number): void {
    const { totals } = this.current();
    totals.set(service, (totals.get(service) ?? 0) + count);
  }

  /** Counts recipients with the same refusal, who are in the total too. */
  addGroup(key: string, { users, count }: Tally): void {
    const { groups } = this.current();
    const group = groups.get(key) ?? { users: new Set(), count: 0 };
    groups.set(key, group);
    group.count += count;
    for (const user of users) {
      if (group.users.size >= MAX_USERS) {
        break;
      }
      group.users.add(user);
    }
  }

  /** The recipients with one refusal, of all at its service. */
  find(key: string, service: string): Tally {
    this.forget();
    if (this.seconds.size === 0) {
      return NO_TALLY;
    }
    const users = new Set<number>();
    let [count, total] = [0, 0];
    for (const { totals, groups } of this.seconds.values()) {
      const group = groups.get(key);
      group?.users.forEach((user) => users.add(user));
      count += group?.count ?? 0;
      total += totals.get(service) ?? 0;
    }
    return { users, count, total };
  }

  clear(): void {
    this.seconds.clear();
  }

  /** An id for a recipient without a user, below 0: it is one of its own. */
  nextId(): number {
    return (this.lastId -= 1);
  }

  private current(): Second {
    const second = Math.floor(this.now() / 1000);
    const earlier = this.seconds.get(second);
    if (earlier) {
      return earlier;
    }
    this.forget();
    const created: Second = { totals: new Map(), groups: new Map() };
    this.seconds.set(second, created);
    return created;
  }

  private forget(): void {
    const first = Math.floor(this.now() / 1000) - SECONDS;
    for (const second of this.seconds.keys()) {
      if (second > first) {
        break;
      }
      this.seconds.delete(second);
    }
  }
}

/** The recent answers of each account of one sender. Other credentials begin with none. */
export class AccountAnswers {
  private readonly entries = new LruCache<number, { version: number; answers: RecentAnswers }>({ max: CACHE_SIZE });

  of({ accountId, version }: Pick<Account, 'accountId' | 'version'>): RecentAnswers {
    const entry = this.entries.get(accountId);
    if (entry?.version === version) {
      return entry.answers;
    }
    const answers = new RecentAnswers();
    this.entries.set(accountId, { version, answers });
    return answers;
  }
}
