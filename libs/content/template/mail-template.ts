import type { Stretch } from '#platform/async';
import { LruCache } from '#platform/collections';
import { linkHtml, linkText, markHtml, type HtmlTemplate, type TextTemplate } from './linked-template.js';
import { MarkedText } from './marked-text.js';
import { convertHtml } from './plain-text.js';

/** An HTML body, and the plain text of it for mail readers that show no HTML (RFC 2046, section 5.1.4). */
export interface MailTemplate {
  html: HtmlTemplate;
  text: TextTemplate;
}

/** Characters of the templates that are in use: those of a few messages in all their languages. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;
const cache = new LruCache<string, MailTemplate>({
  maxSize: CACHE_CHARACTERS,
  sizeCalculation: ({ text }, html) => 1 + 2 * html.length + text.template.reduce((sum, part) => sum + part.length, 0),
});

/**
 * Reads an HTML body. Its plain text is made of the template, not of each rendered body: placeholders stay, and a campaign
 * costs one conversion. Its time grows with the length of the text, whatever the text is.
 */
export function compileMail(html: string): MailTemplate {
  const cached = cache.get(html);
  if (cached) {
    return cached;
  }
  const steps = compile(html);
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  cache.set(html, step.value);
  return step.value;
}

/** Reads a body that `compileMail` is asked for soon. A long one gives way to other work. */
export async function prepareMail(html: string, stretch: Stretch): Promise<void> {
  if (cache.has(html)) {
    return;
  }
  const steps = compile(html);
  let step = steps.next();
  while (step.done !== true) {
    if (stretch.isOver) {
      await stretch.giveWay();
    }
    step = steps.next();
  }
  cache.set(html, step.value);
}

/** The plain text of an HTML body, with its placeholders. */
export function toPlainText(html: string): string {
  const { template } = compileMail(html).text;
  return template.map((part, index) => (index % 2 === 0 ? part : `@{${part}}`)).join('');
}

function* compile(html: string): Generator<undefined, MailTemplate> {
  const read = markHtml(html);
  yield;
  const { text, links } = yield* convertHtml(read.marked.text);
  return { html: linkHtml(read), text: linkText(MarkedText.ofText(text, read.marked), links, read.broken) };
}
