import { parseAttributes, parseTarget, type Target } from '#libs/audience';
import type { LegacyPush } from '#libs/content';

/**
 * Whom a legacy push goes to: any of its tags, all of its attributes, one device; combined with AND, and everybody when
 * it names none (decisions, section 8).
 *
 * @throws AppError as `parseTarget`
 */
export function toLegacyTarget({ tags, customFields, registrationId }: LegacyPush): Target {
  const parts = [
    ...(tags ? [parseTarget({ tag: tags }, 'bulk').tree] : []),
    ...(customFields ? [parseAttributes(customFields.of, customFields.field)] : []),
    ...(registrationId === undefined ? [] : [parseTarget({ deviceToken: registrationId }, 'send').tree]),
  ];
  const [first, second] = parts;
  return first === undefined ? { type: 'all' } : second === undefined ? first : { type: 'and', of: parts };
}
