import { toMailLine, writeInLanguages, type WrittenMail } from '#libs/members';
import type { DigestedJourney } from '../watching/journey-alarm.service.js';
import { describeAlarm } from './alarm-mail-text.js';
import { MAX_MAIL_NAME, type MailPlace, writeEnd } from './mail-facts.js';
import { MAIL_WORDS, type MailWords } from './mail-words.js';

/** Journeys of a mail by name, those with alarms and the busiest first. The others are counted. */
const MOST_JOURNEYS = 50;

/** A week of an application. */
export interface Digest {
  from: Date;
  to: Date;
  journeys: readonly DigestedJourney[];
}

/** Writes the mail about the week of all journeys. */
export function writeDigestMail({ from, to, journeys }: Digest, place: MailPlace): WrittenMail {
  const sorted = journeys.toSorted((a, b) => b.alarms.length - a.alarms.length || b.week.entered - a.week.entered);
  return writeInLanguages<MailWords>(MAIL_WORDS, place.locale, (words) => {
    const moment = new Intl.DateTimeFormat(words.locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: place.zone,
    });
    const shown = sorted.slice(0, MOST_JOURNEYS);
    const hidden = sorted.length - shown.length;
    return {
      subject: words.digest(toMailLine(place.app, MAX_MAIL_NAME)),
      text: [
        words.week(moment.format(from), moment.format(to)),
        ...shown.flatMap((digested) => writeJourney(digested, words)),
        ...(hidden > 0 ? ['', words.more(new Intl.NumberFormat(words.locale).format(hidden))] : []),
        ...(place.link === null ? [] : ['', place.link('journeys')]),
        ...writeEnd(place.leave, words),
      ].join('\n'),
    };
  });
}

function writeJourney({ journey, week, before, alarms }: DigestedJourney, words: MailWords): string[] {
  const number = new Intl.NumberFormat(words.locale);
  const written = (figures: typeof week) => ({
    entered: number.format(figures.entered),
    left: number.format(figures.left),
    converted: number.format(figures.converted),
  });
  return [
    '',
    toMailLine(journey.name, MAX_MAIL_NAME),
    `  ${words.people(written(week))}`,
    `  ${words.before(written(before))}`,
    ...alarms.map((alarm) => `  ${words.alarmed}: ${describeAlarm(alarm, words)}`),
  ];
}
