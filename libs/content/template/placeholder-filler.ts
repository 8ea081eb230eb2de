import type { Click, Page, RenderFailure } from '../model/message.types.js';
import { compact } from '../model/json-values.js';
import {
  escapeHtml,
  fillTemplate,
  fillAvailable,
  fillLink,
  isSafeLink,
  encodeWholeLink,
  type Escape,
  type Lookup,
  type TemplateCache,
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
export class PlaceholderFiller {
  failure: RenderFailure | undefined;

  constructor(
    private readonly templates: TemplateCache,
    private readonly lookup: Lookup,
  ) {}

  /** A part that may be left out: undefined when a placeholder of it has no value. */
  fillOptional(text: string | undefined, escape?: Escape): string | undefined {
    return text === undefined ? undefined : fillTemplate(this.templates.parse(text), this.lookup, escape);
  }

  /** Makes values safe for the places of an HTML text where they stand; a link that would run code forbids sending. */
  createHtmlEscape(html: string): Escape {
    const contexts = this.templates.htmlContexts(html);
    return (value, number) => {
      switch (contexts[number]) {
        case 'text':
          return escapeHtml(value);
        case 'bare':
          return escapeHtml(value).replace(/[\s=`]/g, (char) => `&#${char.charCodeAt(0)};`);
        case 'link': {
          const link = encodeWholeLink(value);
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
  createTextEscape(text: string): Escape {
    return this.templates.createTextEscape(text);
  }

  /** A part that is shown in any case; a placeholder without a value stays as written. */
  fillOrKeep(text: string | undefined): string | undefined {
    return text === undefined ? undefined : fillAvailable(this.templates.parse(text), this.lookup);
  }

  /** A part without which nothing is sent. */
  fillRequired(text: string | undefined, escape?: Escape): string | undefined {
    const filled = this.fillOptional(text, escape);
    if (text !== undefined && filled === undefined) {
      this.failure ??= 'MISSING_ATTRIBUTE';
    }
    return filled;
  }

  /** A link that no recipient gets half filled (interface, section 4.3, rule 3). */
  fillLink(click: Click | undefined): Link {
    if (!click) {
      return {};
    }
    const isUrl = 'url' in click;
    const filled = fillLink(this.templates.parse(isUrl ? click.url : click.deeplink), this.lookup);
    if (filled === 'missing' || filled === 'bad') {
      this.failure ??= filled === 'missing' ? 'MISSING_ATTRIBUTE' : 'BAD_LINK';
      return {};
    }
    return isUrl ? { url: filled.link } : { deeplink: filled.link };
  }

  fillPages(pages: readonly Page[] | undefined): RenderedPage[] | undefined {
    return pages?.map((page) =>
      compact<RenderedPage>({
        title: this.fillOrKeep(page.title),
        content: this.fillOrKeep(page.content),
        itemImageUrl: page.itemImageUrl,
        ...this.fillLink(page.link),
      }),
    );
  }
}
