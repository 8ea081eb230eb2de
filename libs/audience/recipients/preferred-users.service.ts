import { Injectable } from '@nestjs/common';
import { cutInto } from '#platform/collections';
import { LastActiveRepository } from '../sql-engine/last-active.repository.js';
import type { BucketRange } from '../sql-engine/ranges.js';
import type { Target } from '../targets/target.js';
import { AudienceService } from './audience.service.js';
import { LeftOutService } from './left-out.service.js';

/** Users that are looked up by one statement. */
const BATCH = 50_000;

/** Finds which platform users prefer. */
@Injectable()
export class PreferredUsersService {
  constructor(
    private readonly audience: AudienceService,
    private readonly leftOut: LeftOutService,
    private readonly lastActive: LastActiveRepository,
  ) {}

  /** Users of a target by the platform of the device that was active last. @returns uids by platform number */
  async findByLastActive(appId: number, uids: readonly number[]): Promise<Map<number, number[]>> {
    const found = new Map<number, number[]>();
    for (const batch of cutInto(uids, BATCH)) {
      for (const { platform, uids: ofPlatform } of await this.lastActive.findPlatforms(appId, batch)) {
        found.set(platform, [...(found.get(platform) ?? []), ...ofPlatform]);
      }
    }
    return found;
  }

  /**
   * Users of a target whose attribute holds one of some names of platforms, in capitals or in small letters.
   *
   * @throws AppError as `AudienceService.resolve`
   */
  async findByAttribute(
    appId: number,
    target: Target,
    range: BucketRange,
    { code, names }: { code: string; names: readonly string[] },
  ): Promise<number[]> {
    const values = names.flatMap((name) => [name, name.toLowerCase()]);
    const holds: Target = { type: 'profile', code, values };
    return this.findAll(appId, { type: 'and', of: [target, holds] }, range);
  }

  /** All users of a target in a range, reachable or not: a message to no platform reaches none of them. */
  async findAll(appId: number, target: Target, range: BucketRange): Promise<number[]> {
    const resolved = await this.audience.resolve(appId, target);
    const groups = await this.leftOut.findUnreachable(appId, resolved, { kind: 'push', platforms: [], ...range });
    return groups.flatMap(({ uids }) => uids);
  }
}
