import { decodeHTML } from 'entities';
import type { Click, Page, RenderFailure, RenderGaps } from '../model/message.types.js';
import { compact } from '../model/compact.js';
import {
  escapeHtml,
  fillTemplate,
  fillLink,
  findValue,
  isSafeLink,
  encodeWholeLink,
  readPlaceholder,
  type Escape,
  type TemplateCache,
} from './template.js';
import type { Value } from './value-format.js';

/** A link in the form of payloads. */
export type Link = { url?: string; deeplink?: string };

/** A page of a carousel or slider in the form of payloads. */
export interface RenderedPage extends Link {
  title?: string;
  content?: string;
  itemImageUrl?: string;
}

/**
 * Fills the placeholders of one message for one recipient. A placeholder never arrives as it is written. `failure` keeps
 * the first reason that forbids sending.
 */
export class PlaceholderFiller {
  failure: RenderFailure | undefined;
  private gaps: RenderGaps | undefined;

  /** @param lookup  the value of a parameter or attribute by its name */
  constructor(
    private readonly templates: TemplateCache,
    private readonly lookup: (name: string) => Value | undefined,
  ) {}

  /** What had no value, and what became of it; undefined: everything had one. */
  findGaps(): RenderGaps | undefined {
    return this.gaps;
  }

  /** Fills a part that has the plain text in its place; undefined when a placeholder has no value. */
  fillOrPlain(text: string | undefined, escape?: Escape): string | undefined {
    const filled = this.fill(text, escape);
    if (text !== undefined && filled === undefined) {
      this.noteGap().isPlainText = true;
    }
    return filled;
  }

  /** Fills a part that the message may lack; undefined when a placeholder has no value. */
  fillOptional(text: string | undefined): string | undefined {
    const filled = this.fill(text);
    if (text !== undefined && filled === undefined) {
      this.noteGap().isLeftOut = true;
    }
    return filled;
  }

  /** Fills a required part. A missing value forbids sending. */
  fillRequired(text: string | undefined, escape?: Escape): string | undefined {
    const filled = this.fill(text, escape);
    if (text !== undefined && filled === undefined) {
      this.failure ??= 'MISSING_ATTRIBUTE';
    }
    return filled;
  }

  /** Creates an escape for an HTML text. A link that would run code forbids sending. */
  createHtmlEscape(html: string): Escape {
    const contexts = this.templates.htmlContexts(html);
    return (value, number) => {
      const text = value.isDefault ? decodeHTML(value.text) : value.text;
      switch (contexts[number]) {
        case 'text':
          return escapeHtml(text);
        case 'bare':
          return escapeHtml(text).replace(/[\s=`]/g, (char) => `&#${char.charCodeAt(0)};`);
        case 'link': {
          const link = encodeWholeLink(value.isDefault ? text : value.raw);
          if (!isSafeLink(link)) {
            this.failure ??= 'BAD_LINK';
          }
          return escapeHtml(link);
        }
        case 'inLink':
          return encodeURIComponent(value.isDefault ? text : value.raw).replaceAll("'", '&#39;');
        case 'code':
          return value.raw.replace(/[^\p{L}\p{N} .,_-]/gu, '');
        default:
          return '';
      }
    };
  }

  /** Creates an escape for a plain text. */
  createTextEscape(text: string): Escape {
    return this.templates.createTextEscape(text);
  }

  /** Fills a link. A missing value forbids sending (interface, section 4.3, rule 3). */
  fillLink(click: Click | undefined): Link {
    if (!click) {
      return {};
    }
    const isUrl = 'url' in click;
    const filled = fillLink(this.templates.parse(isUrl ? click.url : click.deeplink), this.find);
    if (filled === 'missing' || filled === 'bad') {
      this.failure ??= filled === 'missing' ? 'MISSING_ATTRIBUTE' : 'BAD_LINK';
      return {};
    }
    return isUrl ? { url: filled.link } : { deeplink: filled.link };
  }

  /** Fills the address of a picture or another file; undefined when it has no value, is empty, or would run code. */
  fillMedia(url: string | undefined): string | undefined {
    if (url === undefined) {
      return undefined;
    }
    const template = this.templates.parse(url);
    if (template.length === 1) {
      return url;
    }
    const filled = fillLink(template, this.find);
    if (filled === 'missing' || filled === 'bad' || filled.link === '') {
      this.noteGap().isLeftOut = true;
      return undefined;
    }
    return filled.link;
  }

  /** Fills pages. One that shows nothing without its picture is left out; undefined when no page is left. */
  fillPages(pages: readonly Page[] | undefined): RenderedPage[] | undefined {
    const filled = pages?.flatMap((page) => {
      const shown = compact<RenderedPage>({
        title: this.fillRequired(page.title),
        content: this.fillRequired(page.content),
        itemImageUrl: this.fillMedia(page.itemImageUrl),
      });
      const isBlank = page.itemImageUrl !== undefined && Object.keys(shown).length === 0;
      return isBlank ? [] : [{ ...shown, ...this.fillLink(page.link) }];
    });
    return filled?.length === 0 && pages?.length !== 0 ? undefined : filled;
  }

  private fill(text: string | undefined, escape?: Escape): string | undefined {
    return text === undefined ? undefined : fillTemplate(this.templates.parse(text), this.find, escape);
  }

  private readonly find = (placeholder: string): Value | undefined => {
    const value = findValue(placeholder, this.lookup);
    if (value === undefined || value.isDefault) {
      const gaps = this.noteGap();
      const { name } = readPlaceholder(placeholder);
      gaps.hasDefault ||= value !== undefined;
      if (!gaps.names.includes(name)) {
        gaps.names.push(name);
      }
    }
    return value;
  };

  private noteGap(): RenderGaps {
    return (this.gaps ??= { names: [], hasDefault: false, isPlainText: false, isLeftOut: false });
  }
}
