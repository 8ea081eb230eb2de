import { CHOSEN_FREQUENCIES, type ChosenFrequency, TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import type { ChannelChoice, PreferenceChange } from '#libs/users/preferences';

/** The choices of a person on the page. */
export type PageAction = { kind: 'change'; change: PreferenceChange } | { kind: 'undo'; token: string };

/** Names of the fields of the form. */
export const FIELDS = { action: 'do', shown: 'shown', want: 'want', undo: 'undo', frequency: 'frequency' } as const;

/** The choice about tracking as the value of a field. */
export const TRACKING = 'tracking';

/** The frequency of e-mail that the page showed as chosen. */
export function frequencyKey(chosen: ChosenFrequency): string {
  return `${FIELDS.frequency}.${chosen}`;
}

/** A choice as the value of a field. */
export function choiceKey({ categoryId, channel }: Pick<ChannelChoice, 'categoryId' | 'channel'>): string {
  return `${categoryId}.${channel}`;
}

/**
 * Reads the form of a preference page. Only what differs from the page that the person saw is a wish: a topic that became
 * new since, or was changed elsewhere, stays as it is.
 *
 * @param body  as browsers send a form (`application/x-www-form-urlencoded`)
 */
export function readPreferenceForm(body: string): PageAction {
  const form = new URLSearchParams(body);
  switch (form.get(FIELDS.action)) {
    case 'undo':
      return { kind: 'undo', token: form.get(FIELDS.undo) ?? '' };
    case 'leave':
      return { kind: 'change', change: { email: false } };
    case 'return':
      return { kind: 'change', change: { email: true } };
    default:
      return { kind: 'change', change: { topics: readChoices(form), ...readTracking(form), ...readFrequency(form) } };
  }
}

function readTracking(form: URLSearchParams): Pick<PreferenceChange, 'tracking'> {
  const wants = form.getAll(FIELDS.want).includes(TRACKING);
  return form.getAll(FIELDS.shown).includes(`${TRACKING}.${wants ? 0 : 1}`) ? { tracking: wants } : {};
}

function readFrequency(form: URLSearchParams): Pick<PreferenceChange, 'frequency'> {
  const wanted = CHOSEN_FREQUENCIES.find((each) => each === form.get(FIELDS.frequency));
  const isShown = wanted !== undefined && form.getAll(FIELDS.shown).includes(frequencyKey(wanted));
  return wanted === undefined || isShown ? {} : { frequency: wanted };
}

function readChoices(form: URLSearchParams): ChannelChoice[] {
  const wishes = new Set(form.getAll(FIELDS.want));
  // A form may repeat a choice thousands of times; the page shows each once.
  return [...new Set(form.getAll(FIELDS.shown))].flatMap((shown) => {
    const [, id = '', name = '', state] = /^([1-9]\d{0,8})\.([A-Z_]{1,20})\.([01])$/.exec(shown) ?? [];
    const channel = TOPIC_CHANNEL_NAMES.find((candidate) => candidate === name);
    if (channel === undefined) {
      return [];
    }
    const choice = { categoryId: Number(id), channel };
    const wants = wishes.has(choiceKey(choice));
    return wants === (state === '1') ? [] : [{ ...choice, wants }];
  });
}
