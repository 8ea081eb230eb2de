import { isJsonObject, parseJson } from '#platform/collections';

/** Characters of a provider's words that are kept. */
const MAX_LENGTH = 300;
/** Fields in which providers write what is wrong: APNs, OAuth (RFC 6749, 5.2), Google and Twilio. */
const FIELDS = ['error_description', 'message', 'reason', 'error'] as const;

const E_MAIL = /(?<![^\s<>"'(),;:@])[^\s<>"'(),;:@]+@[^\s<>"'(),;:]+/g;
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
    .replace(/<[^<>]*>/g, ' ')
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
  // OAuth gives a code and a description: both help to look it up.
  const { error } = value;
  return typeof error === 'string' && texts[0] !== undefined && texts[0] !== error
    ? `${error}: ${texts[0]}`
    : (texts[0] ?? body);
}

/** Codes of errors in which nothing of another side stands: of the resolver, and of Herald's own refusals. */
const OWN_ERRORS = /^(ENOTFOUND|EAI_|EDNS|ENODATA|ESERVFAIL|ADDRESS_REFUSED)/;

/**
 * Words for a failed connection to a host that an application names. They repeat nothing that answered there, whatever
 * service it was: no greeting, and no name of a certificate.
 */
export function toConnectionWords(code: string, error: unknown): string {
  return OWN_ERRORS.test(code) ? toErrorWords(error) : code;
}

/** The message of an error of socket, TLS or HTTP client. Of several tries it is the first one's. */
export function toErrorWords(error: unknown, secrets: readonly string[] = []): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return toErrorWords(error.errors[0], secrets);
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    // Its message has the names of the certificate, of whoever answered at a host that an application may choose.
    return 'the certificate is that of another host';
  }
  return error instanceof Error ? toProviderWords(error.message, secrets) : '';
}
