import { Injectable } from '@nestjs/common';
import { UsersService } from '#libs/users';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { BucketRange } from '../audience.types.js';
import { writeBitmap, free } from './bitmap.js';
import { GenerationRepository, type ClaimedBuild } from './generation.repository.js';
import { TermCollector } from './term-collector.js';
import { TermRepository, type StoredTerm } from './term.repository.js';
import { putDevice, putOptOut, putUser, SLICE, type Put } from './terms.js';
import { TruthRepository, type Whom } from './truth.repository.js';

/** Longer than a part of a slice takes. */
const LEASE_MS = 120_000;
/** Buckets that one statement reads: about 32,000 users, as a bucket has at most 1024 of a slice. */
const PART = 32;

/**
 * Builds indexes from the truth, slice by slice. Each part of a slice is read as it is then; whoever changes meanwhile is
 * told by the change feed, which is read from before the first part on. A builder that dies leaves its slice to the next.
 */
@Injectable()
export class IndexBuilder {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly generations: GenerationRepository,
    private readonly terms: TermRepository,
    private readonly truth: TruthRepository,
  ) {}

  /** Builds one generation that nobody else builds. @returns whether there was one */
  async buildNext(): Promise<boolean> {
    const claimed = await this.generations.claimBuild(LEASE_MS);
    if (!claimed) {
      return false;
    }
    const slices = Math.ceil((await this.users.highestUid(claimed.appId)) / SLICE);
    const rare = new Set(claimed.rare);
    for (let slice = claimed.nextSlice; slice < slices; slice++) {
      if (!(await this.buildSlice(claimed, slice, rare))) {
        return true;
      }
    }
    await this.generations.endBuild(claimed);
    return true;
  }

  /** @returns false when another process has taken over */
  private async buildSlice(claimed: ClaimedBuild, slice: number, rare: Set<string>): Promise<boolean> {
    const known = new Set(rare);
    const collector = new TermCollector(rare);
    try {
      for (const range of parts()) {
        await this.collect(claimed.appId, { slice, range }, collector);
        if (!(await this.generations.renewBuild(claimed, LEASE_MS))) {
          return false;
        }
      }
      const stored = storedOf(collector);
      return await this.db.tx(async (tx) => {
        if (!(await this.generations.advanceBuild(tx, claimed, slice, [...rare]))) {
          return false;
        }
        await this.terms.addSlices(tx, claimed, [slice]);
        await this.terms.write(tx, claimed, slice, stored);
        const found = [...rare].filter((aspect) => !known.has(aspect));
        if (found.length > 0) {
          await this.terms.deleteValues(tx, claimed, found);
        }
        return true;
      });
    } finally {
      collector.dispose();
    }
  }

  /** Puts everything that is true of some users. */
  async collect(appId: number, whom: Whom, collector: Pick<TermCollector, 'put'>): Promise<void> {
    const put: Put = (aspect, term, uid) => collector.put(aspect, term, uid);
    for (const user of await this.truth.findUsers(appId, whom)) {
      putUser(user, put);
    }
    for (const device of await this.truth.findDevices(appId, whom)) {
      putDevice(device, put);
    }
    for (const optOut of await this.truth.findOptOuts(appId, whom)) {
      putOptOut(optOut, put);
    }
  }
}

function parts(): BucketRange[] {
  return Array.from({ length: BUCKETS / PART }, (_, i) => ({ vbFrom: i * PART, vbTo: (i + 1) * PART }));
}

/** Stored forms of what was collected; the bitmaps are given back one by one. */
function storedOf(collector: TermCollector): StoredTerm[] {
  const stored: StoredTerm[] = [];
  for (const { aspect, term, members } of collector.take()) {
    stored.push({ aspect, term, n: members.size, members: writeBitmap(members) });
    free(members);
  }
  return stored;
}
