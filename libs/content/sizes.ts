import { AppError } from '#platform/errors';
import type { Message } from './message.types.js';
import { Renderer } from './renderer.js';

/**
 * Refuses a message that is too large for a provider whatever the recipient's attributes are, for every platform and
 * language that it has (code 2101). One that grows too large for some recipients fails for those, when it is rendered.
 */
export function checkSizes(message: Message): void {
  const renderer = new Renderer(message);
  for (const platform of message.platforms) {
    for (const language of renderer.languages) {
      for (const value of [undefined, '']) {
        const rendered = renderer.render(platform, language, () => value);
        if (rendered.kind === 'failed' && rendered.reason === 'PAYLOAD_TOO_LARGE') {
          const where = language === undefined ? platform : `${platform} in language '${language}'`;
          throw new AppError('push_too_large', `The message is larger than its provider takes on ${where}`);
        }
      }
    }
  }
}
