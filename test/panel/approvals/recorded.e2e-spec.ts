import { doneCheck } from '../../support/panel/compose/check-answers.js';
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT, REVIEW, REVIEW_CHECK } from '../../support/panel/approvals/approval-fixtures.js';
import { NEIGHBOURS } from '../../support/panel/compose/warning-fixtures.js';
import { activate } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, isMatched, press, seeText, textOf } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { NEVER, type PanelSite, refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('requests');
const SOON = { timeout: 20_000, interval: 50 };
const AT = '/panel/apps/shop/campaigns';
const APPROVE = 'Approve 1,234 recipients';

describe.each(kinds)('Decision on a campaign in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(() => {
    ({ site, page } = recorded());
  });
  const open = (path: string) => page.goto(`${site.origin}${AT}${path}`);
  const changed = (path: string) => ({
    status: 409,
    body: { requestId: 'req-1', problems: [{ path, code: 'changed_meanwhile', text: 'Not what you read' }] },
  });

  it('An approver reads the figures then and now and the changes, and approves what was counted', async () => {
    await open('/approvals?request=1240');
    await seeText(page, APPROVE);
    await seeText(page, 'It was 1,210 when it was requested, and is 1,234 now.');
    await seeText(page, '"Everything 30 % off"');
    for (const text of [
      'Turkish: Text',
      'Time to live\t–\t2 hours',
      '1,000 recipients in 1 hour 30 minutes',
      '50,000',
    ]) {
      await seeText(page, text);
    }
    await seeText(page, 'Good, but not before noon.');
    await seeText(page, '1 of 2 approved by Tomo Nakagawa');
    await seeText(page, 'at most 5,000 users');
    await seeText(page, '3 members');
    await seeText(page, 'is in the segment members');
    await press(page, 'button', APPROVE);
    await seeText(page, 'Approved.');
    const [sent] = site.requestsOf('POST /apps/shop/approvals/1240/approve');
    expect(sent?.body).toEqual({ hash: REVIEW_CHECK.hash, planned: REVIEW_CHECK.planned });
  });

  it('An approver reads the audience before and now in words, and the text of a mail before and now', async () => {
    const [from, to] = ['<p style=\\"color:red\\">Only today</p>', '<p>Only <b>tomorrow</b></p>'];
    const differences = [
      ...REVIEW.differences,
      { field: 'message.languages.de.text', from: `"${from}"`, to: `"${to}"` },
    ];
    site.on('GET /apps/shop/approvals/1240', { body: { ...REVIEW, differences } });
    await open('/approvals?request=1240');
    await seeText(page, APPROVE);
    const rows = await page.$$eval('tr', (found) => found.map((row) => [...row.cells].map((cell) => cell.textContent)));
    expect(rows).toContainEqual(['Audience', 'Everybody', 'is in the segment members']);
    expect(rows).toContainEqual(['German: Text of the mail', 'Only today', 'Only tomorrow']);
    const text = await textOf(page);
    expect(text).not.toContain('"segment"');
    expect(text).not.toContain('<p');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('An approver counts on demand the users who get other campaigns of that day too, and can stop the count', async () => {
    site.on('GET /apps/shop/approvals/1240/neighbours', NEVER);
    await open('/approvals?request=1240');
    await seeText(page, APPROVE);
    expect(site.requestsOf('GET /apps/shop/approvals/1240/neighbours')).toEqual([]);
    await press(page, 'button', 'Count who gets both');
    await press(page, 'button', 'Stop counting');
    site.on('GET /apps/shop/approvals/1240/neighbours', { body: NEIGHBOURS });
    await press(page, 'button', 'Count who gets both');
    await seeText(page, 'Users in both match this audience and the other one now.');
    await seeText(page, 'Offers');
    await seeText(page, '12,300\t1,040');
    await seeText(page, '500 users\tnot counted');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('An approver cannot approve while the campaign is being counted', async () => {
    site.on('POST /apps/shop/approvals/1240/check', NEVER);
    await open('/approvals?request=1240');
    await seeText(page, 'Counting …');
    const button = '::-p-aria([name="Approve 1,210 recipients"][role="button"])';
    expect(await isMatched(page, button, ':disabled')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('An approver sees what changed in between, and the new number', async () => {
    await open('/approvals?request=1240');
    await seeText(page, APPROVE);
    site.on('POST /apps/shop/approvals/1240/approve', changed('planned'));
    site.on('POST /apps/shop/approvals/1240/check', { body: doneCheck({ ...REVIEW_CHECK, planned: 1300 }) });
    await press(page, 'button', APPROVE);
    await seeText(page, 'The number of recipients has changed.');
    await seeText(page, 'Approve 1,300 recipients');
    site.on('POST /apps/shop/approvals/1240/approve', changed('state'));
    site.on('GET /apps/shop/approvals/1240', {
      body: { ...REVIEW, state: 'APPROVED', given: 2, votes: [...REVIEW.votes, { ...REVIEW.votes[0], words: null }] },
    });
    await press(page, 'button', 'Approve 1,300 recipients');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('Decision'), SOON);
  });

  it('The page of requests shows how many must approve what, and why a campaign that grew did not leave', async () => {
    await open('/approvals');
    await seeText(page, 'More than 1,000 users: 2 approvals. More than 5,000 users: 3 approvals.');
    const grown = { ...REVIEW, state: 'OUTGROWN', given: 2, outgrown: 5200 };
    site.on('GET /apps/shop/approvals/1240', { body: grown });
    await open('/approvals?request=1240');
    await seeText(page, 'Audience grew too large');
    await seeText(page, '5,200 users matched at its send time, and it was approved for 5,000. Nothing was sent.');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('A member turns the e-mails about requests off', async () => {
    site.on('POST /me', { body: { ...ME, member: { ...ME.member, approvalMails: false } } });
    await page.goto(`${site.origin}/panel/me`);
    await seeText(page, 'Requests that you may approve');
    await activate(page, 'Notify me by e-mail');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Save');
    await seeText(page, 'Saved.');
    expect(site.requestsOf('POST /me')[0]?.body).toMatchObject({ approvalMails: false });
  });

  it('An author takes a request back after a confirmation', async () => {
    await open('/approvals?request=1241');
    await seeText(page, 'No approver was notified by e-mail: connect an e-mail account first.');
    await press(page, 'button', 'Withdraw');
    await seeText(page, 'Nothing is sent. You can edit it and ask again.');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await page.$('[role="alertdialog"]')).toBeNull(), SOON);
    expect(site.requestsOf('POST /apps/shop/approvals/1241/withdraw')).toEqual([]);
    await press(page, 'button', 'Withdraw');
    await seeText(page, 'Nothing is sent. You can edit it and ask again.');
    await activate(page, 'Withdraw');
    await seeText(page, 'Withdrawn: nothing is sent.');
    expect(site.requestsOf('POST /apps/shop/approvals/1241/withdraw')).toHaveLength(1);
  });

  it('A member without the permission can only read a request', async () => {
    site.on('GET /apps/shop/approvals/1240', { body: { ...REVIEW, target: null, draft: null } });
    site.on('POST /apps/shop/approvals/1240/check', refusal(403, 'FORBIDDEN', 'No.'));
    const [shop] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions: ['campaigns.read'] }] } });
    await open('/approvals?request=1240');
    await seeText(page, 'To decide you need the permission to approve campaigns.');
    await seeText(page, 'You have no permission to see the conditions of this audience.');
    expect(site.requestsOf('POST /apps/shop/approvals/1240/check')).toEqual([]);
  });

  it('The composer does not open a requested campaign with parts that it lacks', async () => {
    const draft = { ...DRAFT, target: { tags: ['vip'] } };
    site.on('GET /apps/shop/approvals/1241', { body: { ...REVIEW, key: '1241', own: 'AUTHOR', draft } });
    await open('/new?request=1241');
    await seeText(page, 'This campaign has parts that cannot be edited here.');
    expect(await page.$('textarea')).toBeNull();
  });
});
