import { describe, expect, it } from 'vitest';
import { YamlWorker, type WorkerOptions } from './yaml-worker.js';

const BOUNDS = { depth: 64, values: 2_000_000, deadlineMs: 10_000 };
const DEADLINE_MS = 10_000;

/** A file with a thread that does something with each task. */
const fileOf = (onTask: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, threadId } from 'node:worker_threads';
      parentPort.on('message', (task) => { ${onTask} });
      parentPort.postMessage('ready');`)}`,
  );
const ANSWER = 'parentPort.postMessage({ value: task.text, numbers: [] });';
const read = async (worker: YamlWorker, text = 'a', deadlineMs = DEADLINE_MS) =>
  worker.run({ kind: 'read', text, bounds: BOUNDS }, deadlineMs);
const write = async (worker: YamlWorker, deadlineMs = DEADLINE_MS) =>
  worker.run({ kind: 'write', value: 'a', lineWidth: 80 }, deadlineMs);
const NO_REFUSAL = expect.not.objectContaining({ refusal: expect.anything() as unknown }) as unknown;

describe('YamlWorker', () => {
  it.each<[string, WorkerOptions, string]>([
    ['a missing file', { file: new URL('./none.js', import.meta.url) }, 'The thread for YAML does not start'],
    ['a crash', { file: fileOf(`throw new Error('broken');`) }, 'broken'],
  ])('A read that ends with %s is a fault of Herald', async (_, options, words) => {
    const worker = new YamlWorker(options);
    await expect(read(worker)).rejects.toSatisfy((error) => error instanceof Error && error.message === words);
    await expect(read(worker)).rejects.toEqual(NO_REFUSAL);
  });

  it('A text that needs more time than its deadline is malformed, and the next one is read', async () => {
    const worker = new YamlWorker({ file: fileOf(`if (task.text !== 'slow') { ${ANSWER} }`) });
    await expect(read(worker, 'slow', 50)).rejects.toMatchObject({
      refusal: 'malformed',
      message: 'The file takes too long to read',
    });
    expect(await read(worker)).toMatchObject({ value: 'a' });
  });

  it('A text that needs more memory than its thread has is malformed, and the next one is read', async () => {
    const file = fileOf(`const all = []; while (task.text === 'large') { all.push({ all: [all.length] }); } ${ANSWER}`);
    const worker = new YamlWorker({ file, memoryMb: 16 });
    await expect(read(worker, 'large')).rejects.toMatchObject({
      refusal: 'malformed',
      message: 'The file takes too much memory to read',
    });
    expect(await read(worker)).toMatchObject({ value: 'a' });
  });

  it('A value that takes too long to write is a fault of Herald', async () => {
    await expect(write(new YamlWorker({ file: fileOf('') }), 50)).rejects.toEqual(NO_REFUSAL);
  });

  it('A thread that fails while it waits ends no process, and another one takes its place', async () => {
    const file = fileOf(`
      parentPort.postMessage({ value: threadId, numbers: [] });
      if (task.text === 'last') { setTimeout(() => { throw new Error('late'); }, 1); }`);
    const worker = new YamlWorker({ file });
    const { value: first } = await read(worker, 'last');
    const readNext = async () =>
      read(worker).then(
        ({ value }) => value,
        () => first,
      );
    await expect.poll(readNext, { interval: 20 }).not.toBe(first);
    expect(await read(worker)).not.toMatchObject({ value: first });
  });

  it('A text whose turn does not come in time is unavailable', async () => {
    const worker = new YamlWorker({ file: fileOf(`if (task.text !== 'slow') { ${ANSWER} }`), turnMs: 30 });
    const slow = read(worker, 'slow', 500);
    await expect(read(worker)).rejects.toMatchObject({ refusal: 'unavailable', retryAfterSeconds: 5 });
    await expect(slow).rejects.toMatchObject({ refusal: 'malformed' });
    expect(await read(worker)).toMatchObject({ value: 'a' });
  });
});
