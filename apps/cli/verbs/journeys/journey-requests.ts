import { JourneyApprovalService, type ShownRequest } from '#libs/journeys';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb, VerbCall } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

const SEEN = '"herald journey requests" shows ids, hashes and limits';

export const journeyRequests: RunVerb = async ({ values, positionals }, { tell }) => {
  if (positionals.length > 0) {
    throw new OperatorError('Usage: herald journey requests [--app NAME].');
  }
  const requests = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    return context.get(JourneyApprovalService).list(id);
  });
  requests.map(formatRequest).forEach(tell);
  return { result: { requests: requests.map(toEntry) } };
};

export const journeyApprove: RunVerb = async (call, { tell }) => {
  const usage = `Usage: herald journey approve ID --hash HASH --per-day N [--words TEXT]; ${SEEN}.`;
  const { hash, 'per-day': written } = call.values;
  const perDay = Number(written);
  if (typeof hash !== 'string' || !(Number.isInteger(perDay) && perDay > 0)) {
    throw new OperatorError(usage);
  }
  const requestId = readId(call, usage);
  await withAppContext(async (context) => {
    const decider = await findDecider(context.get(ApplicationService), call);
    await context.get(JourneyApprovalService).approve(decider, requestId, { hash, perDay }, readWords(call));
  });
  tell(`Request ${requestId} is approved.`);
  return { result: { requestId, done: 'approve' } };
};

export const journeyReject: RunVerb = async (call, { tell }) => {
  const requestId = readId(call, `Usage: herald journey reject ID [--words TEXT]; ${SEEN}.`);
  await withAppContext(async (context) => {
    const decider = await findDecider(context.get(ApplicationService), call);
    await context.get(JourneyApprovalService).reject(decider, requestId, readWords(call));
  });
  tell(`Request ${requestId} is rejected.`);
  return { result: { requestId, done: 'reject' } };
};

/** The operator, with the rules of the application. @throws OperatorError as `findApp` */
async function findDecider(applications: ApplicationService, { values }: VerbCall) {
  const { id: appId } = await findApp(applications, values['app']);
  const { approval } = (await applications.getApplication(appId)).settings;
  return { appId, approval, ...operatorOrigin() };
}

/** @throws OperatorError with the usage */
function readId({ positionals: [text, ...more] }: VerbCall, usage: string): number {
  const id = Number(text);
  if (more.length > 0 || !(Number.isSafeInteger(id) && id > 0)) {
    throw new OperatorError(usage);
  }
  return id;
}

function readWords({ values }: VerbCall): string | null {
  return values['words'] === undefined ? null : String(values['words']);
}

function toEntry({ requestId, journey, state, author, askedAt, hash, perDay, needed, votes, isVoid }: ShownRequest) {
  return {
    requestId,
    journey: journey.name,
    state,
    author,
    askedAt,
    hash,
    perDay,
    needed,
    given: votes.length,
    isVoid,
  };
}

/** Two lines: the request, and what an approval names. */
function formatRequest(request: ShownRequest): string {
  const { requestId, journey, state, author, askedAt, hash, perDay, needed, votes, isVoid } = request;
  const seen = hash === null ? 'its forecast is not there yet' : `--hash ${hash} --per-day ${perDay}`;
  return [
    `${String(requestId).padStart(6)}  ${askedAt.toISOString()}  ${journey.name} (${state}), ${votes.length} of ${needed ?? '?'} approvals, by ${author.name}`,
    `        ${isVoid ? 'void: the journey is another one by now' : seen}`,
  ].join('\n');
}
