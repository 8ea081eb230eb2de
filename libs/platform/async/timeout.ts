/** The result of `work`, or a rejection with code TIMEOUT after `ms` milliseconds. The work goes on; its late end is ignored. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(`Not done within ${ms} ms`), { code: 'TIMEOUT' })), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`; undefined when it fails or is not done in time. */
export async function resolveInTime<T>(ms: number, work: () => Promise<T>): Promise<T | undefined> {
  return withTimeout(ms, work()).catch(() => undefined);
}
