import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { classifyAnswer, type Reason } from '../sender/provider-answers.js';

/**
 * Whether a form comes from Twilio (Twilio, "Security: validating requests"). The library compares in constant time.
 *
 * @param url   as it was given to Twilio, without changes by proxies
 * @param form  every field of the body; a repeated field as a list
 */
export function isFromTwilio(
  authToken: string,
  signature: string,
  url: string,
  form: Readonly<Record<string, string | string[]>>,
): boolean {
  return webhooks.validateRequest(authToken, signature, url, { ...form });
}

/** A status callback of Twilio. */
export type SmsReport =
  | { kind: 'delivered' }
  /**
   * The message did not arrive. `fate` of the number: it stays, it is dead, it is dead if this happens again, or its
   * owner opted out.
   */
  | { kind: 'undelivered'; code: string; reason: Reason; fate: 'stays' | 'suspect' | 'dead' | 'opted-out' }
  /** On its way, or a state without meaning for Herald. */
  | { kind: 'notice' };

/** Unknown handset or carrier, or a landline. The answer is often right, and sometimes a fault of the carrier. */
const SUSPECT_CODES = new Set(['30005', '30006']);

/** Reads a status callback (Twilio, "Outbound message status in status callbacks"). */
export function readSmsReport(form: Readonly<Record<string, string | string[]>>): SmsReport {
  const status = form.MessageStatus ?? form.SmsStatus;
  if (status === 'delivered' || status === 'read') {
    return { kind: 'delivered' };
  }
  if (status !== 'undelivered' && status !== 'failed') {
    return { kind: 'notice' };
  }
  const code = /^\d{5}$/.exec(String(form.ErrorCode ?? ''))?.[0] ?? '';
  const { single, reason } = classifyAnswer('sms', 0, code);
  if (single === 'DROP') {
    return { kind: 'undelivered', code, reason, fate: reason === 'OPTED_OUT' ? 'opted-out' : 'dead' };
  }
  const finalReason = code === '' || reason === 'INVALID_PAYLOAD' ? 'UNREACHABLE' : reason;
  return { kind: 'undelivered', code, reason: finalReason, fate: SUSPECT_CODES.has(code) ? 'suspect' : 'stays' };
}

/** An answer that is a command. */
export type SmsCommand = 'stop' | 'start' | 'help';

/**
 * Twilio's words for each command ("Support for opt-out keywords"), and common words of other languages. A message is a
 * command only if it has no other words: `please stop` is not one.
 */
const COMMAND_WORDS: Record<SmsCommand, string> = {
  stop:
    'stop,stopall,unsubscribe,cancel,end,quit,optout,revoke,arret,arrêt,arrete,arrêter,desabonner,désabonner,stopp,' +
    'abmelden,abbestellen,ende,alto,parar,baja,cancelar,sair,descadastrar,dur,iptal,ret,iptal et,fermati,annulla,' +
    'afmelden,стоп,отписка',
  start: 'start,yes,unstop,debut,début,anmelden,iniciar,alta,empezar,başlat,baslat,inizia,старт',
  help: 'help,info,aide,hilfe,ayuda,ajuda,yardım,yardim,aiuto,помощь',
};
const COMMANDS = new Map(
  Object.entries(COMMAND_WORDS).flatMap(([command, words]) =>
    words.split(',').map((word): [string, SmsCommand] => [word, command as SmsCommand]),
  ),
);

/** Far longer than any command with the marks around it. */
const MAX_COMMAND_LENGTH = 200;

/**
 * The command in a text; undefined for any other text.
 *
 * @param optOutType  Twilio's own reading, if its Advanced Opt-Out is on: it knows the words of the account
 */
export function readSmsCommand(text: string, optOutType = ''): SmsCommand | undefined {
  const optOutCommand = optOutType.toLowerCase();
  if (optOutCommand === 'stop' || optOutCommand === 'start' || optOutCommand === 'help') {
    return optOutCommand;
  }
  if (text.length > MAX_COMMAND_LENGTH) {
    return undefined;
  }
  const word = text
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/^[\s"'“”«».!]+|[\s"'“”«».!]+$/gu, '')
    .replace(/\s+/g, ' ');
  return COMMANDS.get(word);
}
