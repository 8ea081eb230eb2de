// The recipe's request side: a campaign becomes one job for each recipient.
import { createServer } from 'node:http';
import { Queue } from 'bullmq';
import { QUEUE, connection, endWithParent, pool } from './recipe-queue.mjs';

const PAGE = 1000;

const queue = new Queue(QUEUE, {
  connection,
  defaultJobOptions: {
    attempts: 3,
    backoff: { type: 'exponential', delay: 1000 },
    removeOnComplete: { count: 1000 },
    removeOnFail: { count: 5000 },
  },
});
queue.on('error', (error) => console.error(error.message));

async function addReminders({ body, custom }) {
  const { rows } = await pool.query('INSERT INTO campaign (body, custom) VALUES ($1, $2) RETURNING id', [body, custom]);
  return { id: rows[0].id };
}

/** Reads the devices page by page, and adds the jobs of each page at once. */
async function addCampaign({ body, custom }) {
  const { id: campaignId } = await addReminders({ body, custom });
  for (let last = '0'; ;) {
    const page = await pool.query('SELECT id, token FROM device WHERE id > $1 ORDER BY id LIMIT $2', [last, PAGE]);
    if (page.rows.length === 0) {
      return { id: campaignId };
    }
    await queue.addBulk(
      page.rows.map(({ id, token }) => ({
        name: 'push',
        data: { campaignId, deviceId: id, token, body, custom },
      })),
    );
    last = page.rows.at(-1).id;
  }
}

/**
 * Events of devices. A cart is a delayed job, whose id lets a purchase remove it: "set a job that is delayed by an hour, and
 * cancel it when the order comes".
 */
async function addEvents({ name, campaignId, devices, delayMs, body, custom }) {
  await pool.query('INSERT INTO event (device_id, name) SELECT unnest($1::bigint[]), $2', [devices, name]);
  const idOf = (id) => `${campaignId}-${id}`;
  if (name === 'Bought') {
    await Promise.all(devices.map((id) => queue.remove(idOf(id))));
    return {};
  }
  const { rows } = await pool.query('SELECT id, token FROM device WHERE id = ANY ($1::bigint[])', [devices]);
  await queue.addBulk(
    rows.map(({ id, token }) => ({
      name: 'push',
      data: { campaignId, deviceId: id, token, body, custom },
      opts: { delay: delayMs, jobId: idOf(id) },
    })),
  );
  return {};
}

/** How many jobs are open, and how many results of a campaign are stored. */
async function readCampaign(id) {
  const { rows } = await pool.query(
    `SELECT count(*) FILTER (WHERE status = 'sent')::integer AS sent FROM push_result WHERE campaign_id = $1`,
    [id],
  );
  return { sent: rows[0].sent };
}

async function countOpen() {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized', 'paused');
  return { open: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

const POSTS = { '/campaigns': addCampaign, '/reminders': addReminders, '/events': addEvents };

async function answer(request) {
  const { pathname } = new URL(request.url, 'http://recipe');
  if (request.method === 'POST') {
    let text = '';
    for await (const part of request.setEncoding('utf8')) {
      text += part;
    }
    return POSTS[pathname](JSON.parse(text));
  }
  return pathname === '/open' ? countOpen() : readCampaign(pathname.split('/')[2]);
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error) => response.writeHead(500).end(error.message),
  );
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send({ type: 'ready', port: server.address().port }));
endWithParent(async () => {
  await queue.close();
  await pool.end();
});
