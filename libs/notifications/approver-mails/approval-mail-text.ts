import { toMailLine, writeInLanguages, type WrittenMail } from '#libs/members';

/** The facts in a mail to an approver. Nothing of the message but its name. */
export interface ApprovalMailFacts {
  app: string;
  /** The campaign's name; null: it has none. */
  name: string | null;
  author: string | null;
  /** Recipients as the author saw them; null: no one counted them. */
  planned: number | null;
  /** Address of the request; null: no one knows where the panel is. */
  link: string | null;
}

interface Texts {
  locale: string;
  subject(app: string, name: string): string;
  asked(author: string, name: string, app: string): string;
  planned(n: string): string;
  unnamed: string;
  somebody: string;
  open: string;
  find: string;
  off: string;
}

const LANGUAGES = {
  en: {
    locale: 'en',
    subject: (app, name) => `${app}: "${name}" waits for approval`,
    asked: (author, name, app) => `${author} asks for an approval of the campaign "${name}" of ${app}.`,
    planned: (n) => `Recipients when it was asked for: ${n}`,
    unnamed: 'without a name',
    somebody: 'Somebody',
    open: 'Read it and decide:',
    find: 'You find it in the panel, under "Waits for approval".',
    off: 'You can turn these e-mails off on your own page of the panel.',
  },
  tr: {
    locale: 'tr',
    subject: (app, name) => `${app}: "${name}" onay bekliyor`,
    asked: (author, name, app) => `${author}, ${app} uygulamasındaki "${name}" kampanyası için onay istiyor.`,
    planned: (n) => `İstendiğindeki alıcı sayısı: ${n}`,
    unnamed: 'adsız',
    somebody: 'Biri',
    open: 'Okuyun ve karar verin:',
    find: 'Panelde "Onay bekleyenler" altında bulabilirsiniz.',
    off: 'Bu e-postaları paneldeki kendi sayfanızdan kapatabilirsiniz.',
  },
} satisfies Record<string, Texts>;

const MAX_NAME = 120;

/**
 * The mail in the language of a member; in both where the member has chosen none.
 *
 * @param locale  as the member chose it; null: not yet
 */
export function writeApprovalMail(facts: ApprovalMailFacts, locale: string | null): WrittenMail {
  return writeInLanguages<Texts>(LANGUAGES, locale, (texts) => ({
    subject: texts.subject(facts.app, nameIn(texts, facts)),
    text: writeIn(texts, facts),
  }));
}

function writeIn(texts: Texts, { app, name, author, planned, link }: ApprovalMailFacts): string {
  const title = nameIn(texts, { name });
  return [
    texts.asked(author ?? texts.somebody, title, app),
    ...(planned === null ? [] : [texts.planned(new Intl.NumberFormat(texts.locale).format(planned))]),
    '',
    ...(link === null ? [texts.find] : [texts.open, link]),
    '',
    texts.off,
  ].join('\n');
}

/** One line: whoever writes a name writes no second one. */
function nameIn({ unnamed }: Texts, { name }: Pick<ApprovalMailFacts, 'name'>): string {
  const line = toMailLine(name ?? '', MAX_NAME);
  return line === '' ? unnamed : line;
}
