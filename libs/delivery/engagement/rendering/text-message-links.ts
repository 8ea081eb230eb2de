import type { SmsPayload } from '#libs/channels';
import { countSmsSegments, fitsSms, type FilledText, type Message } from '#libs/content';
import { fillMarks, findLinkTemplates, findMarks, mayHaveMarks } from '#libs/content/template';
import type { MessageRef } from '../../model/message-id.js';
import type { LinkRewriting, RenderedMessage } from './link-rewriting.js';
import type { LinkTokenService } from '../link-token.service.js';
import { buildPreferencesLink } from './preferences-link.js';

/** Short links in a text message, whose destination stays in the stored message. */
export class TextMessageLinks implements LinkRewriting {
  /** The numbers of links by the addresses of the message, with their placeholders. */
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly hasMarks: boolean;

  /**
   * @param settings.base    the public base URL of this server, without a slash at the end
   * @param settings.clicks  links become short ones; else only marks are filled
   */
  constructor(
    private readonly tokens: LinkTokenService,
    message: Message,
    private readonly settings: { base: string; clicks: boolean },
  ) {
    const templates = settings.clicks ? findLinkTemplates(message) : [];
    this.indexes = new Map(templates.map((template, index) => [template, index]));
    this.hasMarks = mayHaveMarks(message);
  }

  rewriteLinks(rendered: RenderedMessage, ref: MessageRef, address: string): ReturnType<LinkRewriting['rewriteLinks']> {
    const { channel, payload, links } = rendered;
    if (channel !== 'sms' || !links?.text) {
      return { payload };
    }
    const marked = this.hasMarks && findMarks(links.text.text).length > 0;
    const body = this.shorten(links.text, ref);
    const filled = this.withBody(payload, marked ? this.fill(body, ref, address) : body);
    if (fitsSms(filled)) {
      return { payload: filled };
    }
    // A text that becomes too long keeps its own links. A mark leads nowhere.
    return marked ? { failure: 'PAYLOAD_TOO_LARGE' } : { payload };
  }

  private shorten({ text, links }: FilledText, ref: MessageRef): string {
    let body = '';
    let from = 0;
    for (const { start, end, template } of links) {
      const index = this.indexes.get(template);
      // The page behind a short link is found without the links of Herald.
      const isShort = index !== undefined && this.tokens.fitsIndex('short', index) && !this.hasMark(text, start, end);
      if (isShort) {
        body += `${text.slice(from, start)}${this.settings.base}/s/${this.tokens.createToken('short', ref, index)}`;
        from = end;
      }
    }
    return body + text.slice(from);
  }

  private hasMark(text: string, start: number, end: number): boolean {
    return this.hasMarks && findMarks(text.slice(start, end)).length > 0;
  }

  private fill(body: string, ref: MessageRef, address: string): string {
    return fillMarks(body, () => buildPreferencesLink(this.tokens, ref, address, this.settings.base));
  }

  private withBody(payload: SmsPayload, body: string): SmsPayload {
    return body === payload.body ? payload : { ...payload, body, segments: countSmsSegments(body).segments };
  }
}
