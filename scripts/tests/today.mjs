// The slice of the full ring that .ci/run takes, another one each day, so that all of it runs every few weeks.
import { isWithin } from './rings.mjs';

/**
 * Divides the parts of the full ring into slices of a few minutes, and picks that of a day. A file that alone takes longer is
 * in no slice.
 *
 * @param {object} input
 * @param {import('./rings.mjs').Part[]} input.parts
 * @param {readonly string[]} input.tests  paths of all test files
 * @param {(path: string) => number} input.secondsOf
 * @param {number} input.seconds  that a slice may take, two files side by side
 * @param {number} input.day  a number that grows by one each day
 * @returns {import('./rings.mjs').Part}
 */
export function pickSlice({ parts, tests, secondsOf, seconds, day }) {
  const slices = parts
    .filter(({ inSlices }) => inSlices)
    .flatMap((part) => {
      const files = tests.filter((test) => isWithin(test, part.files) && secondsOf(test) * effort(part) <= seconds);
      return divide(files, (file) => secondsOf(file) * effort(part), seconds).map((slice) => ({
        ...part,
        files: slice,
      }));
    });
  const slice = slices[day % slices.length];
  return { ...slice, name: `${slice.name}, slice ${(day % slices.length) + 1} of ${slices.length}` };
}

/** Both browsers, or more random cases, take several times as long as what test/durations.json has. */
function effort({ alsoDaily }) {
  return alsoDaily ? 4 : 1;
}

function divide(files, secondsOf, seconds) {
  const slices = [];
  let left = 0;
  for (const file of files) {
    left -= secondsOf(file);
    if (left < 0) {
      slices.push([]);
      left = seconds - secondsOf(file);
    }
    slices.at(-1).push(file);
  }
  return slices;
}
