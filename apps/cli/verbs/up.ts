import { join } from 'node:path';
import { homeFolder, say } from '../surroundings.js';
import { readSettings } from '../up/settings.js';
import { Interrupted, Supervisor } from '../up/supervisor.js';
import type { Verb } from '../verb.js';

/** One press of Ctrl-C arrives up to three times: from the terminal, from npm and from the start script. */
const SAME_PRESS_MS = 1000;

export const up: Verb = {
  name: 'up',
  summary: 'Starts the database, the simulators and every process of Herald, and stays up.',
  operands: '',
  options: {},
  explain: {},
  async run() {
    const begin = Date.now();
    const tell = (line: string): void => say(`[${((Date.now() - begin) / 1000).toFixed(1).padStart(5)} s] ${line}`);
    const home = homeFolder();
    const config = readSettings(process.env);
    const externalDatabase = process.env['DATABASE_URL'] || undefined;
    const supervisor = new Supervisor({ home, config, externalDatabase, say: tell });
    const stopped = stopOnSignal(supervisor, tell);
    try {
      await supervisor.start();
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        throw error;
      }
      return stopped;
    }
    tell('Herald is up');
    summary(supervisor, home, externalDatabase);
    return stopped;
  },
};

/** @returns the exit code, once everything has stopped */
function stopOnSignal(supervisor: Supervisor, tell: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let first: number | null = null;
    const onSignal = (): void => {
      if (first === null) {
        first = Date.now();
        tell('stopping (Ctrl-C again ends everything at once)');
        supervisor.stop().then(() => {
          tell('stopped');
          resolve(0);
        }, reject);
      } else if (Date.now() - first > SAME_PRESS_MS) {
        tell('ending everything at once');
        supervisor.force();
        resolve(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, onSignal);
    }
  });
}

function summary(supervisor: Supervisor, home: string, externalDatabase: string | undefined): void {
  say('');
  say(`  gateway      ${supervisor.address}   (API document: ${supervisor.address}/docs)`);
  if (supervisor.simulators !== null) {
    say(`  simulators   ${supervisor.simulators}   (what they took: ${supervisor.simulators}/counts)`);
  }
  say(`  database     ${externalDatabase === undefined ? 'embedded' : 'DATABASE_URL'}`);
  say(`  logs         ${join(home, 'logs')}`);
  say(`  processes    ${join(home, 'run.json')}`);
  say('');
  say('Ctrl-C stops everything.');
}
