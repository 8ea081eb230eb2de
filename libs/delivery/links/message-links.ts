import type { EmailPayload, SmsPayload } from '#libs/channels';
import {
  splitHtml,
  fitsSms,
  joinHtml,
  findTextLinks,
  findLinkTemplates,
  getOrigin,
  countSmsSegments,
  findTemplateIndex,
  findTrustedOrigins,
  UNSUBSCRIBE_MARK,
  type SplitHtml,
  type Message,
  type Rendered,
} from '#libs/content';
import { contactKeyText } from '#libs/users';
import type { MessageRef } from '../message-id.js';
import type { MessageTokens } from './message-tokens.js';
import { unsubscribeAddress } from './return-paths.js';

export interface LinkSettings {
  /** Where this installation is reached, without a slash at the end. */
  base: string;
  opens: boolean;
  clicks: boolean;
  /** Whose mail comes to this installation, where it takes any. */
  mailDomain?: string;
}

interface CutMail {
  html?: SplitHtml;
  text?: SplitHtml;
}

type Payload = Extract<Rendered, { kind: 'ok' }>['payload'];

/**
 * Leads the links of one frozen message through this installation, for one recipient after the other. What many recipients
 * share is cut once: a payload that is the same object is taken apart the first time only.
 */
export class MessageLinks {
  private readonly cuts = new WeakMap<EmailPayload, CutMail>();
  private readonly origins: ReadonlySet<string>;
  private readonly templates: readonly string[];

  constructor(
    private readonly tokens: MessageTokens,
    private readonly message: Message,
    private readonly settings: LinkSettings,
  ) {
    this.origins = settings.clicks ? findTrustedOrigins(message) : new Set();
    this.templates = settings.clicks ? findLinkTemplates(message) : [];
  }

  /** The payload as one recipient gets it; a push as it is. */
  apply(rendered: Extract<Rendered, { kind: 'ok' }>, ref: MessageRef, address: string): Payload {
    switch (rendered.channel) {
      case 'smtp':
        return this.email(rendered.payload, ref, address);
      case 'sms':
        return this.sms(rendered.payload, ref);
      default:
        return rendered.payload;
    }
  }

  /** Links to pages are followed by their clicks, the body by its pixel; whoever got the mail can unsubscribe at once. */
  private email(payload: EmailPayload, ref: MessageRef, address: string): EmailPayload {
    const { base, opens, mailDomain } = this.settings;
    const key = contactKeyText(address);
    const unsubscribe = `${base}/u/${this.tokens.write('unsubscribe', ref, 0, key)}.${key}`;
    const pixel = opens
      ? `<img src="${base}/o/${this.tokens.write('open', ref)}.gif" alt="" width="1" height="1" style="display:block;border:0">`
      : '';
    const { html, text } = this.cut(payload);
    const clicks = new Map<number, string>();
    const clickLink = (index: number, url: string): string => {
      const link = clicks.get(index) ?? this.clickLink(ref, index, url);
      clicks.set(index, link);
      return link;
    };
    const join = (cut: SplitHtml): string =>
      joinHtml(cut, (place) =>
        place.kind === 'end'
          ? cut === html
            ? pixel
            : ''
          : place.kind === 'unsubscribe'
            ? unsubscribe
            : clickLink(place.index, place.url),
      );
    return {
      ...payload,
      ...(html && { html: join(html) }),
      ...(text && { text: join(text) }),
      ...(this.message.transactional
        ? {}
        : {
            headers: {
              ...payload.headers,
              ...unsubscribeHeaders(unsubscribe, mailDomain && unsubscribeAddress(this.tokens, ref, mailDomain)),
            },
          }),
    };
  }

  private cut(payload: EmailPayload): CutMail {
    let cut = this.cuts.get(payload);
    if (!cut) {
      const html = payload.html === undefined ? undefined : splitHtml(payload.html, (url) => this.isOwn(url));
      const known = (html?.slots ?? []).flatMap((place) => (place.kind === 'link' ? [place.url] : []));
      const text = payload.text === undefined ? undefined : this.cutText(payload.text, known);
      cut = { ...(html && { html }), ...(text && { text }) };
      this.cuts.set(payload, cut);
    }
    return cut;
  }

  /** A link of the text has the number that it has in the HTML. */
  private cutText(text: string, known: readonly string[]): SplitHtml {
    const numbers = new Map(known.map((url, index) => [url, index]));
    const pieces: string[] = [];
    const places: SplitHtml['slots'][number][] = [];
    let from = 0;
    for (const { start, end, url } of findTextLinks(text)) {
      const isUnsubscribe = url === UNSUBSCRIBE_MARK;
      if (isUnsubscribe || this.isOwn(url)) {
        const index = numbers.get(url) ?? numbers.size;
        numbers.set(url, index);
        pieces.push(text.slice(from, start));
        places.push(isUnsubscribe ? { kind: 'unsubscribe' } : { kind: 'link', index, url });
        from = end;
      }
    }
    return { pieces: [...pieces, text.slice(from)], slots: places };
  }

  private isOwn(url: string): boolean {
    const origin = getOrigin(url);
    return origin !== null && this.origins.has(origin) && !/\p{Surrogate}/u.test(url);
  }

  /** The destination travels in the link, under the token's code. A quote would end an attribute that is quoted by one. */
  private clickLink(ref: MessageRef, index: number, url: string): string {
    const room = this.tokens.fits('click', index) ? index : 0;
    const destination = encodeURIComponent(url).replaceAll("'", '%27');
    return `${this.settings.base}/c/${this.tokens.write('click', ref, room, url)}?u=${destination}`;
  }

  /** Short links, whose destination is looked up in the message. A text that would not fit with them keeps its own. */
  private sms(payload: SmsPayload, ref: MessageRef): SmsPayload {
    let body = '';
    let from = 0;
    for (const { start, end, url } of this.templates.length > 0 ? findTextLinks(payload.body) : []) {
      const index = findTemplateIndex(url, this.templates);
      if (index !== -1 && this.tokens.fits('short', index)) {
        body += `${payload.body.slice(from, start)}${this.settings.base}/s/${this.tokens.write('short', ref, index)}`;
        from = end;
      }
    }
    if (from === 0) {
      return payload;
    }
    body += payload.body.slice(from);
    const shortened = { ...payload, body, segments: countSmsSegments(body).segments };
    return fitsSms(shortened) ? shortened : payload;
  }
}

/** RFC 2369, for programs that know mail only the address too, and RFC 8058, whose one click needs https. */
function unsubscribeHeaders(link: string, address?: string): Record<string, string> {
  return {
    'List-Unsubscribe': address === undefined ? `<${link}>` : `<${link}>, <mailto:${address}?subject=unsubscribe>`,
    ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
