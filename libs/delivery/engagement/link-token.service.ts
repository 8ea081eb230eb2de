import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { MessageRef } from '../model/message-id.js';

/** Digits of base 62. The first 36 are those of base 36, which survives systems that change the case. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGIT_VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, BigInt(value)]));

/**
 * Purposes of tokens. A token of one purpose is invalid for another. A link in an SMS costs money by the character, so its
 * code is shorter: guessing one takes 2^48 requests, and gives access to one page that the message links to.
 */
const PURPOSES = {
  click: { base: 62, indexBits: 10, macBits: 64 },
  short: { base: 62, indexBits: 6, macBits: 48 },
  open: { base: 62, indexBits: 0, macBits: 64 },
  unsubscribe: { base: 62, indexBits: 0, macBits: 64 },
  // The index marks the address that the message went to.
  preferences: { base: 62, indexBits: 24, macBits: 64 },
  // In place of the message: the second at which it ends, and the user; the index is the application.
  preferencesUntil: { base: 62, indexBits: 32, macBits: 64 },
  confirm: { base: 62, indexBits: 0, macBits: 64 },
  // In place of the message: the number of a form, and the application.
  confirmForm: { base: 62, indexBits: 0, macBits: 64 },
  report: { base: 62, indexBits: 0, macBits: 64 },
  bounce: { base: 36, indexBits: 0, macBits: 64 },
  unsubscribeMail: { base: 36, indexBits: 0, macBits: 64 },
} as const;
export type TokenPurpose = keyof typeof PURPOSES;

/** The content of a token: a message and one of its links. */
export interface LinkRef extends MessageRef {
  index: number;
}

/** Longer than any valid token. */
const MAX_TOKEN_LENGTH = 64;

/**
 * Creates tokens that name one message to one recipient in public places: links, pixels and return paths. Nothing is stored
 * per recipient. The ids are readable; a message authentication code with a key per purpose prevents forgeries. Layout
 * from the highest bit: dispatch, channel (5 bits), recipient (32 bits), index, code. A token ends with the last process
 * that knows its MASTER_KEY.
 */
@Injectable()
export class LinkTokenService {
  constructor(private readonly masterKey: MasterKey) {}

  /**
   * @param index    the link of the message; 0 for a purpose with one link
   * @param context  text beside the token that its code covers: the destination of a link
   * @throws RangeError for an index without space in the purpose (see `fitsIndex`)
   */
  createToken(
    purpose: TokenPurpose,
    { dispatchId, channel, recipientId }: MessageRef,
    index = 0,
    context = '',
  ): string {
    const { base, indexBits, macBits } = PURPOSES[purpose];
    if (!this.fitsIndex(purpose, index)) {
      throw new RangeError(`A ${purpose} token has no room for index ${index}`);
    }
    const message = (BigInt(dispatchId) << 37n) | (BigInt(channel) << 32n) | BigInt(recipientId);
    const data = (message << BigInt(indexBits)) | BigInt(index);
    const mac = this.masterKey.mac(`token ${purpose}`, `${data} ${context}`);
    return encodeDigits((data << BigInt(macBits)) | shorten(mac, macBits), base);
  }

  /** Tests if tokens of a purpose have space for an index. */
  fitsIndex(purpose: TokenPurpose, index: number): boolean {
    return index < 2 ** PURPOSES[purpose].indexBits;
  }

  /** Reads a token; null for an invalid one, or one of another purpose or context. */
  readToken(purpose: TokenPurpose, token: string, context = ''): LinkRef | null {
    const { base, indexBits, macBits } = PURPOSES[purpose];
    const value = token.length <= MAX_TOKEN_LENGTH ? decodeDigits(token, BigInt(base)) : null;
    if (value === null) {
      return null;
    }
    const data = value >> BigInt(macBits);
    const message = data >> BigInt(indexBits);
    const ref = {
      dispatchId: Number(message >> 37n),
      channel: Number((message >> 32n) & 0x1fn),
      recipientId: Number(message & 0xffffffffn),
      index: Number(data & ((1n << BigInt(indexBits)) - 1n)),
    };
    if (!Number.isSafeInteger(ref.dispatchId)) {
      return null;
    }
    const actual = Buffer.from(token);
    for (const mac of this.masterKey.validMacs(`token ${purpose}`, `${data} ${context}`)) {
      const expected = Buffer.from(encodeDigits((data << BigInt(macBits)) | shorten(mac, macBits), base));
      if (expected.length === actual.length && timingSafeEqual(expected, actual)) {
        return ref;
      }
    }
    return null;
  }
}

/** The first bits of a code. */
function shorten(mac: Buffer, bits: number): bigint {
  return mac.readBigUInt64BE(0) >> BigInt(64 - bits);
}

/** The digits that a number holds exactly. Arithmetic on numbers is ten times faster than on bigints. */
const DIGITS_PER_STEP = 8;

function encodeDigits(value: bigint, base: number): string {
  const step = BigInt(base ** DIGITS_PER_STEP);
  let text = '';
  for (let remaining = value; remaining > 0n; remaining /= step) {
    let digits = Number(remaining % step);
    for (let digitIndex = 0; digitIndex < DIGITS_PER_STEP; digitIndex++) {
      text = (DIGITS[digits % base] ?? '') + text;
      digits = Math.floor(digits / base);
    }
  }
  return text.replace(/^0+/, '');
}

function decodeDigits(text: string, base: bigint): bigint | null {
  let value = 0n;
  for (const digit of text) {
    const digitValue = DIGIT_VALUES.get(digit);
    if (digitValue === undefined || digitValue >= base) {
      return null;
    }
    value = value * base + digitValue;
  }
  return value;
}
