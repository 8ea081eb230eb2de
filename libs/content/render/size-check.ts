import { AppError } from '#platform/errors';
import type { Message } from '../model/message.types.js';
import { channelsOf, type Platform } from '../model/platforms.js';
import { Renderer } from './renderer.js';

/**
 * Refuses a message that is too large for a provider with any values of attributes, on one of its platforms and
 * languages (code 2101). A message that becomes too large for some recipients fails for them when it is rendered.
 */
export function checkSizes(message: Message): void {
  const renderer = new Renderer(message);
  for (const platform of message.platforms) {
    for (const language of renderer.languages) {
      if (!fits(renderer, platform, language)) {
        const where = language === undefined ? platform : `${platform} in language '${language}'`;
        throw new AppError('push_too_large', `The message is larger than its provider takes on ${where}`);
      }
    }
  }
}

/** Whether the shortest rendering fits: without any attribute, and with empty ones. */
function fits(renderer: Renderer, platform: Platform, language: string | undefined): boolean {
  return channelsOf(platform).every((channel) =>
    [undefined, ''].every((value) => {
      const rendered = renderer.render(platform, language, () => value, channel);
      return rendered.kind === 'ok' || rendered.reason !== 'PAYLOAD_TOO_LARGE';
    }),
  );
}
