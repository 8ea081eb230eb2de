// Distinguishes Herald's own options of npm test from those of vitest.

/**
 * @param {string[]} args
 * @returns {{ changed?: string, log?: string, budget: boolean, bail: boolean, rest: string[] }} `changed` names a commit
 */
export function readOptions(args) {
  const options = { changed: undefined, log: undefined, budget: false, bail: false, rest: [] };
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const [name, value] = arg.split(/=(.*)/s);
    if (name === '--changed') {
      options.changed = value ?? (left[0] !== undefined && !left[0].startsWith('-') ? left.shift() : 'HEAD');
    } else if (name === '--log') {
      options.log = value ?? left.shift();
    } else if (name === '--budget') {
      options.budget = true;
    } else if (name === '--bail') {
      options.bail = true;
    } else {
      options.rest.push(arg);
    }
  }
  return options;
}
