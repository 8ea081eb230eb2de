import { Injectable } from '@nestjs/common';
import type { ResolvedTarget, Target } from '#libs/audience';
import { AudienceService } from '#libs/audience/recipients';
import { findGapSources } from '#libs/content';
import { isOwnLinkName } from '#libs/content/template';
import { AttributeService } from '#libs/users/profiles';
import type { DispatchRequest } from '../model/delivery.types.js';

/**
 * The place to search for people whose message lacks something. `nowhere`: it lacks nothing; `target`: only among
 * users who match it; `everywhere`: what lacks rests on values.
 */
export type BlankSearch = { kind: 'nowhere' } | { kind: 'everywhere' } | { kind: 'target'; target: ResolvedTarget };

/** Chooses the people to render, so that all gaps are found. */
@Injectable()
export class BlankSearchService {
  constructor(
    private readonly audience: AudienceService,
    private readonly attributes: AttributeService,
  ) {}

  /** @throws AppError as `AudienceService.resolve` */
  async plan({
    appId,
    target,
    message,
    recipientParams,
  }: Omit<DispatchRequest, 'notificationKey'>): Promise<BlankSearch> {
    const { canLack, isByPresence, names } = findGapSources(message);
    if (!canLack) {
      return { kind: 'nowhere' };
    }
    const definitions = await this.attributes.getDefinitions(appId);
    const asked = names.filter((name) => !isOwnLinkName(name));
    const isKnown = asked.every((name) => definitions.has(name) && !Object.hasOwn(message.params ?? {}, name));
    if (!isByPresence || !isKnown || recipientParams !== undefined) {
      return { kind: 'everywhere' };
    }
    const lacking = asked.flatMap((code): Target[] => [
      { type: 'exists', code, exists: false },
      ...(definitions.get(code)?.dataType === 'STRING' ? [{ type: 'profile' as const, code, values: [''] }] : []),
    ]);
    const narrow: Target = { type: 'and', of: [target, { type: 'or', of: lacking }] };
    return asked.length === 0
      ? { kind: 'nowhere' }
      : { kind: 'target', target: await this.audience.resolve(appId, narrow) };
  }
}
