// Parse Server with the push adapter that it brings, as its own documents start it. docs/benchmarks.md links the pages.
import parse from 'parse-server';

const { DATABASE_URL, PEER_PORT, MASTER_KEY, APNS_KEY, APNS_HOST, APNS_PORT, APNS_TOPIC } = process.env;

await parse.ParseServer.startApp({
  appId: 'bench',
  masterKey: MASTER_KEY,
  databaseURI: DATABASE_URL,
  serverURL: `http://127.0.0.1:${PEER_PORT}/parse`,
  host: '127.0.0.1',
  port: Number(PEER_PORT),
  mountPath: '/parse',
  push: {
    ios: {
      token: { key: APNS_KEY, keyId: 'ABCDE12345', teamId: 'TEAM123456' },
      topic: APNS_TOPIC,
      production: true,
      address: APNS_HOST,
      port: Number(APNS_PORT),
    },
  },
});
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
process.send({ type: 'ready', port: Number(PEER_PORT) });
