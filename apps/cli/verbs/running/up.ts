import { join } from 'node:path';
import { AuditModule } from '#libs/audit';
import { LinkService, MembersModule } from '#libs/members';
import { Config } from '#platform/config';
import { readDemoState } from '../../demo/demo-state.js';
import { runDemo } from '../../demo/run-demo.js';
import { withAppContext } from '../../runtime/app-context.js';
import { homeFolder, say } from '../../runtime/environment.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { readSettings } from '../../up/settings.js';
import { toLink } from '../set-up/member.js';
import { Interrupted, Supervisor } from '../../up/supervisor.js';

/** One Ctrl-C arrives up to three times: from the terminal, from npm and from the start script. */
const DEBOUNCE_MS = 1000;

export const up: RunVerb = async (_, { isJson, progress }) => {
  // It keeps running: its own lines show the progress.
  progress.end();
  const write = isJson ? (line: string) => void process.stderr.write(`${line}\n`) : say;
  // Keys, the data and the logs of every process: for this user alone.
  process.umask(0o077);
  const begin = Date.now();
  const tell = (line: string): void => write(`[${((Date.now() - begin) / 1000).toFixed(1).padStart(5)} s] ${line}`);
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
  const table = config.HERALD_DEMO ? await runFirstDemo(supervisor, home, config.SERVICE_NAME, tell) : [];
  if (!supervisor.isStopping) {
    const summary = await summarize(supervisor, home, externalDatabase, config.PUBLIC_URL);
    say(isJson ? JSON.stringify(summary, null, 2) : formatSummary(summary, table).join('\n'));
  }
  return stopped;
};

/** @returns the exit code, after everything has stopped */
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
      } else if (Date.now() - first > DEBOUNCE_MS) {
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

/** The demo of the first start. A failed demo is reported and repeated at the next start; Herald stays up. */
async function runFirstDemo(
  supervisor: Supervisor,
  home: string,
  service: string,
  tell: (line: string) => void,
): Promise<string[]> {
  const { simulators, address: gateway } = supervisor;
  if (simulators === null || (await readDemoState(home))?.isDone === true) {
    return [];
  }
  try {
    return await runDemo({ home, gateway, simulators, keyHeader: `X-${service}-api-key`, say: tell });
  } catch (error) {
    if (!supervisor.isStopping) {
      tell(`demo: broken off: ${error instanceof Error ? error.message : String(error)}`);
    }
    return [];
  }
}

/** The running processes and their addresses. */
interface Summary {
  gateway: string;
  simulators: string | null;
  database: 'embedded' | 'DATABASE_URL';
  publicUrl: string | null;
  logs: string;
  processes: string;
  demoKey: string | null;
  /** One-time link that makes the first member; null once there is one. */
  panelLink: string | null;
}

async function summarize(
  { address, simulators }: Supervisor,
  home: string,
  externalDatabase: string | undefined,
  publicUrl: string | undefined,
): Promise<Summary> {
  return {
    gateway: address,
    simulators,
    database: externalDatabase === undefined ? 'embedded' : 'DATABASE_URL',
    publicUrl: publicUrl ?? null,
    logs: join(home, 'logs'),
    processes: join(home, 'run.json'),
    demoKey: (await readDemoState(home))?.keys.rest ?? null,
    panelLink: await makeFirstLink(address),
  };
}

/** Herald is up without it: the link can be made by its verb too. */
async function makeFirstLink(address: string): Promise<string | null> {
  try {
    const rooms = [AuditModule, MembersModule];
    return await withAppContext(async (app) => {
      const link = await app.get(LinkService).makeFirst(operatorOrigin());
      return link && toLink(app.get(Config).PANEL_URL ?? address, link.token);
    }, rooms);
  } catch {
    return null;
  }
}

function formatSummary(
  { gateway, simulators, database, publicUrl, logs, processes, demoKey, panelLink }: Summary,
  table: readonly string[],
): string[] {
  return [
    ...(table.length === 0 ? [] : ['', ...table]),
    '',
    `  gateway      ${gateway}   (API reference: ${gateway}/docs)`,
    ...(simulators === null ? [] : [`  simulators   ${simulators}   (what they took: ${simulators}/deliveries)`]),
    `  database     ${database}`,
    `  links        ${publicUrl ?? 'of simulated messages only: set PUBLIC_URL for real ones'}`,
    `  logs         ${logs}`,
    `  processes    ${processes}`,
    ...(demoKey === null ? [] : [`  demo key     ${demoKey}   (REST)`]),
    panelLink === null
      ? `  panel        ${gateway}/panel/   (a way in: npx herald member link)`
      : `  panel        ${panelLink}   (signs the first member in, once)`,
    '',
    'Ctrl-C stops everything.',
  ];
}
