/** An entry of a section as the application file has it; fields that a form does not show stay as they are. */
export type Entry = Readonly<Record<string, unknown>>;

/** A field of an entry. `isFixed`: it is typed once, and cannot change afterwards. */
export type FieldSpec =
  | { kind: 'text'; name: string; isLong?: true; isFixed?: true; isNumber?: true }
  | { kind: 'choice'; name: string; values: readonly string[]; otherwise?: string; isFixed?: true }
  | { kind: 'flags'; names: readonly string[]; fixed?: readonly string[] }
  | { kind: 'lines'; name: string }
  | { kind: 'secrets'; name: string }
  | { kind: 'languages'; name: string; isLong?: true }
  | { kind: 'language'; name: string }
  | { kind: 'several'; name: string; values: readonly string[] }
  | { kind: 'entries'; name: string; form: FormSpec };

/**
 * The form of a section, or of a list inside an entry.
 *
 * @property key    field that identifies an entry; null: the section is one map
 * @property extra  fields that identify it too
 * @property named  field that people read in its place, and from which the key of a new entry is made
 * @property fresh  a new entry
 */
export interface FormSpec {
  key: string | null;
  extra?: string;
  named?: string;
  fields: readonly FieldSpec[];
  fresh: Entry;
}

const TYPES = ['STRING', 'INT', 'LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP'];
const CHANNELS = ['EMAIL', 'SMS', 'PUSH', 'WEB_PUSH', 'WHATSAPP', 'TELEGRAM', 'SLACK'];

/** Events of webhooks, as the application file names them. */
export const HOOK_EVENTS = [
  'MessageOpened',
  'MessageClicked',
  'MessageBounced',
  'MessageComplained',
  'Unsubscribed',
  'JourneyEntered',
  'JourneyLeft',
  'JourneyConverted',
  'JourneyAlarm',
  'PriceDropped',
  'BackInStock',
];

const CODE = { kind: 'text', name: 'code', isFixed: true } as const;
const LABEL = { kind: 'text', name: 'label' } as const;
const DESCRIPTION = { kind: 'text', name: 'description', isLong: true } as const;
const TYPE = { kind: 'choice', name: 'dataType', values: TYPES, isFixed: true } as const;
const OPTIONS = { kind: 'lines', name: 'options' } as const;
const UNIT = { kind: 'text', name: 'unit' } as const;

const EVENT_ATTRIBUTES: FormSpec = {
  key: 'code',
  named: 'label',
  fields: [
    LABEL,
    CODE,
    TYPE,
    { kind: 'flags', names: ['mandatory', 'privateInfo', 'array'], fixed: ['array'] },
    UNIT,
    OPTIONS,
  ],
  fresh: { code: '', dataType: 'STRING' },
};

/** Fields of the settings that marketers own; the server refuses the others without the right to the whole set-up. */
const MARKETERS = ['defaultLanguage', 'iconUrl', 'utm'];

/** Sections that people edit without YAML. */
export const FORMS: Readonly<Record<string, FormSpec>> = {
  attributes: {
    key: 'code',
    named: 'label',
    fields: [
      LABEL,
      CODE,
      TYPE,
      { kind: 'flags', names: ['privateInfo', 'array', 'sealed'], fixed: ['array'] },
      DESCRIPTION,
      UNIT,
      OPTIONS,
    ],
    fresh: { code: '', dataType: 'STRING' },
  },
  events: {
    key: 'code',
    named: 'label',
    fields: [LABEL, CODE, DESCRIPTION, { kind: 'entries', name: 'attributes', form: EVENT_ATTRIBUTES }],
    fresh: { code: '' },
  },
  categories: {
    key: 'name',
    fields: [
      { kind: 'text', name: 'name', isFixed: true },
      { kind: 'languages', name: 'title' },
      { kind: 'languages', name: 'description', isLong: true },
      { kind: 'choice', name: 'default', values: ['on', 'off'], otherwise: 'on' },
      { kind: 'flags', names: ['doubleOptIn'] },
      { kind: 'several', name: 'channels', values: CHANNELS },
    ],
    fresh: { name: '' },
  },
  buttonSets: {
    key: 'id',
    fields: [
      { kind: 'text', name: 'id', isFixed: true, isNumber: true },
      { kind: 'lines', name: 'buttons' },
    ],
    fresh: { id: 1, buttons: [] },
  },
  sounds: {
    key: 'name',
    extra: 'platform',
    fields: [
      { kind: 'text', name: 'name', isFixed: true },
      { kind: 'choice', name: 'platform', values: ['IOS', 'ANDROID'], isFixed: true },
    ],
    fresh: { platform: 'IOS', name: '' },
  },
  hooks: {
    key: 'name',
    fields: [
      { kind: 'text', name: 'name', isFixed: true },
      { kind: 'text', name: 'url' },
      { kind: 'flags', names: ['simulator'] },
      { kind: 'several', name: 'events', values: HOOK_EVENTS },
    ],
    fresh: { name: '' },
  },
  fetches: {
    key: 'name',
    fields: [
      { kind: 'text', name: 'name', isFixed: true },
      { kind: 'text', name: 'url' },
      { kind: 'choice', name: 'per', values: ['campaign', 'person'], otherwise: 'campaign' },
      { kind: 'secrets', name: 'headers' },
      { kind: 'text', name: 'cache' },
      { kind: 'text', name: 'timeout' },
      { kind: 'text', name: 'perSecond', isNumber: true },
      { kind: 'choice', name: 'onFailure', values: ['skip', 'default', 'fail'], otherwise: 'skip' },
      { kind: 'flags', names: ['simulator'] },
    ],
    fresh: { name: '' },
  },
  settings: {
    key: null,
    fields: [
      { kind: 'language', name: 'defaultLanguage' },
      { kind: 'text', name: 'timeZone' },
      { kind: 'text', name: 'defaultCountry' },
      { kind: 'text', name: 'iconUrl' },
      { kind: 'flags', names: ['utm'] },
    ],
    fresh: {},
  },
};

/** The form of a section. @param isWhole  whether the member may change all settings */
export function formOf(section: string, isWhole: boolean): FormSpec | undefined {
  const form = FORMS[section];
  return form && section === 'settings' && !isWhole
    ? { ...form, fields: form.fields.filter((field) => namesOf(field).every((name) => MARKETERS.includes(name))) }
    : form;
}

function namesOf(field: FieldSpec): readonly string[] {
  return field.kind === 'flags' ? field.names : [field.name];
}
