/** Megabytes of the young generation. A worker allocates the most: 16 spare it a third of the collections (decision 32). */
const YOUNG_MB = { worker: 16, other: 8 } as const;

/**
 * Lists the settings of Node for one process of an installation, by its name (`worker`, `gateway`, …).
 *
 * The young generation is half of V8's own bound in all others, which saves each some megabytes. The old one is bounded
 * too: V8 takes up to 4 GB where the machine has 16, and leaves garbage longer with more space. Decisions 32 and 87:
 * docs/decisions/01-runtime-and-packaging.md.
 */
export function nodeFlagsOf(name: string): string[] {
  const young = name.startsWith('worker') ? YOUNG_MB.worker : YOUNG_MB.other;
  return [`--max-semi-space-size=${young}`, '--max-old-space-size=1536'];
}
