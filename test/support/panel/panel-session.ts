import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The cookie of a member who has just signed in by the one-time link of the first member, as an operator gets it. */
export async function signInFirst(
  origin: string,
  env: { DATABASE_URL: string; MASTER_KEY: string; HERALD_HOME: string },
): Promise<string> {
  const verb = [join('dist', 'apps', 'cli', 'main.js'), 'member', 'link', '--json'];
  const { stdout } = await run(process.execPath, verb, { env: { ...process.env, ...env } });
  const { link } = JSON.parse(stdout) as { link: string };
  const token = link.slice(link.indexOf('#link=') + '#link='.length);
  const answer = await fetch(`${origin}/panel/1.0/session/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-herald-panel': '1', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (answer.status !== 204 || cookie === '') {
    throw new Error(`The link was answered by ${answer.status}: ${await answer.text()}`);
  }
  return cookie.split(';')[0] ?? '';
}
