import { readTypedJson } from '../../api/compose/typed-json.js';
import type { ConsentWay, PersonChanges, UserHead } from '../../api/types.js';
import { attributeInput } from '../attribute-text.js';
import { idOfConsent } from '../consent-name.js';

type Change = NonNullable<PersonChanges['consents']>[number];

/** Typed changes. Consents by kind and subject, as texts; values by code; an empty value removes the attribute. */
export interface Draft {
  consents: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  name: string;
  value: string;
  lostTags: readonly string[];
  newTags: string;
  way: ConsentWay;
}

/** Changes against the person, as the server takes them. */
export function changesOf(
  { consents, attributes }: Pick<UserHead, 'consents' | 'attributes'>,
  draft: Draft,
): PersonChanges {
  const changed = consents.flatMap((consent) => {
    const { kind, subject, channel, value, frequency } = consent;
    const choice = draft.consents[idOfConsent(consent)];
    if (choice === undefined || choice === String(frequency ?? value)) {
      return [];
    }
    const wanted = frequency === undefined ? { value: choice === 'true' } : { value: true, frequency: choice };
    return [{ kind, subject, ...(channel !== undefined && { channel }), ...wanted } as Change];
  });
  const set: Record<string, unknown> = {};
  const unset: string[] = [];
  for (const { name, type, value } of attributes) {
    const text = draft.values[name];
    if (text === undefined || text === attributeInput(type, value)) {
      continue;
    }
    if (text === '') {
      unset.push(name);
    } else {
      set[name] = typeof value === 'string' || type === 'DATE' || type === 'TIME_STAMP' ? text : valueOf(text);
    }
  }
  if (draft.name.trim() !== '') {
    set[draft.name.trim()] = valueOf(draft.value);
  }
  const addTags = draft.newTags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(unset.length > 0 && { unset }),
    ...(addTags.length > 0 && { addTags }),
    ...(draft.lostTags.length > 0 && { removeTags: [...draft.lostTags] }),
    ...(changed.length > 0 && { way: draft.way, consents: changed }),
  };
}

/** A number or a yes where it reads like one, else a text; quotes keep a text. A number that would lose digits is a text. */
function valueOf(text: string): unknown {
  const value = readTypedJson(text);
  return value === undefined || typeof value === 'object' ? text : value;
}
