import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import type { ResolvedTarget } from '#libs/audience';
import { PreferredUsersService } from '#libs/audience/recipients';
import { PLATFORMS, type Platform } from '#libs/content';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { LaunchRepository } from '../dispatches/launch.repository.js';
import type { BucketRange } from './bucket-range.js';
import { disposeSamples } from './apply-samples.js';
import { ContentChoice, type ContentReach } from './content-choice.js';
import { RecipientGroupsService } from './recipient-groups.service.js';
import { drawSample } from './sample.js';
import { CHOSEN, ELSEWHERE, keyOfStandingBack, SampleRepository, type Samples } from './sample.repository.js';
import { SameAddressService } from './same-address.service.js';

/** Stands for the inbox among platform numbers. */
const INBOX_NUMBER = 0;
const INBOX_NAME = 'INBOX';

/**
 * Chooses the content that each user of a campaign gets, once for all contents and before the first range of any of them. So a
 * launch that continues after a crash keeps the choice, and no user is in two contents.
 */
@Injectable()
export class CampaignChoiceService {
  constructor(
    private readonly launches: LaunchRepository,
    private readonly samples: SampleRepository,
    private readonly groups: RecipientGroupsService,
    private readonly sameAddress: SameAddressService,
    private readonly preferences: PreferredUsersService,
  ) {}

  /**
   * The users of a dispatch, and those who get another content. The caller disposes of them.
   *
   * @returns null when the lease was lost
   */
  async findOrChoose(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const contents = await this.launches.findContents(lease);
    const stored = await this.samples.find(lease.dispatchId);
    if (stored.size === 0) {
      const chosen = await this.choose(contents, target, ranges, renewLease);
      if (!chosen) {
        return null;
      }
      const rows = chosen.map((samples, index) => ({ dispatchId: contents[index]?.dispatchId ?? 0, samples }));
      try {
        await this.samples.storeAll(lease.appId, rows);
      } finally {
        chosen.forEach(disposeSamples);
      }
    }
    const own = stored.size > 0 ? stored : await this.samples.find(lease.dispatchId);
    return own.set(ELSEWHERE, await this.findElsewhere(lease, contents));
  }

  /**
   * Chooses without storing. The caller disposes of the samples.
   *
   * @param contents  in their order
   * @returns samples of each content; null when `onRange` has ended it
   */
  async choose(
    contents: readonly LaunchLease[],
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    onRange: () => Promise<boolean>,
  ): Promise<Map<number, RoaringBitmap32>[] | null> {
    const reach = contents.map(() => new Map<number, RoaringBitmap32>());
    const preferred = this.prefersOne(contents) ? contents.map(() => new RoaringBitmap32()) : undefined;
    for (const range of ranges) {
      await this.readRange(contents, { target, range, reach, preferred });
      if (!(await onRange())) {
        return null;
      }
    }
    const choice = new ContentChoice(reach, preferred);
    try {
      const behind = await this.settle(contents, { target, ranges, reach, choice, onRange });
      if (!behind) {
        return null;
      }
      this.applyLimit(contents, choice);
      return contents.map((_, index) => {
        return new Map([[CHOSEN, new RoaringBitmap32(choice.chosen[index])], ...(behind[index] ?? [])]);
      });
    } finally {
      choice.dispose();
      reach.forEach(disposeSamples);
    }
  }

  /** Assigns users until no one stands back who could have another content. */
  private async settle(
    contents: readonly LaunchLease[],
    work: {
      target: ResolvedTarget;
      ranges: readonly BucketRange[];
      reach: readonly ContentReach[];
      choice: ContentChoice;
      onRange: () => Promise<boolean>;
    },
  ): Promise<Map<number, RoaringBitmap32>[] | null> {
    const { target, ranges, reach, choice, onRange } = work;
    const behind = contents.map(() => new Map<number, RoaringBitmap32>());
    for (let changed = choice.assign(); changed.length > 0; changed = choice.assign()) {
      for (const index of changed) {
        const [lease, among] = [contents[index], choice.chosen[index]];
        if (!lease || !among || !this.sameAddress.choosesFor(lease)) {
          continue;
        }
        const found = await this.sameAddress.findStandingBack(lease, target, ranges, onRange, among);
        if (!found) {
          return null;
        }
        addAll(behind[index], found);
        const left = findLeft(among, reach[index] ?? new Map(), behind[index] ?? new Map());
        choice.reject(index, left);
        left.dispose();
        disposeSamples(found);
      }
    }
    return behind;
  }

  private async readRange(
    contents: readonly LaunchLease[],
    work: {
      target: ResolvedTarget;
      range: BucketRange;
      reach: readonly Map<number, RoaringBitmap32>[];
      preferred: readonly RoaringBitmap32[] | undefined;
    },
  ): Promise<void> {
    const { target, range, reach, preferred } = work;
    const uids = new Set<number>();
    for (const [index, lease] of contents.entries()) {
      const own = reach[index];
      for (const group of lease.message.inboxOnly ? [] : await this.groups.find(lease, target, range)) {
        const users = group.uids ?? group.ids;
        addTo(own, group.platform, users);
        users.forEach((uid) => uids.add(uid));
      }
      if (lease.message.inboxOnly) {
        const all = await this.preferences.findAll(lease.appId, lease.target, range);
        addTo(own, INBOX_NUMBER, all);
        all.forEach((uid) => uids.add(uid));
      }
    }
    if (preferred) {
      await this.readPreferences(contents, range, [...uids], preferred);
    }
  }

  private async readPreferences(
    contents: readonly LaunchLease[],
    range: BucketRange,
    uids: readonly number[],
    preferred: readonly RoaringBitmap32[],
  ): Promise<void> {
    const [first] = contents;
    const by = first?.options.reach?.preferredBy;
    if (!first || by === undefined) {
      return;
    }
    if (by === 'lastActive') {
      const found = await this.preferences.findByLastActive(first.appId, uids);
      for (const [index, { message }] of contents.entries()) {
        message.platforms.forEach((name) => preferred[index]?.addMany(found.get(PLATFORMS[name].number) ?? []));
      }
      return;
    }
    for (const [index, lease] of contents.entries()) {
      const question = { code: by, names: namesOf(lease) };
      preferred[index]?.addMany(await this.preferences.findByAttribute(lease.appId, lease.target, range, question));
    }
  }

  private prefersOne([first]: readonly LaunchLease[]): boolean {
    return first?.options.reach?.reach === 'preferred';
  }

  private applyLimit([first]: readonly LaunchLease[], choice: ContentChoice): void {
    const limit = first?.options.limits?.all;
    if (first && limit !== undefined) {
      const all = RoaringBitmap32.orMany([...choice.chosen]);
      const { draw = String(first.dispatchId) } = first.options;
      const sample = new RoaringBitmap32(drawSample(all.toUint32Array(), limit, draw));
      choice.restrict(sample);
      all.dispose();
      sample.dispose();
    }
  }

  /** Finds users of earlier contents, for `first` alone: users of later ones could not be reached on this one. */
  private async findElsewhere(lease: LaunchLease, contents: readonly LaunchLease[]): Promise<RoaringBitmap32> {
    const isFirst = lease.options.reach?.reach === 'first';
    const others = contents.filter(({ content, dispatchId }) => {
      return dispatchId !== lease.dispatchId && (!isFirst || (content ?? 0) < (lease.content ?? 0));
    });
    const chosen = await this.samples.findChosen(others.map(({ dispatchId }) => dispatchId));
    try {
      return RoaringBitmap32.orMany([...chosen.values()]);
    } finally {
      chosen.forEach((users) => users.dispose());
    }
  }
}

function namesOf({ message }: LaunchLease): (Platform | typeof INBOX_NAME)[] {
  return message.inboxOnly ? [INBOX_NAME] : message.platforms;
}

function addTo(bitmaps: Map<number, RoaringBitmap32> | undefined, key: number, uids: readonly number[]): void {
  const bitmap = bitmaps?.get(key) ?? new RoaringBitmap32();
  bitmap.addMany(uids);
  bitmaps?.set(key, bitmap);
}

function addAll(target: Map<number, RoaringBitmap32> | undefined, samples: Samples): void {
  for (const [key, uids] of samples) {
    const before = target?.get(key);
    target?.set(key, before ? before.orInPlace(uids) : new RoaringBitmap32(uids));
  }
}

/** Users who stand back on every platform on which the content reaches them. */
function findLeft(among: RoaringBitmap32, reach: ContentReach, behind: Samples): RoaringBitmap32 {
  const left = new RoaringBitmap32(among);
  for (const [platform, users] of reach) {
    const standing = behind.get(keyOfStandingBack(platform));
    const reached = standing ? RoaringBitmap32.andNot(users, standing) : users;
    left.andNotInPlace(reached);
    if (standing) {
      reached.dispose();
    }
  }
  return left;
}
