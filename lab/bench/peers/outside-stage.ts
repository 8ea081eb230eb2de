import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureAuthority } from '#platform/authority';
import { type Child, startChild } from '../../../test/support/processes/children.js';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import type { PeerProcess, Surroundings } from './peer.js';

export const TOPIC = 'com.example.bench';

/** The stage of a foreign system: simulators of its own, and its processes. */
export interface OutsideStage {
  simulators: SimulatorClient;
  /** Starts a program of the peers, with the stage's settings and more. */
  start(program: string, env: Record<string, string>): Promise<Child>;
  /** Takes a process that was started elsewhere into the list of `processes`. */
  add(process: PeerProcess): void;
  processes(): PeerProcess[];
  /** Kills a process and starts the same program with the same settings. */
  replace(child: Child): Promise<Child>;
  stop(): Promise<void>;
}

/** Starts the simulators as Herald's own processes get them, and makes a key for APNs. */
export async function openStage({ database, home, programs }: Surroundings): Promise<OutsideStage> {
  const authority = await ensureAuthority(join(home, 'tls'));
  const simulation = await startChild(
    'simulators',
    { HERALD_HOME: home, SIMULATOR_PORT: '0', LOG_LEVEL: 'info' },
    home,
  );
  const simulators = new SimulatorClient(`http://127.0.0.1:${simulation.port}`);
  const { apns } = await simulators.endpoints();
  const key = join(home, 'apns.p8');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const base = {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: authority.caPath,
    APNS_KEY: key,
    APNS_HOST: apns.host,
    APNS_PORT: String(apns.port),
    APNS_TOPIC: TOPIC,
  };
  const started = new Map<Child, { program: string; env: Record<string, string> }>();
  const added: PeerProcess[] = [];
  const start = async (program: string, env: Record<string, string>): Promise<Child> => {
    // Node's own settings: Herald's bounds of the heap are none of theirs.
    const child = await startChild(program, { ...base, ...env }, home, join(programs, `${program}.mjs`), []);
    started.set(child, { program, env });
    return child;
  };
  return {
    simulators,
    start,
    add: (process) => void added.push(process),
    processes: () => [...started.keys(), ...added],
    async replace(child) {
      const before = started.get(child);
      if (before === undefined) {
        throw new Error(`${child.name} was not started on this stage`);
      }
      await child.end('SIGKILL');
      started.delete(child);
      return start(before.program, before.env);
    },
    async stop() {
      await Promise.all([...started.keys(), simulation].map((child) => child.end('SIGTERM')));
    },
  };
}
