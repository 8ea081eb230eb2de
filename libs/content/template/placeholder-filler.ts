import type { Click, Page, RenderFailure } from '../model/message.types.js';
import { compact } from '../model/compact.js';
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

/** A link in the form of payloads. */
export type Link = { url?: string; deeplink?: string };

/** A page of a carousel or slider in the form of payloads. */
export interface RenderedPage extends Link {
  title?: string;
  content?: string;
  itemImageUrl?: string;
}

/** Fills the placeholders of one message for one recipient. `failure` keeps the first reason that forbids sending. */
export class PlaceholderFiller {
  failure: RenderFailure | undefined;

  constructor(
    private readonly templates: TemplateCache,
    private readonly lookup: Lookup,
  ) {}

  /** Fills an optional part; undefined when a placeholder has no value. */
  fillOptional(text: string | undefined, escape?: Escape): string | undefined {
    return text === undefined ? undefined : fillTemplate(this.templates.parse(text), this.lookup, escape);
  }

  /** Creates an escape for an HTML text. A link that would run code forbids sending. */
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

  /** Creates an escape for a plain text. */
  createTextEscape(text: string): Escape {
    return this.templates.createTextEscape(text);
  }

  /** Fills a part that is always shown. A placeholder without a value stays as written. */
  fillOrKeep(text: string | undefined): string | undefined {
    return text === undefined ? undefined : fillAvailable(this.templates.parse(text), this.lookup);
  }

  /** Fills a required part. A missing value forbids sending. */
  fillRequired(text: string | undefined, escape?: Escape): string | undefined {
    const filled = this.fillOptional(text, escape);
    if (text !== undefined && filled === undefined) {
      this.failure ??= 'MISSING_ATTRIBUTE';
    }
    return filled;
  }

  /** Fills a link. A missing value forbids sending (interface, section 4.3, rule 3). */
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
