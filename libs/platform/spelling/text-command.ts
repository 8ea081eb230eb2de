/** An answer that is a command. */
export type TextCommand = 'stop' | 'start' | 'help';

/**
 * The words of each command (Twilio, "Support for opt-out keywords"), and common words of other languages. A message is a
 * command only if it has no other words: `please stop` is not one.
 */
const COMMAND_WORDS: Record<TextCommand, string> = {
  stop:
    'stop,stopall,unsubscribe,cancel,end,quit,optout,revoke,arret,arrêt,arrete,arrêter,desabonner,désabonner,stopp,' +
    'abmelden,abbestellen,ende,alto,parar,baja,cancelar,sair,descadastrar,dur,iptal,ret,iptal et,fermati,annulla,' +
    'afmelden,стоп,отписка',
  start: 'start,yes,unstop,debut,début,anmelden,iniciar,alta,empezar,başlat,baslat,inizia,старт',
  help: 'help,info,aide,hilfe,ayuda,ajuda,yardım,yardim,aiuto,помощь',
};
const COMMANDS = new Map(
  Object.entries(COMMAND_WORDS).flatMap(([command, words]) =>
    words.split(',').map((word): [string, TextCommand] => [word, command as TextCommand]),
  ),
);

/** Far longer than any command with the marks around it. */
const MAX_COMMAND_LENGTH = 200;

/**
 * The command in a text; undefined for any other text.
 *
 * @param own  what the provider itself takes it for, which knows the words of the account; '' where it does not say
 */
export function readTextCommand(text: string, own = ''): TextCommand | undefined {
  const ownCommand = own.toLowerCase();
  if (ownCommand === 'stop' || ownCommand === 'start' || ownCommand === 'help') {
    return ownCommand;
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
