import { type Step, SUMS } from '../model/journey.types.js';
import { findFailing, findSilence, findSurge, type HourCounts } from './alarm-rules.js';
import type { Finding } from './alarm.types.js';

/** Figures of a journey in the last hours. @property messages  of the steps that send, by their ids */
export interface WatchedJourney {
  steps: readonly Step[];
  counts: ReadonlyMap<string, HourCounts>;
  messages: ReadonlyMap<string, { sent: number; failed: number }>;
  /** True where figures of several hours came at once: a surge would be none. */
  isCaughtUp: boolean;
}

/** Judges a journey that lets people in. */
export function judgeJourney({ steps, counts, messages, isCaughtUp }: WatchedJourney): Finding[] {
  const entries = counts.get(SUMS.entered) ?? [];
  const silence = findSilence(entries);
  const surge = isCaughtUp ? undefined : findSurge(entries);
  const findings: Finding[] = [
    ...(silence ? [{ kind: 'SILENT' as const, node: '', ...silence }] : []),
    ...(surge ? [{ kind: 'SURGE' as const, node: '', ...surge }] : []),
  ];
  if (!silence) {
    findings.push(...findStopped(steps, counts));
  }
  for (const [node, sums] of messages) {
    const failing = findFailing(sums);
    if (failing) {
      findings.push({ kind: 'FAILING', node, ...failing });
    }
  }
  return findings;
}

/** Steps to which no one comes any more. Those behind such a step are none of their own. */
function findStopped(steps: readonly Step[], counts: ReadonlyMap<string, HourCounts>): Finding[] {
  const findings: Finding[] = [];
  const walk = (list: readonly Step[], isBehind: boolean): void => {
    let isStopped = isBehind;
    for (const step of list) {
      if (step.kind === 'goto') {
        continue;
      }
      const silence = findSilence(counts.get(step.id) ?? []);
      if (silence && !isStopped) {
        findings.push({ kind: 'STOPPED', node: step.id, ...silence });
      }
      isStopped ||= silence !== undefined;
      listBranches(step).forEach((branch) => walk(branch, isStopped));
    }
  };
  walk(steps, false);
  return findings;
}

function listBranches(step: Step): readonly (readonly Step[])[] {
  switch (step.kind) {
    case 'waitFor':
      return [step.came ?? []];
    case 'webhook':
      return [step.failed ?? []];
    case 'branch':
      return [step.yes ?? [], step.no ?? []];
    case 'split':
      return step.arms.map((arm) => arm.steps);
    default:
      return [];
  }
}
