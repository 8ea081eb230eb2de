import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import type { AnswerMeaning, AnswerRow } from '../sender/answer-table.js';
import { BatchOutcomes } from '../sender/batch-outcomes.js';
import type { BatchReport } from '../sender/channels.types.js';
import { RecentAnswers } from '../sender/recent-answers.js';
import { PROVIDERS } from './registry.js';

const BATCH = 21;
const DELAY_MS = 30_000;

interface Case {
  name: string;
  code: string;
  meaning: AnswerMeaning;
}

/** One answer for each row of each provider's table. */
const CASES: readonly Case[] = PROVIDERS.flatMap(({ name, answers }) =>
  answers.rows.map((row): Case => {
    const status = typeof row.status === 'object' ? row.status[0] : (row.status ?? 0);
    const [code = `any of ${status}`] = row.codes ?? [];
    const meaning = answers.classify(status, ...(row.codes ?? []));
    return { name: `${name} ${status} ${code}`, code: `${status} ${code}`, meaning };
  }),
);

/** Sends a batch of which some recipients get an answer and all others are accepted. */
function send({ code, meaning }: Case, answered: number, size: number, recent?: RecentAnswers): Promise<BatchReport> {
  const batch = new BatchOutcomes(
    Array.from({ length: size }, () => ({})),
    recent ? { recent } : {},
  );
  for (let index = 0; index < size; index++) {
    if (index < answered) {
      batch.recordAnswer(index, meaning, code, 'words', meaning.single === 'RETRY' ? DELAY_MS : undefined);
    } else {
      batch.recordSent(index);
    }
  }
  return batch.report;
}

const thresholdOf = ({ single }: AnswerMeaning): number => (single === 'DROP' ? 10 : 5);
const isMajorityRow = ({ single, majority }: AnswerMeaning): boolean => single !== majority;

describe('Tables of answers', () => {
  it('Every row of every provider says what its answer is about, and is found by its own status and codes', () => {
    const rows = PROVIDERS.flatMap(({ answers }): readonly AnswerRow[] => answers.rows);
    expect(CASES.map(({ meaning }) => meaning)).toMatchObject(
      rows.map(({ about, single, majority, reason }) => ({ about, single, majority: majority ?? single, reason })),
    );
  });

  it.each(CASES.map((row) => [row.name, row] as const))(
    'The answer %s means what it is about for one recipient, for a minority and for a majority of a batch',
    async (_name, row) => {
      const { about, single } = row.meaning;
      for (const answered of [1, 4, 10, 11, BATCH]) {
        const { pause, slow, outcomes } = await send(row, answered, BATCH);
        const isAccount = about === 'account' && single !== 'RETRY';
        const isCrowd = isMajorityRow(row.meaning) && answered >= thresholdOf(row.meaning) && answered * 2 > BATCH;
        expect([answered, pause !== undefined]).toEqual([answered, isAccount || isCrowd]);
        const isSlow = single === 'RETRY' && (about === 'account' || (about === 'moment' && answered >= 5));
        expect([answered, slow?.ms]).toEqual([answered, isSlow ? DELAY_MS : undefined]);
        const kinds = new Set(outcomes.slice(answered).map(({ kind }) => kind));
        expect([...kinds]).toEqual(answered < BATCH ? ['sent'] : []);
        if (!isAccount && !isCrowd) {
          const kind = { DROP: 'dead', FAIL: 'failed', RETRY: 'retry', PAUSE: '', FIX: '' }[single];
          expect([...new Set(outcomes.slice(0, answered).map((outcome) => outcome.kind))]).toEqual([kind]);
        }
      }
    },
  );

  it.each(CASES.filter(({ meaning }) => isMajorityRow(meaning)).map((row) => [row.name, row] as const))(
    'The answer %s to messages that leave one by one pauses the account with the first crowd of a minute',
    async (_name, row) => {
      let seconds = 1000;
      const recent = new RecentAnswers(() => seconds * 1000);
      const threshold = thresholdOf(row.meaning);
      const next = async (): Promise<boolean> => (await send(row, 1, 1, recent)).pause !== undefined;
      for (let count = 1; count < threshold; count++) {
        expect([count, await next()]).toEqual([count, false]);
      }
      seconds += 61;
      expect(await next()).toBe(false);
      for (let count = 2; count < threshold; count++) {
        seconds += 1;
        expect([count, await next()]).toEqual([count, false]);
      }
      expect(await next()).toBe(true);
    },
  );

  it('Recipients of a batch that most of it refuses wait, while the account works for others of the minute', async () => {
    const row = CASES.find(({ name }) => name === 'apns 400 BadDeviceToken');
    const recent = new RecentAnswers(() => 1000);
    await (row && send(row, 0, 100, recent));
    const { pause, outcomes } = row ? await send(row, 12, 12, recent) : { pause: undefined, outcomes: [] };
    expect(pause).toBeUndefined();
    expect(outcomes).toEqual(
      Array.from({ length: 12 }, () =>
        expect.objectContaining({ kind: 'failed', reason: 'INVALID_TOKEN', isSuspect: true, mayBeAccount: true }),
      ),
    );
  });

  it('Successes of other batches of the minute keep an account going that a few recipients speak against', async () => {
    const row = CASES.find(({ name }) => name === 'fcm 401 THIRD_PARTY_AUTH_ERROR');
    if (row === undefined) {
      throw new Error('The table of FCM has no such row');
    }
    const recent = new RecentAnswers(() => 1000);
    for (let count = 0; count < 20; count++) {
      await send(row, 0, 2, recent);
      expect((await send(row, 1, 1, recent)).pause).toBeUndefined();
    }
    expect((await send(row, 30, 30, recent)).pause).toEqual({ code: '401 THIRD_PARTY_AUTH_ERROR', why: 'AUTH' });
  });

  it('Random answers of a provider never pause an account for fewer recipients than the threshold of their row', async () => {
    const total = sampleSize(10_000);
    for (let answers = 0, seed = 1; answers < total; seed++) {
      answers += await checkRandomMinutes(seeded(seed));
    }
  });
});

interface Answer {
  second: number;
  key: string;
  user: number;
}

/** Batches of one provider over some minutes, checked against a list of all that was said. @returns the answers */
async function checkRandomMinutes(random: () => number): Promise<number> {
  const draw = (count: number): number => Math.floor(random() * count);
  const provider = PROVIDERS[draw(PROVIDERS.length)]?.name ?? '';
  const rows = CASES.filter(({ name }) => name.startsWith(`${provider} `));
  // Some rows are frequent, as in life.
  const usual = [rows[draw(rows.length)], rows[draw(rows.length)]];
  const answers: Answer[] = [];
  let second = 1000;
  let count = 0;
  const recent = new RecentAnswers(() => second * 1000);
  for (let turn = 0; turn < 12; turn++) {
    second += draw(20);
    const size = 1 + draw(random() < 0.5 ? 3 : 30);
    const items = Array.from({ length: size }, () => ({ userId: draw(40), isTrusted: random() < 0.9 }));
    const batch = new BatchOutcomes(items, { recent });
    const blamed: { row: Case; user: number }[] = [];
    items.forEach(({ userId, isTrusted }, index) => {
      const row = random() < 0.3 ? undefined : random() < 0.8 ? usual[draw(2)] : rows[draw(rows.length)];
      if (row === undefined) {
        batch.recordSent(index);
      } else {
        batch.recordAnswer(index, row.meaning, row.code, '');
        if (isTrusted) {
          blamed.push({ row, user: userId });
        }
      }
    });
    count += size;
    const { pause } = await batch.report;
    answers.push(...blamed.map(({ row, user }) => ({ second, key: row.code, user })));
    const row = rows.find(({ code }) => code === pause?.code);
    if (pause && row?.meaning.about !== 'account') {
      const users = new Set(
        answers.filter((answer) => answer.key === pause.code && answer.second > second - 60).map(({ user }) => user),
      );
      const isEnough = row !== undefined && isMajorityRow(row.meaning) && users.size >= thresholdOf(row.meaning);
      expect([provider, pause.code, isEnough]).toEqual([provider, pause.code, true]);
    }
  }
  return count;
}
