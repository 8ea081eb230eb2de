import type * as Sdk from '../page/herald.js';

declare const Herald: typeof Sdk;

const STYLE = `
body { max-width: 720px; margin: 40px auto; padding: 0 20px; font: 15px/1.5 system-ui, sans-serif; color: #1c2230; background: #f5f7fb; }
h1 { font-size: 24px; margin-bottom: 4px; } .hint { color: #5b6478; margin-top: 0; }
form, .row { display: flex; flex-wrap: wrap; gap: 8px; margin: 14px 0; align-items: center; }
input { flex: 1; min-width: 180px; font: inherit; padding: 8px 10px; border: 1px solid #c3cad8; border-radius: 8px; }
button { font: inherit; padding: 8px 14px; border: 0; border-radius: 8px; background: #2563eb; color: #fff; cursor: pointer; }
button.quiet { background: #dfe5f1; color: #1c2230; }
dl { display: grid; grid-template-columns: 130px 1fr; gap: 4px 12px; background: #fff; border: 1px solid #d9dee8; border-radius: 10px; padding: 12px 16px; }
dt { color: #5b6478; } dd { margin: 0; overflow-wrap: anywhere; }
#wrong { color: #b42318; } ul { padding-left: 20px; }
`;

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const field = (id: string): HTMLInputElement => part(id) as HTMLInputElement;
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const showState = async (): Promise<void> => {
  const { supported, permission, subscribed, installationId } = await Herald.state();
  const shown = { supported, permission, subscribed, installation: installationId ?? 'none yet' };
  part('state').replaceChildren(
    ...Object.entries(shown).flatMap(([name, value]) => {
      const [term, description] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      description.textContent = String(value);
      return [term, description];
    }),
  );
};

/** Does what a button says, then shows how things are. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  part('wrong').textContent = '';
  try {
    await work();
    await showState();
  } catch (error) {
    part('wrong').textContent = error instanceof Error ? error.message : String(error);
  }
}

function pressed(id: string, work: () => Promise<unknown>): void {
  part(id).addEventListener('click', () => void attempt(work));
}

/** The secret of the demo application, which is on this machine. On a real site only the server knows it, and signs. */
const secret = new URLSearchParams(location.search).get('identitySecret');

async function signIdentity(text: string, extId: string): Promise<string> {
  const encode = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);
  const part = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const claims = { sub: extId, aud: 'demo', exp: Math.floor(Date.now() / 1000) + 3600 };
  const input = [{ alg: 'HS256', kid: 'demo' }, claims].map((value) => part(encode(JSON.stringify(value)))).join('.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(text), algorithm, false, ['sign']);
  return `${input}.${part(new Uint8Array(await crypto.subtle.sign(algorithm, key, encode(input))))}`;
}

function start(key: string): Promise<void> {
  return attempt(async () => {
    await Herald.init({
      key,
      serviceWorker: '/sdk/web/herald-sw.js',
      ...(secret && { identityToken: (extId) => signIdentity(secret, extId) }),
    });
    part('page').hidden = false;
    // Only now: the inbox asks as soon as it is on the page.
    if (!document.querySelector('herald-inbox')) {
      part('inbox').append(document.createElement('herald-inbox'));
    }
  });
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [sheet];

pressed('subscribe', () => Herald.subscribe());
pressed('unsubscribe', () => Herald.unsubscribe());
pressed('identify', () => Herald.identify(field('user').value));
Herald.on('push', (message) => {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()} ${words(message['title'])}: ${words(message['body'])}`;
  part('heard').prepend(line);
  void document.querySelector<HTMLElement & { refresh(): Promise<void> }>('herald-inbox')?.refresh();
});
part('key').addEventListener('submit', (event) => {
  event.preventDefault();
  void start(field('js-key').value.trim());
});

const jsKey = new URLSearchParams(location.search).get('key');
if (jsKey !== null) {
  field('js-key').value = jsKey;
  void start(jsKey);
}
