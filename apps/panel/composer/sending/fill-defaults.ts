import type { BlankDefault, BlankPlace } from '../../widgets/sends/check/blank-places.js';
import type { CampaignDraft, Content } from '../contents/campaign-draft.js';
import { isMail } from '../form/draft.js';

/** A text of a content, with how to change it. */
interface WrittenText {
  text: string;
  replace: (text: string) => Content;
}

/** True where a default can be written at a place that the check written. */
export function hasPlace(campaign: CampaignDraft, place: BlankPlace): boolean {
  return fillOne(campaign, { place, fallback: '' }) !== campaign;
}

/** Gives values a default, so that people without them lack nothing. A place that is not there any more stays. */
export function fillDefaults(campaign: CampaignDraft, defaults: readonly BlankDefault[]): CampaignDraft {
  // Places behind a change would move.
  return defaults
    .toSorted((a, b) => b.place.line - a.place.line || b.place.column - a.place.column)
    .reduce(fillOne, campaign);
}

function fillOne(campaign: CampaignDraft, { place, fallback }: BlankDefault): CampaignDraft {
  const [, index = '0', field = place.field] = /^contents\[(\d+)\]\.(.+)$/.exec(place.field) ?? [];
  const content = campaign.contents[Number(index)];
  const written = content && place.block === null ? findText(content, field) : undefined;
  const changed = written && withDefault(written.text, place, fallback);
  if (written === undefined || changed === undefined) {
    return campaign;
  }
  const next = written.replace(changed);
  return { ...campaign, contents: campaign.contents.map((entry) => (entry === content ? next : entry)) };
}

/** The HTML of a mail is made of what its author writes, so its places are no places of a field. */
function findText(content: Content, field: string): WrittenText | undefined {
  const [, language, part = field] = /^languages\.(.+)\.(\w+)$/.exec(field) ?? [];
  if (part === 'text' ? isMail(content) : part !== 'title' && part !== 'subject') {
    return undefined;
  }
  if (language === undefined) {
    const name = part === 'title' ? 'title' : part === 'subject' ? 'subject' : 'text';
    return { text: content[name], replace: (text) => ({ ...content, [name]: text }) };
  }
  const translation = content.languages.find(({ name }) => name === language);
  const name = part === 'title' ? 'title' : 'text';
  return (
    translation && {
      text: translation[name],
      replace: (text) => ({
        ...content,
        languages: content.languages.map((entry) => (entry === translation ? { ...translation, [name]: text } : entry)),
      }),
    }
  );
}

/** A message has its texts without blanks at both ends. @returns undefined where the place is not in the text */
function withDefault(text: string, { name, line, column }: BlankPlace, fallback: string): string | undefined {
  const begin = text.length - text.trimStart().length;
  const lines = text.slice(begin).split('\n');
  const at = begin + lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1;
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  if (behind.startsWith(name)) {
    return `${before}${name} | default: ${quote(fallback)}${behind.slice(name.length)}`;
  }
  const [placeholder] = /^@\{[^{}|]*\}/.exec(behind) ?? [];
  return placeholder === undefined
    ? undefined
    : `${before}${placeholder.slice(0, -1)}|${fallback.replace(/[{}|]/g, '')}}${behind.slice(placeholder.length)}`;
}

/** A text of Liquid has no escapes: it is written in the quotes that it does not have. */
function quote(text: string): string {
  return text.includes("'") ? `"${text.replaceAll('"', '”')}"` : `'${text}'`;
}
