// Holds the CPU time of a run of the tests against test/budget.json, on the scale of the reference machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, ROOT } from '../setup.mjs';

/**
 * @param {string} node  path of the Node that ran the tests
 * @param {number} cpu  seconds
 * @returns {Promise<boolean>} whether the run kept within the budget
 */
export async function checkBudget(node, cpu) {
  const { cpuSeconds } = JSON.parse(readFileSync(join(ROOT, 'test', 'budget.json'), 'utf8'));
  const factor = await readFactor(node);
  const scaled = cpu / factor;
  const isKept = scaled <= cpuSeconds;
  const words = `${scaled.toFixed(0)} s of CPU by the factor ${factor} of this machine; the budget is ${cpuSeconds} s`;
  console.error(`herald: ${isKept ? '' : 'FAILED '}${words}`);
  return isKept;
}

async function readFactor(node) {
  const { output } = await capture(node, [join(ROOT, 'dist', 'apps', 'cli', 'main.js'), 'bench', 'machine']);
  return JSON.parse(output.trim().split('\n').at(-1)).factor;
}
