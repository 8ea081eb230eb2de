import type { AnswerMeaning } from './answer-table.js';
import {
  addTally,
  crowdSize,
  decideCrowd,
  isCrowd,
  MIN_REFUSALS,
  NO_TALLY,
  type CrowdVerdict,
  type Speaker,
  type Tally,
  tallyAll,
  tallyTrusted,
} from './crowd.js';
import type { RecentAnswers } from './recent-answers.js';

/** A refusal of a recipient. */
export interface Answer {
  meaning: AnswerMeaning;
  code: string;
  raw: string;
  /** Words of `raw`; '' where they are not known. */
  words: string;
  /** The delay that the provider named. */
  afterMs: number | undefined;
}

/** Recipients of a batch that got the same answer from the same push service. */
export interface AnswerGroup {
  key: string;
  service: string;
  recipients: { index: number; answer: Answer }[];
  answer: Answer;
}

/** With a delay that the provider names, a request to slow down counts above this share of recipients. */
const NAMED_SHARE = 1 / 20;
const HALF = 1 / 2;

/**
 * Collects the answers of a batch that mean something else when several recipients get them: refusals that may be the fault
 * of the account, and requests to slow down that may be about one recipient.
 */
export class AnswerGroups {
  private readonly groups = new Map<string, AnswerGroup>();

  get isEmpty(): boolean {
    return this.groups.size === 0;
  }

  /** @param service  the push service of the recipient, else '' */
  add(index: number, answer: Answer, service: string): void {
    const { meaning, code, afterMs } = answer;
    const isRefusal = meaning.single !== meaning.majority;
    if (!isRefusal && !mayDelay(answer)) {
      return;
    }
    const kind = isRefusal ? 'refused' : afterMs === undefined ? 'busy' : 'named';
    const key = `${kind} ${code} ${service}`;
    const group = this.groups.get(key) ?? { key, service, recipients: [], answer };
    this.groups.set(key, group);
    group.recipients.push({ index, answer });
  }

  /**
   * Judges each group by the batch and by the minute before, and adds the batch to the minute. An account that is accused
   * begins with an empty one: who has spoken against it does not do so again after it was mended.
   *
   * @param probe  a small batch tries a stopped account: the answer of one trusted recipient stops it again, unless the
   *   account accepted a message
   */
  judge(
    speakers: readonly Speaker[],
    recent: RecentAnswers | undefined,
    probe: { isAccepted: boolean } | undefined,
  ): JudgedGroup[] {
    const judged = [...this.groups.values()].map((group): JudgedGroup => {
      const blamed = group.recipients.flatMap(({ index }) => speakers[index] ?? []);
      const all = speakers.filter(({ service }) => service === group.service);
      const earlier = probe ? NO_TALLY : (recent?.find(group.key, group.service) ?? NO_TALLY);
      const { single, majority } = group.answer.meaning;
      if (single === majority) {
        const groupTally = tallyAll(blamed, all);
        return {
          group,
          own: groupTally,
          verdict: 'none',
          delayMs: delayOf(group, groupTally, addTally(earlier, groupTally)),
        };
      }
      const verdict = decideCrowd(blamed, all, probe ? 1 : crowdSize(single === 'DROP'), earlier);
      const isRefuted = verdict === 'account' && probe?.isAccepted === true;
      return { group, own: tallyTrusted(blamed, all), verdict: isRefuted ? 'addresses' : verdict };
    });
    if (judged.some(({ verdict }) => verdict === 'account')) {
      recent?.clear();
    } else if (recent) {
      judged.forEach(({ group, own }) => recent.addGroup(group.key, own));
      addTotals(speakers, recent);
    }
    return judged;
  }
}

/** A group, its trusted recipients, and how long the account should wait by it. */
interface JudgedGroup {
  group: AnswerGroup;
  own: Tally;
  verdict: CrowdVerdict;
  delayMs?: number | undefined;
}

function addTotals(speakers: readonly Speaker[], recent: RecentAnswers): void {
  const users = new Map<string, Set<number>>();
  for (const { service, userId, isTrusted } of speakers) {
    const serviceUsers = users.get(service) ?? new Set();
    users.set(service, isTrusted ? serviceUsers.add(userId) : serviceUsers);
  }
  users.forEach(({ size }, service) => recent.addTotal(service, size));
}

/** A time that the provider names for the whole account counts from the first answer on: it needs no crowd. */
function mayDelay({ meaning: { about, single }, afterMs }: Answer): boolean {
  return single === 'RETRY' && (about === 'moment' || (about === 'account' && afterMs === undefined));
}

/** Pause of the account in ms; undefined: only some recipients wait. */
function delayOf({ recipients, answer }: AnswerGroup, batch: Tally, minute: Tally): number | undefined {
  const isNamed = answer.afterMs !== undefined;
  const share = isNamed ? NAMED_SHARE : HALF;
  if (!isCrowd(batch, share, MIN_REFUSALS) && !isCrowd(minute, share, MIN_REFUSALS)) {
    return undefined;
  }
  return isNamed ? Math.max(...recipients.map(({ answer: { afterMs = 0 } }) => afterMs)) : answer.meaning.afterMs;
}
