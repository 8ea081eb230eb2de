import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { LruCache } from '#platform/collections';
import { BUCKETS } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import { listUids } from '../bitmap-index/model/user-set.js';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { splitBuckets, type BucketRange } from '../sql-engine/ranges.js';
import type { EventLeaf, SeenTimeLeaf } from '../targets/behaviour.types.js';
import { FoundUsers, type UsersBySlice } from './found-users.js';

/** A leaf whose users are read from the rows of what they did. `did` and `inside` are the question's own. */
export type BehaviourLeaf = EventLeaf | SeenTimeLeaf;

/** Bits that one question keeps: of ten million users 25 leaves. The leaf used longest ago makes space. */
const MAX_QUESTION_BYTES = 32 * 2 ** 20;

/** A question has a minute, so its statements may read more than others: the events of many users meet as one pass. */
const USERS_PER_RANGE = 2_000_000;

/** The input that all counts of one question share. They run one after the other. */
interface Question {
  now: Date;
  /** By application and leaf. */
  leaves: LruCache<string, UsersBySlice>;
}

/**
 * Finds users by what they did. A question with many counts reads the rows of each leaf once, and means one moment by all
 * of them.
 */
@Injectable()
export class BehaviourUsersService {
  private readonly questions = new AsyncLocalStorage<Question>();

  constructor(
    private readonly behaviours: BehaviourRepository,
    private readonly rows: AudienceRepository,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /** The moment from which relative windows count: that of the question, or now. */
  get now(): Date {
    return this.questions.getStore()?.now ?? this.clock.now();
  }

  /** Runs the counts of one question. What they read is forgotten when it ends. */
  async asOneQuestion<R>(work: () => Promise<R>): Promise<R> {
    const leaves = new LruCache<string, UsersBySlice>({ maxSize: MAX_QUESTION_BYTES, sizeCalculation: bytesOf });
    return this.questions.run({ now: this.clock.now(), leaves }, work);
  }

  /** Users with at least `atLeast` matching events, `did` ignored; or those seen as the leaf says. */
  async findBySlice(appId: number, leaf: BehaviourLeaf): Promise<UsersBySlice> {
    const question = this.questions.getStore();
    return question ? this.findOnce(question, appId, leaf) : this.readBySlice(appId, leaf);
  }

  /** Finds such users in a range of buckets, unordered. */
  async findInRange(appId: number, leaf: EventLeaf, range: BucketRange): Promise<number[]> {
    const question = this.questions.getStore();
    const found = question ? await this.findOnce(question, appId, leaf) : await this.readEvents(appId, leaf, [range]);
    const uids: number[] = [];
    for (const [slice, users] of found) {
      for (const uid of listUids(users, slice)) {
        const bucket = uid % BUCKETS;
        if (bucket >= range.vbFrom && bucket < range.vbTo) {
          uids.push(uid);
        }
      }
    }
    return uids;
  }

  private async findOnce(question: Question, appId: number, leaf: BehaviourLeaf): Promise<UsersBySlice> {
    const key = JSON.stringify([appId, leaf.type === 'event' ? { ...leaf, did: true } : leaf]);
    const known = question.leaves.get(key);
    if (known) {
      return known;
    }
    const read = await this.readBySlice(appId, leaf, USERS_PER_RANGE);
    question.leaves.set(key, read);
    return read;
  }

  private async readBySlice(appId: number, leaf: BehaviourLeaf, usersPerRange?: number): Promise<UsersBySlice> {
    const users = await this.users.countAllocatedUids(appId);
    if (leaf.type === 'event') {
      return this.readEvents(appId, leaf, splitBuckets(users, usersPerRange));
    }
    const found = new FoundUsers();
    for (const range of splitBuckets(users)) {
      found.addUids(await this.rows.findUids(appId, leaf, range));
    }
    return found.bySlice;
  }

  private async readEvents(appId: number, leaf: EventLeaf, ranges: readonly BucketRange[]): Promise<UsersBySlice> {
    const found = new FoundUsers();
    for (const range of ranges) {
      found.addBits(await this.behaviours.findBits(appId, leaf, range));
    }
    return found.bySlice;
  }
}

function bytesOf(users: UsersBySlice): number {
  return [...users.values()].reduce((sum, { words }) => sum + words.byteLength, 1);
}
