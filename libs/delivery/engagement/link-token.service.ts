import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { MessageRef } from '../model/message-id.js';

/** Digits of base 62; the first 36 are those of base 36, which survives systems that fold case. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGIT_VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, BigInt(value)]));

/**
 * What a token is for: a token for one means nothing to another. A link in an SMS costs its sender by the character, so it
 * has fewer bits against guessing: 2^48 tries of one link, each a request, to reach one page that the message leads to.
 */
const PURPOSES = {
  click: { base: 62, indexBits: 10, macBits: 64 },
  short: { base: 62, indexBits: 6, macBits: 48 },
  open: { base: 62, indexBits: 0, macBits: 64 },
  unsubscribe: { base: 62, indexBits: 0, macBits: 64 },
  report: { base: 62, indexBits: 0, macBits: 64 },
  bounce: { base: 36, indexBits: 0, macBits: 64 },
  unsubscribeMail: { base: 36, indexBits: 0, macBits: 64 },
} as const;
export type TokenPurpose = keyof typeof PURPOSES;

/** What a token says: whose message, and which of its links. */
export interface LinkRef extends MessageRef {
  index: number;
}

/** Longer than any token; what is longer is not looked at. */
const MAX_TOKEN_LENGTH = 64;

/**
 * Names one message to one recipient where anybody can see it: in links, pixels and return paths. Nothing is stored per
 * recipient; the numbers are readable, and a message authentication code under a key of the purpose keeps them from being
 * made up. From the top: dispatch, channel (5 bits), recipient (32), index, code. No token outlives its MASTER_KEY.
 */
@Injectable()
export class LinkTokenService {
  constructor(private readonly masterKey: MasterKey) {}

  /**
   * @param index    which link of the message; 0 where the purpose has one only
   * @param context  travels beside the token and is covered by its code: the destination of a link
   * @throws RangeError when the index does not fit the purpose (see `fits`)
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
    const mac = this.masterKey.mac(`token ${purpose}`, `${data} ${context}`).readBigUInt64BE(0) >> BigInt(64 - macBits);
    return encodeDigits((data << BigInt(macBits)) | mac, base);
  }

  /** Whether a purpose can name a link of this number. */
  fitsIndex(purpose: TokenPurpose, index: number): boolean {
    return index < 2 ** PURPOSES[purpose].indexBits;
  }

  /** Reads a token back; null when it is none of ours, or not for this purpose or context. */
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
    const expected = Buffer.from(this.createToken(purpose, ref, ref.index, context));
    const actual = Buffer.from(token);
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? ref : null;
  }
}

/** As many digits at a time as a number holds exactly: arithmetic of numbers is ten times that of big ones. */
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
