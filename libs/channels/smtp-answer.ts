import { verdictOf, type Verdict } from './provider-answers.js';

/** What nodemailer tells of a failed message, as far as it is read here. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

export type SmtpReading =
  { kind: 'answered'; code: string; verdict: Verdict; raw: string } | { kind: 'silent'; code: string };

const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads a failure of nodemailer: a reply of the server is its answer whatever the stage, even after the text; anything
 * else is silence, and whether the text had begun to leave decides what that means.
 */
export function readSmtpFailure(error: unknown): SmtpReading {
  const failure = failureOf(error);
  const isAuth = failure.code === 'EAUTH' || failure.code === 'ENOAUTH';
  const status = failure.responseCode ?? 0;
  if (status === 0 && failure.code === 'EMESSAGE') {
    return {
      kind: 'answered',
      code: 'SIZE',
      verdict: verdictOf('smtp', 552, '5.3.4'),
      raw: 'larger than the relay takes',
    };
  }
  if (status === 0 && !isAuth) {
    return { kind: 'silent', code: failure.code ?? 'UNKNOWN' };
  }
  const command = isAuth ? 'AUTH' : (failure.command ?? '');
  const response = failure.response ?? '';
  const enhanced = ENHANCED.exec(response)?.[1];
  return {
    kind: 'answered',
    code: [status === 0 ? 'AUTH' : status, enhanced].filter((each) => each !== undefined).join(' '),
    verdict: enhanced === undefined ? verdictOf('smtp', status, command) : verdictOf('smtp', status, command, enhanced),
    raw: response,
  };
}

function failureOf(error: unknown): SmtpFailure {
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
