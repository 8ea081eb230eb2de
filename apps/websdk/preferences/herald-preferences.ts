interface Topic {
  name: string;
  title: Record<string, string>;
  description: Record<string, string>;
  states: Record<string, 'on' | 'off' | 'pending' | 'expired'>;
}
interface Choices {
  topics: Topic[];
  emailPermitted?: boolean;
  tracking?: boolean;
  emailFrequency?: string;
  emailFrequencies?: string[];
}
interface Caller {
  call(operation: string, body: object): Promise<unknown>;
}
/** The change that a box of the form makes: a topic by a channel, a field of the request, or the frequency of e-mail. */
type Subject =
  | { topic: string; channel: string }
  | { field: 'emailPermitted' | 'tracking' }
  | { emailFrequency: string };
interface Box {
  input: HTMLInputElement;
  subject: Subject;
}

const WORDS: Readonly<Record<string, string>> = {
  heading: 'Your preferences',
  save: 'Save',
  saved: 'Your choice is saved.',
  none: 'There is nothing to choose here.',
  pending: 'waits for your confirmation',
  expired: 'was not confirmed in time',
  marketing: 'E-mail',
  'marketing-text': 'Advertising by e-mail',
  tracking: 'Opens and clicks',
  'tracking-text': 'Opens and clicks of messages may be recorded with my name',
  frequency: 'How often e-mail may come',
  'frequency-text': 'This is about advertising',
  'frequency-always': 'As it is sent',
  'frequency-day': 'At most once a day',
  'frequency-week': 'At most once a week',
  'frequency-month': 'At most once a month',
  email: 'E-mail',
  sms: 'Text message',
  push: 'App',
  'web-push': 'Browser',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  slack: 'Slack',
};

const STYLE = `
:host { display: block; font: 16px/1.5 system-ui, sans-serif; color: #1c2230; background: #fff; padding: 16px; border: 1px solid #7c8698; border-radius: 10px; overflow-wrap: anywhere; }
h2 { margin: 0 0 8px; font-size: 20px; } p { margin: 0 0 4px; color: #5b6478; }
fieldset { margin: 0; padding: 12px 0; border: 0; border-block-start: 1px solid #7c8698; min-width: 0; } legend { padding: 0; font-weight: 600; }
label { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; margin-inline-end: 24px; cursor: pointer; }
input { width: 22px; height: 22px; margin: 0; accent-color: var(--herald-accent, #1f5fd0); }
button { min-height: 44px; padding: 0 20px; border: 1px solid; border-radius: 8px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--herald-accent, #1f5fd0); outline-offset: 2px; }
`;

/**
 * The preferences of the user: `<herald-preferences>`. Its words are attributes, by the names above; titles of topics come
 * in the language of the page. Texts are inserted as text, never as markup. The event `saved` follows a change, `failed` has
 * the error.
 */
export class HeraldPreferences extends HTMLElement {
  private readonly form = document.createElement('form');
  private readonly status = document.createElement('p');
  private boxes: Box[] = [];

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.status.setAttribute('role', 'status');
    root.append(this.form);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.attempt(() => this.save());
    });
  }

  connectedCallback(): void {
    this.attempt(() => this.refresh());
  }

  /** Reads the preferences again. */
  async refresh(): Promise<void> {
    this.show((await this.call('read', {})) as Choices);
  }

  private async save(): Promise<void> {
    const turned = this.boxes.filter(({ input }) => input.checked !== input.defaultChecked);
    const choices = turned.flatMap(({ subject, input }) =>
      'topic' in subject ? [{ ...subject, wants: input.checked }] : [],
    );
    const fields = turned.flatMap(({ subject, input }) =>
      'field' in subject
        ? [[subject.field, input.checked]]
        : 'emailFrequency' in subject && input.checked
          ? [['emailFrequency', subject.emailFrequency]]
          : [],
    );
    this.show((await this.call('choose', { choices, ...Object.fromEntries(fields) })) as Choices);
    this.status.textContent = this.word('saved');
    this.dispatchEvent(new CustomEvent('saved'));
  }

  private show({ topics, emailPermitted, tracking, emailFrequency, emailFrequencies }: Choices): void {
    this.boxes = [];
    const groups = topics.map((topic) => this.topic(topic));
    if (emailPermitted !== undefined) {
      groups.push(
        this.group(this.word('marketing'), '', [
          this.box(this.word('marketing-text'), emailPermitted, { field: 'emailPermitted' }),
        ]),
      );
    }
    if (emailFrequencies !== undefined && emailPermitted !== false) {
      const labels = emailFrequencies.map((each) => {
        const label = this.box(
          this.word(`frequency-${each}`),
          each === emailFrequency,
          { emailFrequency: each },
          'radio',
        );
        const line = element('div');
        line.append(label);
        return line;
      });
      groups.push(this.group(this.word('frequency'), this.word('frequency-text'), labels));
    }
    if (tracking !== undefined) {
      groups.push(
        this.group(this.word('tracking'), '', [this.box(this.word('tracking-text'), tracking, { field: 'tracking' })]),
      );
    }
    const button = element('button', this.word('save'));
    const hasFocus = this.shadowRoot?.activeElement?.localName === 'button';
    this.status.textContent = groups.length === 0 ? this.word('none') : '';
    this.form.replaceChildren(
      element('h2', this.word('heading')),
      this.status,
      ...groups,
      ...(groups.length === 0 ? [] : [button]),
    );
    if (hasFocus) {
      button.focus();
    }
  }

  private topic({ name, title, description, states }: Topic): HTMLFieldSetElement {
    const boxes = Object.entries(states).map(([channel, state]) => {
      const word = this.word(channel.toLowerCase().replaceAll('_', '-'));
      const note = state === 'pending' || state === 'expired' ? ` (${this.word(state)})` : '';
      return this.box(`${word}${note}`, state === 'on' || state === 'pending', { topic: name, channel });
    });
    return this.group(this.pick(title) ?? name, this.pick(description) ?? '', boxes);
  }

  private group(title: string, text: string, labels: readonly HTMLElement[]): HTMLFieldSetElement {
    const group = element('fieldset');
    const legend = element('legend', title);
    legend.dir = 'auto';
    group.append(legend);
    if (text !== '') {
      const about = element('p', text);
      about.dir = 'auto';
      about.id = `about-${this.boxes.length}`;
      group.setAttribute('aria-describedby', about.id);
      group.append(about);
    }
    group.append(...labels);
    return group;
  }

  private box(text: string, isOn: boolean, subject: Subject, type = 'checkbox'): HTMLLabelElement {
    const input = element('input');
    input.type = type;
    input.name = type === 'radio' ? 'frequency' : '';
    input.defaultChecked = isOn;
    this.boxes.push({ input, subject });
    const label = element('label');
    label.append(input, element('span', text));
    return label;
  }

  /** The text in the language of the page, else of the browser, else in any. */
  private pick(texts: Record<string, string>): string | undefined {
    const entries = Object.entries(texts);
    const languages = [this.closest('[lang]')?.getAttribute('lang') ?? '', navigator.language, 'en'];
    for (const language of languages) {
      const [primary = ''] = language.toLowerCase().split('-');
      const found =
        entries.find(([tag]) => tag.toLowerCase() === language.toLowerCase()) ??
        entries.find(([tag]) => tag.toLowerCase().split('-')[0] === primary);
      if (found) {
        return found[1];
      }
    }
    return entries[0]?.[1];
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.dispatchEvent(new CustomEvent('failed', { detail: error })));
  }

  private word(name: string): string {
    return this.getAttribute(name) ?? WORDS[name] ?? name;
  }

  private call(operation: string, body: object): Promise<unknown> {
    const herald = Reflect.get(window, 'Herald') as Caller | undefined;
    return herald
      ? herald.call(`users/preferences/${operation}`, body)
      : Promise.reject(new Error('herald.js comes first'));
  }
}

function element<N extends keyof HTMLElementTagNameMap>(name: N, text = ''): HTMLElementTagNameMap[N] {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

customElements.define('herald-preferences', HeraldPreferences);
