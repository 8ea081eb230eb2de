import type { TemplateGap } from '#libs/templates';
import type { Click, Page } from '../model/message-part.types.js';
import type { RenderFailure, RenderGaps } from '../model/render.types.js';
import type { FilledText } from '../model/rendered-links.types.js';
import { compact } from '../model/clean-values.js';
import { readAddress } from './html/html-tags.js';
import { fillLinked, type HtmlTemplate } from './linked-template.js';
import { readPlaceholder, type Escape, type ParsedText } from './placeholders.js';
import {
  createTextEscape,
  escapeHtml,
  fillTemplate,
  fillLink,
  findValue,
  isSafeLink,
  encodeWholeLink,
  type TemplateCache,
} from './template.js';
import type { Value } from './value-format.js';

/** Forms of a body: HTML, the plain text of HTML, or a text that is plain already. */
export type BodyForm = 'html' | 'textOfHtml' | 'text';
/** A sign that could be the end of a comment together with what follows it. */
const COMMENT_SIGN_AT_END = /[-!]$/;

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
  /** The text that is being filled, as its author wrote it. */
  private written = '';

  /** @param lookup  the value of a parameter or attribute by its name */
  constructor(
    private readonly templates: TemplateCache,
    private readonly lookup: (name: string) => Value | undefined,
  ) {}

  /** Finds placeholders without a value, and their outcome; undefined: everything had one. */
  findGaps(): RenderGaps | undefined {
    return this.gaps;
  }

  /** Fills a part that has the plain text in its place; undefined when a placeholder has no value. */
  fillOrPlain(text: string | undefined): string | undefined {
    return this.orPlain(text, this.fillText(text));
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
  fillRequired(text: string | undefined): string | undefined {
    return this.orFail(text, this.fill(text));
  }

  /** Fills a required text in which addresses stand: values stay parts of them. */
  fillRequiredText(text: string | undefined): string | undefined {
    return this.orFail(text, this.fillText(text));
  }

  /**
   * Fills the body of an e-mail or text message, and finds its links.
   *
   * @param isRequired  a missing value forbids sending; else the plain text stands in its place
   */
  fillBody(text: string | undefined, form: BodyForm, isRequired: boolean): FilledText | undefined {
    const filled = text === undefined ? undefined : this.fillForm(text, form);
    return isRequired ? this.orFail(text, filled) : this.orPlain(text, filled);
  }

  /** Fills a link. A missing value forbids sending (interface, section 4.3, rule 3). */
  fillLink(click: Click | undefined): Link {
    if (!click) {
      return {};
    }
    const isUrl = 'url' in click;
    const { template } = this.checkWhole(this.templates.parse(this.expand(isUrl ? click.url : click.deeplink)));
    const filled = fillLink(template, this.find);
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
    const expanded = this.expand(url);
    const { template } = this.checkWhole(this.templates.parse(expanded));
    if (template.length === 1) {
      return expanded;
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

  /**
   * A text with placeholders alone, of one in a richer language.
   *
   * @param _escapesHtml  values are escaped for HTML
   */
  protected expand(text: string, _escapesHtml = false): string {
    this.written = text;
    return text;
  }

  /** Notes that the text that is being filled lacks something. */
  protected notePlace(gap: TemplateGap): void {
    this.noteGap().places.push({ text: this.written, gap });
  }

  /** Notes that the default of a placeholder stands in its place. */
  protected noteDefault(name: string): void {
    const gaps = this.noteGap();
    gaps.hasDefault = true;
    if (!gaps.names.includes(name)) {
      gaps.names.push(name);
    }
  }

  private fill(text: string | undefined): string | undefined {
    return text === undefined
      ? undefined
      : fillTemplate(this.checkWhole(this.templates.parse(this.expand(text))).template, this.find);
  }

  private fillText(text: string | undefined): string | undefined {
    if (text === undefined) {
      return undefined;
    }
    const compiled = this.checkWhole(this.templates.compileText(this.expand(text)));
    return fillTemplate(compiled.template, this.find, createTextEscape(compiled));
  }

  private fillForm(written: string, form: BodyForm): FilledText | undefined {
    const text = this.expand(written, form !== 'text');
    if (form === 'html') {
      const html = this.checkWhole(this.templates.compileMail(text).html);
      return fillLinked(html, this.find, { escape: this.createHtmlEscape(html), readUrl: readAddress });
    }
    const compiled = this.checkWhole(
      form === 'text' ? this.templates.compileText(text) : this.templates.compileMail(text).text,
    );
    return fillLinked(compiled, this.find, { escape: createTextEscape(compiled) });
  }

  /** A text with the half of a placeholder never leaves. */
  private checkWhole<T extends ParsedText>(parsed: T): T {
    if (parsed.broken !== undefined) {
      this.failure ??= 'BAD_PLACEHOLDER';
    }
    return parsed;
  }

  private orFail<T>(text: string | undefined, filled: T | undefined): T | undefined {
    if (text !== undefined && filled === undefined) {
      this.failure ??= 'MISSING_ATTRIBUTE';
    }
    return filled;
  }

  private orPlain<T>(text: string | undefined, filled: T | undefined): T | undefined {
    if (text !== undefined && filled === undefined) {
      this.noteGap().isPlainText = true;
    }
    return filled;
  }

  /** A link that would run code forbids sending. Values in code lose what could end it, but for a link of Herald. */
  private createHtmlEscape({ places }: HtmlTemplate): Escape {
    return (value, number) => {
      const { context = 'name', isConditional = false } = places[number] ?? {};
      if (context === 'name') {
        return '';
      }
      if (context === 'code') {
        return value.isOwnLink ? value.raw : value.raw.replace(/[^\p{L}\p{N} .,_-]/gu, '');
      }
      const escaped = this.escapeFor(context, value);
      return isConditional ? escaped.replace(COMMENT_SIGN_AT_END, toCharacterReference) : escaped;
    };
  }

  private escapeFor(context: 'text' | 'bare' | 'link' | 'inLink', { text, raw }: Value): string {
    switch (context) {
      case 'text':
        return escapeHtml(text);
      case 'bare':
        return escapeHtml(text).replace(/[\s=`]/g, toCharacterReference);
      case 'link': {
        const link = encodeWholeLink(raw);
        if (!isSafeLink(link)) {
          this.failure ??= 'BAD_LINK';
        }
        return escapeHtml(link);
      }
      case 'inLink':
        return encodeURIComponent(raw).replaceAll("'", '&#39;');
    }
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
      if (value === undefined) {
        this.notePlaceOf(placeholder, 'missing');
      }
    } else if (value.text === '') {
      this.notePlaceOf(placeholder, 'blank');
    }
    return value;
  };

  /** A placeholder that a template wrote has its place already. */
  private notePlaceOf(placeholder: string, kind: 'missing' | 'blank'): void {
    const at = this.templates.placesIn(this.written).get(placeholder);
    if (at !== undefined) {
      this.notePlace({ kind, name: readPlaceholder(placeholder).name, source: this.written, at });
    }
  }

  private noteGap(): RenderGaps {
    return (this.gaps ??= { names: [], hasDefault: false, isPlainText: false, isLeftOut: false, places: [] });
  }
}

function toCharacterReference(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}
