import { ConsentProofService, type ConsentGround, type ConsentProof } from '#libs/reporting';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

export const consentShow: RunVerb = async ({ positionals: [app, messageId, ...more] }, { tell }) => {
  if (app === undefined || messageId === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald consent show APP MESSAGE-ID.');
  }
  const result = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), app);
    return context.get(ConsentProofService).prove(id, messageId, true);
  });
  formatProof(result).forEach(tell);
  return { result };
};

function formatProof(proof: ConsentProof): string[] {
  const { messageId, platform, extId, left, at, checkedAt, status, reason, overrides, grounds } = proof;
  const outcome = left ? `left (${status})` : `did not leave (${[status, reason].filter(Boolean).join(' ')})`;
  return [
    `Message ${messageId} to ${extId ?? 'an anonymous visitor'} on ${platform} ${outcome}.`,
    checkedAt
      ? `Consent as it was read at ${checkedAt.toISOString()}:`
      : `Consent as of ${at.toISOString()}, the time of the result:`,
    ...(overrides ? ['  Refusals of the channel did not count for this message.'] : []),
    ...grounds.flatMap(formatGround),
  ];
}

function formatGround({ subject, category, installationId, permitted, statement, words }: ConsentGround): string[] {
  const name = [subject, category ?? installationId].filter(Boolean).join(' ');
  const by = statement?.by ? ` ${statement.by}` : '';
  const origin = statement
    ? `said at ${statement.at.toISOString()} by ${statement.source}${by}`
    : 'no statement; default of the channel';
  return [
    `  ${permitted ? 'yes' : 'no '} ${name}: ${origin}`,
    ...(words ? [`      in answer to "${words.title ?? words.messageId}"${words.text ? `: ${words.text}` : ''}`] : []),
  ];
}
