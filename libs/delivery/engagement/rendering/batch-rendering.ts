import type { Channel } from '#libs/channels';
import { renderWithin } from '#libs/content';
import type { MessageRef } from '../../model/message-id.js';
import { type StoredRecipient, toRenderRecipient, type ValueKinds } from '../../model/render-recipient.js';
import { renderWithLinks } from './render-with-links.js';

type RenderedMessage = Parameters<typeof renderWithLinks>[0];
type Prepared = ReturnType<typeof renderWithLinks>;

/**
 * Renders the messages of one batch and channel. Without attributes, parameters and links of their own most recipients get the
 * same, so the last result serves the next recipient that reads alike.
 */
export class BatchRendering {
  private readonly isShared: boolean;
  private last: { recipient: StoredRecipient; prepared: Prepared } | undefined;

  constructor(
    private readonly message: RenderedMessage,
    channel: Channel,
    private readonly kinds: ValueKinds,
  ) {
    this.isShared = !message.plan.needsProfile && message.links[channel] === undefined;
  }

  /** Renders within the limit of time. @param recipient  of the channel of the batch */
  render(recipient: StoredRecipient, ref: MessageRef): Prepared {
    const isShared = this.isShared && !recipient.params;
    if (isShared && this.last && this.isAlike(this.last.recipient, recipient)) {
      return this.last.prepared;
    }
    const renderRecipient = toRenderRecipient(recipient, this.kinds);
    const address = recipient.address ?? '';
    const prepared = renderWithin((budget) =>
      renderWithLinks(this.message, { recipient: renderRecipient, ref, address }, budget),
    );
    if (isShared) {
      this.last = { recipient, prepared };
    }
    return prepared;
  }

  private isAlike(last: StoredRecipient, next: StoredRecipient): boolean {
    return (
      last.platform === next.platform &&
      last.drawsMessages === next.drawsMessages &&
      (last.language === next.language || !this.message.plan.needsLanguage)
    );
  }
}
