import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Stack } from '../../../test/support/processes/stack.js';
import { insist, makeVictim } from '../victims.js';
import type { Campaign, Trouble } from './troubles.js';

const run = promisify(execFile);
/** The campaign is over, or already in the state that is asked for: an answer that was lost. */
const WRONG_STATE = 5005;

/** An operator who pauses, resumes, stops and slows down the campaign under way, and takes back dead tokens of the last one. */
export function operatorTroubles(
  stack: Stack,
  campaign: () => Campaign,
  commandEnv: Record<string, string>,
): Trouble[] {
  const ask = (operation: string, change: object = {}): Promise<void> =>
    insist(async () => {
      const { status, body } = await stack.rest.post<{ code?: number }>(operation, [
        { messageId: campaign().key, ...change },
      ]);
      if (status !== 200 && body?.code !== WRONG_STATE) {
        throw new Error(`${operation} was answered with ${status}: ${JSON.stringify(body)}`);
      }
    });
  return [
    makeVictim('pause', nothing, async (luck) => {
      await ask('pauseNotification');
      await sleep(luck * 4000);
      await ask('resumeNotification');
    }),
    makeVictim('speed', nothing, async (luck) => {
      await ask('changeSpeed', { packageSize: Math.round(100 + luck * 1900), intervalMins: 1 });
      await sleep(luck * 5000);
      await ask('changeSpeed');
    }),
    makeVictim('stop', nothing, () => ask('stopNotification')),
    makeVictim('undo', nothing, async () => {
      const { priorKey } = campaign();
      if (priorKey !== undefined) {
        const args = [resolve('dist/apps/cli/main.js'), 'tokens', 'undo', '--campaign', String(priorKey)];
        await insist(async () => {
          await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...commandEnv } });
        });
        campaign().undoneKey = priorKey;
      }
    }),
  ];
}

const nothing = async (): Promise<void> => undefined;
