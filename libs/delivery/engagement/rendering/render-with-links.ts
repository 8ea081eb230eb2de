import type { MailAttachment } from '#libs/channels';
import type { RenderBudget, Rendered, RenderGaps, RenderPlan, RenderRecipient } from '#libs/content';
import { checkEmailSize } from '../../attachments/email-attachments.js';
import type { MessageRef } from '../../model/message-id.js';
import type { LinkRewritings, RenderedMessage } from './link-rewriting.js';

/** Renders a message with its links. @throws RenderTooLongError */
export function renderWithLinks(
  { plan, links, files }: { plan: RenderPlan; links: LinkRewritings; files: readonly MailAttachment[] },
  { recipient, ref, address }: { recipient: RenderRecipient; ref: MessageRef; address: string },
  budget: RenderBudget,
):
  | { kind: 'ok'; rendered: RenderedMessage; payload: RenderedMessage['payload']; gaps?: RenderGaps }
  | Extract<Rendered, { kind: 'failed' }> {
  const rendered = checkEmailSize(plan.render(recipient, budget), files);
  if (rendered.kind === 'failed') {
    return rendered;
  }
  const gaps = rendered.gaps && { gaps: rendered.gaps };
  const rewritten = links[rendered.channel]?.rewriteLinks(rendered, ref, address, budget) ?? rendered;
  return 'failure' in rewritten
    ? { kind: 'failed', reason: rewritten.failure, ...gaps }
    : { kind: 'ok', rendered, payload: rewritten.payload, ...gaps };
}
