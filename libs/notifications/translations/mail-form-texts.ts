import type { RichText } from '../mails/mail.types.js';
import { isJsonObject } from '#platform/collections';
import { listLinks, plainOf, readFragment, writeFragment } from './rich-fragment.js';
import type { SourceText } from './translation.types.js';

/** Fields of a form as a page stored it. */
export type Fields = Readonly<Record<string, unknown>>;

/** A block, and its place: its index, that of its column and its index there. */
interface PlacedBlock {
  place: string;
  block: Fields;
}

/** Plain texts of blocks. */
const BLOCK_FIELDS = ['alt', 'unsubscribe'] as const;

/**
 * The texts of a mail with their translations. A mail of a language that is built otherwise has no texts beside those of the
 * main one: it is written by its author.
 */
export function listMailTexts(mail: Fields, part: Fields, prefix: string): SourceText[] {
  const isBegun = isWritten(part);
  if (isBegun && !isBuiltAlike(mail, part)) {
    return [];
  }
  return listPairs(mail, isBegun ? part : {}, prefix);
}

function listPairs(mail: Fields, part: Fields, prefix: string): SourceText[] {
  switch (mail['kind']) {
    case 'html':
      return unit(`${prefix}html`, 'html', textOf(mail['html']), textOf(part['html']));
    case 'template':
      return listRegions(mail).flatMap(({ name, text }, index) => {
        const translated = listRegions(part).find((region) => region.name === name);
        return unit(`${prefix}region.${index}`, 'text', text, translated?.text);
      });
    default: {
      const translated = new Map(listBlocks(part).map(({ place, block }) => [place, block]));
      return [
        ...unit(`${prefix}preheader`, 'text', textOf(mail['preheader']), textOf(part['preheader'])),
        ...listBlocks(mail).flatMap(({ place, block }) => [
          ...listText(`${prefix}block.${place}`, block, translated.get(place)),
          ...BLOCK_FIELDS.flatMap((field) =>
            unit(
              `${prefix}block.${place}.${field}`,
              'text',
              textOf(block[field]),
              textOf(translated.get(place)?.[field]),
            ),
          ),
        ]),
      ];
    }
  }
}

function listText(id: string, block: Fields, part: Fields | undefined): SourceText[] {
  const [source, target] = [block, part ?? {}].map(richOf);
  return source === undefined
    ? unit(id, 'text', textOf(block['text']), textOf(part?.['text']))
    : unit(id, 'rich', writeFragment(source), target ? writeFragment(target) : textOf(part?.['text']));
}

function unit(id: string, kind: SourceText['kind'], source: string, target: string | undefined): SourceText[] {
  return source === '' ? [] : [{ id, kind, source, target: target || null }];
}

/** The mail of a language with translations. It begins as a copy of the main one. @param texts  by id */
export function withMailTexts(mail: Fields, part: Fields, texts: ReadonlyMap<string, string>, prefix: string): Fields {
  const base = isWritten(part) ? part : mail;
  const textAt = (id: string, text: unknown): unknown => texts.get(`${prefix}${id}`) ?? text;
  switch (mail['kind']) {
    case 'html':
      return { ...base, html: textAt('html', base['html']) };
    case 'template': {
      const names = listRegions(mail).map(({ name }) => name);
      const template = fieldsOf(base['template']);
      const regions = listOf(template['regions']).map((region) => {
        const fields = fieldsOf(region);
        return { ...fields, text: textAt(`region.${names.indexOf(textOf(fields['name']))}`, fields['text']) };
      });
      return { ...base, template: { ...template, regions } };
    }
    default: {
      const sources = new Map(listBlocks(mail).map(({ place, block }) => [place, block]));
      const write = ({ place, block }: PlacedBlock): Fields => ({
        ...withText(block, sources.get(place) ?? {}, texts.get(`${prefix}block.${place}`)),
        ...Object.fromEntries(BLOCK_FIELDS.map((field) => [field, textAt(`block.${place}.${field}`, block[field])])),
      });
      return {
        ...base,
        preheader: textAt('preheader', base['preheader']),
        blocks: mapBlocks(listOf(base['blocks']), '', write),
      };
    }
  }
}

/** A block with a text: it has the links of the main one. */
function withText(block: Fields, source: Fields, text: string | undefined): Fields {
  const rich = richOf(source);
  if (text === undefined) {
    return block;
  }
  if (rich === undefined) {
    const { rich: _rich, ...plain } = block;
    return { ...plain, text };
  }
  const translated = readFragment(text, listLinks(rich));
  return { ...block, text: plainOf(translated), rich: translated };
}

function mapBlocks(blocks: readonly unknown[], prefix: string, write: (placed: PlacedBlock) => Fields): Fields[] {
  return blocks.map((entry, index) => {
    const place = `${prefix}${index}`;
    const block = write({ place, block: fieldsOf(entry) });
    const columns = listOf(block['columns']).map((column, at) => mapBlocks(listOf(column), `${place}.${at}.`, write));
    return { ...block, columns };
  });
}

function listBlocks({ blocks }: Fields): PlacedBlock[] {
  const all: PlacedBlock[] = [];
  mapBlocks(listOf(blocks), '', (placed) => {
    all.push(placed);
    return placed.block;
  });
  return all;
}

function listRegions({ template }: Fields): { name: string; text: string }[] {
  return listOf(fieldsOf(template)['regions']).map((region) => {
    const { name, text } = fieldsOf(region);
    return { name: textOf(name), text: textOf(text) };
  });
}

function isWritten({ kind, html, blocks, template }: Fields): boolean {
  return kind === 'html'
    ? textOf(html).trim() !== ''
    : kind === 'template'
      ? textOf(fieldsOf(template)['id']) !== ''
      : listOf(blocks).length > 0;
}

function isBuiltAlike(mail: Fields, part: Fields): boolean {
  if (mail['kind'] !== part['kind']) {
    return false;
  }
  if (mail['kind'] === 'template') {
    return fieldsOf(mail['template'])['id'] === fieldsOf(part['template'])['id'];
  }
  const shapeOf = (entry: Fields): string =>
    JSON.stringify(listBlocks(entry).map(({ place, block }) => [place, block['kind']]));
  return mail['kind'] === 'html' || shapeOf(mail) === shapeOf(part);
}

function richOf({ rich }: Fields): RichText | undefined {
  return Array.isArray(rich) ? (rich as RichText) : undefined;
}

export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
