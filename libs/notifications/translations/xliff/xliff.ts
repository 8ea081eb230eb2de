import { malformed } from '#platform/errors';
import { MAX_UNITS, type TextKind, type TranslationFile, type TranslationUnit } from '../translation.types.js';
import { findElements, readXml, type XmlElement } from './xml-reader.js';

/** XLIFF 2.0 (OASIS, 2014): a unit for each text; what is no text of a reader stands in `ph`. */

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';
/** Beginnings of codes with an end of their own, and codes that are short or end before the next one begins. */
const TEMPLATE = String.raw`@\{[^{}]{1,200}\}|\{\{|\{%`;
const IN_TEXT = new RegExp(TEMPLATE, 'g');
const IN_HTML = new RegExp(String.raw`${TEMPLATE}|<!--|<\/?[a-z][^<>]*>`, 'gi');
const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '<!--': '-->' };
/** Ids of texts, which are names in XML. */
const ID = /^[\w.:-]{1,200}$/;
/** Characters that XML has no form for. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
const STATES = { missing: 'initial', changed: 'initial', translated: 'translated' } as const;
const MAX_CODE_POINT = 0x10_ffff;
/** Characters of all texts of a file: a code that is written once may be named many thousand times. */
const MOST_CHARACTERS = 4_000_000;

/** A file that is read. @property left  characters that its texts may still have */
interface Reading {
  field: string;
  left: number;
}

/** Writes a file for translators. Whatever it holds is read back to the last character. */
export function writeXliff({ key, source, target, units }: TranslationFile): string {
  const written = units.map((unit) => {
    const codes = new Map<string, string>();
    const [from, to] = [unit.source, unit.target].map((text) => text !== null && writeText(text, unit.kind, codes));
    const data = [...codes].map(([code, id]) => `          <data id="${id}">${escapeXml(code)}</data>\n`).join('');
    return `      <unit id="${unit.id}">
${unit.state === 'changed' ? '        <notes><note category="herald">The source has changed since.</note></notes>\n' : ''}${
      data && `        <originalData>\n${data}        </originalData>\n`
    }        <segment state="${STATES[unit.state]}">
          <source xml:space="preserve">${String(from)}</source>
${to === false ? '' : `          <target xml:space="preserve">${to}</target>\n`}        </segment>
      </unit>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" version="2.0" srcLang="${escapeXml(source)}" trgLang="${escapeXml(target)}">
  <file id="${escapeXml(key)}">
${written.join('')}  </file>
</xliff>
`.replace(/ {6}<(\/?unit)/g, '    <$1');
}

/**
 * Reads a file that a translator gives back.
 *
 * @returns units with a target; `target`: its language
 * @throws AppError malformed
 */
export function readXliff(text: string, field: string): { target: string; units: TranslationUnit[] } {
  const root = readXml(text, field);
  const { version, trgLang: target = '' } = root.attributes;
  if (root.name !== 'xliff' || version !== '2.0') {
    throw malformed(`Field '${field}' should be XLIFF 2.0`);
  }
  const found = [...findElements(root, 'unit')];
  if (found.length > MAX_UNITS) {
    refuse(field, `it has more than ${MAX_UNITS} texts`);
  }
  const reading = { field, left: MOST_CHARACTERS };
  const units = found.map((unit) => readUnit(unit, reading));
  return { target, units: units.filter((unit) => unit.target !== null) };
}

function readUnit(unit: XmlElement, reading: Reading): TranslationUnit {
  const id = unit.attributes['id'] ?? '';
  if (!ID.test(id)) {
    refuse(reading.field, `there is no text '${id.slice(0, 80)}'`);
  }
  const codes = new Map(
    [...findElements(unit, 'data')].map((data) => [data.attributes['id'] ?? '', readText(data, new Map(), reading)]),
  );
  const read = (name: string): string | null => {
    const parts = [...findElements(unit, name)];
    return parts.length === 0 ? null : parts.map((part) => readText(part, codes, reading)).join('');
  };
  return { id, source: read('source') ?? '', target: read('target') };
}

function readText(element: XmlElement, codes: ReadonlyMap<string, string>, reading: Reading): string {
  const { field } = reading;
  const take = (text: string): string => {
    reading.left -= text.length;
    return reading.left < 0 ? refuse(field, `its texts have more than ${MOST_CHARACTERS} characters`) : text;
  };
  const parts = element.children.map((child) => {
    if (typeof child === 'string') {
      return take(child);
    }
    switch (child.name) {
      case 'ph': {
        const code = codes.get(child.attributes['dataRef'] ?? '');
        return code === undefined ? refuse(field, `a 'ph' refers to no 'data'`) : take(code);
      }
      case 'cp':
        return readCodePoint(child.attributes['hex'] ?? '', field);
      case 'mrk':
        return readText(child, codes, reading);
      default:
        return refuse(field, `'${child.name.slice(0, 80)}' is not read inside of a text`);
    }
  });
  return parts.join('');
}

/** A character that no text of a database can hold is refused. */
function readCodePoint(hex: string, field: string): string {
  const point = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const isHalf = point >= 0xd800 && point <= 0xdfff;
  return point > 0 && point <= MAX_CODE_POINT && !isHalf
    ? String.fromCodePoint(point)
    : refuse(field, `'${hex.slice(0, 20)}' is no character`);
}

function refuse(field: string, reason: string): never {
  throw malformed(`Field '${field}': ${reason}`);
}

/** @param codes  ids of the codes of a unit, which grow */
function writeText(text: string, kind: TextKind, codes: Map<string, string>): string {
  let count = 0;
  return splitCodes(text, kind !== 'text')
    .map((part, index) => {
      if (index % 2 === 0) {
        return escapeXml(part);
      }
      const data = codes.get(part) ?? `d${codes.size + 1}`;
      codes.set(part, data);
      count += 1;
      return `<ph id="p${count}" dataRef="${data}"/>`;
    })
    .join('');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replace(NO_XML, (char) => `<cp hex="${char.charCodeAt(0).toString(16).padStart(4, '0')}"/>`);
}

/**
 * Splits a text into words and codes by turns, words first: placeholders, tags and outputs of templates, which a translator
 * moves and does not change. Time grows with the length: an end that is missing is searched for once.
 *
 * @param hasTags  tags and comments are codes too
 */
export function splitCodes(text: string, hasTags: boolean): string[] {
  const codes = new RegExp(hasTags ? IN_HTML : IN_TEXT);
  const unclosed = new Set<string>();
  const parts: string[] = [];
  let from = 0;
  for (let found = codes.exec(text); found; found = codes.exec(text)) {
    const [start] = found;
    const end = findEnd(text, found.index, start, unclosed);
    if (end === undefined) {
      codes.lastIndex = found.index + 1;
    } else {
      parts.push(text.slice(from, found.index), text.slice(found.index, end));
      from = end;
      codes.lastIndex = end;
    }
  }
  return [...parts, text.slice(from)];
}

function findEnd(text: string, at: number, start: string, unclosed: Set<string>): number | undefined {
  const end = ENDS[start];
  if (end === undefined) {
    return at + start.length;
  }
  const closed = unclosed.has(end) ? -1 : text.indexOf(end, at + start.length);
  if (closed === -1) {
    unclosed.add(end);
    return undefined;
  }
  return closed + end.length;
}
