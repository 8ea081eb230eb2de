import type { MailAttachment } from '#libs/channels';
import {
  splitHtml,
  UNSUBSCRIBE_MARK,
  type RenderBudget,
  type Rendered,
  type RenderGaps,
  type RenderPlan,
  type RenderRecipient,
} from '#libs/content';
import { checkEmailSize } from '../attachments/email-attachments.js';
import type { MessageRef } from '../model/message-id.js';
import type { LinkRewriting } from './message-links.js';

type RenderedMessage = Extract<Rendered, { kind: 'ok' }>;

/** Renders a message with its links. @throws RenderTooLongError */
export function renderWithLinks(
  { plan, links, files }: { plan: RenderPlan; links: LinkRewriting | null; files: readonly MailAttachment[] },
  { recipient, ref, address }: { recipient: RenderRecipient; ref: MessageRef; address: string },
  budget: RenderBudget,
):
  | { kind: 'ok'; rendered: RenderedMessage; payload: RenderedMessage['payload']; gaps?: RenderGaps }
  | Extract<Rendered, { kind: 'failed' }> {
  const rendered = checkEmailSize(plan.render(recipient, budget), files);
  if (rendered.kind === 'failed') {
    return rendered;
  }
  if (links === null && namesUnsubscribeLink(rendered)) {
    return { kind: 'failed', reason: 'MISSING_ATTRIBUTE' };
  }
  const payload = links ? links.rewriteLinks(rendered, ref, address, budget) : rendered.payload;
  return { kind: 'ok', rendered, payload, ...(rendered.gaps && { gaps: rendered.gaps }) };
}

/** Whether an e-mail asks for the unsubscribe link. Without a base URL there is none, and a dead one must not leave. */
function namesUnsubscribeLink({ channel, payload }: RenderedMessage): boolean {
  return (
    channel === 'smtp' &&
    (payload.text?.includes(UNSUBSCRIBE_MARK) === true ||
      splitHtml(payload.html ?? '', () => false).slots.some(({ kind }) => kind === 'unsubscribe'))
  );
}
