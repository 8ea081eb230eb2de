import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { areUsable, createCertificates, type Certificates } from './certificates.js';

const VALID_DAYS = 730;
/** Files with less validity left are replaced at the next start. */
const RENEW_BELOW_DAYS = 60;
/** An older lock belongs to a process that has died. */
const STALE_LOCK_MS = 10_000;

const FILES = { ca: 'ca.pem', cert: 'leaf.pem', key: 'leaf-key.pem' } as const;

export interface Authority extends Certificates {
  /** Absolute path of the authority's PEM, for NODE_EXTRA_CA_CERTS. */
  caPath: string;
}

/**
 * The local certificate authority of the simulators. It is created on first use. It is replaced when its files are
 * incomplete, do not belong together or expire soon. Concurrent processes get the same one.
 *
 * A process that trusts it through NODE_EXTRA_CA_CERTS must start after this call: Node reads that file once, at start.
 *
 * @param dir  folder of `ca.pem`, `leaf.pem` and `leaf-key.pem`; created when missing (mode 0700, files 0600)
 */
export async function ensureAuthority(dir: string): Promise<Authority> {
  const folder = resolve(dir);
  const caPath = join(folder, FILES.ca);
  const existing = await readCertificates(folder);
  if (existing !== undefined) {
    return { caPath, ...existing };
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withLock(join(folder, '.lock'), async () => {
    const concurrent = await readCertificates(folder);
    if (concurrent !== undefined) {
      return { caPath, ...concurrent };
    }
    const created = await createCertificates(VALID_DAYS);
    // The key is written first and the authority last: until all three are there, readers see files that do not belong
    // together.
    await replaceFile(join(folder, FILES.key), created.key);
    await replaceFile(join(folder, FILES.cert), created.cert);
    await replaceFile(caPath, created.ca);
    return { caPath, ...created };
  });
}

async function readCertificates(folder: string): Promise<Certificates | undefined> {
  try {
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    const [ca, cert, key] = await Promise.all([read(FILES.ca), read(FILES.cert), read(FILES.key)]);
    if (!areUsable({ ca, cert, key }, RENEW_BELOW_DAYS)) {
      return undefined;
    }
    await Promise.all(Object.values(FILES).map((name) => chmod(join(folder, name), 0o600)));
    return { ca, cert, key };
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** Writes another file and renames it, so that a reader or a crash never finds half a file. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Runs `work` under a lock file. An exclusive create is atomic on every file system. */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) {
        throw error;
      }
      const since = await stat(path).then(
        (lock) => lock.mtimeMs,
        () => undefined,
      );
      if (since !== undefined && Date.now() - since > STALE_LOCK_MS) {
        await rm(path, { force: true });
      } else {
        await sleep(25);
      }
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
