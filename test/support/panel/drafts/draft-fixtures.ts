import type { PanelSite, SiteAnswer } from '../panel-site.js';

const OWN = { id: '1', name: 'Deniz Aksoy' };
const MIRA = { id: '2', name: 'Mira Holt' };

/** A form as the composer stores it. */
export const FORM = {
  form: 1,
  fields: {
    key: 'ab'.repeat(16),
    name: 'Summer sale',
    platforms: ['IOS', 'ANDROID'],
    title: '',
    text: 'Everything 20 % off',
    link: '',
    icon: '',
    segment: '',
    when: 'now',
    at: '',
    extId: '',
  },
};

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const DRAFT = {
  id: '12',
  name: 'Summer sale',
  version: 4,
  madeBy: OWN,
  madeAt: minutesAgo(90),
  changedBy: MIRA,
  changedAt: minutesAgo(3),
  launchedAs: null as string | null,
  at: null as string | null,
  isLocal: false,
};
const NAMELESS = { ...DRAFT, id: '11', name: '', version: 1, changedBy: OWN, changedAt: minutesAgo(70) };

type Stored = typeof DRAFT & { body: object };
interface Content {
  name: string;
  body: object;
  version?: number;
}

/** Drafts as a server has them: what is saved is what is read afterwards. */
export class RecordedDrafts {
  private readonly drafts = new Map<string, Stored>([
    ['12', { ...DRAFT, body: FORM }],
    ['11', { ...NAMELESS, body: { form: 1, fields: { ...FORM.fields, name: '' } } }],
  ]);

  private readonly answered = new Map<unknown, SiteAnswer>();

  /** Other members who have every draft open. */
  readers: { id: string; name: string }[] = [];

  /** The server's copy of a draft. */
  get(id: string): Stored | undefined {
    return this.drafts.get(id);
  }

  /** Saves as another member. */
  saveElsewhere(id: string, fields: object): void {
    const draft = this.drafts.get(id);
    if (draft) {
      const body = { form: 1, fields: { ...(draft.body as typeof FORM).fields, ...fields } };
      const change = { version: draft.version + 1, changedBy: MIRA, changedAt: new Date().toISOString() };
      this.drafts.set(id, { ...draft, ...change, body });
    }
  }

  /** Launches as another member. */
  launchElsewhere(id: string, key: string): void {
    const draft = this.drafts.get(id);
    if (draft) {
      this.drafts.set(id, { ...draft, version: draft.version + 1, changedBy: MIRA, launchedAs: key, body: {} });
    }
  }

  delete(id: string): void {
    this.drafts.delete(id);
  }

  answer(site: PanelSite): PanelSite {
    return site
      .on('GET /apps/shop/views', { body: { items: [] } })
      .on('GET /apps/shop/views/campaigns/choices', { body: { labels: ['news'], authors: [] } })
      .on('GET /apps/shop/drafts', () => ({ body: { items: [...this.drafts.values()].map(stateOf) } }))
      .on('POST /apps/shop/drafts', ({ body, headers }) => {
        const key = headers['idempotency-key'];
        const earlier = this.answered.get(key);
        if (earlier) {
          return earlier;
        }
        const id = String(100 + this.drafts.size);
        const at = new Date().toISOString();
        const draft = {
          ...DRAFT,
          id,
          version: 1,
          madeBy: OWN,
          madeAt: at,
          changedBy: OWN,
          changedAt: at,
          launchedAs: null,
        };
        const answer = this.store({ ...draft, ...(body as Content) });
        this.answered.set(key, answer);
        return answer;
      })
      .on('GET /apps/shop/drafts/*', ({ path }) => {
        const last = path.split('/').at(-1) ?? '';
        if (last === 'comments') {
          return { body: { items: [] } };
        }
        const draft = this.drafts.get(last);
        return draft ? { body: draft } : missing();
      })
      .on('POST /apps/shop/drafts/*', ({ path, body }) => {
        const [id = '', action] = path.split('/').slice(-2);
        const draft = this.drafts.get(id);
        if (!draft) {
          return missing();
        }
        if (action === 'presence') {
          return { body: { items: (body as { isOpen: boolean }).isOpen ? this.readers : [] } };
        }
        const { version, ...content } = body as Content;
        if (draft.launchedAs !== null || draft.version !== version) {
          return moved(draft.launchedAs === null ? 'version' : 'launchedAs');
        }
        if (action === 'delete') {
          this.drafts.delete(id);
          return { status: 204 };
        }
        const change = { version: version + 1, changedBy: OWN, changedAt: new Date().toISOString() };
        return this.store({ ...draft, ...content, ...change });
      });
  }

  private store(draft: Stored): SiteAnswer {
    this.drafts.set(draft.id, draft);
    return { body: stateOf(draft) };
  }
}

function stateOf({ body: _body, ...state }: Stored): typeof DRAFT {
  return state;
}

function missing(): SiteAnswer {
  return problem(404, 'unknown_id', '');
}

function moved(path: string): SiteAnswer {
  return problem(409, 'changed_meanwhile', path);
}

function problem(status: number, code: string, path: string): SiteAnswer {
  return { status, body: { requestId: 'req-1', problems: [{ path, code, text: `It is refused: ${code}` }] } };
}

export function answerDrafts(site: PanelSite): PanelSite {
  return new RecordedDrafts().answer(site);
}
