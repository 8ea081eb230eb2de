import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { classifyAnswer, type Reason } from '../sender/provider-answers.js';

/**
 * Whether a form came from Twilio (Twilio, "Security: validating requests"). The library compares in constant time.
 *
 * @param url   as Twilio was told it, whatever proxies have made of it since
 * @param form  every field of the body; a field that came twice as a list
 */
export function isFromTwilio(
  authToken: string,
  signature: string,
  url: string,
  form: Readonly<Record<string, string | string[]>>,
): boolean {
  return webhooks.validateRequest(authToken, signature, url, { ...form });
}

/** What Twilio tells of a message after it took it. */
export type SmsReport =
  | { kind: 'delivered' }
  /** It did not arrive. `fate` of the number: it stays, is dead, is dead when it happens again, or its holder said STOP. */
  | { kind: 'undelivered'; code: string; reason: Reason; fate: 'stays' | 'suspect' | 'dead' | 'opted-out' }
  /** On its way, or a state that says nothing. */
  | { kind: 'notice' };

/** Unknown handset or carrier, landline: often true, and sometimes a carrier's bad day. */
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

/** What somebody answers that is a command to whoever sends. */
export type SmsCommand = 'stop' | 'start' | 'help';

/**
 * Twilio's words of each command ("Support for opt-out keywords"), and those of other languages that people use. Only a
 * message that is one of them and nothing else is a command: `please stop` is something that is said.
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

/**
 * The command that a text is, undefined for any other.
 *
 * @param optOutType  what Twilio itself took it for, where its Advanced Opt-Out is on; it knows the words of the account
 */
export function readSmsCommand(text: string, optOutType = ''): SmsCommand | undefined {
  const optOutCommand = optOutType.toLowerCase();
  if (optOutCommand === 'stop' || optOutCommand === 'start' || optOutCommand === 'help') {
    return optOutCommand;
  }
  const word = text
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/^[\s"'“”«».!]+|[\s"'“”«».!]+$/gu, '')
    .replace(/\s+/g, ' ');
  return COMMANDS.get(word);
}
