import { toMailLine, writeInLanguages, type WrittenMail } from '#libs/members';

/** The facts in the mail of an invitation. @property inviter  name of the colleague who invites; null: not known */
export interface InvitationFacts {
  name: string;
  inviter: string | null;
  link: string;
  endsAt: Date;
}

interface Texts {
  locale: string;
  subject: string;
  hello(name: string): string;
  invites(inviter: string | null): string;
  open: string;
  ends(moment: string): string;
  ignore: string;
}

const LANGUAGES = {
  en: {
    locale: 'en',
    subject: 'Your invitation to Herald',
    hello: (name) => `Hello ${name},`,
    invites: (inviter) =>
      inviter === null ? 'you are invited to work with Herald.' : `${inviter} invites you to work with Herald.`,
    open: 'Open this link to sign in. It works once:',
    ends: (moment) => `It works until ${moment} (UTC). After that, ask for another one.`,
    ignore: 'If you do not expect this, ignore it: nothing happens.',
  },
  tr: {
    locale: 'tr',
    subject: 'Herald davetiniz',
    hello: (name) => `Merhaba ${name},`,
    invites: (inviter) =>
      inviter === null ? 'Herald ile çalışmaya davet edildiniz.' : `${inviter} sizi Herald ile çalışmaya davet ediyor.`,
    open: 'Giriş yapmak için bu bağlantıyı açın. Bir kez çalışır:',
    ends: (moment) => `${moment} (UTC) zamanına kadar çalışır. Sonrasında yenisini isteyin.`,
    ignore: 'Bunu beklemiyorsanız yok sayın: hiçbir şey olmaz.',
  },
  de: {
    locale: 'de',
    subject: 'Ihre Einladung zu Herald',
    hello: (name) => `Hallo ${name},`,
    invites: (inviter) =>
      inviter === null
        ? 'Sie sind eingeladen, mit Herald zu arbeiten.'
        : `${inviter} lädt Sie ein, mit Herald zu arbeiten.`,
    open: 'Öffnen Sie diesen Link, um sich anzumelden. Er gilt einmal:',
    ends: (moment) => `Er gilt bis ${moment} (UTC). Danach bitten Sie um einen neuen.`,
    ignore: 'Wenn Sie das nicht erwarten, ignorieren Sie es: Es geschieht nichts.',
  },
} satisfies Record<string, Texts>;

const MAX_NAME = 100;

/** Languages in which an invitation is written. */
export const INVITATION_LANGUAGES = Object.keys(LANGUAGES);

/** The mail in the language of a member; in all where none is chosen. */
export function writeInvitation(facts: InvitationFacts, locale: string | null): WrittenMail {
  return writeInLanguages<Texts>(LANGUAGES, locale, (texts) => ({
    subject: texts.subject,
    text: writeIn(texts, facts),
  }));
}

function writeIn(texts: Texts, { name, inviter, link, endsAt }: InvitationFacts): string {
  const moment = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return [
    texts.hello(toLine(name)),
    '',
    texts.invites(inviter === null ? null : toLine(inviter)),
    '',
    texts.open,
    link,
    '',
    texts.ends(moment.format(endsAt)),
    texts.ignore,
  ].join('\n');
}

/** One line without addresses: a name is no place for a link to elsewhere. */
function toLine(name: string): string {
  return toMailLine(name.replaceAll(/[/:@]+/g, ' '), MAX_NAME);
}
