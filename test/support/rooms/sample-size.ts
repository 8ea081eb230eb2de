/** How many random cases a test tries: `TEST_SAMPLES` times as many as a run of everything. */
export function sampleSize(cases: number): number {
  return Math.ceil(cases * Number(process.env['TEST_SAMPLES'] ?? 1));
}
