// How every check ends: its faults, one line each, and exit code 1; or one line that says what holds.

/**
 * @param {string[]} faults
 * @param {string} holds  what is true when there are none
 */
export function report(faults, holds) {
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  } else {
    console.log(holds);
  }
}
