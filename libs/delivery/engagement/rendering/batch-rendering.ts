import type { ItemBatch } from '#libs/catalogs';
import type { MailAttachment } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import {
  renderWithin,
  type RenderBudget,
  type Rendered,
  type RenderGaps,
  type RenderPlan,
  type RenderRecipient,
} from '#libs/content';
import type { Stretch } from '#platform/async';
import { checkEmailSize } from '#libs/delivery/attachments';
import type { MessageRef } from '../../model/message-id.js';
import { type StoredRecipient, toRenderRecipient, type ValueKinds } from '../../model/render-recipient.js';
import type { LinkRewritings, RenderedMessage } from './link-rewriting.js';

/** A message as it is rendered for everyone: its plan, its links and its files. */
interface PreparedMessage {
  plan: RenderPlan;
  links: LinkRewritings;
  files: readonly MailAttachment[];
}

type Prepared = ReturnType<typeof renderWithLinks>;

/**
 * Renders the messages of one batch and channel. Without attributes, parameters and links of their own most recipients get the
 * same, so the last result serves the next recipient that reads alike.
 */
export class BatchRendering {
  private readonly isShared: boolean;
  /** Bounds of messages that look items up. */
  private early: ReadonlyMap<StoredRecipient, Prepared> = new Map();
  private last: { recipient: StoredRecipient; prepared: Prepared } | undefined;

  constructor(
    private readonly message: PreparedMessage,
    channel: Channel,
    private readonly kinds: ValueKinds,
  ) {
    this.isShared = !message.plan.needsProfile && message.links[channel] === undefined;
  }

  /** Renders a message that looks items up for all its recipients, with their items. `render` then has the results. */
  async renderEarly(
    requests: readonly { recipient: StoredRecipient; ref: MessageRef }[],
    items: ItemBatch,
    stretch: Stretch,
  ): Promise<void> {
    const rendered = await items.renderAll<(typeof requests)[number], Prepared>(
      requests,
      ({ recipient, ref }) => this.renderOne(recipient, ref, items),
      () => ({ kind: 'failed', reason: 'RENDER_TOO_LONG' }),
      stretch,
    );
    this.early = new Map([...rendered].map(([{ recipient }, prepared]) => [recipient, prepared]));
  }

  /** Renders within the limit of time. @param recipient  of the channel of the batch */
  render(recipient: StoredRecipient, ref: MessageRef): Prepared {
    const early = this.early.get(recipient);
    if (early) {
      return early;
    }
    const isShared = this.isShared && !recipient.params;
    if (isShared && this.last && this.isAlike(this.last.recipient, recipient)) {
      return this.last.prepared;
    }
    const prepared = this.renderOne(recipient, ref);
    if (isShared) {
      this.last = { recipient, prepared };
    }
    return prepared;
  }

  private renderOne(recipient: StoredRecipient, ref: MessageRef, items?: ItemBatch): Prepared {
    const renderRecipient = { ...toRenderRecipient(recipient, this.kinds), ...(items && { items }) };
    const address = recipient.address ?? '';
    return renderWithin((budget) =>
      renderWithLinks(this.message, { recipient: renderRecipient, ref, address }, budget),
    );
  }

  private isAlike(last: StoredRecipient, next: StoredRecipient): boolean {
    return (
      last.platform === next.platform &&
      last.drawsMessages === next.drawsMessages &&
      (last.language === next.language || !this.message.plan.needsLanguage)
    );
  }
}

/** Renders a message with its links. @throws RenderTooLongError */
function renderWithLinks(
  { plan, links, files }: PreparedMessage,
  { recipient, ref, address }: { recipient: RenderRecipient; ref: MessageRef; address: string },
  budget: RenderBudget,
):
  | { kind: 'ok'; rendered: RenderedMessage; payload: RenderedMessage['payload']; gaps?: RenderGaps }
  | Extract<Rendered, { kind: 'failed' }> {
  const message = plan.render(recipient, budget);
  const rendered = files.length > 0 ? checkEmailSize(message, files) : message;
  if (rendered.kind === 'failed') {
    return rendered;
  }
  const gaps = rendered.gaps && { gaps: rendered.gaps };
  const rewritten = links[rendered.channel]?.rewriteLinks(rendered, ref, address, budget) ?? rendered;
  return 'failure' in rewritten
    ? { kind: 'failed', reason: rewritten.failure, ...gaps }
    : { kind: 'ok', rendered, payload: rewritten.payload, ...gaps };
}
