import { resolve } from 'node:path';
import {
  type BesideReal,
  compareDays,
  type DayBesideReal,
  readJourneys,
  type ReplayReport,
  ReplayService,
} from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplicationService } from '#libs/tenancy';
import { isJsonObject } from '#platform/collections';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb, VerbCall } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { REPLAY_DAYS } from '../option-presets.js';
import { readJourneyFile } from './journey-file.js';

export const journeyReplay: RunVerb = async (call, { tell, progress }) => {
  const { name, days, file } = readQuestion(call);
  const other = file === undefined ? undefined : await readOther(resolve(file), name);
  const report = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), call.values['app']);
    const journey = await context.get(JourneyService).get(id, name);
    const question = { journey, days, now: new Date(), ...(other && { other }) };
    return context
      .get(ReplayService)
      .replay(question, (share) => progress.report({ done: Math.round(share * 100), total: 100, unit: 'percent' }));
  });
  formatReport(report, days).forEach(tell);
  return { result: { ...report, ...(report.difference && { difference: namePeople(report.difference) }) } };
};

/** @throws OperatorError with the usage */
function readQuestion({ values, positionals: [name, ...more] }: VerbCall) {
  const { preset, max } = REPLAY_DAYS;
  const days = Number(values['days'] ?? preset);
  if (name === undefined || more.length > 0 || !(Number.isInteger(days) && days >= 1 && days <= max)) {
    throw new OperatorError(`Usage: herald journey replay NAME [--app NAME] [--days 1 to ${max}] [--file FILE].`);
  }
  return { name, days, file: values['file'] === undefined ? undefined : String(values['file']) };
}

/** The version of a journey in a file. @throws OperatorError where the file has none; AppError as `readJourneys` */
async function readOther(path: string, name: string) {
  const file = await readJourneyFile(path);
  const written = isJsonObject(file) ? readJourneys(file['journeys'] ?? [], 'journeys').get(name) : undefined;
  if (!written) {
    throw new OperatorError(`${path} has no journey '${name}'.`);
  }
  return written.definition;
}

function formatReport(report: ReplayReport, days: number): string[] {
  const { journey, entered, sent, converted, inside, reasons, refused, decisions, perDay, difference } = report;
  const { real } = report;
  const named = difference && namePeople(difference);
  const list = (counts: object) =>
    Object.entries(counts)
      .map(([key, count]) => `${key} ${String(count)}`)
      .join(', ');
  return [
    `${journey}, the last ${days} days: ${entered} entered, ${sent} messages, ${converted} converted, ${inside} inside at the end`,
    ...(real ? [`Really: ${real.entered} entered.`] : []),
    ...compareDays(report).map(formatDay),
    `Reasons: ${list(reasons) || 'none'}. Refused: ${list(refused) || 'none'}.`,
    `${report.twiceInWeek} people get two messages in a week. ${report.deferred.quietHours} messages wait for hours, ${report.deferred.caps} for caps.`,
    `${decisions.onPresent} of ${decisions.all} decisions rest on what people are now.`,
    ...Object.entries(report.cost).map(([currency, cost]) => `Cost: ${cost.toFixed(2)} ${currency}.`),
    `The busiest day had ${perDay.most} entries: limits.perDay could be ${perDay.proposed}.`,
    ...(named
      ? [
          `${named.more.people} more people get messages: ${named.more.examples.join(', ') || '–'}`,
          `${named.fewer.people} people get none any more: ${named.fewer.examples.join(', ') || '–'}`,
        ]
      : []),
  ];
}

/** A day as `2026-11-01  entered 12 (really 10, +2)  EMAIL 8 (really 8)`. */
function formatDay({ day, entered, messages }: DayBesideReal): string {
  const write = (name: string, { replayed, really }: BesideReal): string => {
    const more = replayed - (really ?? replayed);
    const difference = more === 0 ? '' : `, ${more > 0 ? '+' : ''}${more}`;
    return `${name} ${replayed}${really === null ? '' : ` (really ${really}${difference})`}`;
  };
  const figures = [write('entered', entered), ...messages.map((message) => write(message.platform, message))];
  return `  ${day}  ${figures.join('  ')}`;
}

/** People by extId, as the file and the operations name them. */
function namePeople({ more, fewer }: NonNullable<ReplayReport['difference']>) {
  const name = ({ people, examples }: typeof more) => ({
    people,
    examples: examples.map(({ uid, extId }) => extId ?? `user ${uid}`),
  });
  return { more: name(more), fewer: name(fewer) };
}
