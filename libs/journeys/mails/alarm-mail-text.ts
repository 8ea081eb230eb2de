import { toMailLine, writeInLanguages, type WrittenMail } from '#libs/members';
import type { NotedAlarm } from './alarm-note.repository.js';
import { MAX_MAIL_NAME, type MailPlace, writeEnd } from './mail-facts.js';
import { MAIL_WORDS, type MailWords } from './mail-words.js';

/** Alarms of a mail by name. The others are counted. */
const MOST_LINES = 25;

/** Writes the mail about alarms that began or ended. */
export function writeAlarmMail(alarms: readonly NotedAlarm[], place: MailPlace): WrittenMail {
  return writeInLanguages<MailWords>(MAIL_WORDS, place.locale, (words) => {
    const shown = alarms.slice(0, MOST_LINES);
    const hidden = alarms.length - shown.length;
    const lines = [false, true].flatMap((isEnd) => {
      const own = shown.filter((alarm) => alarm.isEnd === isEnd);
      return own.length === 0
        ? []
        : [`${isEnd ? words.ended : words.began}:`, ...own.flatMap((alarm) => writeAlarm(alarm, words, place)), ''];
    });
    return {
      subject: words.alarms(toMailLine(place.app, MAX_MAIL_NAME), alarms.length),
      text: [
        ...lines,
        ...(hidden > 0 ? [words.more(new Intl.NumberFormat(words.locale).format(hidden))] : []),
        ...writeEnd(place.leave, words),
      ].join('\n'),
    };
  });
}

function writeAlarm(alarm: NotedAlarm, words: MailWords, { zone, link }: MailPlace): string[] {
  const { journeyId, journey, beganAt, endedAt, isEnd } = alarm;
  const moment = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const [from, to] = [moment.format(beganAt), endedAt && moment.format(endedAt)];
  const time = isEnd && to !== null ? words.lasted(from, to) : words.since(from);
  return [
    `- ${toMailLine(journey, MAX_MAIL_NAME)}: ${describeAlarm(alarm, words)}, ${time}`,
    ...(link === null ? [] : [`  ${link(`journeys?journey=${journeyId}`)}`]),
  ];
}

/** The figures of an alarm as a sentence. */
export function describeAlarm(
  { kind, node, hours, seen, usual }: Pick<NotedAlarm, 'kind' | 'node' | 'hours' | 'seen' | 'usual'>,
  words: MailWords,
): string {
  const number = new Intl.NumberFormat(words.locale);
  return words.kinds[kind]({
    step: toMailLine(node, MAX_MAIL_NAME),
    hours: number.format(hours),
    seen: number.format(seen),
    usual: number.format(usual),
  });
}
