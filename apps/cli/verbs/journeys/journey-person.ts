import { JourneyPeopleService, type PastPersonVisit, type PersonVisit } from '#libs/journeys/control';
import { ApplicationService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { OperatorError } from '#platform/embedded';
import { AppError } from '#platform/errors';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { formatNext, formatStep, formatVisited } from './journey-lines.js';

/** Visits that ended, of which the newest are shown. */
const SHOWN_PAST = 50;

export const journeyPerson: RunVerb = async ({ values, positionals: [extId, ...more] }, { tell }) => {
  if (extId === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald journey person EXTID [--app NAME].');
  }
  const { inside, past } = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    const uid = (await context.get(UserLookupService).findUidsByExtIds(id, [extId])).get(extId);
    if (uid === undefined) {
      throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 100)}'`);
    }
    const people = context.get(JourneyPeopleService);
    return { inside: await people.listInside(id, uid), past: (await people.listPast(id, uid, SHOWN_PAST)).items };
  });
  [...inside.map(formatInside), ...past.map(formatPast)].forEach(tell);
  if (inside.length + past.length === 0) {
    tell(`${extId} was in no journey.`);
  }
  return { result: { inside: inside.map(toInside), past: past.map(toPast) } };
};

function formatInside({ journey, visit, step, next, came }: PersonVisit): string {
  const { node, since, dueAt, isWoken } = visit;
  const place = `${formatVisited(journey)}: at ${formatStep(step, node)}, since ${since.toISOString()}`;
  if (isWoken) {
    return `${place}; the event came, and ${formatNext(came)} is next.`;
  }
  const branch = step?.kind === 'waitFor' && came !== next ? `, or ${formatNext(came)} when the event comes` : '';
  return `${place}; at ${dueAt.toISOString()} ${formatNext(next)} is next${branch}.`;
}

function formatPast({ journey, visit, step }: PastPersonVisit): string {
  const { node, enteredAt, leftAt, reason } = visit;
  const times = `from ${enteredAt.toISOString()} to ${leftAt.toISOString()}`;
  return `${formatVisited(journey)}: ${times}, left at ${formatStep(step, node)}: ${reason}.`;
}

function toInside({ journey, visit, step, next, came }: PersonVisit) {
  const { key, version, node, enteredAt, since, dueAt, isWoken } = visit;
  return {
    journey: journey.name,
    state: journey.state,
    version,
    node,
    key,
    step: step ?? null,
    enteredAt,
    since,
    until: dueAt,
    isWoken,
    next: next?.id ?? null,
    ...(step?.kind === 'waitFor' && { afterEvent: came?.id ?? null }),
  };
}

function toPast({ journey, visit }: PastPersonVisit) {
  const { key, version, node, enteredAt, leftAt, reason } = visit;
  return { journey: journey.name, version, node, key, enteredAt, leftAt, reason };
}
