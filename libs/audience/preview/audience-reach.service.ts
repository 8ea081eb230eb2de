import { contactOfPlatform, listAddressesBeside } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { PLATFORMS, type Platform } from '#libs/content';
import { PreferenceService } from '#libs/users/preferences';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

/** The platforms and categories of a message. @property categories  names or ids */
interface ReachQuestion {
  platforms: readonly Platform[];
  categories: readonly string[];
}

/**
 * The users of an audience that remain on one platform, step by step.
 *
 * @property has      with a device or browser of the platform, or an address
 * @property permitted  of these: the app is still there and takes pushes, or messages to the address are not refused
 * @property wanted   of these: they get every category of the message by the platform
 */
export interface PlatformReach {
  platform: Platform;
  has: number;
  permitted: number;
  wanted: number;
}

/**
 * @property users  distinct users of the target
 * @property asOf   everything committed until then is counted, in every figure
 */
export interface AudienceReach {
  users: number;
  platforms: PlatformReach[];
  asOf: Date;
}

/** Counts exactly who of an audience drops out before a message, platform by platform. */
@Injectable()
export class AudienceReachService {
  constructor(
    private readonly counts: CountService,
    private readonly preferences: PreferenceService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param target  of a segment
   * @throws AppError malformed for an unknown category; as `CountService.count` and `BoundedQuestionService.answer`
   */
  async count(
    appId: number,
    target: Target,
    { platforms, categories }: ReachQuestion,
    { asked, viewer }: AskingViewer,
  ): Promise<AudienceReach> {
    const topics = categories.length === 0 ? [] : await this.preferences.resolveTopics(appId, categories);
    const categoryIds = topics.map(({ categoryId }) => categoryId);
    const defaultOff = topics.flatMap((topic) => (topic.default === 'off' ? [topic.categoryId] : []));
    return this.questions.answer([target], asked, async (until) => {
      const dates: Date[] = [];
      const count = async (...conditions: Target[]): Promise<number> => {
        until.throwIfAborted();
        const { counts, asOf } = await this.counts.count(appId, { type: 'and', of: [target, ...conditions] }, viewer);
        dates.push(asOf);
        return counts;
      };
      const users = await count();
      const reached: PlatformReach[] = [];
      for (const platform of platforms) {
        const takes: Target = { type: 'reachable', mode: 'any', platforms: [platform] };
        const has = await count(existsOf(platform));
        const permitted = await count(takes);
        const { number } = PLATFORMS[platform];
        const refuses: Target = { type: 'refusesCategory', categoryIds, defaultOff, platform: number };
        const target: Target = { type: 'not', of: [refuses] };
        reached.push({
          platform,
          has,
          permitted,
          wanted: categoryIds.length === 0 ? permitted : await count(takes, target),
        });
      }
      return { users, platforms: reached, asOf: dates.reduce((oldest, asOf) => (asOf < oldest ? asOf : oldest)) };
    });
  }
}

/** The users who have all that a message on the platform needs. */
function existsOf(platform: Platform): Target {
  const column = contactOfPlatform(platform)?.address;
  if (column === undefined) {
    return { type: 'profile', on: 'installation', code: 'platform', values: [platform] };
  }
  const [first, ...others] = listAddressesBeside(column).map((code): Target => ({
    type: 'exists',
    code,
    exists: true,
  }));
  return first && others.length === 0 ? first : { type: 'or', of: [...(first ? [first] : []), ...others] };
}
