import { isKnownLanguage, LIVE_DATA, type Message } from '#libs/content';
import { listPlaceholders } from '#libs/content/template';
import type { PayloadPreview, PersonalPayload } from '#libs/delivery';
import { isPrivateAttribute, type AttributeDefinition } from '#libs/users/profiles';
import { groupBy } from '#platform/collections';
import type { AppError, RefusalReason } from '#platform/errors';

/** Warnings for a person who writes a message. Those of refusals have the refusal as their code. */
export const COMPOSE_WARNINGS = [
  'unknown_attribute',
  'unknown_language',
  'missing_value',
  'not_sent',
  'many_segments',
  'private_values',
  'unknown_person',
  'no_address',
  'left_out_block',
  'image_without_alt',
  'insecure_image',
  'no_unsubscribe_link',
  'long_mail',
  'capital_subject',
  'exclaiming_subject',
  'picture_mail',
] as const;

/**
 * A fault of a message, or what will surprise its author.
 *
 * @property field   at fault, as requests write it: `message.text`; empty: the whole
 * @property code    one of `COMPOSE_WARNINGS`, or a refusal
 * @property value   name or number that it is about; null: none
 * @property blocks  the message cannot be sent so
 * @property reason  the fault of a text, for other languages
 */
export interface ComposeWarning {
  field: string;
  code: string;
  value: string | null;
  text: string;
  blocks: boolean;
  reason?: RefusalReason;
}

type Code = (typeof COMPOSE_WARNINGS)[number];

export function warningOf(code: Code, field: string, value: string | null, text: string): ComposeWarning {
  return { field, code, value, text, blocks: false };
}

/**
 * A refusal of the message, shown at its field.
 *
 * @param isMade  the text is HTML of blocks: its author knows no lines of it
 */
export function refusalWarning(
  { refusal, field, message, textFault: reason }: AppError,
  isMade: boolean,
): ComposeWarning {
  const named = field ?? /^(\w[\w.]*) is required/.exec(message)?.[1] ?? tooLargeField(refusal, message);
  return {
    field: named === undefined ? '' : /^(?:message|mail)\./.test(named) ? named : `message.${named}`,
    code: refusal,
    value: null,
    text: message,
    blocks: true,
    ...(reason && { reason: isMade ? { code: reason.code, values: reason.values } : reason }),
  };
}

/** The text of the language in which it does not fit. */
function tooLargeField(refusal: string, message: string): string | undefined {
  const language = refusal === 'push_too_large' ? /in language '(.+)'$/.exec(message)?.[1] : undefined;
  return language && textField(language);
}

/** @param language  by the message's own name; null: the message itself */
export function textField(language: string | null): string {
  return language === null ? 'message.text' : `message.languages.${language}.text`;
}

/**
 * Finds oddities of a message that concern every recipient.
 *
 * @param values  names that people have at the send beside attributes
 */
export function findWarnings(
  message: Message,
  samples: readonly PayloadPreview[],
  attributes: readonly AttributeDefinition[],
  values: readonly string[] = [],
): ComposeWarning[] {
  const codes = new Set([LIVE_DATA, ...attributes.map(({ code }) => code)]);
  const isKnown = (name: string): boolean =>
    codes.has(name) || values.some((value) => name === value || name.startsWith(`${value}.`));
  // Other placeholders are those of the interface itself.
  const unknown = new Set(samples.flatMap((sample) => sample.attributes).filter((code) => !isKnown(code)));
  const undefinedOnes = listPlaceholders(message)
    .filter(({ name }) => unknown.has(name))
    .map(({ field, name, hasDefault }) => {
      const then = hasDefault ? 'everybody gets its default' : 'it has no value for anybody';
      return warningOf('unknown_attribute', `message.${field}`, name, `There is no attribute ${name}: ${then}`);
    });
  return [...undefinedOnes, ...findUnknownLanguages(message), ...findLongTexts(samples)];
}

/** Warns of texts under the name of no language: no one would get them. */
function findUnknownLanguages({ languages }: Message): ComposeWarning[] {
  return Object.keys(languages ?? {})
    .filter((name) => !isKnownLanguage(name))
    .map((name) => {
      const text = `There is no language '${name}': nobody would get its texts. Write a tag such as tr or pt-BR`;
      return warningOf('unknown_language', `message.languages.${name}.text`, name, text);
    });
}

/** Finds oddities of the message for one person. */
export function findPersonalWarnings(
  message: Message,
  payloads: readonly PersonalPayload[],
  extId: string,
): ComposeWarning[] {
  if (payloads.length === 0) {
    return [
      warningOf('no_address', 'extId', extId, `${extId} has no device and no address on the platforms of the message`),
    ];
  }
  const uses = listPlaceholders(message);
  const missing = [...new Set(payloads.flatMap((payload) => payload.missing))].flatMap((name) =>
    uses
      .filter((use) => use.name === name && !use.hasDefault)
      .map(({ field }) => warningOf('missing_value', `message.${field}`, name, `${extId} has no value of ${name}`)),
  );
  const failed = new Map(
    payloads
      .flatMap(({ platform, reason }) => (reason === null ? [] : [[`${platform} ${reason}`, platform, reason]]))
      .map(([key = '', platform = '', reason = '']) => [
        key,
        warningOf('not_sent', FIELDS[reason] ?? '', reason, `${extId} gets nothing on ${platform}: ${reason}`),
      ]),
  );
  return [...missing, ...failed.values(), ...findLongTexts(payloads)];
}

/** Finds the code of a private attribute in a message; undefined: there is none. */
export function findPrivateCode(
  samples: readonly PayloadPreview[],
  attributes: readonly AttributeDefinition[],
): string | undefined {
  const used = new Set(samples.flatMap((sample) => sample.attributes));
  return attributes.find((attribute) => used.has(attribute.code) && isPrivateAttribute(attribute))?.code;
}

/** The field from which a reason most often comes. */
const FIELDS: Readonly<Record<string, string>> = {
  BAD_LINK: 'message.click',
  BAD_PLACEHOLDER: 'message.text',
  PAYLOAD_TOO_LARGE: 'message.text',
  RENDER_TOO_LONG: 'message.text',
  NO_PROVIDER: 'message.platforms',
};

/** A text message is paid for by its segments. */
function findLongTexts(payloads: readonly Pick<PayloadPreview, 'language' | 'payload'>[]) {
  return [...groupBy(payloads, ({ language }) => language)].flatMap(([language, ofLanguage]) => {
    const segments = Math.max(
      ...ofLanguage.map(({ payload }) => (payload !== null && 'segments' in payload ? payload.segments : 0)),
    );
    const text = `The text message has ${segments} segments`;
    return segments > 1 ? [warningOf('many_segments', textField(language), String(segments), text)] : [];
  });
}
