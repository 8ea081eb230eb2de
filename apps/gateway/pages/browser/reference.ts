import { TAB_KEYS } from './tab-keys.js';

/** Stands in every sample; the same as `SAMPLE_BASE` of the gateway. */
const SAMPLE_BASE = 'http://localhost:8080';
const KEY = 'herald-key';
const LANGUAGE = 'herald-language';

const search = input('search');
const keyField = input('key');
const keyHeader = document.querySelector('#authentication code')?.textContent ?? '';

function input(id: string): HTMLInputElement {
  const element = document.getElementById(id);
  if (!(element instanceof HTMLInputElement)) {
    throw new Error(`The page has no ${id}`);
  }
  return element;
}

/** Samples name the gateway that shows them. */
for (const code of document.querySelectorAll('pre code')) {
  if (code.textContent.includes(SAMPLE_BASE)) {
    code.textContent = code.textContent.replaceAll(SAMPLE_BASE, location.origin);
  }
}

keyField.value = sessionStorage.getItem(KEY) ?? '';
keyField.addEventListener('input', () => {
  if (keyField.value === '') {
    sessionStorage.removeItem(KEY);
  } else {
    sessionStorage.setItem(KEY, keyField.value.trim());
  }
});

function showLanguage(language: string): void {
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isChosen = tab.dataset.lang === language;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of document.querySelectorAll<HTMLElement>('[role=tabpanel]')) {
    panel.hidden = panel.dataset.lang !== language;
  }
  sessionStorage.setItem(LANGUAGE, language);
}
const chosen = sessionStorage.getItem(LANGUAGE);
if (chosen !== null && document.querySelector(`[role=tab][data-lang="${CSS.escape(chosen)}"]`) !== null) {
  showLanguage(chosen);
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLElement)) {
    return;
  }
  if (target.dataset.lang !== undefined && target.role === 'tab') {
    // The page above the samples does not move, because all of them change.
    const before = target.getBoundingClientRect().top;
    showLanguage(target.dataset.lang);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  } else if (target.classList.contains('copy')) {
    const text = target.closest('.samples')?.querySelector('pre:not([hidden])')?.textContent ?? '';
    navigator.clipboard.writeText(text).then(
      () => tell(target, 'Copied'),
      () => tell(target, 'Not allowed'),
    );
  }
});

function tell(button: HTMLElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) {
    return;
  }
  const step = TAB_KEYS[key];
  if (target.role === 'tab' && step !== undefined) {
    const tabs = [...(target.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const next = tabs.at((tabs.indexOf(target) + step) % tabs.length);
    next?.click();
    next?.focus();
  } else if (key === '/' && !/^(INPUT|TEXTAREA)$/.test(target.tagName) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    search.focus();
  }
});

/** Every word must stand in the name, path or text of an operation, in any order. */
function find(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll<HTMLElement>('[data-words]')) {
    const text = (section.dataset.words ?? '').toLowerCase();
    section.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of document.querySelectorAll<HTMLElement>('.group')) {
    group.hidden = group.querySelector('[data-words]:not([hidden])') === null;
  }
  let shown = 0;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents li > a')) {
    const target = document.getElementById(link.hash.slice(1));
    const isShown = target !== null && !target.hidden;
    link.parentElement?.toggleAttribute('hidden', !isShown);
    shown += isShown ? 1 : 0;
  }
  document.getElementById('nothing')?.toggleAttribute('hidden', shown > 0);
}
search.addEventListener('input', find);

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) {
    void send(event.target);
  }
});

/** Sends a trial to this gateway, never elsewhere. */
async function send(form: HTMLFormElement): Promise<void> {
  const outcome = form.querySelector<HTMLElement>('.outcome');
  if (outcome === null) {
    return;
  }
  const values = new FormData(form);
  const path = values.get('path');
  const body = values.get('body');
  outcome.hidden = false;
  const url = typeof path === 'string' ? URL.parse(path, location.origin) : null;
  if (url?.origin !== location.origin) {
    outcome.textContent = 'The address must be a path of this gateway.';
    return;
  }
  outcome.textContent = 'Sending';
  try {
    const answer = await fetch(url, {
      method: form.dataset.method ?? 'GET',
      headers: {
        ...(keyField.value.trim() !== '' && { [keyHeader]: keyField.value.trim() }),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      ...(typeof body === 'string' && { body }),
      credentials: 'omit',
    });
    const text = await answer.text();
    outcome.textContent = `${answer.status} ${answer.statusText}\n\n${readable(text)}`;
  } catch {
    outcome.textContent = 'The gateway does not answer.';
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
