/**
 * Finds out why a server ended.
 *
 * @param lines  the end of the log; backends of a server that was killed before may write to it too
 * @param pid    the started process; a line has its process id after the time (`log_line_prefix`)
 * @returns its last error, else the last line of the log, for a program that ends before it can log
 */
export function findServerFault(lines: readonly string[], pid: number): string {
  const ownLines = lines.filter((line) => line.includes(` [${pid}] `));
  const fatal = ownLines.findLast((line) => /(FATAL|PANIC|ERROR): /.test(line));
  const line = fatal ?? ownLines.at(-1) ?? lines.at(-1) ?? 'no log line';
  return line.replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, '');
}
