import type { ComposePreview } from '../../api/compose/compose.js';
import { Refusal, type Reason } from '../../api/refusals/refusal.js';
import type { Draft, LanguageTexts } from './draft.js';

/** A field of a campaign or content, or one of a language in it. */
export type FieldName = keyof Draft | 'within' | `languages.${string}`;

/** How the texts of a language are called among the fields. */
export function languageField(language: string, name: Exclude<keyof LanguageTexts, 'name'>): FieldName {
  return `languages.${language}.${name}`;
}

/** Problems of the fields of a draft. */
export interface Faults {
  /** Without these it cannot be sent. */
  blocking: Partial<Record<FieldName, string>>;
  /** Surprises that do not prevent the launch. */
  warnings: Partial<Record<FieldName, string>>;
  /** About the whole. */
  general: string[];
}

interface Messages {
  atField: (problem: string) => string;
  needed: string;
  warnings: Readonly<Record<string, (value: string) => string>>;
}

/**
 * Puts what the server says to the fields that it is about.
 *
 * @param refused      problems of this very draft
 * @param sayReason  in the language of the author; undefined: the server alone can say it
 */
export function faultsOf(
  preview: ComposePreview | undefined,
  refused: Refusal['problems'],
  messages: Messages,
  sayReason: (reason: Reason | undefined) => string | undefined = () => undefined,
): Faults {
  const faults: Faults = { blocking: {}, warnings: {}, general: [] };
  const entries = [
    ...refused.map(({ path, text, reason }) => ({ field: path, text: sayReason(reason) ?? text, blocks: true })),
    ...(preview?.warnings ?? []).map(({ field, code, value, text, blocks, reason }) => ({
      field,
      text: sayReason(reason) ?? messages.warnings[code]?.(value ?? '') ?? text,
      blocks,
    })),
  ];
  for (const { field, text, blocks } of entries) {
    const name = fieldOf(field);
    const group = blocks ? faults.blocking : faults.warnings;
    if (name === undefined) {
      faults.general.push(text);
      continue;
    }
    // The interface names its field, which the author knows by its label.
    const problem = /^Field '[^']+' (.+)$/.exec(text)?.[1];
    const isMissing = /^[\w.]+ is required$/.test(text);
    const line = problem === undefined ? (isMissing ? messages.needed : withoutField(text)) : messages.atField(problem);
    if (group[name]?.includes(line) !== true) {
      group[name] = [group[name], line].filter((part) => part !== undefined).join(' ');
    }
  }
  return { ...faults, general: [...new Set(faults.general)] };
}

/** A sentence that follows the name of its field. */
function withoutField(text: string): string {
  const [, sentence] = /^Field '[^']+': (.+)$/.exec(text) ?? [];
  return sentence === undefined ? text : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** True for a refusal of a field that the author sees. */
export function isAtField(error: Error | null): boolean {
  return problemsOf(error).some(({ path }) => fieldOf(path) !== undefined);
}

/** Problems of one content in a refusal of the campaign. @param content  its place in the campaign, from 0 */
export function problemsOfContent(error: Error | null, content: number): Refusal['problems'] {
  return problemsOf(error).flatMap((problem) => {
    const { path } = problem;
    const [, list, place, rest = ''] = /^(?:campaign\.)?(others|contents)[.[](\d+)\]?\.(.*)$/.exec(path) ?? [];
    if (place !== undefined) {
      return Number(place) + (list === 'others' ? 1 : 0) === content ? [{ ...problem, path: rest }] : [];
    }
    // Contents share the audience and the time.
    const isOfFirst = /^(?:campaign\.)?(?:message|mail)(?:\.|$)/.test(path);
    return isOfFirst && content > 0 ? [] : [problem];
  });
}

/** Lists what a refusal of a request says of its fields. */
export function problemsOf(error: Error | null): Refusal['problems'] {
  return error instanceof Refusal && error.status === 400 ? error.problems : [];
}

/** Maps a field of the message to one of the draft. */
function fieldOf(path: string): FieldName | undefined {
  const place = path.replace(/^(campaign\.)?((message|options)\.)?/, '');
  if (/^(ios\.title|android\.title|personalizedTitle)/.test(place)) {
    return 'title';
  }
  const [, language, name] = /^languages\.(.+?)\.(title|text|click)(?:\..*)?$/.exec(place) ?? [];
  if (language !== undefined) {
    return languageField(language, name === 'title' || name === 'text' ? name : 'link');
  }
  const [, mailLanguage] = /^mail\.languages\.(.+?)\.(?:design|template)(?:\.|$)/.exec(place) ?? [];
  if (mailLanguage !== undefined) {
    return languageField(mailLanguage, 'mail');
  }
  if (/^mail(\.|$)/.test(place)) {
    return 'mail';
  }
  if (/^(ios\.mediaUrl|android\.mediaUrl|wpChromeImage)/.test(place)) {
    return 'picture';
  }
  const [, extra] = /^(?:ios|android)\.(subtitle|sound)/.exec(place) ?? [];
  if (extra !== undefined) {
    return extra as 'subtitle' | 'sound';
  }
  if (/^(?:(?:ios|android)\.)?(carousel|slider)/.test(place)) {
    return 'pages';
  }
  if (place.startsWith('hook')) {
    return 'hook';
  }
  if (place.startsWith('customJson')) {
    return 'custom';
  }
  if (place.startsWith('buttonSet')) {
    return 'buttonSet';
  }
  if (place.startsWith('whatsapp')) {
    return 'whatsapp';
  }
  if (place.startsWith('click')) {
    return 'link';
  }
  return FIELDS[place];
}

const FIELDS: Readonly<Record<string, FieldName>> = {
  within: 'within',
  title: 'name',
  text: 'text',
  platforms: 'platforms',
  iconUrl: 'icon',
  subject: 'subject',
  from: 'from',
  senderName: 'senderName',
  extId: 'extId',
  target: 'segment',
  'schedule.startTime': 'at',
  labels: 'label',
  categories: 'categories',
  ttl: 'ttl',
  'speed.packageSize': 'speedSize',
  'speed.intervalMins': 'speedMins',
  limit: 'limit',
  'options.holdout': 'holdout',
  'options.priority': 'priority',
  threadId: 'thread',
  'ios.badge': 'badge',
  'ios.thumbnailUrl': 'thumbnail',
  'android.thumbnailUrl': 'thumbnail',
  'android.bigText': 'bigText',
  personalizedSubText: 'subText',
  smsHeader: 'smsSender',
  'schedule.ifLate': 'late',
};
