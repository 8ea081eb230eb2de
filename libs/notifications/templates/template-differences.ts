import { toPlainText } from '#libs/content/template';
import { compileBlocks } from '../mails/compile-blocks.js';
import { listPictures } from '../mails/list-pictures.js';
import { readRegions } from '../mails/template-regions.js';
import { DIFFERENT_PARTS, type TemplateBody, type TemplateDifference } from './template.types.js';

/** More are no help to whoever reads them: then it is another mail. */
const MAX_DIFFERENCES = 100;
const MAX_TEXT = 300;

/** The HTML that a template begins a mail with. */
export async function htmlOf(body: TemplateBody): Promise<string> {
  return body.kind === 'html' ? body.html : compileBlocks(body.design);
}

/**
 * Lists differences that a reader of two versions would see: fields, lines of the text and pictures that only one of them
 * has. Its time grows with the length of both. Lines in another order are the same lines.
 */
export async function compareBodies(earlier: TemplateBody, newest: TemplateBody): Promise<TemplateDifference[]> {
  const [before, after] = await Promise.all([partsOf(earlier), partsOf(newest)]);
  return DIFFERENT_PARTS.flatMap((part) => [
    ...onlyIn(before[part], after[part]).map((text) => ({ part, side: 'earlier', text: cut(text) }) as const),
    ...onlyIn(after[part], before[part]).map((text) => ({ part, side: 'newest', text: cut(text) }) as const),
  ]).slice(0, MAX_DIFFERENCES);
}

async function partsOf(body: TemplateBody): Promise<Record<TemplateDifference['part'], string[]>> {
  const html = await htmlOf(body);
  const lines = toPlainText(html).split('\n');
  return {
    field: body.kind === 'html' ? readRegions(body.html).map(({ name }) => name) : [],
    text: lines.map((line) => line.trim()).filter((line) => line !== ''),
    picture: listPictures(html),
  };
}

/** Entries that the other list has less often. */
function onlyIn(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of other) {
    left.set(entry, (left.get(entry) ?? 0) + 1);
  }
  return list.filter((entry) => {
    const times = left.get(entry) ?? 0;
    left.set(entry, times - 1);
    return times <= 0;
  });
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
