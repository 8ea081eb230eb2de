import type { AnswerMeaning } from '../../sender/answer-table.js';
import { blamesSender } from './answer-words.js';
import { SMTP_ANSWERS } from './smtp-answers.js';

/** The fields of a nodemailer error that are used here. */
interface NodemailerError {
  code?: string;
  /** The system's code, where nodemailer has put a code of its own in its place. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

export type SmtpAnswer =
  | { kind: 'answered'; code: string; meaning: AnswerMeaning; raw: string; throttle?: Throttle }
  | { kind: 'silent'; code: string };

/** Sends that an answer throttles: those to the domain of the recipient, or all through this relay. */
export type Throttle = 'domain' | 'relay';

const RATE_WORDS = /\brate\b|too (?:many|fast|much)|slow(?:ing)? down|throttl|limit|temporarily deferred/i;
const GREYLISTED = /gr[ae]y-?list/i;
/** A refused sender, whatever the code: block lists answer with those of an unknown address. */
const BLAMED = SMTP_ANSWERS.classify(550, '5.7');
/** Commands until a server has shown that it speaks SMTP: its words may be those of any service at a host and port. */
const BEFORE_SMTP = new Set(['', 'CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS']);
const ENHANCED_CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads an error of nodemailer. A reply of the server is its answer at every stage, even after the text. Anything else
 * is silence; its meaning depends on whether sending the text had started. Of a reply before the log-in only the code is
 * kept, so that an account does not read what answers at a port of its choice.
 *
 * @param recipients  the addresses of the message, whose words say nothing
 */
export function readSmtpFailure(error: unknown, recipients: readonly string[] = []): SmtpAnswer {
  const failure = toNodemailerError(error);
  const isAuth = failure.code === 'EAUTH' || failure.code === 'ENOAUTH';
  const status = failure.responseCode ?? 0;
  if (status === 0 && failure.code === 'EMESSAGE') {
    return {
      kind: 'answered',
      code: 'SIZE',
      meaning: SMTP_ANSWERS.classify(552, '5.3.4'),
      raw: 'larger than the relay accepts',
    };
  }
  if (status === 0 && !isAuth) {
    return { kind: 'silent', code: failure.originalCode ?? failure.code ?? 'UNKNOWN' };
  }
  const command = isAuth ? 'AUTH' : (failure.command ?? '');
  const response = failure.response ?? '';
  const enhanced = ENHANCED_CODE.exec(response)?.[1];
  const meaning = SMTP_ANSWERS.classify(status, command, ...(enhanced === undefined ? [] : [enhanced]));
  return {
    kind: 'answered',
    code: [status === 0 ? 'AUTH' : status, enhanced].filter((part) => part !== undefined).join(' '),
    meaning: meaning.single === 'DROP' && blamesSender(response, recipients) ? BLAMED : meaning,
    raw: BEFORE_SMTP.has(command) ? '' : response,
    ...findThrottle(failure, status, command, enhanced, response),
  };
}

/**
 * Finds the subject that a temporary answer throttles. RFC 5321, section 3.8: a closing server answers 421 at any time.
 * RFC 3463: x.3 is the state of the mail system, x.7 its policy, x.1 and x.2 a single mailbox. Of 450 to 452 those
 * count that mention a rate, as Gmail's 4.7.28, Outlook's 4.7.500 and Yahoo's TSS04 do. Greylisting is about one sender
 * and recipient, so it does not throttle the domain.
 */
function findThrottle(
  { code }: NodemailerError,
  status: number,
  command: string,
  enhanced: string | undefined,
  response: string,
): { throttle?: Throttle } {
  const isAboutRecipient = command === 'RCPT TO' || command === 'DATA';
  if (status === 421) {
    // With pipelined commands, nodemailer reports a 421 as a closed connection with that response code.
    const isDuringCommand = isAboutRecipient || (command === 'CONN' && code === 'ECONNECTION');
    return { throttle: isDuringCommand && enhanced?.startsWith('4.3.') !== true ? 'domain' : 'relay' };
  }
  const mentionsRate = enhanced?.startsWith('4.7.') === true || RATE_WORDS.test(response);
  const isOneMailbox = /^[245]\.[12]\./.test(enhanced ?? '');
  const mayBeDomain =
    [450, 451, 452].includes(status) && isAboutRecipient && !isOneMailbox && !GREYLISTED.test(response);
  return mayBeDomain && mentionsRate ? { throttle: 'domain' } : {};
}

function toNodemailerError(error: unknown): NodemailerError {
  if (typeof error !== 'object' || error === null) {
    return {};
  }
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('originalCode' in error && typeof error.originalCode === 'string' && { originalCode: error.originalCode }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
  };
}
