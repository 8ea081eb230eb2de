import type { Channel } from '#libs/channels/definitions';
import { isInformational, type Message, type RenderBudget, type Rendered, type RenderFailure } from '#libs/content';
import { findMarks } from '#libs/content/template';
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
 * Links of an installation that people cannot reach. A message that needs one does not leave: one that names it, and a
 * commercial e-mail to people. Simulated accounts reach no person.
 *
 * @param isSimulated  every e-mail account of the application is simulated
 */
export function createMissingLinks(message: Message, isSimulated: boolean): LinkRewriting {
  const needsLink = !isSimulated && !isInformational(message, 'email');
  return {
    rewriteLinks(rendered) {
      const { payload } = rendered;
      const namesLink = listTexts(rendered).some((text) => text !== undefined && findMarks(text).length > 0);
      return (needsLink && rendered.channel === 'smtp') || namesLink ? { failure: 'NO_UNSUBSCRIBE_LINK' } : { payload };
    },
  };
}

function listTexts(rendered: RenderedMessage): (string | undefined)[] {
  switch (rendered.channel) {
    case 'smtp': {
      const { subject, fromName, html, text } = rendered.payload;
      return [subject, fromName, html, text];
    }
    case 'sms':
      return [rendered.payload.body];
    default:
      return [];
  }
}
