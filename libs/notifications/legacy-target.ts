import { parseTarget, type Target } from '#libs/audience';
import type { LegacyPush } from '#libs/content';

/**
 * Whom a legacy push goes to: any of its tags, all of its attributes, one device; combined with AND, and everybody when
 * it names none (decisions, section 8).
 *
 * @throws AppError as `parseTarget`
 */
export function legacyTarget({ tags, customFields, registrationId }: LegacyPush): Target {
  const named = {
    ...(tags && { tag: tags }),
    ...(customFields && { profile: customFields }),
  };
  const device = registrationId === undefined ? [] : [parseTarget({ deviceToken: registrationId }, 'send').tree];
  if (Object.keys(named).length === 0) {
    return device[0] ?? { type: 'all' };
  }
  const audience = parseTarget(named, 'bulk').tree;
  return device[0] ? { type: 'and', of: [audience, device[0]] } : audience;
}
