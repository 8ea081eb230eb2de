/** Counts of one platform: from `getPushStats` and from its simulator. */
export interface ResultLine {
  platform: string;
  sent: number;
  failed: number;
  clicked: number;
  provider: string;
  accepted: number;
  rejected: number;
}

/** True where the counts of Herald and of the provider are equal. */
export function countsAgree(line: ResultLine): boolean {
  return line.sent === line.accepted && line.failed === line.rejected;
}

/** The result table of the demo; the last column compares the counts of Herald and the simulator. */
export function formatTable(lines: readonly ResultLine[]): string[] {
  const total = lines.reduce((sum, line) => ({
    platform: 'together',
    provider: '',
    sent: sum.sent + line.sent,
    failed: sum.failed + line.failed,
    clicked: sum.clicked + line.clicked,
    accepted: sum.accepted + line.accepted,
    rejected: sum.rejected + line.rejected,
  }));
  const head = ['platform', 'sent', 'failed', 'clicked', 'simulator', 'accepted', 'rejected', ''];
  const rows = [...lines, total].map((line) => [
    line.platform,
    String(line.sent),
    String(line.failed),
    String(line.clicked),
    line.provider,
    String(line.accepted),
    String(line.rejected),
    countsAgree(line) ? 'agree' : 'DIFFER',
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

/** Numbers to the right, words to the left. */
function pad(cell: string, width: number): string {
  return /^\d+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}
