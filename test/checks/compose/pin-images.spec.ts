import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs the script with a program in place of docker. */
function pin(docker: string): SpawnSyncReturns<string> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-pin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'docker');
  writeFileSync(program, `#!/bin/sh\n${docker}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  return spawnSync('sh', ['docker/pin-images.sh'], { encoding: 'utf8', env });
}

it('docker/pin-images.sh prints each image of docker/.env.example with its digest', () => {
  const { status, stdout } = pin(`echo "sha256:$(printf '%s' "$4" | sha256sum | cut -c1-64)"`);
  expect(status).toBe(0);
  const example = readFileSync('docker/.env.example', 'utf8');
  const images = [...example.matchAll(/^(\w+_IMAGE=\S+)$/gm)].map(([, line]) => line);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/@sha256:[0-9a-f]{64}$/, ''))).toEqual(images);
  expect(lines.every((line) => /@sha256:[0-9a-f]{64}$/.test(line))).toBe(true);
});

it.each(['exit 1', 'echo "no such manifest"', 'true'])(
  'docker/pin-images.sh fails where docker answers with: %s',
  (docker) => {
    const { status, stdout } = pin(docker);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
  },
);
