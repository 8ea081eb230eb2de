import type { Page } from 'puppeteer-core';
import { MemberService, type Grant } from '#libs/members';
import type { TestGateway } from '../../contract/gateway.js';
import { openPage, type StoryBrowser } from '../panel-browser.js';

const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
const MIGHTIEST = { ...SYSTEM, grants: [{ role: 'owner', appId: null }] } as const;

/** Invites a member into the application of the test. @returns the address of its link */
export async function invite(
  { app, base, appId }: Pick<TestGateway, 'app' | 'base' | 'appId'>,
  name: string,
  role: Grant['role'],
): Promise<string> {
  const member = { name, email: null, grants: [{ role, appId }] };
  const { link } = await app.get(MemberService).invite(MIGHTIEST, member);
  return `${base}/panel/#link=${link.token}`;
}

/** A new member with a window of its own, signed in by its link. */
export async function enterPanel(
  browser: StoryBrowser,
  gateway: Pick<TestGateway, 'app' | 'base' | 'appId'>,
  { name, role }: { name: string; role: Grant['role'] },
): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(await invite(gateway, name, role));
  await page.locator(`::-p-aria([name="${name[0]}, You: ${name}"][role="button"])`).wait();
  return page;
}
