import { Injectable } from '@nestjs/common';
import { UsersService } from '#libs/users';
import { AudienceRepository } from './audience.repository.js';
import type { RecipientGroup, RecipientRange } from './audience.types.js';
import { resolveTarget, tagNamesOf, tokensOf } from './resolve-target.js';
import type { ResolvedTarget, Target } from './target.js';

/** Answers who a target means: how many, and in which order they are sent to. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly users: UsersService,
    private readonly audiences: AudienceRepository,
  ) {}

  /**
   * Checks a target's names against the application and puts numbers for them. The answer holds for now: names may mean
   * something else later.
   *
   * @throws AppError malformed (2004) for an undefined attribute or a value of another type, segment_unusable (5042),
   *   bad_address (6000)
   */
  async resolve(appId: number, target: Target): Promise<ResolvedTarget> {
    const tagNames = tagNamesOf(target);
    const tokens = tokensOf(target);
    const attributes = await this.users.attributesByCode(appId);
    const tagIds = tagNames.length > 0 ? await this.users.tagIds(appId, tagNames) : new Map<string, number>();
    const installations =
      tokens.length > 0 ? await this.users.instIdsByTokens(appId, tokens) : new Map<string, number>();
    return resolveTarget(target, { appId, attributes, tagIds, instIds: [...new Set(installations.values())] });
  }

  /** Distinct users who match, exact as of now. */
  async count(appId: number, target: Target): Promise<number> {
    return this.audiences.count(appId, await this.resolve(appId, target));
  }

  /**
   * Recipients in a range of buckets, ordered by bucket: installation ids for push, uids for e-mail and SMS. Only those
   * that can be reached as of now; delivery looks again.
   */
  async recipients(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientGroup[]> {
    return range.kind === 'push'
      ? this.audiences.findInstallations(appId, target, range)
      : this.audiences.findUsers(appId, target, range);
  }
}
