import { attributeTarget, type Target } from '#libs/audience';
import { DEVICE_PLATFORMS, isPlatform, type JsonObject, type Message, type Platform } from '#libs/content';
import { LegacyPush11Dto, type LegacyPush12Dto, type LegacyTargetDto } from './legacy.dto.js';

type LegacyPush = LegacyPush11Dto | LegacyPush12Dto;

/**
 * The message of a legacy push (interface, section 9; decisions, section 8). Without `platforms` it goes to every
 * platform of devices; its title is shown, and browsers get it without an icon.
 */
export function toLegacyMessage(push: LegacyPush): Message {
  const { title, notificationMsg, largeIconUrl, richPushHtml, customJson } = isFlat(push) ? push : push.notification;
  return {
    title,
    text: notificationMsg,
    platforms: toPlatforms(targetOf(push).platforms ?? []),
    ios: { title },
    android: { title, ...(largeIconUrl !== undefined && { mediaUrl: largeIconUrl }) },
    ...(richPushHtml !== undefined && { richPushHtml }),
    ...(customJson && { customJson: customJson as JsonObject }),
  };
}

/** The name of a message's field in a legacy push. */
export function legacyField(field: string): string {
  return field === 'text' ? 'notificationMsg' : field.endsWith('.mediaUrl') ? 'largeIconUrl' : 'title';
}

/**
 * The target of a legacy push: any of its tags, all of its attributes, one device. They combine with AND; without any it
 * goes to everyone (decisions, section 8).
 */
export function toLegacyTarget(push: LegacyPush): Target {
  const { tags = [], customFields } = targetOf(push);
  const token = isFlat(push) ? push.registrationId : undefined;
  const parts: Target[] = [];
  if (tags.length > 0) {
    parts.push({ type: 'tag', mode: 'any', names: [...new Set(tags)] });
  }
  if (customFields) {
    parts.push(attributeTarget(customFields, isFlat(push) ? 'customFields' : 'target.customFields'));
  }
  if (token !== undefined) {
    parts.push({ type: 'tokens', tokens: [token] });
  }
  const [first, second] = parts;
  return first === undefined ? { type: 'all' } : second === undefined ? first : { type: 'and', of: parts };
}

function targetOf(push: LegacyPush): LegacyTargetDto {
  return isFlat(push) ? push : (push.target ?? {});
}

function isFlat(push: LegacyPush): push is LegacyPush11Dto {
  return push instanceof LegacyPush11Dto;
}

function toPlatforms(names: readonly string[]): Platform[] {
  const platforms = [...new Set<string>(names.length > 0 ? names : DEVICE_PLATFORMS)];
  return platforms.filter(isPlatform);
}
