import type { Channel } from '#libs/channels';
import type { RenderBudget, Rendered, RenderFailure } from '#libs/content';
import type { MessageRef } from '../model/message-id.js';

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
