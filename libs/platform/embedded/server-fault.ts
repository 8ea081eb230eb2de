/**
 * Why a server ended by itself.
 *
 * @param lines  the end of the log; backends of a server that was killed before may write to it too
 * @param pid    the process that was started; a line names its own after the time (`log_line_prefix`)
 * @returns its last complaint, else the last line of anybody, for a program that ends before it can log
 */
export function findServerFault(lines: readonly string[], pid: number): string {
  const ownLines = lines.filter((line) => line.includes(` [${pid}] `));
  const fatal = ownLines.findLast((line) => /(FATAL|PANIC|ERROR): /.test(line));
  const line = fatal ?? ownLines.at(-1) ?? lines.at(-1) ?? 'it said nothing';
  return line.replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, '');
}
