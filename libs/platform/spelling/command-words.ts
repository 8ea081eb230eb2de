/** An answer that is a command. */
export type TextCommand = 'stop' | 'start' | 'help';

/** Words of one language (ISO 639-1) for one command, with commas between them, and who says so. */
type CommandRow = readonly [language: string, command: TextCommand, words: string, source: string];

/** Carriers and platforms worldwide take the English words, whatever the language of the message was. */
const TWILIO = 'Twilio, "Support for opt-out keywords" and "Advanced Opt-Out"';
const AWS = 'AWS End User Messaging, "Required opt-out keywords"';
const TELNYX = 'Telnyx, "Advanced Opt-In/Out"';
const FCC = '47 CFR 64.1200(a)(10); CTIA, "Messaging Principles and Best Practices", 5.1';
const CWTA = 'CWTA, "Canadian Common Short Code Application Guidelines"';
const AF2M = 'af2m, "Charte Business Messaging" and "Chartes SMS+"';
const BOE = 'Spain, Resolución de 8 de julio de 2009 (BOE-A-2009-12439)';
const ANATEL = 'Anatel, order of June 2012: SAIR';
const IYS = 'Law 6563, article 8; İYS and BTK: short numbers take RET, RED and IPTAL';
const TENCENT = 'Tencent Cloud and AWS: TD is 退订';
const ISRAEL = 'Israel, Communications Law, section 30A: הסר';
const CRA = 'Iran, CRA, September 2022: "لغو"';
const VIETNAM = 'Vietnam, decree 91/2020, article 16: từ chối';
/** Plain words of the language that say nothing else when they stand alone. */
const PLAIN = 'usual words of the language';

/** Commands by language. Words of one letter, numbers and a plain no are left out: they answer other questions too. */
const ROWS: readonly CommandRow[] = [
  ['en', 'stop', 'stop, stopall, unsubscribe, cancel, end, quit, optout, revoke', TWILIO],
  ['en', 'stop', 'opt out, stop, quit, end, revoke, cancel, unsubscribe', FCC],
  ['en', 'stop', 'remove, opt-out', AWS],
  ['en', 'stop', 'stop all', TELNYX],
  ['en', 'stop', 'opt me out, remove me, unsub, stop sms', PLAIN],
  ['en', 'start', 'start, yes, unstop', TWILIO],
  ['en', 'start', 'subscribe, resume, opt in, optin', PLAIN],
  ['en', 'help', 'help, info', TWILIO],
  ['fr', 'stop', 'arret, arrêt, stop', CWTA],
  ['fr', 'stop', 'stop, stop sms', AF2M],
  ['fr', 'stop', 'arrete, arrêter, désabonner, désinscrire, désabonnement', PLAIN],
  ['fr', 'start', 'début, abonner', PLAIN],
  ['fr', 'help', 'aide, info', CWTA],
  ['fr', 'help', 'contact', AF2M],
  ['es', 'stop', 'baja', BOE],
  ['es', 'stop', 'alto, parar, cancelar, salir, dar de baja, no más, detener', PLAIN],
  ['es', 'start', 'alta, iniciar, empezar', PLAIN],
  ['es', 'help', 'ayuda', BOE],
  ['pt', 'stop', 'sair', ANATEL],
  ['pt', 'stop', 'parar, cancelar, descadastrar, remover', PLAIN],
  ['pt', 'start', 'iniciar', PLAIN],
  ['pt', 'help', 'ajuda', PLAIN],
  ['tr', 'stop', 'ret, red, iptal, iptal et', IYS],
  ['tr', 'stop', 'dur, durdur, çık, çıkış, sil, abonelikten çık', PLAIN],
  ['tr', 'start', 'başlat, başla', PLAIN],
  ['tr', 'help', 'yardım, bilgi', PLAIN],
  ['de', 'stop', 'stopp, abmelden, abbestellen, ende, austragen, abmeldung', PLAIN],
  ['de', 'start', 'anmelden', PLAIN],
  ['de', 'help', 'hilfe', PLAIN],
  ['it', 'stop', 'fermati, annulla, basta, disiscrivi, cancellami, disdici', PLAIN],
  ['it', 'start', 'inizia', PLAIN],
  ['it', 'help', 'aiuto', PLAIN],
  ['nl', 'stop', 'afmelden, uitschrijven, stoppen', PLAIN],
  ['nl', 'start', 'aanmelden', PLAIN],
  ['sv', 'stop', 'stopp, avsluta, avregistrera, avprenumerera', PLAIN],
  ['sv', 'start', 'starta', PLAIN],
  ['sv', 'help', 'hjälp', PLAIN],
  ['da', 'stop', 'frameld, afmeld', PLAIN],
  ['da', 'help', 'hjælp', PLAIN],
  ['nb', 'stop', 'stopp, avslutt, avmeld', PLAIN],
  ['nb', 'help', 'hjelp', PLAIN],
  ['fi', 'stop', 'lopeta, peruuta', PLAIN],
  ['fi', 'start', 'aloita', PLAIN],
  ['fi', 'help', 'apua, ohje', PLAIN],
  ['pl', 'stop', 'rezygnuję, rezygnacja, wypisz, anuluj', PLAIN],
  ['pl', 'help', 'pomoc', PLAIN],
  ['cs', 'stop', 'odhlásit, zrušit, konec', PLAIN],
  ['cs', 'help', 'pomoc', PLAIN],
  ['hu', 'stop', 'leiratkozás, leiratkozom', PLAIN],
  ['ro', 'stop', 'dezabonare, anulare, oprire', PLAIN],
  ['hr', 'stop', 'odjava', PLAIN],
  ['el', 'stop', 'στοπ, διαγραφή, διακοπή, τέλος', PLAIN],
  ['el', 'help', 'βοήθεια', PLAIN],
  ['ru', 'stop', 'стоп, отписка, отписаться, отмена, отказ', PLAIN],
  ['ru', 'start', 'старт, подписка, подписаться', PLAIN],
  ['ru', 'help', 'помощь, справка', PLAIN],
  ['uk', 'stop', 'стоп, відписка, відписатися, відмова', PLAIN],
  ['uk', 'help', 'допомога', PLAIN],
  ['bg', 'stop', 'стоп, отказ, спри', PLAIN],
  ['he', 'stop', 'הסר, הסרה, להסרה, הסירו', ISRAEL],
  ['he', 'help', 'עזרה', PLAIN],
  ['ar', 'stop', 'إيقاف, أوقف, توقف, إلغاء, قف, إلغاء الاشتراك', PLAIN],
  ['ar', 'start', 'ابدأ, اشتراك', PLAIN],
  ['ar', 'help', 'مساعدة', PLAIN],
  ['fa', 'stop', 'لغو, لغو 11', CRA],
  ['fa', 'help', 'راهنما, کمک', PLAIN],
  ['hi', 'stop', 'रोकें, बंद करें, बंद करो, बंद', PLAIN],
  ['hi', 'help', 'मदद, सहायता', PLAIN],
  ['id', 'stop', 'unreg, unsub, berhenti, batal, keluar', PLAIN],
  ['id', 'start', 'mulai', PLAIN],
  ['id', 'help', 'bantuan', PLAIN],
  ['vi', 'stop', 'tc, từ chối', VIETNAM],
  ['vi', 'stop', 'hủy', PLAIN],
  ['vi', 'help', 'trợ giúp', PLAIN],
  ['th', 'stop', 'หยุด, ยกเลิก', PLAIN],
  ['th', 'help', 'ช่วยเหลือ', PLAIN],
  ['zh', 'stop', 'td, 退订, 退訂, td退订, 回td退订, 回复td退订', TENCENT],
  ['zh', 'stop', '取消, 停止, 取消订阅, 取消訂閱, 拒收', PLAIN],
  ['zh', 'start', '订阅, 訂閱, 开始', PLAIN],
  ['zh', 'help', '帮助, 幫助', PLAIN],
  ['ja', 'stop', '停止, 配信停止, 配信停止お願いします, 配信停止してください, 解除, 配信解除, ストップ, 退会', PLAIN],
  ['ja', 'start', '開始, 再開, 配信再開', PLAIN],
  ['ja', 'help', 'ヘルプ', PLAIN],
  ['ko', 'stop', '수신거부, 무료수신거부, 거부, 중지, 정지, 해지, 취소', PLAIN],
  ['ko', 'start', '시작, 수신동의', PLAIN],
  ['ko', 'help', '도움말', PLAIN],
];

/** Politeness, and what instructions have around their word: `STOP au 36180`. A refusal with them is one (47 CFR 64.1200). */
export const COURTESIES =
  'please, pls, plz, thanks, thank, you, thx, now, me, svp, stp, merci, au, bitte, danke, aub, alsjeblieft, alstublieft, ' +
  'graag, por, favor, gracias, obrigado, obrigada, per, favore, grazie, lütfen, teşekkürler, tack, takk, tak, kiitos, proszę, ' +
  'prosím, пожалуйста, спасибо, будь, ласка, дякую, παρακαλώ, בבקשה';

/** The words of all languages, each with its command. */
export const COMMAND_WORDS: readonly (readonly [word: string, command: TextCommand])[] = ROWS.flatMap(
  ([, command, words]) => words.split(', ').map((word) => [word, command] as const),
);
