import { findPlace, type TemplateGap } from '#libs/templates';
import { findTemplateSources, type GapSources } from '../liquid/gap-sources.js';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import type { GapPlace } from '../model/render.types.js';
import { listPlaceholders } from '#libs/content/template';

/** Enough of a text to recognize a place in it. */
const MAX_WORDS = 4;
const MAX_BEFORE = 60;
/** In front of a place, with tags. */
const LOOK_BACK = 300;

/**
 * A place of a message in words.
 *
 * @property field   as requests write it; empty: a text that Herald made
 * @property name    path of the value; empty: of an abort
 * @property line    from 1, as `column`; of a block: in its text
 * @property block   name of the block; null: text of the message itself
 * @property after   what the author wrote right before it, without tags; empty: it begins the text
 * @property offer   the same place with a default; null: none helps
 */
export interface DescribedGap {
  kind: TemplateGap['kind'];
  field: string;
  name: string;
  line: number;
  column: number;
  block: string | null;
  after: string;
  offer: string | null;
}

/** Names that a message prints without a default, and what it could lack besides. */
export function findGapSources(message: Message): GapSources & { names: string[] } {
  const names = new Set(
    listPlaceholders(message)
      .filter(({ hasDefault }) => !hasDefault)
      .map(({ name }) => name),
  );
  const { canLack, isByPresence } = findTemplateSources(message);
  return { canLack: canLack || names.size > 0, isByPresence, names: [...names] };
}

/** Describes a place that `RenderGaps` names, in the message that was rendered. */
export function describeGap(message: Message, { text, gap }: GapPlace): DescribedGap {
  const { kind, name, source, at, block = null } = gap;
  const field = listTexts(message).find((named) => named.text === text)?.field ?? '';
  return {
    kind,
    field,
    name,
    ...findPlace(source, at),
    block,
    after: findWordsBefore(source, at),
    offer: offerDefault(gap),
  };
}

/** The last words of the author in front of a place, as a reader sees them. */
function findWordsBefore(source: string, at: number): string {
  const from = Math.max(0, at - LOOK_BACK);
  const before = source.slice(from, at);
  const words = (from === 0 ? before : before.replace(/^[^<>{}]*[>}]+/, ''))
    .replace(/\{[%{][^{}]*[%}]\}|@\{[^{}]*\}|<[^<>]*>/g, ' ')
    .replace(/(?:<|@?\{+%?)[^<>{}]*$/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.slice(-MAX_WORDS).join(' ').slice(-MAX_BEFORE);
}

/** A text to write in the place of the gap. */
function offerDefault({ kind, name, source, at }: TemplateGap): string | null {
  if (kind === 'aborted' || kind === 'wrong_type' || name.includes('[…]')) {
    return null;
  }
  // A template's own places are those of names, and placeholders begin with a sign that may be escaped.
  return !source.startsWith(name, at) ? `@{${name}|…}` : `{{ ${name} | default: '…' }}`;
}
