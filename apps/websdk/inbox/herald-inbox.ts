import { safeLink } from '../device/links.js';

interface Entry {
  pushInstanceId: number;
  title: string;
  message: string;
  status: string;
  sts: number;
}
interface Page {
  msgs: Entry[];
  cnts: Record<string, number>;
  prms?: { index?: number };
}
interface Caller {
  call(operation: string, body: object): Promise<unknown>;
}

/** Bits of the status of a message. */
const READ = 1;
const UNREAD = 2;
const DELETED = 4;

const STYLE = `
:host { display: block; font: 14px/1.4 system-ui, sans-serif; color: #1c2230; background: #fff; border: 1px solid #d9dee8; border-radius: 10px; overflow: hidden; }
header { display: flex; align-items: center; gap: 8px; padding: 10px 14px; border-bottom: 1px solid #d9dee8; font-weight: 600; }
header span { min-width: 20px; padding: 0 6px; border-radius: 10px; background: #c0392b; color: #fff; font-size: 12px; text-align: center; }
header span:empty { display: none; }
ul { margin: 0; padding: 0; list-style: none; max-height: 420px; overflow: auto; }
li { display: flex; border-bottom: 1px solid #eef1f6; }
button { font: inherit; color: inherit; background: none; border: 0; cursor: pointer; padding: 10px 14px; text-align: left; }
button:focus-visible { outline: 2px solid #2563eb; outline-offset: -2px; }
li > button:first-child { flex: 1; min-width: 0; }
li[data-status=UNREAD] { background: #f2f6ff; } li[data-status=UNREAD] b::before { content: '● '; color: #2563eb; font-size: 10px; }
b, p, time { display: block; margin: 0; overflow-wrap: anywhere; } li:not([data-status=UNREAD]) b { font-weight: 400; }
p, time { color: #5b6478; } time { font-size: 12px; }
footer:empty { display: none; } footer { padding: 4px; text-align: center; } .none { padding: 18px 14px; color: #5b6478; }
`;

/**
 * The inbox of the user: `<herald-inbox>`. Texts are inserted as text, never as markup, and only http and https links are
 * opened. Labels are attributes: `heading`, `empty`, `more`, `delete`. The event `unread` has the number of unread messages
 * after each change, `failed` has the error.
 */
export class HeraldInbox extends HTMLElement {
  private readonly count = document.createElement('span');
  private readonly list = document.createElement('ul');
  private readonly foot = document.createElement('footer');
  private readonly heading = document.createElement('header');

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.count.setAttribute('role', 'status');
    root.append(this.heading, this.list, this.foot);
  }

  connectedCallback(): void {
    this.heading.replaceChildren(this.word('heading', 'Inbox'), this.count);
    this.attempt(() => this.refresh());
  }

  /** Reloads the newest messages. */
  async refresh(): Promise<void> {
    const page = await this.read();
    this.list.replaceChildren(...page.msgs.map((entry) => this.row(entry)));
    if (page.msgs.length === 0) {
      const none = element('li', this.word('empty', 'No messages'));
      none.className = 'none';
      this.list.append(none);
    }
  }

  /** @param index  last message of the previous page */
  private async read(index?: number): Promise<Page> {
    const more = index === undefined ? {} : { prms: { index } };
    const page = (await this.call('getAllInbox', { status: READ + UNREAD, numberOfNotification: 20, ...more })) as Page;
    this.showUnread(page.cnts[UNREAD] ?? 0);
    const next = page.prms?.index;
    this.foot.replaceChildren();
    if (next !== undefined) {
      const append = async (): Promise<void> =>
        this.list.append(...(await this.read(next)).msgs.map((entry) => this.row(entry)));
      this.foot.append(this.button(append, this.word('more', 'More')));
    }
    return page;
  }

  private row({ pushInstanceId: piid, title, message, sts, status }: Entry): HTMLLIElement {
    const row = element('li');
    const when = element('time', new Date(sts).toLocaleString());
    when.dateTime = new Date(sts).toISOString();
    const open = this.button(() => this.open(piid, row));
    open.append(element('b', title), element('p', message), when);
    const gone = this.button(async () => {
      await this.mark(piid, DELETED);
      await this.refresh();
    }, '×');
    gone.setAttribute('aria-label', this.word('delete', 'Delete'));
    row.dataset['status'] = status;
    row.append(open, gone);
    return row;
  }

  private async open(piid: number, row: HTMLLIElement): Promise<void> {
    const { url, deeplink } = (await this.call('get', { piid })) as { url: string | null; deeplink: string | null };
    if (row.dataset['status'] === 'UNREAD') {
      await this.mark(piid, READ);
      row.dataset['status'] = 'READ';
      this.showUnread(Number(this.count.textContent) - 1);
    }
    const link = safeLink(url ?? deeplink, location.href);
    if (link !== undefined) {
      location.assign(link);
    }
  }

  /** Reports errors by the event `failed`; the list does not change. */
  private button(work: () => Promise<void>, text = ''): HTMLButtonElement {
    const button = element('button', text);
    button.addEventListener('click', () => this.attempt(work));
    return button;
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.dispatchEvent(new CustomEvent('failed', { detail: error })));
  }

  private mark(piid: number, st: number): Promise<unknown> {
    return this.call('statusChange', { piids: [piid], st });
  }

  private showUnread(unread: number): void {
    this.count.textContent = unread > 0 ? String(unread) : '';
    this.dispatchEvent(new CustomEvent('unread', { detail: unread }));
  }

  private word(name: string, absent: string): string {
    return this.getAttribute(name) ?? absent;
  }

  private call(operation: string, body: object): Promise<unknown> {
    const herald = Reflect.get(window, 'Herald') as Caller | undefined;
    return herald ? herald.call(`inbox/${operation}`, body) : Promise.reject(new Error('herald.js comes first'));
  }
}

function element<N extends keyof HTMLElementTagNameMap>(name: N, text = ''): HTMLElementTagNameMap[N] {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

customElements.define('herald-inbox', HeraldInbox);
