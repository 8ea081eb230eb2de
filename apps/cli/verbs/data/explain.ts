import { ExplainService, readSegmentTarget, type ExplainedClause, type ExplainedSegment } from '#libs/audience';
import { NotificationExplanationService, type ExplainedNotification } from '#libs/notifications/forecasts';
import { type PushResult, ResultsService } from '#libs/reporting';
import { ApplicationService, OPERATOR } from '#libs/tenancy';
import { DeviceService } from '#libs/users/devices';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { VerbCall, RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { formatLastError } from '../last-error.js';

export const explain: RunVerb = async (call, { tell }) => {
  const { result, lines } = await withAppContext(async (context) => {
    const [extId, question] = readQuestion(call);
    const { id } = await findApp(context.get(ApplicationService), call.values['app']);
    const explainer = context.get(ExplainService);
    if (question.campaign !== undefined) {
      const notification = await context
        .get(NotificationExplanationService)
        .explainNotification(id, question.campaign, extId, OPERATOR);
      const results = await context.get(ResultsService).listOfUser(id, question.campaign, extId, OPERATOR);
      return { result: { notification, results }, lines: formatNotification(notification, results) };
    }
    const uid = await context.get(DeviceService).getUid(id, extId);
    if (question.segment !== undefined) {
      const segment = await explainer.explainSegment(id, uid, question.segment, OPERATOR);
      return { result: { segment }, lines: formatSegment(segment) };
    }
    const clause = await explainer.explain(id, uid, readSegmentTarget(question.target), OPERATOR);
    return { result: { target: clause }, lines: formatClause(clause) };
  });
  lines.forEach(tell);
  return { result };
};

interface Question {
  target?: unknown;
  segment?: string;
  campaign?: number;
}

/** @throws OperatorError with the usage */
function readQuestion({ values, positionals: [extId, ...more] }: VerbCall): [string, Question] {
  const { target, segment, campaign } = values;
  const questions = [target, segment, campaign].filter((question) => question !== undefined);
  if (extId === undefined || more.length > 0 || questions.length !== 1) {
    throw new OperatorError('Usage: herald explain EXTID with one of --target, --segment and --campaign.');
  }
  if (segment !== undefined) {
    return [extId, { segment: String(segment) }];
  }
  if (campaign !== undefined) {
    const key = Number(campaign);
    if (!Number.isSafeInteger(key) || key < 1 || key >= 2 ** 31) {
      throw new OperatorError('--campaign takes a notification key, for example --campaign 12.');
    }
    return [extId, { campaign: key }];
  }
  try {
    return [extId, { target: JSON.parse(String(target)) as unknown }];
  } catch {
    throw new OperatorError('--target takes JSON, for example --target \'{"profile": {"city": "Izmir"}}\'.');
  }
}

/** One line for each clause; nested clauses are indented. */
function formatClause(
  { clause, matches, wanted: expected, found: actual, of: clauses }: ExplainedClause,
  depth = 0,
): string[] {
  const condition = expected === undefined ? '' : ` ${JSON.stringify(expected)}`;
  const has = actual === undefined ? '' : `: has ${JSON.stringify(actual)}`;
  return [
    `${'  '.repeat(depth)}${matches ? 'yes' : 'no '} ${clause}${condition}${has}`,
    ...(clauses ?? []).flatMap((inner) => formatClause(inner, depth + 1)),
  ];
}

function formatSegment({ name, type, member, calculatedAt, rule, score }: ExplainedSegment): string[] {
  const served =
    member === null
      ? 'was never calculated'
      : `${member ? 'has' : 'does not have'} the user, as calculated ${calculatedAt?.toISOString() ?? ''}`;
  return [
    `Segment ${name} (${type}) ${served}.`,
    'As of now:',
    ...formatClause(rule, 1),
    ...(score ? [`  score ${JSON.stringify(score.score)}, wanted ${JSON.stringify(score.wanted)}`] : []),
  ];
}

function formatNotification(
  { target, outlook: forecasts }: ExplainedNotification,
  results: readonly PushResult[],
): string[] {
  return [
    'Target, as of now:',
    ...formatClause(target, 1),
    'Devices and addresses, as of now:',
    ...forecasts.flatMap(({ platform, ready, wait, lastError, skipped, failed }) => {
      const obstacles = Object.entries({ ...skipped, ...failed }).map(([reason, n]) => `${n} ${reason}`);
      const waits = wait
        ? [`the account is ${wait.state} (${wait.why}, ${wait.code}) until ${wait.until ?? 'it is resumed'}`]
        : [];
      return [
        `  ${platform}: ${[`${ready} would be sent to`, ...obstacles, ...waits].join(', ')}`,
        ...(lastError ? [`    ${formatLastError(lastError)}`, `    ${lastError.advice}`] : []),
      ];
    }),
    results.length > 0 ? 'Results, newest first:' : 'No result yet.',
    ...results.map(formatResult),
  ];
}

function formatResult({
  platform,
  status,
  errorCode,
  errorMsg,
  errorDetail,
  nextAttempt,
  timeStamp,
}: PushResult): string {
  const parts = [
    `  ${timeStamp.toISOString()} ${platform} ${status}`,
    errorMsg,
    ...(status === 'OPEN' && errorCode !== null ? [`(${[errorCode, errorDetail].filter(Boolean).join(': ')})`] : []),
    nextAttempt ? `tried again at ${nextAttempt.toISOString()}` : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
