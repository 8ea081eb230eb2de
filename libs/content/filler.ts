import type { Click, Page, RenderFailure } from './message.types.js';
import { compact } from './reading.js';
import {
  escapeHtml,
  fill,
  fillKnown,
  fillLink,
  isSafeLink,
  wholeLink,
  type Escape,
  type Lookup,
  type Templates,
} from './template.js';

/** A link as payloads carry it: under the name of what it is. */
export type Link = { url?: string; deeplink?: string };

/** A page of a carousel or slider as payloads carry it. */
export interface RenderedPage extends Link {
  title?: string;
  content?: string;
  itemImageUrl?: string;
}

/** Fills the placeholders of one message for one recipient; the first thing that forbids sending stays in `failure`. */
export class Filler {
  failure: RenderFailure | undefined;

  constructor(
    private readonly templates: Templates,
    private readonly lookup: Lookup,
  ) {}

  /** A part that may be left out: undefined when a placeholder of it has no value. */
  optional(text: string | undefined, escape?: Escape): string | undefined {
    return text === undefined ? undefined : fill(this.templates.of(text), this.lookup, escape);
  }

  /** Makes values safe for the places of an HTML text where they stand; a link that would run code forbids sending. */
  htmlEscape(html: string): Escape {
    const places = this.templates.placesOf(html);
    return (value, number) => {
      switch (places[number]) {
        case 'text':
          return escapeHtml(value);
        case 'bare':
          return escapeHtml(value).replace(/[\s=`]/g, (char) => `&#${char.charCodeAt(0)};`);
        case 'link': {
          const link = wholeLink(value);
          if (!isSafeLink(link)) {
            this.failure ??= 'BAD_LINK';
          }
          return escapeHtml(link);
        }
        case 'inLink':
          return encodeURIComponent(value).replaceAll("'", '&#39;');
        case 'code':
          return value.replace(/[^\p{L}\p{N} .,_-]/gu, '');
        default:
          return '';
      }
    };
  }

  /** Makes values safe for the places of a plain text where they stand. */
  textEscape(text: string): Escape {
    return this.templates.textEscape(text);
  }

  /** A part that is shown in any case; a placeholder without a value stays as written. */
  always(text: string | undefined): string | undefined {
    return text === undefined ? undefined : fillKnown(this.templates.of(text), this.lookup);
  }

  /** A part without which nothing is sent. */
  needed(text: string | undefined, escape?: Escape): string | undefined {
    const filled = this.optional(text, escape);
    if (text !== undefined && filled === undefined) {
      this.failure ??= 'MISSING_ATTRIBUTE';
    }
    return filled;
  }

  /** A link that no recipient gets half filled (interface, section 4.3, rule 3). */
  link(click: Click | undefined): Link {
    if (!click) {
      return {};
    }
    const isUrl = 'url' in click;
    const filled = fillLink(this.templates.of(isUrl ? click.url : click.deeplink), this.lookup);
    if (filled === 'missing' || filled === 'bad') {
      this.failure ??= filled === 'missing' ? 'MISSING_ATTRIBUTE' : 'BAD_LINK';
      return {};
    }
    return isUrl ? { url: filled.link } : { deeplink: filled.link };
  }

  pages(pages: readonly Page[] | undefined): RenderedPage[] | undefined {
    return pages?.map((page) =>
      compact<RenderedPage>({
        title: this.always(page.title),
        content: this.always(page.content),
        itemImageUrl: page.itemImageUrl,
        ...this.link(page.link),
      }),
    );
  }
}
