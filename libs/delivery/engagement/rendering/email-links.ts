import type { EmailPayload } from '#libs/channels';
import { isInformational, type FilledText, type Message, type RenderBudget } from '#libs/content';
import {
  addCampaignParameters,
  type CampaignParameters,
  fillMarks,
  findMarks,
  findTrustedOrigins,
  isTrackable,
  mayHaveMarks,
  type OwnLinkName,
} from '#libs/content/template';
import { contactKeyText } from '#libs/users/identities';
import type { MessageRef } from '../../model/message-id.js';
import { buildPreferencesLink } from './preferences-link.js';
import { cutText, joinText, type CutText, type Slot, type SlotRange } from './cut-text.js';
import type { LinkRewriting, RenderedMessage } from './link-rewriting.js';
import type { LinkTokenService } from '../link-token.service.js';
import { buildUnsubscribeAddress } from '../return-path.service.js';

export interface LinkSettings {
  /** The public base URL of this server, without a slash at the end. */
  base: string;
  opens: boolean;
  clicks: boolean;
  /** Parameters of tracked links; absent: they stay as they are written. */
  utm?: CampaignParameters;
  /** The domain of mail to this server; absent: it receives none. */
  mailDomain?: string;
}

interface CutEmail {
  html?: CutText;
  text?: CutText;
}

/** Cost of a link, as characters of a budget: it is parsed, or gets a message authentication code. */
const CHARACTERS_OF_LINK = 1000;

/**
 * Rewrites the links of an e-mail for each recipient, so that clicks pass through this server. A payload object that many
 * recipients share is cut once.
 */
export class EmailLinks implements LinkRewriting {
  private readonly cuts = new WeakMap<EmailPayload, CutEmail>();
  private readonly origins: ReadonlySet<string>;
  private readonly hasMarks: boolean;
  private readonly isCommercial: boolean;
  /** Decisions for links without values of the recipient, by their addresses: true for a tracked one. */
  private readonly fixed = new Map<string, boolean>();

  constructor(
    private readonly tokens: LinkTokenService,
    message: Message,
    private readonly settings: LinkSettings,
  ) {
    this.origins = settings.clicks ? findTrustedOrigins(message) : new Set();
    this.hasMarks = mayHaveMarks(message);
    this.isCommercial = !isInformational(message, 'email');
  }

  rewriteLinks(
    rendered: RenderedMessage,
    ref: MessageRef,
    address: string,
    budget: RenderBudget,
  ): ReturnType<LinkRewriting['rewriteLinks']> {
    return {
      payload: rendered.channel === 'smtp' ? this.rewriteEmail(rendered, ref, address, budget) : rendered.payload,
    };
  }

  /** Adds tracked links, the tracking pixel, and the headers for unsubscribing at once. */
  private rewriteEmail(
    rendered: Extract<RenderedMessage, { channel: 'smtp' }>,
    ref: MessageRef,
    address: string,
    budget: RenderBudget,
  ): EmailPayload {
    const { payload } = rendered;
    const { base, opens, mailDomain } = this.settings;
    const key = contactKeyText(address);
    const unsubscribe = `${base}/u/${this.tokens.createToken('unsubscribe', ref, 0, key)}.${key}`;
    const ownLink = (name: OwnLinkName): string =>
      name === 'unsubscribeUrl' ? unsubscribe : buildPreferencesLink(this.tokens, ref, address, base);
    const pixel = opens
      ? `<img src="${base}/o/${this.tokens.createToken('open', ref)}.gif" alt="" width="1" height="1" style="display:block;border:0">`
      : '';
    const { html, text } = this.cutEmail(rendered, budget);
    const linkByIndex = new Map<number, string>();
    const linkOf = (index: number, url: string): string => {
      budget.spend(CHARACTERS_OF_LINK);
      const filled = this.hasMarks ? fillMarks(url, ownLink) : url;
      const page = this.settings.utm ? addCampaignParameters(filled, this.settings.utm) : filled;
      const link = linkByIndex.get(index) ?? this.buildClickLink(ref, index, page);
      linkByIndex.set(index, link);
      return link;
    };
    const fill = (slot: Slot): string => {
      switch (slot.kind) {
        case 'end':
          return pixel;
        case 'own':
          return slot.isEncoded ? encodeURIComponent(ownLink(slot.name)) : ownLink(slot.name);
        case 'link':
          return linkOf(slot.index, slot.url);
      }
    };
    return {
      ...payload,
      ...(this.hasMarks && fillHeaders(payload, ownLink)),
      ...(html && { html: joinText(html, fill) }),
      ...(text && { text: joinText(text, fill) }),
      ...(this.isCommercial && {
        headers: {
          ...payload.headers,
          ...buildUnsubscribeHeaders(unsubscribe, mailDomain && buildUnsubscribeAddress(this.tokens, ref, mailDomain)),
        },
      }),
    };
  }

  private cutEmail(
    { payload, links = {} }: Extract<RenderedMessage, { channel: 'smtp' }>,
    budget: RenderBudget,
  ): CutEmail {
    const known = this.cuts.get(payload);
    if (known) {
      return known;
    }
    budget.spend((payload.html?.length ?? 0) + (payload.text?.length ?? 0));
    const indexes = new Map<string, number>();
    const cut: CutEmail = {
      ...(links.html && { html: this.cutBody(links.html, 'html', indexes, budget) }),
      ...(links.text && { text: this.cutBody(links.text, 'text', indexes, budget) }),
    };
    this.cuts.set(payload, cut);
    return cut;
  }

  /** @param indexes  of links by their addresses: a link has the same index in the text as in the HTML */
  private cutBody(
    { text, links, end }: FilledText,
    form: 'html' | 'text',
    indexes: Map<string, number>,
    budget: RenderBudget,
  ): CutText {
    const tracked = links.flatMap(({ start, end: linkEnd, url, isFixed }): SlotRange[] => {
      if (!this.isTracked(url, isFixed, budget)) {
        return [];
      }
      const index = indexes.get(url) ?? indexes.size;
      indexes.set(url, index);
      return [{ start, end: linkEnd, slot: { kind: 'link', index, url } }];
    });
    return cutText(text, [
      ...tracked,
      ...(this.hasMarks ? findSlotsOutside(text, tracked) : []),
      ...(form === 'html' ? [{ start: end, end, slot: { kind: 'end' } as const }] : []),
    ]);
  }

  private isTracked(url: string, isFixed: boolean, budget: RenderBudget): boolean {
    const known = isFixed ? this.fixed.get(url) : undefined;
    if (known !== undefined || this.origins.size === 0) {
      return known ?? false;
    }
    budget.spend(CHARACTERS_OF_LINK);
    const isTracked = isTrackable(url, this.origins);
    if (isFixed) {
      this.fixed.set(url, isTracked);
    }
    return isTracked;
  }

  /** The link carries its destination, which the token's code covers. Signs that end a link in a text are encoded. */
  private buildClickLink(ref: MessageRef, index: number, url: string): string {
    const tokenIndex = this.tokens.fitsIndex('click', index) ? index : 0;
    const destination = encodeURIComponent(url).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
    return `${this.settings.base}/c/${this.tokens.createToken('click', ref, tokenIndex, url)}?u=${destination}`;
  }
}

/** Marks of Herald's links outside the tracked links. @param tracked  in order */
function findSlotsOutside(text: string, tracked: readonly SlotRange[]): SlotRange[] {
  let next = 0;
  return findMarks(text).flatMap(({ name, start, end, isEncoded }) => {
    while ((tracked[next]?.end ?? Number.POSITIVE_INFINITY) <= start) {
      next += 1;
    }
    const isOutside = (tracked[next]?.start ?? Number.POSITIVE_INFINITY) > start;
    return isOutside ? [{ start, end, slot: { kind: 'own', name, isEncoded } }] : [];
  });
}

/** The subject and the name of the sender may name a link too. */
function fillHeaders(
  { subject, fromName }: EmailPayload,
  linkOf: (name: OwnLinkName) => string,
): Partial<EmailPayload> {
  return {
    subject: fillMarks(subject, linkOf),
    ...(fromName !== undefined && { fromName: fillMarks(fromName, linkOf) }),
  };
}

/** RFC 2369, with an address for mail programs without a browser, and RFC 8058, whose one click needs https. */
function buildUnsubscribeHeaders(link: string, address?: string): Record<string, string> {
  return {
    'List-Unsubscribe': address === undefined ? `<${link}>` : `<${link}>, <mailto:${address}?subject=unsubscribe>`,
    ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
