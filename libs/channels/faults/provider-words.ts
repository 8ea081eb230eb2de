import { isJsonObject, parseJson } from '#platform/collections';

/** Characters of a provider's words that are kept. */
const MAX_LENGTH = 300;
/** Where providers write what is wrong: APNs, OAuth (RFC 6749, 5.2), Google and Twilio. */
const FIELDS = ['error_description', 'message', 'reason', 'error'] as const;

const E_MAIL = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const PHONE_NUMBER = /\+\d{7,15}/g;
/** Device tokens, and the ids at the end of push endpoints. */
const TOKEN = /[A-Za-z0-9_:-]{40,}/g;

/**
 * An answer of a provider, or the message of an error, as one line for people. Of JSON it takes the field that says what
 * is wrong. Addresses, numbers and tokens of recipients are left out, because the words outlive the message.
 *
 * @param raw      as received; a status may stand in front
 * @param secrets  texts that never appear, such as a password that a relay repeats
 */
export function toProviderWords(raw: string, secrets: readonly string[] = []): string {
  const [, status = '', body = ''] = /^(\d{3} )?([\s\S]*)$/.exec(raw) ?? [];
  const text = `${status}${readText(body)}`;
  return secrets
    .filter((secret) => secret !== '')
    .reduce((words, secret) => words.replaceAll(secret, '***'), text)
    .replace(E_MAIL, '(address)')
    .replace(PHONE_NUMBER, '(number)')
    .replace(TOKEN, '(token)')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}

function readText(body: string): string {
  const value = parseJson(body);
  if (!isJsonObject(value)) {
    return body;
  }
  const source = isJsonObject(value['error']) ? value['error'] : value;
  const texts = FIELDS.flatMap((name) => {
    const text = source[name];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  // OAuth tells a code and a description: both help to look it up.
  const { error } = value;
  return typeof error === 'string' && texts[0] !== undefined && texts[0] !== error
    ? `${error}: ${texts[0]}`
    : (texts[0] ?? body);
}

/** The message of an error of socket, TLS or HTTP client. Of several tries it is the first one's. */
export function toErrorWords(error: unknown, secrets: readonly string[] = []): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return toErrorWords(error.errors[0], secrets);
  }
  return error instanceof Error ? toProviderWords(error.message, secrets) : '';
}
