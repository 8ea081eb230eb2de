// Environment variables are read in one place, and no source file grows past 400 lines.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_LINES = 400;
const MAY_READ_ENVIRONMENT = [
  /^libs\/platform\/config\//,
  /^apps\/cli\//,
  /^apps\/simulators\/main\.ts$/,
  /^scripts\//,
  /^bin\//,
  /^test\//,
  /spec\.ts$/,
  /^vitest/,
];

/** Written by a generator, as long as it wants. */
const GENERATED = /^openapi\//;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !GENERATED.test(file));
const faults = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length;
  if (lines > MAX_LINES && !file.endsWith('spec.ts')) {
    faults.push(`${file} has ${lines} lines; split it`);
  }
  if (text.includes('process.env') && !MAY_READ_ENVIRONMENT.some((pattern) => pattern.test(file))) {
    faults.push(`${file} reads process.env; settings come from #platform/config`);
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
