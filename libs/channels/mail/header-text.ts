import type { default as MimeNode, MimeNodeAddress, MimeNodeHeaderValue } from 'nodemailer/lib/mime-node';
import type * as mimeFuncs from 'nodemailer/lib/mime-funcs';
import { loadOnUse } from '#platform/start';

const library = loadOnUse((require) => require('nodemailer/lib/mime-funcs') as typeof mimeFuncs);

/** Length of an encoded word, as nodemailer makes them. */
const WORD = 52;
/**
 * A text that nodemailer writes as it is, and that is read as another: it looks like an encoded word (RFC 2047), or has a
 * run that no line holds (RFC 5322, section 2.1.1).
 */
const MISLEADING = /=\?|\S{75}|\s{40}/;

/** Encodes the text of a header where nodemailer would not. Its encoded words pass through nodemailer unchanged. */
export function encodeHeaderText(text: string): string {
  return MISLEADING.test(text) ? library().encodeWord(text, 'Q', WORD) : text;
}

/** Makes a message encode the name of its sender so too: nodemailer would quote the encoded words. */
export function encodeSenderName(message: MimeNode): void {
  const encodeHeaderValue = message.encodeHeaderValue.bind(message);
  message.encodeHeaderValue = (key, value) => {
    const { name = '', address = '' } = key === 'From' && isMailbox(value) ? value : {};
    const encoded = encodeHeaderText(name);
    return encoded === name
      ? encodeHeaderValue(key, value)
      : `${encoded} <${encodeHeaderValue(key, { name: '', address })}>`;
  };
}

function isMailbox(value: MimeNodeHeaderValue): value is MimeNodeAddress {
  return typeof value === 'object' && value !== null && 'address' in value;
}
