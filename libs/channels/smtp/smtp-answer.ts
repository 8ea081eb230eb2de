import { classifyAnswer, type AnswerMeaning } from '../sender/provider-answers.js';

/** What nodemailer tells of a failed message, as far as it is read here. */
interface NodemailerError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

export type SmtpAnswer =
  | { kind: 'answered'; code: string; meaning: AnswerMeaning; raw: string; throttle?: Throttle }
  | { kind: 'silent'; code: string };

/** Whom an answer asks for patience with: the domain of the recipient, or everything that goes through this relay. */
export type Throttle = 'domain' | 'relay';

const RATE_WORDS = /\brate\b|too (?:many|fast|much)|slow(?:ing)? down|throttl|limit|temporarily deferred/i;
const GREYLISTED = /gr[ae]y-?list/i;
const ENHANCED_CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads a failure of nodemailer: a reply of the server is its answer whatever the stage, even after the text; anything
 * else is silence, and whether the text had begun to leave decides what that means.
 */
export function readSmtpFailure(error: unknown): SmtpAnswer {
  const failure = toNodemailerError(error);
  const isAuth = failure.code === 'EAUTH' || failure.code === 'ENOAUTH';
  const status = failure.responseCode ?? 0;
  if (status === 0 && failure.code === 'EMESSAGE') {
    return {
      kind: 'answered',
      code: 'SIZE',
      meaning: classifyAnswer('smtp', 552, '5.3.4'),
      raw: 'larger than the relay takes',
    };
  }
  if (status === 0 && !isAuth) {
    return { kind: 'silent', code: failure.code ?? 'UNKNOWN' };
  }
  const command = isAuth ? 'AUTH' : (failure.command ?? '');
  const response = failure.response ?? '';
  const enhanced = ENHANCED_CODE.exec(response)?.[1];
  return {
    kind: 'answered',
    code: [status === 0 ? 'AUTH' : status, enhanced].filter((part) => part !== undefined).join(' '),
    meaning:
      enhanced === undefined
        ? classifyAnswer('smtp', status, command)
        : classifyAnswer('smtp', status, command, enhanced),
    raw: response,
    ...findThrottle(failure, status, command, enhanced, response),
  };
}

/**
 * Whom a temporary answer is about. RFC 5321, section 3.8: a server that closes says 421 at any time; RFC 3463: x.3 is the
 * mail system's own state, x.7 its policy, x.2 and x.1 one mailbox. Of 450 to 452 those count that speak of a rate (as
 * Gmail's 4.7.28, Outlook's 4.7.500 and Yahoo's TSS04 do). Greylisting is about one sender and recipient, and wants each to
 * be tried once.
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
    // With commands sent ahead, nodemailer tells a 421 to one of them as the end of the connection, and as its code that.
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
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
  };
}
