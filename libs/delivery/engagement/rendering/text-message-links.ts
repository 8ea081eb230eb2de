import type { SmsPayload } from '#libs/channels';
import { countSmsSegments, findLinkTemplates, fitsSms, type FilledText, type Message } from '#libs/content';
import type { MessageRef } from '../../model/message-id.js';
import type { LinkRewriting, RenderedMessage } from './link-rewriting.js';
import type { LinkTokenService } from '../link-token.service.js';

/** Short links in a text message, whose destination stays in the stored message. */
export class TextMessageLinks implements LinkRewriting {
  /** The numbers of links by the addresses of the message, with their placeholders. */
  private readonly indexes: ReadonlyMap<string, number>;

  /** @param base  the public base URL of this server, without a slash at the end */
  constructor(
    private readonly tokens: LinkTokenService,
    message: Message,
    private readonly base: string,
  ) {
    this.indexes = new Map(findLinkTemplates(message).map((template, index) => [template, index]));
  }

  rewriteLinks(rendered: RenderedMessage, ref: MessageRef): ReturnType<LinkRewriting['rewriteLinks']> {
    const { channel, payload, links } = rendered;
    return { payload: channel === 'sms' && links?.text ? this.shorten(payload, links.text, ref) : payload };
  }

  /** A text that becomes too long keeps its own links. */
  private shorten(payload: SmsPayload, { text, links }: FilledText, ref: MessageRef): SmsPayload {
    let body = '';
    let from = 0;
    for (const { start, end, template } of links) {
      const index = this.indexes.get(template);
      if (index !== undefined && this.tokens.fitsIndex('short', index)) {
        body += `${text.slice(from, start)}${this.base}/s/${this.tokens.createToken('short', ref, index)}`;
        from = end;
      }
    }
    if (from === 0) {
      return payload;
    }
    body += text.slice(from);
    const shortened = { ...payload, body, segments: countSmsSegments(body).segments };
    return fitsSms(shortened) ? shortened : payload;
  }
}
