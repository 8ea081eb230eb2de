import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface BareFigures {
  cpuMsPer1000: number;
  ratePerS: number;
}

/**
 * Runs the bare client in a process of its own, so that its CPU time is measured alone.
 *
 * @param control  base of the simulators' control interface
 */
export async function runBareLoop(control: string, platform: string, messages: number): Promise<BareFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join('dist', 'lab', 'bench', 'send', 'bare-client.js'), [control, platform, String(messages)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (figures: BareFigures) => resolve(figures));
    child.once('exit', (code) => reject(new Error(`The bare client ended with ${code}`)));
  });
}
