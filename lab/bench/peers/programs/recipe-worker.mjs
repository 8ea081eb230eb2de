// The recipe's worker: a job is one message to APNs, and then one row of its result.
import apn from '@parse/node-apn';
import { Worker } from 'bullmq';
import { QUEUE, connection, endWithParent, pool } from './recipe-queue.mjs';

const { APNS_KEY, APNS_HOST, APNS_PORT, APNS_TOPIC } = process.env;
/** "Something between 100 and 300 is a quite standard setting" for jobs that wait (docs.bullmq.io, parallelism). */
const CONCURRENCY = 100;

const provider = new apn.Provider({
  token: { key: APNS_KEY, keyId: 'ABCDE12345', teamId: 'TEAM123456' },
  production: true,
  address: APNS_HOST,
  port: Number(APNS_PORT),
});

async function sendPush({ data: { campaignId, deviceId, token, body, custom } }) {
  const note = new apn.Notification();
  note.topic = APNS_TOPIC;
  note.pushType = 'alert';
  note.alert = { body };
  note.sound = 'default';
  note.payload = custom;
  const { failed } = await provider.send(note, token);
  const failure = failed[0];
  if (failure !== undefined && failure.response === undefined) {
    // No answer of APNs: the queue tries again.
    throw failure.error ?? new Error('APNs did not answer');
  }
  await pool.query('INSERT INTO push_result (campaign_id, device_id, status, reason) VALUES ($1, $2, $3, $4)', [
    campaignId,
    deviceId,
    failure === undefined ? 'sent' : 'failed',
    failure?.response.reason ?? null,
  ]);
}

const worker = new Worker(QUEUE, sendPush, { connection, concurrency: CONCURRENCY });
worker.on('error', (error) => console.error(error.message));
await worker.waitUntilReady();
endWithParent(async () => {
  await worker.close();
  await pool.end();
});
process.send({ type: 'ready', port: 0 });
