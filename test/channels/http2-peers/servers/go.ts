import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#platform/embedded';
import type { PeerKind } from './peer.js';
import { absence, findProgram, startProgram } from './start-program.js';

const SOURCE = resolve('test/channels/http2-peers/servers/answer-as-asked.go');

/** Go's `net/http`. It is compiled first; Go keeps what it compiled in the folder of its caches. */
export const go: PeerKind = {
  name: "Go's net/http",
  absent: absence('go', 'golang-go'),
  longestHeader: 20_000,
  longestBody: 200_000,
  async start({ authority, folder }) {
    const port = await freePort();
    const [key, cert, program] = [join(folder, 'key.pem'), join(folder, 'cert.pem'), join(folder, 'answer-as-asked')];
    await writeFile(cert, authority.cert);
    await writeFile(key, authority.key, { mode: 0o600 });
    await promisify(execFile)(findProgram('go') ?? 'go', ['build', '-o', program, SOURCE], {
      env: { ...process.env, GO111MODULE: 'off', CGO_ENABLED: '0', GOFLAGS: '' },
    });
    const paths = new Map<string, number>();
    const running = await startProgram(program, [`127.0.0.1:${port}`, cert, key], port, {
      onLine: (path) => paths.set(path, (paths.get(path) ?? 0) + 1),
    });
    return { port, answered: () => paths, retire: () => running.signal('SIGTERM'), stop: () => running.stop() };
  },
};
