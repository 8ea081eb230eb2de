import type { EmailPayload, SmsPayload } from '#libs/channels';
import {
  carriesSecret,
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
  type RenderBudget,
  type SplitHtml,
  type Message,
  type Rendered,
} from '#libs/content';
import { contactKeyText } from '#libs/users';
import type { MessageRef } from '../model/message-id.js';
import type { LinkTokenService } from './link-token.service.js';
import { buildUnsubscribeAddress } from './return-path.service.js';

export interface LinkSettings {
  /** The public base URL of this server, without a slash at the end. */
  base: string;
  opens: boolean;
  clicks: boolean;
  /** The domain of mail to this server; absent: it receives none. */
  mailDomain?: string;
}

interface CutEmail {
  html?: SplitHtml;
  text?: SplitHtml;
}

/** What a link costs, as characters of a budget: it is parsed, or gets a message authentication code. */
const CHARACTERS_OF_LINK = 1000;

type Payload = Extract<Rendered, { kind: 'ok' }>['payload'];

/** What becomes of the links of a message. */
export type LinkRewriting = Pick<MessageLinks, 'rewriteLinks'>;

/** The links of the message itself: of one that does not leave. */
export const UNTRACKED_LINKS: LinkRewriting = { rewriteLinks: ({ payload }) => payload };

/**
 * Rewrites the links of one message for each recipient, so that clicks pass through this server. A payload object that many
 * recipients share is parsed once.
 */
export class MessageLinks {
  private readonly cuts = new WeakMap<EmailPayload, CutEmail>();
  private readonly origins: ReadonlySet<string>;
  private readonly templates: readonly string[];

  constructor(
    private readonly tokens: LinkTokenService,
    private readonly message: Message,
    private readonly settings: LinkSettings,
  ) {
    this.origins = settings.clicks ? findTrustedOrigins(message) : new Set();
    this.templates = settings.clicks ? findLinkTemplates(message) : [];
  }

  /**
   * Rewrites the payload for one recipient. A push stays unchanged.
   *
   * @throws RenderTooLongError when the rest of the budget does not suffice
   */
  rewriteLinks(
    rendered: Extract<Rendered, { kind: 'ok' }>,
    ref: MessageRef,
    address: string,
    budget: RenderBudget,
  ): Payload {
    switch (rendered.channel) {
      case 'smtp':
        return this.rewriteEmail(rendered.payload, ref, address, budget);
      case 'sms':
        return this.rewriteSms(rendered.payload, ref);
      default:
        return rendered.payload;
    }
  }

  /** Adds tracked links, the tracking pixel, and the headers for unsubscribing at once. */
  private rewriteEmail(payload: EmailPayload, ref: MessageRef, address: string, budget: RenderBudget): EmailPayload {
    const { base, opens, mailDomain } = this.settings;
    const key = contactKeyText(address);
    const unsubscribe = `${base}/u/${this.tokens.createToken('unsubscribe', ref, 0, key)}.${key}`;
    const pixel = opens
      ? `<img src="${base}/o/${this.tokens.createToken('open', ref)}.gif" alt="" width="1" height="1" style="display:block;border:0">`
      : '';
    const { html, text } = this.cutEmail(payload, budget);
    const linkByIndex = new Map<number, string>();
    const linkOfUrl = (index: number, url: string): string => {
      budget.spend(CHARACTERS_OF_LINK);
      const link = linkByIndex.get(index) ?? this.buildClickLink(ref, index, url);
      linkByIndex.set(index, link);
      return link;
    };
    const joinPieces = (cut: SplitHtml): string =>
      joinHtml(cut, (place) =>
        place.kind === 'end'
          ? cut === html
            ? pixel
            : ''
          : place.kind === 'unsubscribe'
            ? unsubscribe
            : linkOfUrl(place.index, place.url),
      );
    return {
      ...payload,
      ...(html && { html: joinPieces(html) }),
      ...(text && { text: joinPieces(text) }),
      ...(this.message.transactional
        ? {}
        : {
            headers: {
              ...payload.headers,
              ...buildUnsubscribeHeaders(
                unsubscribe,
                mailDomain && buildUnsubscribeAddress(this.tokens, ref, mailDomain),
              ),
            },
          }),
    };
  }

  private cutEmail(payload: EmailPayload, budget: RenderBudget): CutEmail {
    let cut = this.cuts.get(payload);
    if (!cut) {
      budget.spend((payload.html?.length ?? 0) + (payload.text?.length ?? 0));
      const isTracked = (url: string): boolean => {
        budget.spend(CHARACTERS_OF_LINK);
        return this.isTracked(url);
      };
      const html = payload.html === undefined ? undefined : splitHtml(payload.html, isTracked);
      const knownUrls = (html?.slots ?? []).flatMap((place) => (place.kind === 'link' ? [place.url] : []));
      const text = payload.text === undefined ? undefined : this.cutText(payload.text, knownUrls, isTracked);
      cut = { ...(html && { html }), ...(text && { text }) };
      this.cuts.set(payload, cut);
    }
    return cut;
  }

  /** A link has the same index in the text as in the HTML. */
  private cutText(text: string, knownUrls: readonly string[], isTracked: (url: string) => boolean): SplitHtml {
    const indexByUrl = new Map(knownUrls.map((url, index) => [url, index]));
    const pieces: string[] = [];
    const places: SplitHtml['slots'][number][] = [];
    let pieceStart = 0;
    for (const { start, end, url } of findTextLinks(text)) {
      const isUnsubscribe = url === UNSUBSCRIBE_MARK;
      if (isUnsubscribe || isTracked(url)) {
        const index = indexByUrl.get(url) ?? indexByUrl.size;
        indexByUrl.set(url, index);
        pieces.push(text.slice(pieceStart, start));
        places.push(isUnsubscribe ? { kind: 'unsubscribe' } : { kind: 'link', index, url });
        pieceStart = end;
      }
    }
    return { pieces: [...pieces, text.slice(pieceStart)], slots: places };
  }

  private isTracked(url: string): boolean {
    const origin = getOrigin(url);
    return origin !== null && this.origins.has(origin) && !/\p{Surrogate}/u.test(url) && !carriesSecret(url);
  }

  /** The link carries its destination, which the token's code covers. An unescaped quote would end an HTML attribute. */
  private buildClickLink(ref: MessageRef, index: number, url: string): string {
    const tokenIndex = this.tokens.fitsIndex('click', index) ? index : 0;
    const destination = encodeURIComponent(url).replaceAll("'", '%27');
    return `${this.settings.base}/c/${this.tokens.createToken('click', ref, tokenIndex, url)}?u=${destination}`;
  }

  /** Uses short links, whose destination stays in the stored message. A text that becomes too long keeps its own links. */
  private rewriteSms(payload: SmsPayload, ref: MessageRef): SmsPayload {
    let body = '';
    let pieceStart = 0;
    for (const { start, end, url } of this.templates.length > 0 ? findTextLinks(payload.body) : []) {
      const index = findTemplateIndex(url, this.templates);
      if (index !== -1 && this.tokens.fitsIndex('short', index)) {
        body += `${payload.body.slice(pieceStart, start)}${this.settings.base}/s/${this.tokens.createToken('short', ref, index)}`;
        pieceStart = end;
      }
    }
    if (pieceStart === 0) {
      return payload;
    }
    body += payload.body.slice(pieceStart);
    const shortened = { ...payload, body, segments: countSmsSegments(body).segments };
    return fitsSms(shortened) ? shortened : payload;
  }
}

/** RFC 2369, with an address for mail programs without a browser, and RFC 8058, whose one click needs https. */
function buildUnsubscribeHeaders(link: string, address?: string): Record<string, string> {
  return {
    'List-Unsubscribe': address === undefined ? `<${link}>` : `<${link}>, <mailto:${address}?subject=unsubscribe>`,
    ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
