import { createRenderPlan, type Rendered } from '#libs/content';
import { mergeSend } from '#libs/content/parse';
import { parseBulk, parseDefinition, parseSend } from '../rooms/parse.js';

/** Fields that every web push needs. */
export const WEB = { iconUrl: 'https://a/icon.png' };

/** The plan of a bulk message, with what a send says over it. */
export function planOf(message: object, send?: object) {
  const raw = {
    title: 'Campaign',
    text: 'Default',
    platforms: ['IOS', 'ANDROID', 'CHROME', 'MACOS'],
    ...WEB,
    ...message,
  };
  const parsed = parseBulk(raw);
  return createRenderPlan(send ? mergeSend(parsed, parseSend(send)) : parsed);
}

/** The plan of a definition and a send of it. */
export function definitionPlan(message: object, send: object = {}) {
  return createRenderPlan(mergeSend(parseDefinition(message), parseSend(send)));
}

/** The payload of a provider, or the reason for none. */
export function bodyOf(rendered: Rendered): unknown {
  if (rendered.kind === 'failed') {
    return rendered.reason;
  }
  switch (rendered.channel) {
    case 'fcm':
      return rendered.payload.message;
    case 'apns':
    case 'webpush':
      return rendered.payload.body;
    default:
      return rendered.payload;
  }
}
