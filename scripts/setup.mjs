// Set-up before every entry: the right Node, dependencies as the lock files say, a build as new as the sources.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { join } from 'node:path';
import { findTakenPort, loadEnvironment } from './environment.mjs';
import { build } from './setup/build.mjs';
import { installDependencies, slimDependencies } from './setup/install.mjs';
import { checkNode, findNode } from './setup/node.mjs';
import { ROOT, SetupError } from './setup/run.mjs';

export { findNode } from './setup/node.mjs';
export { ROOT, SetupError, capture, compileCache, passOn } from './setup/run.mjs';

/**
 * Brings a checkout into a state in which Herald runs.
 *
 * @param {{ tools: boolean }} wanted  whether what tests and checks need is installed too
 * @returns {Promise<string>} path of the Node that runs it
 */
export async function setUp(wanted = { tools: true }) {
  const node = await setUpDependencies(wanted);
  const built = build(node);
  // Beside the bundler, which reads none of those files.
  slimDependencies();
  await built;
  return node;
}

/** Sets up without a build: for tools that look at the sources. */
export async function setUpDependencies(wanted = { tools: true }) {
  checkNode();
  await installDependencies(wanted);
  return findNode();
}

/**
 * Reads `.env`, and looks at the ports before anything is installed or built, which may take minutes.
 *
 * @throws {SetupError} when the machine's Node cannot do that, or a port is taken
 */
export async function prepareStart() {
  checkNode();
  const fault = loadEnvironment(ROOT) ?? (await findTakenPort(ROOT));
  if (fault !== undefined) {
    throw new SetupError(fault);
  }
}

/** Runs an entry's main function: a SetupError ends the process with its sentence, anything else with a stack. */
export function main(work) {
  work().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error instanceof SetupError ? `\nherald: ${error.message}` : error);
      process.exitCode = 1;
    },
  );
}

/** Path of a tool's script inside node_modules, to be run by `node`. */
export function tool(path) {
  return join(ROOT, 'node_modules', path);
}
