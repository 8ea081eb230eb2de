/** What `work` gives; undefined when it fails or is not done in time. Its late end is ignored. */
export async function resolveInTime<T>(work: () => Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([work().catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
