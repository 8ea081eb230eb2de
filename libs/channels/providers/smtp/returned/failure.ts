import type { Reason } from '../../../sender/answer-table.js';
import { SMTP_ANSWERS } from '../smtp-answers.js';
import { blamesSender, namesUnknownUser, removeNames } from '../answer-words.js';
import type { BounceReport } from './returned.types.js';

/** Statements of a report about a failed delivery. */
export interface ReportedFailure {
  /** The words of servers, the receiver's own first. */
  answers: readonly string[];
  /** The code of the reporter, if it has a field of its own. */
  status: string;
  /** The recipient, as the report names it. */
  addresses: string[];
}

/** Characters that are read of an answer. */
const MAX_ANSWER_LENGTH = 2000;
const ENHANCED_CODES = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/g;
const REPLY_CODE = /(?<![\d.])[45]\d\d(?![\d.])/;
const FULL_MAILBOX = /^[45]\.2\.2$/;
/** RFC 3463: a failure, or one of the address, of which no more is known. */
const VAGUE_CODE = /^[245]\.[01]\.0$/;

/** Judges a failed delivery by its most specific code, and by its words where the codes say no more than that it failed. */
export function judgeFailure({
  answers,
  status,
  addresses,
}: ReportedFailure): Extract<BounceReport, { kind: 'bounce' }> {
  const text = answers.map((answer) => answer.slice(0, MAX_ANSWER_LENGTH)).join('\n');
  const words = removeNames(text, addresses);
  const enhanced = readCode([words, status]);
  const code = enhanced === '' ? (REPLY_CODE.exec(words)?.[0] ?? '') : enhanced;
  const isFull = FULL_MAILBOX.test(code);
  const isUnknown =
    SMTP_ANSWERS.classify(0, code).single === 'DROP' || (!isFull && !code.startsWith('4') && namesUnknownUser(words));
  const isDead = isUnknown && !blamesSender(text, addresses);
  return {
    kind: 'bounce',
    code,
    reason: isDead ? 'INVALID_ADDRESS' : classifyCode(code),
    isDead,
    addresses,
    text: answers.join(' '),
  };
}

/** The first enhanced status code (RFC 3463), or one of its class that says more than it; empty without one. */
export function readCode(texts: readonly string[]): string {
  const codes = texts.flatMap((text) => text.match(ENHANCED_CODES) ?? []);
  const [first = ''] = codes;
  return codes.find((code) => code.startsWith(first.charAt(0)) && !VAGUE_CODE.test(code)) ?? first;
}

/** Why a message did not arrive at an existing address. */
function classifyCode(code: string): Reason {
  if (FULL_MAILBOX.test(code)) {
    return 'MAILBOX_FULL';
  }
  if (code.startsWith('4') || /^5\.4\.7$/.test(code)) {
    return 'EXPIRED';
  }
  return code.startsWith('5.2.') ? 'UNREACHABLE' : 'REFUSED';
}
