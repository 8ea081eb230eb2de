import type { Channel } from '#libs/channels';
import {
  findMarks,
  isInformational,
  type Message,
  type RenderBudget,
  type Rendered,
  type RenderFailure,
} from '#libs/content';
import type { MessageRef } from '../../model/message-id.js';

export type RenderedMessage = Extract<Rendered, { kind: 'ok' }>;
type Payload = RenderedMessage['payload'];

/** Replaces the links of a message on one channel. */
export interface LinkRewriting {
  /**
   * Rewrites the payload for one recipient.
   *
   * @returns the payload, or why the message must not leave
   * @throws RenderTooLongError when the rest of the budget does not suffice
   */
  rewriteLinks(
    rendered: RenderedMessage,
    ref: MessageRef,
    address: string,
    budget: RenderBudget,
  ): { payload: Payload } | { failure: RenderFailure };
}

/** By channel; on the others links stay as they are. */
export type LinkRewritings = Partial<Record<Channel, LinkRewriting>>;

/** The links of the message itself: of one that does not leave. */
export const UNTRACKED_LINKS: LinkRewriting = { rewriteLinks: ({ payload }) => ({ payload }) };

/**
 * Links of e-mails of an installation that people cannot reach. One that needs a link to unsubscribe does not leave: one
 * that names it, and a commercial one to people. Simulated accounts reach no person.
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
