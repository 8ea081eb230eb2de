import { findMarks, isInformational, type Message } from '#libs/content';
import type { LinkRewriting } from './link-rewriting.js';

/**
 * Links of e-mails of an installation that people cannot reach. One that needs a link to unsubscribe does not leave: one
 * that names it, and a commercial one to people. Simulators stand for nobody.
 *
 * @param isSimulated  every e-mail account of the application is simulated
 */
export function createMissingLinks(message: Message, isSimulated: boolean): LinkRewriting {
  const needsLink = !isSimulated && !isInformational(message, 'email');
  return {
    rewriteLinks(rendered) {
      const { payload } = rendered;
      const texts =
        rendered.channel === 'smtp'
          ? [rendered.payload.subject, rendered.payload.fromName, rendered.payload.html, rendered.payload.text]
          : [];
      const namesLink = texts.some((text) => text !== undefined && findMarks(text).length > 0);
      return needsLink || namesLink ? { failure: 'NO_UNSUBSCRIBE_LINK' } : { payload };
    },
  };
}
